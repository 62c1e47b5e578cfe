"""Supported points of two goals: those that minimise a weighted sum, found by halving.

Aneja and Nair, "Bicriteria transportation problem", Management Science 25(1), 1979.
"""

import numpy as np

from ...core.arrays import FloatArray
from .questions import SearchStopped
from .region_search import RegionSearch


def supported_points(search: RegionSearch) -> bool:
    """Find the points at the corners of the convex hull; return whether there is any plan."""
    ends = []
    for k in (0, 1):
        x = search.least(k)
        if x is None:
            return False
        ends.append(_note(search, x))
    waiting = [(ends[0], ends[1])]
    while waiting:
        left, right = waiting.pop()
        if left[0] >= right[0] or left[1] <= right[1]:
            continue
        weights = np.array([left[1] - right[1], right[0] - left[0]], dtype=np.float64)
        weights /= np.gcd.reduce(weights.astype(np.int64))
        x = _least_weighted(search, weights)
        middle = _note(search, x)
        if weights @ np.array(middle) < weights @ np.array(left):
            waiting += [(left, middle), (middle, right)]
    return True


def _least_weighted(search: RegionSearch, weights: FloatArray) -> FloatArray:
    """Return a point with the least weighted sum of goals."""
    worker = search.workers[0]
    result = worker.solved(weights @ worker.whole, (None,) * search.size)
    if result.status != "optimal" or result.x is None:
        raise SearchStopped(result.stopped, result.message)
    return result.x


def _note(search: RegionSearch, x: FloatArray) -> tuple[int, ...]:
    """Remember a point, and return its values."""
    values = tuple(goal.steps(x) for goal in search.goals.goals)
    search.found[values] = x
    return values
