"""The judge of cold_stock: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import OwnLevels, certified
from .decision import StockOrders, check

__all__ = ["OwnLevels", "StockOrders", "certified", "check"]
