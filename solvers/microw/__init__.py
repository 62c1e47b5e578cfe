"""microw without limits on change: a largest flow, and the prices that prove it."""

from .flow_lp import decision_of, flow_lp, impossible, limits
from .prices import proof_of

__all__ = ["decision_of", "flow_lp", "impossible", "limits", "proof_of"]
