"""Methods from outside (Python functions and commands), run in contained processes."""

from .contained import MOST_BYTES, Contained, how_it_ended, python
from .control_group import RAN_OUT
from .forked import ForkServer, View
from .function import name_of, run_function
from .json_lines import Cell, end_all, serve
from .method import CHILD, code_of, file_and_function, is_function, is_outside, run_outside

__all__ = [
    "CHILD",
    "MOST_BYTES",
    "RAN_OUT",
    "Cell",
    "Contained",
    "ForkServer",
    "View",
    "code_of",
    "end_all",
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
