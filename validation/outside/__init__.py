"""Methods from outside: ``file.py:function`` and ``exec:COMMAND``, contained."""

from .function import name_of
from .json_lines import Cell, end_all, serve
from .method import CHILD, code_of, file_and_function, is_function, is_outside, run_outside
from .sent_function import run_function

__all__ = [
    "CHILD",
    "Cell",
    "code_of",
    "end_all",
    "file_and_function",
    "is_function",
    "is_outside",
    "name_of",
    "run_function",
    "run_outside",
    "serve",
]
