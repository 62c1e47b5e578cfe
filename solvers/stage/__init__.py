"""Dedicated algorithms for stage: proofs of infeasibility, and prices that bound the front."""

from .impossible import impossible
from .pooled_plans import Packer, PooledProgram
from .pools import machine_groups, pools_of, price_rows
from .priced import price_front

__all__ = [
    "Packer",
    "PooledProgram",
    "impossible",
    "machine_groups",
    "pools_of",
    "price_front",
    "price_rows",
]
