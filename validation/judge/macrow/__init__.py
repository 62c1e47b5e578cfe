"""The judge of macrow: checks (4)-(28) one by one on the raw instance, and certificates."""

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
