"""The judge of eviction: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import CoverPrices, NeedPrices, NeedTable, Shortage, certified
from .decision import Evictions, check

__all__ = ["CoverPrices", "Evictions", "NeedPrices", "NeedTable", "Shortage", "certified", "check"]
