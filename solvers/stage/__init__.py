"""Dedicated algorithms for stage: why there is no plan, and prices that bound the whole front."""

from .impossible import impossible
from .priced import priced

__all__ = ["impossible", "priced"]
