"""The stage optimizer's methods for `stage`, the baselines of its appendix A.2, and a replay."""

from .clustered_plans import plan_a, plan_b
from .fixed_placement import default_placement, fix_placement, ipa_placement
from .noise_replay import Replayed, replay
from .nsga2 import nsga2
from .progressive_frontier import progressive_frontier
from .two_steps import ipa_raa, ipa_raa_general
from .watermark import fuxi
from .weighted_sum import weighted_sum

__all__ = [
    "Replayed",
    "default_placement",
    "fix_placement",
    "fuxi",
    "ipa_placement",
    "ipa_raa",
    "ipa_raa_general",
    "nsga2",
    "plan_a",
    "plan_b",
    "progressive_frontier",
    "replay",
    "weighted_sum",
]
