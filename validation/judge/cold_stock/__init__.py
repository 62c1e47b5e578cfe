"""The judge of cold_stock: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import DayPrice, OwnLevels, ShortDays, StockTable, certified
from .decision import StockOrders, check

__all__ = ["DayPrice", "OwnLevels", "ShortDays", "StockOrders", "StockTable", "certified", "check"]
