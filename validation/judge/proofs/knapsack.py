"""The most that copies of things are worth together on a machine, exactly, for proofs by prices.

Whole numbers throughout.  Few units of few resources: dynamic programming over all rooms.  More:
the search of `load_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from ....core.arrays import IntArray
from .claims import TooLargeError
from .load_search import LARGEST, MOST_NODES, Allowance, Thing, most_valuable

MOST_CELLS = 4_000_000  # of the table of dynamic programming


def bundles(things: list[Thing], room: tuple[int, ...]) -> list[Thing]:
    """Return things of one copy each, of which any number of copies can be put together."""
    found = []
    for thing in things:
        copies = thing.copies
        for size, most in zip(thing.size, room, strict=True):
            if size:
                copies = min(copies, most // size)
        together = 1
        while copies > 0 and thing.value > 0:
            part = min(together, copies)
            found.append(Thing(tuple(size * part for size in thing.size), thing.value * part, 1))
            copies -= part
            together *= 2
    if sum(thing.value for thing in found) > LARGEST * 2**20 or max(room) > LARGEST:
        raise TooLargeError("its numbers are too large to be re-checked")
    return found


class Shelf:
    """The most that shared things are worth, for every room up to the largest machine's."""

    def __init__(
        self, room: tuple[int, ...], shared: list[Thing], allowance: Allowance | None = None
    ) -> None:
        self.room, self.shared = room, shared
        self._allowance = Allowance(MOST_NODES) if allowance is None else allowance
        self._table: IntArray | None = None
        if prod(size + 1 for size in room) <= MOST_CELLS:
            self._table = np.zeros([size + 1 for size in room], dtype=np.int64)
            _put_things(self._table, bundles(shared, room))

    def best(
        self,
        room: tuple[int, ...],
        own: list[Thing],
        above: int = 0,
        apart: Sequence[tuple[int, int]] = (),
        shared: list[Thing] | None = None,
    ) -> int:
        """Return the most that shared things and a machine's own are worth in its room.

        Where that is not more than ``above``, some number up to it.  ``apart`` are pairs of its own
        things, by their places in the list, that must not meet; ``shared`` are fewer shared things.
        """
        if self._table is None or apart or shared is not None:
            there = self.shared if shared is None else shared
            return most_valuable(room, [*own, *there], above, apart, self._allowance)
        if not own:
            return int(self._table[room])
        table = self._table[tuple(slice(size + 1) for size in room)].copy()
        _put_things(table, bundles(own, room))
        return int(table.flat[-1])


def _put_things(table: IntArray, things: list[Thing]) -> None:
    """Dynamic programming: each thing is put or not, in every room."""
    for thing in things:
        pairs = list(zip(thing.size, table.shape, strict=True))
        if any(size >= length for size, length in pairs):
            continue
        there = tuple(slice(size, None) for size, _ in pairs)
        before = tuple(slice(0, length - size) for size, length in pairs)
        table[there] = np.maximum(table[there], table[before] + thing.value)
