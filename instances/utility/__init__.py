"""utility: give the cores of a cluster to approximate jobs for one epoch."""

from .generating import generate
from .instance import Utility
from .loss_curves import FEWEST_POINTS, Convergence, Fit, fit
from .progress import EstimatedProgress, normalised_gain

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
