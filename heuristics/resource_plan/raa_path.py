"""The path of Algorithm 3 as arrays: every trade of a largest value against a sum, in one sort.

Lyu et al., PVLDB 15(11), 2022, section 5.3.  The algorithm keeps the instances in a heap and moves
the slowest one to its next cheaper-to-dearer option.  Each move happens when the limit on the
latency falls below the option that is left, so the moves sorted by latency are the path.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel

_DIGIT = 11  # bits per pass of the sort
_PASSES = 6


@dataclass(frozen=True, eq=False)
class Path:
    """The path: its points in the order of falling latency, and the moves between them.

    Before any move instance i uses the option (a row of the table) ``first[i]``.  Point p is
    reached after the first ``moves_before[p]`` moves; a move takes the instance ``who`` to the
    row ``to``.
    """

    latency: FloatArray
    moves_before: IntArray
    first: IntArray
    who: IntArray
    to: IntArray
    left: IntArray

    def __len__(self) -> int:
        return len(self.latency)

    def sums(self, values: FloatArray) -> FloatArray:
        """Return, for each point, the sum of a value of the options in use."""
        change = np.cumsum(values[self.to] - values[self.left])
        total = np.concatenate([[0.0], change])[self.moves_before]
        sums: FloatArray = total + values[self.first].sum()
        return sums

    def rows(self, point: int) -> IntArray:
        """Return the row that each instance uses at a point."""
        rows = self.first.copy()
        before = self.moves_before[point]
        rows[self.who[:before]] = self.to[:before]  # of repeated instances the last one counts
        return rows


def raa_path(latency: FloatArray, cost: FloatArray, start: IntArray) -> Path | None:
    """Return the path over the options of all instances, dominated ones left out.

    The options of instance i are the rows from ``start[i]`` to ``start[i + 1]``; an infinite
    latency means that an option may not be used.  ``None``: some instance has no option.
    """
    latency = np.ascontiguousarray(latency)
    kept, ends = _instance_fronts(latency, np.ascontiguousarray(cost), start)
    if ends[0] < 0:
        return None
    begins = np.concatenate([[0], ends[:-1]])
    who, to, left, heights = _moves(latency, kept, begins, ends)
    order = _falling(heights)
    floor = latency[kept[ends - 1]].max()
    first = kept[begins]
    who, to, left, heights = who[order], to[order], left[order], heights[order]
    distinct = np.ones(len(heights) + 1, dtype=np.bool_)
    distinct[1:-1] = heights[1:] < heights[:-1]
    moves_before = np.flatnonzero(distinct)
    levels = np.append(heights, floor)[moves_before]
    return Path(levels, moves_before, first, who, to, left)


@kernel
def _instance_fronts(
    latency: FloatArray, cost: FloatArray, start: IntArray
) -> tuple[IntArray, IntArray]:
    """Return each instance's nondominated rows, the slowest first, and where each one's end.

    Of equal options the first is kept.  An end of -1 says that an instance has no option.
    """
    kept = np.empty(len(latency), dtype=np.int64)
    ends = np.empty(len(start) - 1, dtype=np.int64)
    filled = 0
    for i in range(len(start) - 1):
        begin = filled
        for row in range(start[i], start[i + 1]):
            value, price = latency[row], cost[row]
            if value == np.inf:
                continue
            # kept rows of this instance: latency falls, cost rises
            at = filled
            while at > begin and latency[kept[at - 1]] < value:
                at -= 1
            if at < filled and cost[kept[at]] <= price:
                continue
            if at > begin and latency[kept[at - 1]] == value and cost[kept[at - 1]] <= price:
                continue
            drop = at
            while drop > begin and cost[kept[drop - 1]] >= price:
                drop -= 1
            if drop == at:
                for k in range(filled, at, -1):
                    kept[k] = kept[k - 1]
                filled += 1
            else:
                for k in range(at, filled):
                    kept[drop + 1 + k - at] = kept[k]
                filled -= at - drop - 1
            kept[drop] = row
        if filled == begin:
            ends[0] = -1
            return kept, ends
        ends[i] = filled
    return kept[:filled], ends


@kernel
def _moves(
    latency: FloatArray, kept: IntArray, begins: IntArray, ends: IntArray
) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
    """Return the moves above the least attainable maximum: who, to, from, and its latency."""
    # no plan is faster than the slowest of all instances' fastest options
    floor = -np.inf
    for i in range(len(ends)):
        floor = max(floor, latency[kept[ends[i] - 1]])
    size = 0
    for i in range(len(ends)):
        for k in range(begins[i], ends[i] - 1):
            size += latency[kept[k]] > floor
    # who[m] goes from option left[m] to the next faster one, to[m]
    who = np.empty(size, dtype=np.int64)
    to = np.empty(size, dtype=np.int64)
    left = np.empty(size, dtype=np.int64)
    heights = np.empty(size, dtype=np.float64)
    at = 0
    for i in range(len(ends)):
        for k in range(begins[i], ends[i] - 1):
            if latency[kept[k]] > floor:
                who[at], to[at], left[at] = i, kept[k + 1], kept[k]
                heights[at] = latency[kept[k]]
                at += 1
    return who, to, left, heights


def _falling(values: FloatArray) -> IntArray:
    """Return a stable order of falling values."""
    if len(values) < 50_000:
        return np.argsort(-values, kind="stable")
    bits = (values + 0.0).view(np.uint64)
    negative = bits >> np.uint64(63) == 1
    # as whole numbers, floating-point numbers fall with these keys
    keys = np.where(negative, bits, ~bits & np.uint64(2**63 - 1))
    order: IntArray = _radix_order(keys).astype(np.int64)
    return order


@kernel
def _radix_order(keys: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return the stable order of unsigned keys, eleven bits at a time."""
    size = len(keys)
    order, other = np.arange(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    spare = np.empty_like(keys)
    mask = np.uint64((1 << _DIGIT) - 1)
    for step in range(_PASSES):
        shift = np.uint64(step * _DIGIT)
        count = np.zeros((1 << _DIGIT) + 1, dtype=np.int64)
        for key in keys:
            count[np.int64((key >> shift) & mask) + 1] += 1
        # all keys have the same digit: nothing moves
        if count.max() == size:
            continue
        # count[d]: where the next key with digit d goes
        for below in range(1 << _DIGIT):
            count[below + 1] += count[below]
        for k in range(size):
            digit = np.int64((keys[k] >> shift) & mask)
            other[count[digit]] = order[k]
            spare[count[digit]] = keys[k]
            count[digit] += 1
        order, other = other, order
        keys, spare = spare, keys
    return order
