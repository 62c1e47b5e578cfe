from .closed_questions import Stay
from .cluster_plan import ClusterPlan, frees, plan, simulate, stays
from .explain import why_stays
from .node_pool import PoolLayers
from .openb import read_trace
from .published import read_packing, read_roadef
from .rollout import WavePlan

__all__ = [
    "ClusterPlan",
    "PoolLayers",
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
