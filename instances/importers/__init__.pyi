from .node_pool import PoolLayers
from .openb import read_trace
from .queue_groups import cluster_of_queues, latency_curve, random_groups
from .roadef import read_roadef
from .soda_chain import Curve, Goals, microq_of, microw_of
from .vbp import read_packing

__all__ = [
    "Curve",
    "Goals",
    "PoolLayers",
    "cluster_of_queues",
    "latency_curve",
    "microq_of",
    "microw_of",
    "random_groups",
    "read_packing",
    "read_roadef",
    "read_trace",
]
