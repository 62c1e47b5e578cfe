"""The judge of warm_pool: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import LeastPlan, PoolTable, ShortTicks, TickPrice, certified
from .decision import WarmMachines, check

__all__ = [
    "LeastPlan",
    "PoolTable",
    "ShortTicks",
    "TickPrice",
    "WarmMachines",
    "certified",
    "check",
]
