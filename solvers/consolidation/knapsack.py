"""The most valuable pattern: a bounded knapsack in several resources, by compiled search.

Copies of a flavour are bundled to *layers* of 1, 2, 4, … copies, of which each is taken or not.
For pairs of resources a table holds, per layer and room, the most that the layers from there on
are worth in these two resources alone, less a toll for what they need of the others; with the
toll for what room there is of the others that is a bound (Lagrange).  Tables are in a grid of
whole numbers of units where they would be too large otherwise: sizes and rooms rounded down, they
still bound from above.  For one or two resources and a fine grid the first descent along the
tables is the optimum; otherwise the search goes on.  All values are integers, so that nothing is
lost by rounding.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import IntArray
from .layers import ItemLayers

_ENTRIES = 12_000_000  # of a table for two resources
_BOUNDING = 1_500_000  # of those for many pairs
_MANY = 200  # layers
_PAIRS = 10  # of resources, at most


class UnitGrid(NamedTuple):
    """The pairs of resources that have tables, how coarse these are, and what others cost there.

    All arrays have a row per pair; a single resource is a pair with itself.
    """

    pairs: IntArray  # the two resources
    step: IntArray  # units of each per cell
    length: IntArray  # cells of each
    toll: IntArray  # price of a unit of every resource; 0 for the two of the pair

    @classmethod
    def over(cls, room: IntArray, layers: int, scarce: IntArray, toll: IntArray) -> UnitGrid:
        """Return a grid for rooms up to ``room``, as that many layers allow it.

        ``toll`` is the price of a unit of each resource.  With many layers of three resources
        only the two scarcest have a table, less the toll of the third; otherwise many pairs do.
        """
        count = len(room)
        scarcest = (int(scarce[:2].min()), int(scarce[:2].max()))
        single = count <= 2 or (count == 3 and layers > _MANY)
        chosen = [scarcest] if single else _pairs(count)
        entries = _ENTRIES if single else _BOUNDING
        most = max(64, entries // (len(chosen) * (layers + 1)))
        pairs = np.array(chosen, dtype=np.int64)
        tolls = np.tile(toll if single else np.zeros_like(toll), (len(pairs), 1))
        np.put_along_axis(tolls, pairs, 0, axis=1)
        step = np.ones_like(pairs)
        length = room[pairs] + 1
        if count == 1:
            length[:, 1] = 1
        while (too_long := length.prod(axis=1, dtype=float) > most).any():  # may be beyond 2^63
            for t in np.flatnonzero(too_long):
                side = int(np.argmax(length[t]))
                step[t, side] *= 2
                length[t, side] = room[pairs[t, side]] // step[t, side] + 1
        return cls(pairs, step, length, tolls)

    def tables(self, below: IntArray | None, layers: ItemLayers) -> IntArray:
        """Return the tables of some layers above those that follow (see `suffix_tables`)."""
        if below is None:
            cells = int(self.length.prod(axis=1).max())
            below = np.zeros((len(self.pairs), cells), dtype=np.int64)
        value = layers.value - self.toll @ layers.size.T
        return suffix_tables(below, layers.size, value, self)


class SuffixTables(NamedTuple):
    """Tables of the first layers and of the others, indexed by pair, layer and cell of the grid.

    The first layers are those of the residents of one machine; its class shares the others.
    """

    own: IntArray
    shared: IntArray
    grid: UnitGrid


def _pairs(count: int) -> list[tuple[int, int]]:
    ring = [(min(r, (r + 1) % count), max(r, (r + 1) % count)) for r in range(count)]
    return list(dict.fromkeys([*ring, *combinations(range(count), 2)]))[: max(_PAIRS, count)]


@numba.njit(cache=True)
def suffix_tables(below: IntArray, size: IntArray, value: IntArray, grid: UnitGrid) -> IntArray:
    """Return per pair, layer and room what the layers from there on are worth at most.

    ``value`` is per pair and layer, ``below`` (pair, room) what may be added after the last layer.
    """
    pairs, step, length = grid.pairs, grid.step, grid.length
    tables = np.empty((pairs.shape[0], size.shape[0] + 1, below.shape[1]), dtype=np.int64)
    for t in range(pairs.shape[0]):
        wide = length[t, 1]
        single = pairs[t, 0] == pairs[t, 1]
        tables[t, -1] = below[t]
        for k in range(size.shape[0] - 1, -1, -1):
            a = size[k, pairs[t, 0]] // step[t, 0]
            b = 0 if single else size[k, pairs[t, 1]] // step[t, 1]
            after, table = tables[t, k + 1], tables[t, k]
            table[:] = after  # the layer is left out
            if value[t, k] <= 0:
                continue
            for x in range(a, length[t, 0]):
                row, source = x * wide, (x - a) * wide - b
                for y in range(row + b, row + wide):
                    worth = value[t, k] + after[source + y - row]
                    if worth > table[y]:
                        table[y] = worth
    return tables


@numba.njit(cache=True)
def upper(k: int, room: IntArray, tables: SuffixTables) -> int:
    """Return the least upper bound of any pair on the value of the layers from k on.

    Per pair that is the table's entry for the room in its two resources, and the toll for the
    room in the others.
    """
    own, shared = tables.own, tables.shared
    pairs, step, length = tables.grid.pairs, tables.grid.step, tables.grid.length
    toll = tables.grid.toll
    mine = own.shape[1] - 1  # the first layers; the last row of ``own`` is the first of ``shared``
    least: int = 2**62
    for t in range(pairs.shape[0]):
        cell = (room[pairs[t, 0]] // step[t, 0]) * length[t, 1]
        if pairs[t, 0] != pairs[t, 1]:
            cell += room[pairs[t, 1]] // step[t, 1]
        worth = own[t, k, cell] if k < mine else shared[t, k - mine, cell]
        for r in range(room.shape[0]):
            worth += toll[t, r] * room[r]
        if worth < least:
            least = worth
    return least


@numba.njit(cache=True)
def search(
    room: IntArray,
    size: IntArray,
    value: IntArray,
    tables: SuffixTables,
    threshold: int,
    most_nodes: int,
) -> tuple[int, np.ndarray, int, bool]:
    """Return the best value above the threshold, its layers, an upper bound, and whether it ended.

    The search goes depth first over the layers, at each into the branch with the better bound.
    """
    layers = size.shape[0]
    left = room.copy()
    taken = np.zeros(layers, dtype=np.bool_)  # the branch in hand; ``left`` and ``worth`` follow
    again = np.zeros(layers, dtype=np.bool_)  # layers with another branch that may be better
    found = np.zeros(layers, dtype=np.bool_)
    best, worth, k, nodes = threshold, 0, 0, 0
    ceiling = upper(0, left, tables)
    alive = ceiling > best
    while True:
        while alive and k < layers:
            nodes += 1
            without = worth + upper(k + 1, left, tables)
            with_it = -1
            if (size[k] <= left).all():
                left -= size[k]
                with_it = worth + value[k] + upper(k + 1, left, tables)
                left += size[k]
            if max(without, with_it) <= best:
                alive = False
                break
            take = with_it >= without
            again[k] = min(without, with_it) > best
            taken[k] = take
            if take:
                left -= size[k]
                worth += value[k]
            k += 1
        if alive and worth > best:
            best = worth
            found[:] = taken
            if best >= ceiling:
                return best, found, best, True
        if nodes > most_nodes:
            return best, found, ceiling, False
        alive = False
        while k > 0 and not alive:  # back to the last layer with another branch
            k -= 1
            if taken[k]:
                left += size[k]
                worth -= value[k]
            if again[k]:
                again[k] = False
                taken[k] = not taken[k]
                if taken[k]:
                    left -= size[k]
                    worth += value[k]
                bound = worth + upper(k + 1, left, tables)
                if bound > best:
                    alive = True
                    k += 1
                    break
                if taken[k]:
                    left += size[k]
                    worth -= value[k]
            taken[k] = False
        if not alive:
            return best, found, min(ceiling, best), True
