"""consolidation exactly, at size: column generation over patterns, diving, and a last closing."""

from .column_generation import column_generation
from .first_fit import first_fit_decreasing
from .size_bounds import cheap_bound, impossible

__all__ = [
    "cheap_bound",
    "column_generation",
    "first_fit_decreasing",
    "impossible",
]
