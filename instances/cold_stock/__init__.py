"""cold_stock: how many offline machines to order and to give back at every review."""

from .generating import generate
from .instance import ColdStock, Forecasts
from .seasonal import seasonal

__all__ = ["ColdStock", "Forecasts", "generate", "seasonal"]
