from .closed_questions import Stay
from .cluster_plan import ClusterPlan, frees, plan, simulate, stays
from .rollout import WavePlan
from .stays_command import why_stays

__all__ = [
    "ClusterPlan",
    "Stay",
    "WavePlan",
    "frees",
    "plan",
    "simulate",
    "stays",
    "why_stays",
]
