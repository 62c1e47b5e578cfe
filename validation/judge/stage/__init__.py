"""The judge of stage: plans, demands that no plan meets, and prices that bound the front."""

from .plan import StagePlan, certified, check
from .price_bounds import check_bound_front, least_above, proven
from .price_document import PriceTables

__all__ = [
    "PriceTables",
    "StagePlan",
    "certified",
    "check",
    "check_bound_front",
    "least_above",
    "proven",
]
