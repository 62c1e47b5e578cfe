"""Dedicated exact algorithms of warm_pool: the envelope, a table over machines, prices."""

from .bounds import cheap_bound, impossible
from .dynamic import dp
from .envelope import envelope, inevitable, reach

__all__ = ["cheap_bound", "dp", "envelope", "impossible", "inevitable", "reach"]
