"""Exact parts of macrow: conflicts of infeasible instances, and a bound by column generation."""

from .bound import Bounding
from .conflicts import impossible
from .master import whole_columns

__all__ = ["Bounding", "impossible", "whole_columns"]
