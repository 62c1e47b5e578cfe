"""cold_stock: how many offline machines to order and to give back at every review."""

from .generating import generate
from .instance import ColdStock, Forecasts
from .seasonal import Paths, least_history, seasonal

__all__ = ["ColdStock", "Forecasts", "Paths", "generate", "least_history", "seasonal"]
