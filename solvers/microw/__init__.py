"""Exact parts of microw: maximum and minimum-cost flows, and the bounds that their prices prove."""

from .flow_lp import decision_of, flow_lp, impossible, limits
from .flows import largest_flow, legal_ends
from .prices import proof_of

__all__ = [
    "decision_of",
    "flow_lp",
    "impossible",
    "largest_flow",
    "legal_ends",
    "limits",
    "proof_of",
]
