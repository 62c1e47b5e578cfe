"""The most valuable pattern: a bounded knapsack in several resources, by compiled search.

Copies of a flavour are bundled to *layers* of 1, 2, 4, … copies, of which each is taken or not.
For pairs of resources a table holds, per layer and room, the most that the layers from there on
are worth in these two resources alone.  Tables are in a grid of whole numbers of units where they
would be too large otherwise: sizes and rooms rounded down, they still bound from above.  For one
or two resources and a fine grid the first descent along the tables is the optimum; otherwise the
search goes on.  All values are integers, so that nothing is lost by rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numba
import numpy as np

from ..instances.arrays import IntArray

_CELLS = 8_000_000  # entries of the tables for one or two resources
_BOUNDING = 1_500_000  # entries of the tables for more, which only bound
_PAIRS = 10  # of resources, at most


@dataclass(frozen=True, eq=False)
class Grid:
    """The pairs of resources that have tables, and how coarse these are."""

    pairs: IntArray
    step: IntArray
    length: IntArray

    @classmethod
    def over(cls, room: IntArray, layers: int) -> Grid:
        """Return a grid for rooms up to ``room``, fine where that many layers allow it."""
        count = len(room)
        chosen = [(0, 0)] if count == 1 else _pairs(room)
        entries = _CELLS if count <= 2 else _BOUNDING
        most = max(64, entries // (len(chosen) * (layers + 1)))
        pairs = np.array(chosen, dtype=np.int64)
        step = np.ones_like(pairs)
        length = room[pairs] + 1
        if count == 1:
            length[:, 1] = 1
        while (length.prod(axis=1) > most).any():
            for t in np.flatnonzero(length.prod(axis=1) > most):
                side = int(np.argmax(length[t]))
                step[t, side] *= 2
                length[t, side] = room[pairs[t, side]] // step[t, side] + 1
        return cls(pairs, step, length)

    def exact(self, resources: int) -> bool:
        """Return whether the tables tell the truth and not only bounds."""
        return resources <= 2 and bool((self.step == 1).all())


def _pairs(room: IntArray) -> list[tuple[int, int]]:
    count = len(room)
    every = list(combinations(range(count), 2))
    ring = [(min(r, (r + 1) % count), max(r, (r + 1) % count)) for r in range(count)]
    rest = [pair for pair in every if pair not in ring]
    return (list(dict.fromkeys(ring)) + rest)[: max(_PAIRS, count)]


@dataclass(frozen=True, eq=False)
class Layers:
    """Bundles of copies: flavour, copies, sizes and value of each."""

    flavour: IntArray
    copies: IntArray
    size: IntArray
    value: IntArray

    @classmethod
    def of(cls, size: IntArray, value: IntArray, most: IntArray, room: IntArray) -> Layers:
        """Bundle up to ``most`` copies of each flavour that is worth something and fits."""
        flavours, copies = [], []
        fits = (size <= room).all(axis=1) & (value > 0) & (most > 0)
        for f in np.flatnonzero(fits).tolist():
            needs = size[f] > 0
            left = int(most[f])
            if needs.any():
                left = min(left, int((room[needs] // size[f][needs]).min()))
            bundle = 1
            while left > 0:
                flavours.append(f)
                copies.append(min(bundle, left))
                left -= bundle
                bundle *= 2
        flavour, number = np.array(flavours, np.int64), np.array(copies, np.int64)
        share = (size[flavour] / np.maximum(1, room)).sum(axis=1)
        order = np.argsort(-value[flavour] / np.maximum(share, 1e-9), kind="stable")
        flavour, number = flavour[order], number[order]
        return cls(
            flavour,
            number,
            np.ascontiguousarray(size[flavour] * number[:, None]),
            value[flavour] * number,
        )

    def followed_by(self, others: Layers) -> Layers:
        """Return these layers and then others."""
        return Layers(
            np.concatenate([self.flavour, others.flavour]),
            np.concatenate([self.copies, others.copies]),
            np.concatenate([self.size, others.size]),
            np.concatenate([self.value, others.value]),
        )


@numba.njit(cache=True)
def suffix_tables(
    below: IntArray,
    size: IntArray,
    value: IntArray,
    pairs: IntArray,
    step: IntArray,
    length: IntArray,
) -> IntArray:
    """Return per pair, layer and room what the layers from there on are worth at most.

    ``below`` (pair, room) is what may be added after the last layer.
    """
    tables = np.empty((pairs.shape[0], size.shape[0] + 1, below.shape[1]), dtype=np.int64)
    for t in range(pairs.shape[0]):
        wide = length[t, 1]
        single = pairs[t, 0] == pairs[t, 1]
        tables[t, -1] = below[t]
        for k in range(size.shape[0] - 1, -1, -1):
            a = size[k, pairs[t, 0]] // step[t, 0]
            b = 0 if single else size[k, pairs[t, 1]] // step[t, 1]
            after, here = tables[t, k + 1], tables[t, k]
            here[:] = after
            for x in range(a, length[t, 0]):
                row, source = x * wide, (x - a) * wide - b
                for y in range(row + b, row + wide):
                    worth = value[k] + after[source + y - row]
                    if worth > here[y]:
                        here[y] = worth
    return tables


@numba.njit(cache=True)
def _bound(
    k: int,
    room: IntArray,
    own: IntArray,
    shared: IntArray,
    pairs: IntArray,
    step: IntArray,
    length: IntArray,
) -> int:
    """The least that the tables allow from layer k on."""
    mine = own.shape[1] - 1
    least = np.int64(2**62)
    for t in range(pairs.shape[0]):
        cell = (room[pairs[t, 0]] // step[t, 0]) * length[t, 1]
        if pairs[t, 0] != pairs[t, 1]:
            cell += room[pairs[t, 1]] // step[t, 1]
        worth = own[t, k, cell] if k < mine else shared[t, k - mine, cell]
        if worth < least:
            least = worth
    return least


@numba.njit(cache=True)
def search(
    room: IntArray,
    size: IntArray,
    value: IntArray,
    own: IntArray,
    shared: IntArray,
    pairs: IntArray,
    step: IntArray,
    length: IntArray,
    threshold: int,
    most_nodes: int,
) -> tuple[int, np.ndarray, int, bool]:
    """Return the best value above the threshold, its layers, an upper bound, and whether it ended.

    ``own`` has the tables of the first layers (those of the residents of one machine), ``shared``
    those of the others.
    """
    layers = size.shape[0]
    left = room.copy()
    taken = np.zeros(layers, dtype=np.bool_)
    again = np.zeros(layers, dtype=np.bool_)
    found = np.zeros(layers, dtype=np.bool_)
    best, worth, k, nodes = threshold, 0, 0, 0
    ceiling = _bound(0, left, own, shared, pairs, step, length)
    alive = ceiling > best
    while True:
        while alive and k < layers:
            nodes += 1
            without = worth + _bound(k + 1, left, own, shared, pairs, step, length)
            with_it = np.int64(-1)
            if (size[k] <= left).all():
                left -= size[k]
                with_it = worth + value[k] + _bound(k + 1, left, own, shared, pairs, step, length)
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
        while k > 0 and not alive:
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
                bound = worth + _bound(k + 1, left, own, shared, pairs, step, length)
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
