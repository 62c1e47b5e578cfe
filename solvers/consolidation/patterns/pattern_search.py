"""The most valuable patterns of a machine: depth-first search over lists of candidates, compiled.

A candidate is a flavour with the value of a copy and the copies there are.  Every node keeps the
candidates that still fit in all resources, by falling value per *surrogate* size: the sum of the
sizes times one whole multiplier per resource.  A node is left where the list can add too little:
by Dantzig's bound on the surrogate, by the number of items that fit times the highest value, by the
sum of the list, or by a table of what rooms hold.  All numbers are whole, so that no rounding cuts
off a pattern.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from ....core.arrays import BoolArray, IntArray
from ....core.compiled import kernel
from .depth_first import Candidates, dantzig, take_next, way_from
from .room_table import RoomTable, keep_promising

_BITS = 61  # of a product of a value and a surrogate size
_ROOM_BITS = 30  # of a room, for the surrogate
_MULTIPLIER_BITS = 20


class Surrogate(NamedTuple):
    """One whole multiplier per resource, and how far sizes are shifted to remain small."""

    multiplier: IntArray
    shift: IntArray
    divisor: int

    @classmethod
    def of(cls, multiplier: IntArray, room: IntArray, highest: int) -> Surrogate:
        """Return the surrogate by these multipliers for rooms up to ``room``."""
        shift = np.array([max(0, int(r).bit_length() - _ROOM_BITS) for r in room], dtype=np.int64)
        whole = int(multiplier @ (room >> shift))
        most = 1 << (_BITS - max(20, int(highest).bit_length()))
        return cls(multiplier, shift, max(1, -(-whole // most)))

    def weights(self, size: IntArray) -> IntArray:
        """Return surrogate sizes, rounded down: what fits in a room fits in its surrogate."""
        weight: IntArray = ((size >> self.shift) @ self.multiplier) // self.divisor
        return weight


def multipliers(size: IntArray, value: IntArray, copies: IntArray, room: IntArray) -> IntArray:
    """Return whole multipliers of the resources: the dual of the relaxed search for a pattern."""
    unit = np.maximum(1, room)
    count = len(room)
    rate = 1.0 / unit
    if count > 1 and len(value) > 0:
        relaxed = linprog(
            -value / max(1, int(value.max())),
            A_ub=(size / unit).T,
            b_ub=np.ones(count),
            bounds=[(0, most) for most in copies.tolist()],
        )
        if relaxed.status == 0 and (relaxed.ineqlin.marginals < 0).any():
            rate = np.maximum(0.0, -relaxed.ineqlin.marginals) / unit
    shift = np.maximum(0, np.ceil(np.log2(unit + 1.0)) - _ROOM_BITS)
    rate = rate * 2.0**shift
    whole: IntArray = np.rint(rate / rate.max() * 2**_MULTIPLIER_BITS).astype(np.int64)
    return whole


@kernel
def by_density(value: IntArray, weight: IntArray, order: IntArray) -> None:
    """Sort by falling value per weight, compared exactly; ``order`` is nearly right before."""
    for k in range(1, order.shape[0]):
        each = order[k]
        j = k - 1
        while j >= 0 and value[order[j]] * weight[each] < value[each] * weight[order[j]]:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = each


def candidates(
    flavour: IntArray, size: IntArray, value: IntArray, copies: IntArray, surrogate: Surrogate
) -> Candidates:
    """Return candidates in the order of the search."""
    weight = surrogate.weights(size)
    order = np.argsort(-value / (weight + 1e-9), kind="stable")
    by_density(value, weight, order)
    return Candidates(
        flavour[order],
        np.ascontiguousarray(size[order]),
        weight[order],
        value[order],
        copies[order],
    )


@kernel
def search(
    room: IntArray,
    rest: int,
    stock: Candidates,
    table: RoomTable,
    clash: BoolArray,
    threshold: int,
    many: bool,
    most_nodes: int,
    most_each: int,
    deepest: int,
) -> tuple[IntArray, IntArray, IntArray, int, int]:
    """Return patterns above the threshold, at most one per first candidate, and a ceiling.

    With ``many`` the search begins anew from the threshold for every first candidate; without, it
    looks only for what is better than all before.  The patterns are rows of candidates (the third
    result says how many), with their worths.  The ceiling bounds the worth of any pattern; the
    last result is the number of nodes, negative if the search was cut off, as a whole or, after
    ``most_each`` nodes, behind one of the first candidates.  ``clash`` says which
    flavours must not meet; it is empty where all may.
    """
    count, way = len(stock.size), way_from(stock, room, rest, deepest)
    rows = np.zeros((count, deepest), dtype=np.int64)
    depths = np.zeros(count, dtype=np.int64)
    worths = np.zeros(count, dtype=np.int64)
    best, top, nodes, depth, first = threshold, threshold, 0, 0, 0
    tabled = len(table.worth) > 0
    begun, ceiling = 0, 0  # nodes before the first candidate; the most that was cut off
    while depth >= 0:
        k = way.place[depth]
        if depth == 0:
            first = k
            begun = nodes
            best = threshold if many else top
        alive = k < way.length[depth]
        if alive:
            ahead = dantzig(way, depth, k, stock.weight, stock.value)
            alive = way.worth[depth] + ahead > best
        if not alive:
            depth -= 1
            continue
        if nodes >= most_nodes or nodes - begun > most_each:
            ceiling = max(ceiling, dantzig(way, 0, first, stock.weight, stock.value))
            if nodes >= most_nodes:
                return rows, worths, depths, max(top, ceiling), -max(1, nodes)
            depth = 0
            begun = nodes
            continue
        nodes += 1
        take_next(way, depth, stock, clash)
        depth += 1
        if tabled:
            keep_promising(table, way, depth, stock, best)
        if way.worth[depth] > best:
            best = way.worth[depth]
            worths[first] = best
            depths[first] = depth
            rows[first, :depth] = way.taken[:depth]
            top = max(top, best)
        if way.worth[depth] + way.more[depth] <= best:
            depth -= 1  # nothing below is better
    return rows, worths, depths, max(top, ceiling), -nodes if ceiling else nodes
