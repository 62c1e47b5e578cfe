"""Short lists of the fastest open machines of an instance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray
from ...core.compiled import kernel


def scatter(machines: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the machines in runs of 64 at random, lest sorted ones fill short lists slowly."""
    run = np.arange(len(machines)) // 64
    shuffled = np.random.default_rng(0).permutation(len(machines) // 64 + 1)
    return machines[np.argsort(shuffled[run], kind="stable")]


@kernel(inner=True)
def fill_nearest(
    latency: FloatArray,
    machines: NDArray[np.int32],
    is_open: NDArray[np.bool_],
    nearest: NDArray[np.int32],
) -> int:
    """Fill the list with the fastest open machines in ascending order; return their number."""
    most, count = len(nearest), 0
    values = np.empty(most)
    limit = np.inf
    # nearest[:count] is sorted by value, then by number; limit is its last
    for j in machines:
        value = latency[j]
        if not value <= limit or not is_open[j]:
            continue
        if count == most and value == limit and j > nearest[most - 1]:
            continue
        count = min(count + 1, most)
        k = count - 1
        while k > 0 and (values[k - 1] > value or (values[k - 1] == value and nearest[k - 1] > j)):
            values[k], nearest[k] = values[k - 1], nearest[k - 1]
            k -= 1
        values[k], nearest[k] = value, j
        if count == most:
            limit = values[most - 1]
    return count
