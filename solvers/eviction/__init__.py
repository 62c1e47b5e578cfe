"""Dedicated exact algorithm of eviction, and its bounds."""

from .bounds import cheap_bound, impossible
from .dynamic import dp

__all__ = ["cheap_bound", "dp", "impossible"]
