"""utility: allocate the cores of a cluster to approximate jobs for one epoch."""

from .instance import Utility, generate
from .loss_curves import FEWEST_POINTS, Convergence, EstimatedProgress, Fit, fit, normalised_gain

__all__ = [
    "FEWEST_POINTS",
    "Convergence",
    "EstimatedProgress",
    "Fit",
    "Utility",
    "fit",
    "generate",
    "normalised_gain",
]
