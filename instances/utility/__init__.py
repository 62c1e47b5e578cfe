"""utility: give the cores of a cluster to approximate jobs for one epoch."""

from .generating import generate
from .instance import Utility
from .progress import normalised_gain

__all__ = ["Utility", "generate", "normalised_gain"]
