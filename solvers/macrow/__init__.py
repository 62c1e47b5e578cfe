"""macrow: conflicts that leave no plan, and the bound by prices over components of streams."""

from .bound import Bounding
from .conflicts import impossible

__all__ = ["Bounding", "impossible"]
