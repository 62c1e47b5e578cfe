"""Methods from outside: ``file.py:function`` and ``exec:COMMAND``, contained."""

from .method import CHILD, code_of, file_and_function, is_function, is_outside, run_outside

__all__ = ["CHILD", "code_of", "file_and_function", "is_function", "is_outside", "run_outside"]
