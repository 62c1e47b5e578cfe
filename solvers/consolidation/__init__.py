"""consolidation exactly, at size: column generation over patterns, diving, and a last closing."""

from .bounds.size_bounds import cheap_bound, impossible
from .column_generation import column_generation
from .starts.first_fit import first_fit_decreasing

__all__ = [
    "cheap_bound",
    "column_generation",
    "first_fit_decreasing",
    "impossible",
]
