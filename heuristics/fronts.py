"""The recommendation of one point of a Pareto front, for all problems with several objectives."""

from collections.abc import Sequence

import numpy as np

from ..core.arrays import FloatArray
from ..core.faults import input_error

__all__ = ["recommend"]

# Weighted Utopia Nearest: the choice of one point of a front.
#
# Lyu et al., PVLDB 15(11), 2022, end of section 5.3, after UDAO: the point nearest to the utopia
# point, which is the best value of every objective at once.


def recommend(front: FloatArray, weights: Sequence[float] | None = None) -> int:
    """Return the index of the point nearest to the utopia point; ties: the first.

    Every objective is scaled to [0, 1] over the front; the distance is Euclidean, with the scaled
    objectives multiplied by the weights (default: equal).
    """
    used = np.ones(front.shape[1]) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(used) != front.shape[1] or not (used >= 0).all() or not 0 < used.sum() < np.inf:
        rule = f"must be {front.shape[1]} numbers >= 0, one per objective, not all 0"
        raise input_error("weights", rule, list(weights or []))
    span = np.ptp(front, axis=0)
    scaled = (front - front.min(axis=0)) / np.where(span > 0, span, 1.0)
    distance = np.sqrt(((scaled * used) ** 2).sum(axis=1))
    return int(np.flatnonzero(distance <= distance.min() + 1e-12)[0])
