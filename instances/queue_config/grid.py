"""The grid of shares: choices of one share per queue, or weights divided by their sum."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ...core.arrays import BoolArray, FloatArray

SUM_TOLERANCE = 1e-3  # shares are written with a few digits: 0.3333 three times is meant to be 1
_CLOSE = 1e-9


class Bounded(Protocol):
    """A queue, of which only the bounds matter."""

    @property
    def min_share(self) -> float:
        """The least share."""

    @property
    def max_share(self) -> float:
        """The largest share."""


def _shares_within(shares: Sequence[float], queue: Bounded, bounded: bool) -> list[float]:
    low, high = (queue.min_share, queue.max_share) if bounded else (0.0, 1.0)
    return [s for s in sorted(shares) if low - _CLOSE <= s <= high + _CLOSE]


def count_vectors(shares: Sequence[float], queues: Sequence[Bounded], *, bounded: bool) -> int:
    """Return about how many choices of shares there are, by the sums that shares lead to."""
    counts = {0.0: 1}
    for queue in queues:
        following: dict[float, int] = {}
        for total, count in counts.items():
            for share in _shares_within(shares, queue, bounded):
                reached = round(total + share, 4)
                if reached <= 1 + SUM_TOLERANCE:
                    following[reached] = following.get(reached, 0) + count
        counts = following
    return sum(count for total, count in counts.items() if total >= 1 - SUM_TOLERANCE)


def share_vectors(
    shares: Sequence[float], queues: Sequence[Bounded], *, bounded: bool = True
) -> FloatArray:
    """Return every choice of one share per queue within its bounds that sums to 1, in order."""
    allowed = [_shares_within(shares, queue, bounded) for queue in queues]
    prefixes: list[tuple[float, ...]] = [()]
    for k, options in enumerate(allowed):
        rest_low = sum(min(shares, default=math.inf) for shares in allowed[k + 1 :])
        rest_high = sum(max(shares, default=-math.inf) for shares in allowed[k + 1 :])
        prefixes = [
            (*prefix, s)
            for prefix in prefixes
            for s in options
            if sum(prefix) + s + rest_low <= 1 + SUM_TOLERANCE
            and sum(prefix) + s + rest_high >= 1 - SUM_TOLERANCE
        ]
    return np.array(prefixes, dtype=np.float64).reshape(len(prefixes), len(queues))


def weight_vectors(
    weights: Sequence[float], queues: Sequence[Bounded], *, bounded: bool = True
) -> FloatArray:
    """Return every vector of weights divided by its sum; proportional ones count once."""
    chosen = np.array(list(itertools.product(sorted(weights), repeat=len(queues))), dtype=float)
    vectors = chosen / chosen.sum(axis=1)[:, None]
    _, first = np.unique(np.round(vectors, 9), axis=0, return_index=True)
    vectors = vectors[np.sort(first)]
    if bounded:
        low = np.array([queue.min_share for queue in queues])
        high = np.array([queue.max_share for queue in queues])
        inside: BoolArray = (vectors >= low - _CLOSE) & (vectors <= high + _CLOSE)
        vectors = vectors[inside.all(axis=1)]
    return np.asarray(vectors, dtype=np.float64)
