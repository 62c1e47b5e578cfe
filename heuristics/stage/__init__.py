"""The stage optimizer's two steps for `stage`, and the baselines of its appendix A.2."""

from .nsga2 import nsga2
from .progressive_frontier import progressive_frontier
from .two_steps import default_placement, ipa_placement, ipa_raa, ipa_raa_general, placed
from .weighted_sum import weighted_sum

__all__ = [
    "default_placement",
    "ipa_placement",
    "ipa_raa",
    "ipa_raa_general",
    "nsga2",
    "placed",
    "progressive_frontier",
    "weighted_sum",
]
