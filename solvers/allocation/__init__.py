"""Allocation of a common supply to parties at minimum total cost, for cluster_ratio and utility."""

from .dynamic_program import LeastCost, least_amounts
from .lagrangian import Curves, Fill, dual_value, fill, nearest_float

__all__ = ["Curves", "Fill", "LeastCost", "dual_value", "fill", "least_amounts", "nearest_float"]
