from .closed_questions import Stay
from .cluster_plan import ClusterPlan, frees, plan, simulate, stays
from .explain import why_stays
from .node_pool import PoolLayers
from .openb import read_trace
from .roadef import read_roadef
from .rollout import WavePlan
from .vbp import read_packing

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
