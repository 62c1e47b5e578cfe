"""The judge of stage: checks plans, certificates of infeasibility, and prices."""

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
