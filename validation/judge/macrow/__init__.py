"""The judge of macrow: it checks (4)-(28) on the raw instance, and verifies certificates."""

from .component_prices import ComponentPrices, certified
from .decision import CandidateNodes, check, link_utilizations, node_utilizations

__all__ = [
    "CandidateNodes",
    "ComponentPrices",
    "certified",
    "check",
    "link_utilizations",
    "node_utilizations",
]
