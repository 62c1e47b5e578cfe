"""Supported points of two goals: the points that minimise a weighted sum.

Aneja and Nair, "Bicriteria transportation problem", Management Science 25(1), 1979.
"""

import math

import numpy as np

from ...core.arrays import FloatArray
from .questions import UNDECIDED, SearchStopped
from .region_search import RegionSearch


def supported_points(search: RegionSearch) -> bool:
    """Find the points at the corners of the convex hull; return whether any plan exists."""
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
        weights = left[1] - right[1], right[0] - left[0]
        common = math.gcd(*weights)
        x = _least_weighted(search, np.array(weights, dtype=np.float64) / common)
        middle = _note(search, x)
        gains = (w * (own - new) for w, own, new in zip(weights, left, middle, strict=True))
        if sum(gains) > 0:
            if not left[0] < middle[0] < right[0]:
                raise SearchStopped("error", UNDECIDED)
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
    """Store a point, and return its goal values in steps."""
    values = tuple(goal.steps(x) for goal in search.goals.goals)
    search.keep(values, x)
    return values
