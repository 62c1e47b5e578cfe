"""The judge of warm_pool: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import LeastPlan, certified
from .decision import WarmMachines, check

__all__ = ["LeastPlan", "WarmMachines", "certified", "check"]
