"""macrow: conflicts of infeasible instances, and the bound by prices over components of streams."""

from .bound import Bounding
from .conflicts import impossible
from .master import whole_columns

__all__ = ["Bounding", "impossible", "whole_columns"]
