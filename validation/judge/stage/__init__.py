"""The judge of stage: plans, demands that no plan meets, and prices that bound the front."""

from .plan import StagePlan, certified, check
from .price_bounds import ProvenCosts, check_bound_front, least_above, proven
from .price_document import FrontPrices, PriceRow, PriceTables

__all__ = [
    "FrontPrices",
    "PriceRow",
    "PriceTables",
    "ProvenCosts",
    "StagePlan",
    "certified",
    "check",
    "check_bound_front",
    "least_above",
    "proven",
]
