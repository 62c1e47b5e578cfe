"""Dedicated algorithms for stage: why there is no plan, and prices that bound the whole front."""

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
