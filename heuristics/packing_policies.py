"""Policies that choose a machine for one item, compiled; sizes in whole units.

`choose` scans the machines that are not empty.  A policy gives each machine on which the item fits
a score, the least wins, and among equals the first.  VRO (section 4.1.1) gives losses first
and decides by skewness among the machines whose loss is within δ of the least.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numba
import numpy as np

from ..instances.arrays import FloatArray, IntArray
from ..instances.consolidation import Consolidation

Norm: TypeAlias = Literal["l1", "l2", "max"]

FIRST_FIT, BEST_FIT, WORST_FIT, MOST_ALLOCATED, RTCR = 0, 1, 2, 3, 4
DIAGONAL, BOTTLENECK, DOT_PRODUCT = 5, 6, 7
CODES = {"diagonal": DIAGONAL, "bottleneck": BOTTLENECK, "dot-product": DOT_PRODUCT}
_NORMS: dict[str, int] = {"l1": 1, "l2": 2, "max": 3}
_TIE = 1e-12  # scores this close are equal but for rounding


@dataclass(frozen=True)
class Policy:
    """A policy with what Eq. 1 and 2 leave open."""

    code: int
    alpha: float = 1.0
    beta: float = 0.0
    delta: float = 0.0
    norm: int = 2
    fragment: IntArray | None = None

    def packed(self, resources: int) -> tuple[int, float, float, float, int, IntArray]:
        """Return the arguments of the compiled functions."""
        fragment = np.zeros(resources, np.int64) if self.fragment is None else self.fragment
        return self.code, self.alpha, self.beta, self.delta, self.norm, fragment


def vro(
    instance: Consolidation, code: int, alpha: float, beta: float, delta: float, norm: Norm
) -> Policy:
    """Return a policy of VRO; f_i is the most frequent positive demand for resource i."""
    fragment = np.zeros(len(instance.resources), dtype=np.int64)
    for r in range(len(fragment)):
        sizes, counts = np.unique(instance.demand[:, r], return_counts=True)
        counts[sizes == 0] = 0
        fragment[r] = sizes[np.argmax(counts)]
    return Policy(code, alpha, beta, delta, _NORMS[norm], fragment)


@numba.njit(cache=True)
def _left(
    room: IntArray, demand: IntArray, per_unit: FloatArray, spare: FloatArray, j: int, r: int
) -> float:
    """What is left of a resource with the item, as a share of the machine."""
    return float(spare[j, r] + (room[j, r] - demand[r]) * per_unit[j, r])


@numba.njit(cache=True)
def _norm(
    room: IntArray, demand: IntArray, per_unit: FloatArray, spare: FloatArray, j: int, kind: int
) -> float:
    total = 0.0
    for r in range(demand.shape[0]):
        left = _left(room, demand, per_unit, spare, j, r)
        if kind == 1:
            total += left
        elif kind == 2:
            total += left * left
        elif left > total:
            total = left
    return np.sqrt(total) if kind == 2 else total


@numba.njit(cache=True)
def _kubernetes(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    j: int,
    skip_zero: bool,
) -> float:
    """Percentages used, as Kubernetes counts them: whole numbers, resources without any left out.

    RequestedToCapacityRatio leaves out resources that score 0 and rounds the mean to the nearest,
    MostAllocated rounds it down.
    """
    total, count = 0, 0
    for r in range(demand.shape[0]):
        if per_unit[j, r] > 0:
            used = 1.0 - _left(room, demand, per_unit, spare, j, r)
            percent = int(100.0 * used + 1e-9)
            if percent > 0 or not skip_zero:
                total += percent
                count += 1
    if count == 0:
        return 0.0
    return float(np.floor(total / count + 0.5)) if skip_zero else float(total // count)


@numba.njit(cache=True)
def _loss(
    room: IntArray,
    demand: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    j: int,
    alpha: float,
    beta: float,
    norm: int,
    fragment: IntArray,
) -> float:
    """Eq. 1 on r - I: the size of what is left, and how much of it is less than a fragment."""
    loss = alpha * _norm(room, demand, per_unit, spare, j, norm)
    if beta != 0.0:
        for r in range(demand.shape[0]):
            if fragment[r] > 0:
                loss += beta * ((room[j, r] - demand[r]) % fragment[r]) * per_unit[j, r]
    return loss


@numba.njit(cache=True)
def angle(left: FloatArray, has: FloatArray) -> float:
    """The angle between a scaled residual and the diagonal of the resources that a machine has."""
    total, square, count = 0.0, 0.0, 0
    for r in range(left.shape[0]):
        if has[r] > 0:
            total += left[r]
            square += left[r] * left[r]
            count += 1
    if square <= 1e-24:
        return 0.0
    return float(np.arccos(min(1.0, total / np.sqrt(square * count))))


@numba.njit(cache=True)
def _skewness(
    room: IntArray, demand: IntArray, per_unit: FloatArray, spare: FloatArray, j: int, code: int
) -> float:
    """Eq. 3, 4 and 5, each as a score of which the least is best."""
    count = demand.shape[0]
    if code == DOT_PRODUCT:
        dot = 0.0
        for r in range(count):
            dot += (demand[r] * per_unit[j, r]) * (spare[j, r] + room[j, r] * per_unit[j, r])
        return -dot
    if code == BOTTLENECK:
        least = np.inf
        for r in range(count):
            if per_unit[j, r] > 0:
                least = min(least, _left(room, demand, per_unit, spare, j, r))
        return -least
    # the angle falls where its cosine grows; no arc cosine is needed to compare
    total, square, has = 0.0, 0.0, 0
    for r in range(count):
        if per_unit[j, r] > 0:
            left = _left(room, demand, per_unit, spare, j, r)
            total += left
            square += left * left
            has += 1
    return -1.0 if square <= 1e-24 else -total / np.sqrt(square * has)


@numba.njit(cache=True)
def _fits(room: IntArray, demand: IntArray, j: int) -> bool:
    fits = True
    for r in range(demand.shape[0]):
        fits &= demand[r] <= room[j, r]
    return fits


@numba.njit(cache=True)
def choose(
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    demand: IntArray,
    count: IntArray,
    allowed: np.ndarray,
    policy: tuple[int, float, float, float, int, IntArray],
    not_on: int,
    open_new: bool,
    scratch: FloatArray,
) -> int:
    """Return the machine for an item, -1 where there is none.

    ``count`` has the number of items on each machine; where no machine with items has room and
    ``open_new``, the first empty one with room is opened.
    """
    code, alpha, beta, delta, norm, fragment = policy
    machines = room.shape[0]
    best, least = -1, np.inf
    for j in range(machines):
        if count[j] == 0 or not allowed[j] or j == not_on or not _fits(room, demand, j):
            scratch[j] = np.inf
            continue
        if code == FIRST_FIT:
            return j
        if code == BEST_FIT:
            score = _norm(room, demand, per_unit, spare, j, 2)
        elif code == WORST_FIT:
            score = -_norm(room, demand, per_unit, spare, j, 2)
        elif code in (MOST_ALLOCATED, RTCR):
            score = -_kubernetes(room, demand, per_unit, spare, j, code == RTCR)
        else:
            score = _loss(room, demand, per_unit, spare, j, alpha, beta, norm, fragment)
        scratch[j] = score
        if score < least - _TIE:
            best, least = j, score
    if best >= 0 and code >= DIAGONAL:
        best = _least_skewed(room, per_unit, spare, demand, code, least + delta, scratch)
    if best < 0 and open_new:
        for j in range(machines):
            if count[j] == 0 and allowed[j] and j != not_on and _fits(room, demand, j):
                return j
    return best


@numba.njit(cache=True)
def _least_skewed(
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    demand: IntArray,
    code: int,
    most: float,
    losses: FloatArray,
) -> int:
    """Step 2: of the machines within δ of the least loss (Eq. 2) the one with least skewness."""
    best, least = -1, np.inf
    for j in range(room.shape[0]):
        if losses[j] <= most + _TIE:
            score = _skewness(room, demand, per_unit, spare, j, code)
            if score < least - _TIE:
                best, least = j, score
    return best


@numba.njit(cache=True)
def place_in_order(
    items: IntArray,
    demand: IntArray,
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    count: IntArray,
    masks: np.ndarray,
    row_of: IntArray,
    policy: tuple[int, float, float, float, int, IntArray],
    machine: IntArray,
) -> int:
    """Place items one after the other; return how many were placed before one found no machine."""
    scratch = np.empty(room.shape[0])
    for k in range(items.shape[0]):
        i = items[k]
        j = choose(
            room, per_unit, spare, demand[i], count, masks[row_of[i]], policy, -1, True, scratch
        )
        if j < 0:
            return k
        machine[i] = j
        count[j] += 1
        room[j] -= demand[i]
    return len(items)
