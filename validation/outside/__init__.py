"""Methods from outside (Python functions and commands), run in contained processes."""

from .contained import MOST_BYTES, SUPERVISOR, Contained, how_it_ended, python
from .function import name_of, run_function
from .json_lines import Cell, end_all, serve
from .method import CHILD, code_of, file_and_function, is_function, is_outside, run_outside
from .supervisor import end_descendants

__all__ = [
    "CHILD",
    "MOST_BYTES",
    "SUPERVISOR",
    "Cell",
    "Contained",
    "code_of",
    "end_all",
    "end_descendants",
    "file_and_function",
    "how_it_ended",
    "is_function",
    "is_outside",
    "name_of",
    "python",
    "run_function",
    "run_outside",
    "serve",
]
