"""The judge of stage: plans, demands that no plan meets, and prices that bound the front."""

from .plan import PriceTables, StagePlan, certified, check
from .price_bounds import check_bound_front, least_above, least_costs

__all__ = [
    "PriceTables",
    "StagePlan",
    "certified",
    "check",
    "check_bound_front",
    "least_above",
    "least_costs",
]
