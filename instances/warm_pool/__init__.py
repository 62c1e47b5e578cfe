"""warm_pool: how many machines to keep configured, tick by tick, for the memory to come."""

from .generating import generate
from .instance import WarmPool

__all__ = ["WarmPool", "generate"]
