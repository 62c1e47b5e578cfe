"""Dedicated exact algorithm of eviction, and its bounds."""

from .bounds import Bound, cheap_bound, impossible
from .dynamic import dp

__all__ = ["Bound", "cheap_bound", "dp", "impossible"]
