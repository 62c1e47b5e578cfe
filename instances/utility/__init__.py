"""utility: give the cores of a cluster to approximate jobs for one epoch."""

from .instance import Utility, generate, normalised_gain

__all__ = ["Utility", "generate", "normalised_gain"]
