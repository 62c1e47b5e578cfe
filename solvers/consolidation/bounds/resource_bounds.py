"""Bounds of `consolidation` that look at several resources at once, and still cost little.

Linear program of sums: machines of several kinds must together have what all items need; its dual
prices weigh the resources.  Vector dual-feasible functions: of items that need at least a threshold
of two resources each, one that leaves less than a threshold of either is alone.
"""

from __future__ import annotations

from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from scipy.optimize import linprog

from ....core.arrays import IntArray
from ....core.decimals import as_written, unit_of
from ....instances.consolidation import Consolidation

_DISTINCT = 3_000  # demands, up to which pairs of thresholds are tried
_TRIED = 12  # thresholds per resource
_PAIRS = 15  # of resources
ProvenCount = tuple[int, dict[str, Any]]  # machines, and the proof


def sums(instance: Consolidation) -> ProvenCount | None:
    """Return what the linear program of sums proves; nothing new where machines are alike."""
    kinds, counts = np.unique(instance.usable, axis=0, return_counts=True)
    resources = len(instance.resources)
    if len(kinds) == 1 or resources == 1:
        return None
    needed = instance.demand.sum(axis=0)
    unit = np.maximum(1, needed)
    relaxed = linprog(
        np.ones(len(kinds)),
        A_ub=-(kinds / unit).T,
        b_ub=-needed / unit,
        bounds=[(0, int(count)) for count in counts],
    )
    if relaxed.status != 0:
        return None
    prices = np.maximum(0.0, -relaxed.ineqlin.marginals) / unit
    demands = np.array([item.demand for item in instance.items])
    units = [unit_of(demands[:, r]) for r in range(resources)]
    weights = [
        round(float(price / each) * 1e6, 6) for price, each in zip(prices, units, strict=True)
    ]
    return _weighted_bound(kinds, counts, needed, weights, units), {
        "kind": "weights",
        "weights": weights,
    }


def _weighted_bound(
    kinds: IntArray, counts: IntArray, needed: IntArray, weights: list[float], units: list[Any]
) -> int:
    """Return the fewest machines that have the weighted sum of all demands, exactly."""
    exact = [as_written(weight) * unit for weight, unit in zip(weights, units, strict=True)]
    common = lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * common) for weight in exact]

    def sum_of(sizes: IntArray) -> int:
        return sum(w * s for w, s in zip(whole, sizes.tolist(), strict=True))

    left, machines = sum_of(needed), 0
    for room, count in sorted(
        ((sum_of(kind), count) for kind, count in zip(kinds, counts.tolist(), strict=True)),
        reverse=True,
    ):
        if left <= 0 or room == 0:
            break
        taken = min(count, -(-left // room))
        left -= taken * room
        machines += taken
    return max(1, machines)


def thresholds(instance: Consolidation) -> ProvenCount | None:
    """Return the best bound by thresholds in two resources."""
    demands, first, count = np.unique(
        instance.demand, axis=0, return_index=True, return_counts=True
    )
    if len(demands) > _DISTINCT:
        return None
    room = instance.usable.max(axis=0)
    best, proof = 0, None
    for pair in list(combinations(range(len(room)), 2))[:_PAIRS]:
        a, b = (_candidates(demands[:, r], int(room[r])) for r in pair)
        for least in np.array(np.meshgrid(a, b)).reshape(2, -1).T:
            found, filler = _threshold_bound(demands[:, pair], count, room[list(pair)], least)
            if found > best:
                best, proof = found, (pair, least, filler)
    if proof is None:
        return None
    pair, least, filler = proof
    names = instance.resources
    sizes = {}
    for r, size in zip(pair, least.tolist(), strict=True):
        item = int(first[np.argmax(demands[:, r] == size)])
        sizes[names[r]] = instance.items[item].demand[r]
    document = {"kind": "thresholds", "thresholds": sizes, "resource": names[pair[filler]]}
    return best, document


def _candidates(sizes: IntArray, room: int) -> IntArray:
    """Return demands up to half a machine, at most `_TRIED` of them."""
    known = np.unique(sizes[(sizes > 0) & (2 * sizes <= room)])
    if len(known) <= _TRIED:
        return known
    spread: IntArray = known[np.linspace(0, len(known) - 1, _TRIED).astype(int)]
    return spread


def _threshold_bound(
    demands: IntArray, count: IntArray, room: IntArray, least: IntArray
) -> tuple[int, int]:
    """Return the machines proven by two thresholds, and the resource that others share."""
    counted = (demands >= least).all(axis=1)
    large = counted & (demands > room - least).any(axis=1)
    shared = count[counted & ~large] @ demands[counted & ~large]
    filler = int(np.argmax(shared / np.maximum(1, room)))
    return int(count[large].sum()) - (-int(shared[filler]) // max(1, int(room[filler]))), filler
