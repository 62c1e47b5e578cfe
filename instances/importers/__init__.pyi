from .node_pool import PoolLayers
from .openb import read_trace
from .roadef import read_roadef
from .soda_chain import Curve, Goals, microq_of, microw_of
from .vbp import read_packing

__all__ = [
    "Curve",
    "Goals",
    "PoolLayers",
    "microq_of",
    "microw_of",
    "read_packing",
    "read_roadef",
    "read_trace",
]
