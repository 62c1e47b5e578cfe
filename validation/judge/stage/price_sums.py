"""The loops over all choices: the least priced cost of each instance up to each threshold."""

from __future__ import annotations

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.compiled import kernel


@kernel
def lower_by_choices(
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
    """Fill ``least`` (instances x thresholds) from the work of every choice; NaN cannot run.

    ``fixed``, ``per_work`` and ``group`` are those of each machine, ``rate`` the cost of a second
    with each configuration, ``tax`` (groups x configurations x thresholds) what the prices ask for
    a place.
    """
    fastest = np.empty((tax.shape[0], tax.shape[1]))
    for i in range(len(work)):
        fastest[:] = np.inf
        for k in range(len(rate)):
            for j in np.flatnonzero(fits[k]):  # machines of a group pay the same tax
                seconds = fixed[j] + per_work[j] * work[i, k, j]
                if seconds < fastest[group[j], k]:  # never of NaN
                    fastest[group[j], k] = seconds
        _lower(least[i], fastest, rate, tax, thresholds)


@kernel(inner=True)
def _lower(
    least: FloatArray,
    fastest: FloatArray,
    rate: FloatArray,
    tax: FloatArray,
    thresholds: FloatArray,
) -> None:
    """Lower one instance's least priced cost by the fastest machine of each group.

    In a group and with a configuration the fastest machine is also the cheapest one, and keeps
    every threshold that any of them keeps; the thresholds rise.  The first threshold is the one
    that no plan keeps: there only the tax counts.
    """
    for g in range(fastest.shape[0]):
        for k in range(fastest.shape[1]):
            kept = np.searchsorted(thresholds, fastest[g, k])
            if kept == 0:
                least[0] = min(least[0], tax[g, k, 0])
            for s in range(max(1, kept), len(thresholds)):
                least[s] = min(least[s], fastest[g, k] * rate[k] + tax[g, k, s])
