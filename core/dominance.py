"""Pareto dominance among points whose objectives are all minimised."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arrays import FloatArray


def nondominated(values: FloatArray) -> NDArray[np.intp]:
    """Return the indices of the nondominated rows, sorted by their objectives.

    Of rows with equal objectives the first one is kept.
    """
    order = np.lexsort(values.T[::-1])
    if values.shape[1] == 2:
        best_before = np.minimum.accumulate(values[order, 1])
        keep = np.ones(len(order), dtype=bool)
        keep[1:] = values[order[1:], 1] < best_before[:-1]
        return order[keep]
    kept: list[int] = []
    chosen = np.empty_like(values)  # in this order no later row dominates an earlier one
    for row in order:
        if not (chosen[: len(kept)] <= values[row]).all(axis=1).any():
            chosen[len(kept)] = values[row]
            kept.append(int(row))
    return np.array(kept, dtype=np.intp)
