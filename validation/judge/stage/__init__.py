"""The judge of stage: plans, demands that no plan meets, and prices that bound the front."""

from .front_bounds import check_bound_front, least_above
from .plan import StagePlan, certified, check
from .price_bounds import ProvenCosts, proven
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
