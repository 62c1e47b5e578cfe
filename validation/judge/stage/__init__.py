"""The judge of stage: plans, demands that no plan meets, and prices that bound the front."""

from .demand import check_certificate
from .front_bounds import check_bound_front, least_above
from .plan import check
from .price_bounds import ProvenCosts, proven
from .price_document import FrontPrices, PriceRow

__all__ = [
    "FrontPrices",
    "PriceRow",
    "ProvenCosts",
    "check",
    "check_bound_front",
    "check_certificate",
    "least_above",
    "proven",
]
