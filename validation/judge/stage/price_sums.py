"""The loops over all choices: the least priced cost of each instance up to each threshold."""

from __future__ import annotations

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.compiled import kernel


@kernel
def least_of_work(
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    thresholds: FloatArray,
    least: FloatArray,
) -> None:
    """Fill ``least`` (instances x thresholds) where latencies are linear in the work.

    The first threshold is the one that no plan keeps: there only the tax counts.
    """
    for i in range(work.shape[0]):
        for j in range(len(per_work)):
            g = group[j]
            for k in range(work.shape[1]):
                if not fits[j, k]:
                    continue
                seconds = fixed[j] + per_work[j] * work[i, k]
                cost = seconds * rate[k]
                for s in range(len(thresholds) - 1, 0, -1):
                    if seconds > thresholds[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])
                if seconds <= thresholds[0]:
                    least[i, 0] = min(least[i, 0], tax[g, k, 0])


@kernel
def least_of_table(
    latency: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    thresholds: FloatArray,
    least: FloatArray,
) -> None:
    """Fill ``least`` (instances x thresholds) from a table; NaN is a choice that cannot run."""
    for i in range(latency.shape[0]):
        for k in range(latency.shape[1]):
            for j in range(latency.shape[2]):
                seconds = latency[i, k, j]
                if not fits[k, j] or np.isnan(seconds):
                    continue
                g, cost = group[j], seconds * rate[k]
                for s in range(len(thresholds) - 1, 0, -1):
                    if seconds > thresholds[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])
                if seconds <= thresholds[0]:
                    least[i, 0] = min(least[i, 0], tax[g, k, 0])


@kernel
def next_latencies(
    work: FloatArray, per_work: FloatArray, fixed: FloatArray, fits: BoolArray, limits: FloatArray
) -> FloatArray:
    """Return the least latency above each limit; ``work`` has sorted columns of configurations."""
    above = np.full(len(limits), np.inf)
    for j in range(len(per_work)):
        for k in range(work.shape[1]):
            if not fits[j, k]:
                continue
            for s in range(len(limits)):
                first, last = 0, work.shape[0]
                while first < last:
                    middle = (first + last) // 2
                    if fixed[j] + per_work[j] * work[middle, k] > limits[s]:
                        last = middle
                    else:
                        first = middle + 1
                if first < work.shape[0]:
                    above[s] = min(above[s], fixed[j] + per_work[j] * work[first, k])
    return above
