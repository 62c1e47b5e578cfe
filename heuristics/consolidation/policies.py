"""Policies that choose a machine for one item, compiled; sizes in whole units.

A policy gives each machine that has items and on which the item fits a score, and the least wins.
VRO (section 4.1.1) gives losses first and decides by skewness among the machines whose loss is
within δ of the least.  Machines within `TIE` of the least are equal, and of these the first is
taken.  `choose` scans all machines; `packing_index` chooses the same one without.  Compiled
functions score many rows at once: calls with arrays are dear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numba
import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.consolidation import Consolidation

Norm: TypeAlias = Literal["l1", "l2", "max"]
Packed: TypeAlias = tuple[int, float, float, float, int, IntArray]

FIRST_FIT, BEST_FIT, WORST_FIT, MOST_ALLOCATED, RTCR = 0, 1, 2, 3, 4
DIAGONAL, BOTTLENECK, DOT_PRODUCT = 5, 6, 7
CODES = {"diagonal": DIAGONAL, "bottleneck": BOTTLENECK, "dot-product": DOT_PRODUCT}
_NORMS: dict[str, int] = {"l1": 1, "l2": 2, "max": 3}
TIE = 1e-12  # scores this close are equal but for rounding
EVEN = 1e-24  # the square of a size that is none


@dataclass(frozen=True)
class PackingPolicy:
    """A policy with what Eq. 1 and 2 leave open."""

    code: int
    alpha: float = 1.0
    beta: float = 0.0
    delta: float = 0.0
    norm: int = 2
    fragment: IntArray | None = None

    def packed(self, resources: int) -> Packed:
        """Return the arguments of the compiled functions."""
        fragment = np.zeros(resources, np.int64) if self.fragment is None else self.fragment
        return self.code, self.alpha, self.beta, self.delta, self.norm, fragment


def vro(
    instance: Consolidation, code: int, alpha: float, beta: float, delta: float, norm: Norm
) -> PackingPolicy:
    """Return a policy of VRO; f_i is the most frequent positive demand for resource i."""
    fragment = np.zeros(len(instance.resources), dtype=np.int64)
    for r in range(len(fragment)):
        sizes, counts = np.unique(instance.demand[:, r], return_counts=True)
        counts[sizes == 0] = 0
        fragment[r] = sizes[np.argmax(counts)]
    return PackingPolicy(code, alpha, beta, delta, _NORMS[norm], fragment)


@numba.njit(cache=True)
def scores(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    rows: IntArray,
    policy: Packed,
    out: FloatArray,
) -> None:
    """Write what a policy looks at first for some machines with room; the least is best."""
    code, alpha, beta, _, norm, fragment = policy
    if code in (MOST_ALLOCATED, RTCR):
        _kubernetes(room, demand, per_unit, spare, rows, code, out)
        return
    weight = alpha if code >= DIAGONAL else -1.0 if code == WORST_FIT else 1.0
    sizes(room, demand, per_unit, spare, rows, norm if code >= DIAGONAL else 2, weight, out)
    if code >= DIAGONAL and beta != 0.0:  # Eq. 1 on r - I: size, and what is less than a fragment
        _add_fragments(room, demand, per_unit, rows, beta, fragment, out)


@numba.njit(cache=True)
def sizes(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    rows: IntArray,
    norm: int,
    weight: float,
    out: FloatArray,
) -> None:
    """Write the weighted norm of what is left with the item, in shares of the machine."""
    for k in range(len(rows)):
        j, total = rows[k], 0.0
        for r in range(len(demand)):
            left = spare[j, r] + max(0, room[j, r] - demand[r]) * per_unit[j, r]
            if norm == 1:
                total += left
            elif norm == 2:
                total += left * left
            elif left > total:
                total = left
        out[k] = weight * (np.sqrt(total) if norm == 2 else total)


@numba.njit(cache=True)
def _add_fragments(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    rows: IntArray,
    beta: float,
    fragment: IntArray,
    out: FloatArray,
) -> None:
    for k in range(len(rows)):
        j = rows[k]
        for r in range(len(demand)):
            if fragment[r] > 0:
                out[k] += beta * ((room[j, r] - demand[r]) % fragment[r]) * per_unit[j, r]


@numba.njit(cache=True)
def percentage(left: float) -> int:
    """Return the whole percentage of a resource in use."""
    return int(100.0 * (1.0 - left) + 1e-9)


@numba.njit(cache=True)
def kubernetes_mean(total: int, count: int, code: int) -> float:
    """Return the mean percentage: RTCR's is rounded to the nearest, MostAllocated's down."""
    if count == 0:
        return 0.0
    return float(np.floor(total / count + 0.5)) if code == RTCR else float(total // count)


@numba.njit(cache=True)
def _kubernetes(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    rows: IntArray,
    code: int,
    out: FloatArray,
) -> None:
    """Write the mean percentage of what a machine has, negated; RTCR leaves out what scores 0."""
    for k in range(len(rows)):
        j, total, count = rows[k], 0, 0
        for r in range(len(demand)):
            if per_unit[j, r] > 0:
                left = spare[j, r] + max(0, room[j, r] - demand[r]) * per_unit[j, r]
                used = percentage(left)
                if used > 0 or code == MOST_ALLOCATED:
                    total += used
                    count += 1
        out[k] = -kubernetes_mean(total, count, code)


@numba.njit(cache=True)
def skewnesses(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    rows: IntArray,
    code: int,
    out: FloatArray,
) -> None:
    """Write Eq. 3, 4 or 5, each as a score of which the least is best.

    The angle falls where its cosine grows; no arc cosine is needed to compare.
    """
    for k in range(len(rows)):
        j, dot, least = rows[k], 0.0, np.inf
        total, square, has = 0.0, 0.0, 0
        for r in range(len(demand)):
            share = per_unit[j, r]
            if share > 0:
                left = spare[j, r] + max(0, room[j, r] - demand[r]) * share
                dot += (demand[r] * share) * (spare[j, r] + room[j, r] * share)
                least = min(least, left)
                total += left
                square += left * left
                has += 1
        if code == DOT_PRODUCT:
            out[k] = -dot
        elif code == BOTTLENECK:
            out[k] = -least
        else:
            out[k] = -1.0 if square <= EVEN else -total / np.sqrt(square * has)


@numba.njit(cache=True)
def fits(room: IntArray, demand: IntArray, j: int) -> bool:
    """Return whether a machine has room for an item."""
    enough = True
    for r in range(len(demand)):
        enough &= demand[r] <= room[j, r]
    return enough


@numba.njit(cache=True)
def choose(
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    demand: IntArray,
    count: IntArray,
    allowed: np.ndarray,
    policy: Packed,
    not_on: int,
    rows: IntArray,
    values: FloatArray,
) -> int:
    """Return the machine with items for an item, -1 where none has room.

    ``count`` has the number of items on each machine; ``rows`` and ``values`` are scratch.
    """
    code, found = policy[0], 0
    for j in range(len(room)):
        if count[j] > 0 and allowed[j] and j != not_on and fits(room, demand, j):
            if code == FIRST_FIT:
                return j
            rows[found] = j
            found += 1
    if found == 0:
        return -1
    scores(room, demand, per_unit, spare, rows[:found], policy, values)
    least = values[:found].min()
    if code >= DIAGONAL:  # step 2, Eq. 2: the least skewness within δ of the least loss
        found = within(rows[:found], values[:found], least + policy[3] + TIE)
        skewnesses(room, demand, per_unit, spare, rows[:found], code, values)
        least = values[:found].min()
    for k in range(found):
        if values[k] <= least + TIE:
            return int(rows[k])
    return -1


@numba.njit(cache=True)
def within(rows: IntArray, values: FloatArray, most: float) -> int:
    """Move the rows whose value is not above ``most`` to the front; return how many they are."""
    kept = 0
    for k in range(len(rows)):
        if values[k] <= most:
            rows[kept] = rows[k]
            kept += 1
    return kept


@numba.njit(cache=True)
def first_empty(room: IntArray, demand: IntArray, count: IntArray, allowed: np.ndarray) -> int:
    """Return the first empty machine with room, -1 where there is none."""
    for j in range(len(room)):
        if count[j] == 0 and allowed[j] and fits(room, demand, j):
            return j
    return -1
