"""The most that copies of things are worth together on a machine, exactly, for proofs by prices.

Whole numbers throughout.  Few units of few resources: dynamic programming over all rooms.  More:
the search of `load_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from ....core.arrays import IntArray
from .load_search import MOST_NODES, Allowance, most_valuable
from .load_table import Thing, put_things

MOST_CELLS = 4_000_000  # of the table of dynamic programming


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
            put_things(self._table, shared)

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
        put_things(table, own)
        return int(table.flat[-1])
