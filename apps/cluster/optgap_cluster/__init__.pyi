from .closed_questions import Stay
from .cluster_plan import ClusterPlan, frees, plan, simulate, stays
from .published import read_packing, read_roadef, read_trace
from .rollout import WavePlan
from .stays_command import why_stays

__all__ = [
    "ClusterPlan",
    "Stay",
    "WavePlan",
    "frees",
    "plan",
    "read_packing",
    "read_roadef",
    "read_trace",
    "simulate",
    "stays",
    "why_stays",
]
