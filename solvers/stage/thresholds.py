"""At which latencies bounds and plans are looked for."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.stage import Stage, WorkLatency

_MOST_CELLS = 1_000_000  # latencies that are listed one by one


def geometric(low: float, high: float, count: int) -> FloatArray:
    """Return limits above ``low``, each the same factor apart, the last below ``high``."""
    if not high > low:
        return np.array([low])
    return np.geomspace(low, high, count + 2)[1:-1]


def few_latencies(instance: Stage, low: float, high: float, most: int) -> FloatArray | None:
    """Return all latencies from above ``low`` to below ``high``, if there are no more than that."""
    if np.prod(instance.shape, dtype=np.float64) > _MOST_CELLS:
        return None
    if isinstance(instance.latency, WorkLatency):
        table = instance.latency.written_out()
    else:
        table = instance.latency
    usable = (table > low) & (table < high) & instance.fits[None]
    values = np.unique(table[usable])
    return values if len(values) <= most else None


def coarse_to_fine(count: int) -> IntArray:
    """Return an order of places in which each one halves the largest gap, or nearly so."""
    bits = max(1, int(count - 1).bit_length())
    places = [int(f"{k:0{bits}b}"[::-1], 2) for k in range(1 << bits)]
    return np.array([place for place in places if place < count], dtype=np.int64)
