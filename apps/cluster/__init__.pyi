from .node_pool import PoolLayers
from .openb import read_trace
from .roadef import read_roadef
from .vbp import read_packing

__all__ = ["PoolLayers", "read_packing", "read_roadef", "read_trace"]
