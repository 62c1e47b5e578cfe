"""Heuristics of `stage`: the stage optimizer's methods, its baselines (A.2), and a replay."""

from .baselines import nsga2, progressive_frontier, weighted_sum
from .clustered_plans import ClusterPlanParameters, plan_a, plan_b
from .plans import default_placement, fix_placement, ipa_placement
from .two_steps import Replayed, fuxi, ipa_raa, ipa_raa_general, replay

__all__ = [
    "ClusterPlanParameters",
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
