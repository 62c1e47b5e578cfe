"""What things are worth together at most, for every room: dynamic programming in whole numbers.

Many units of many resources are too many rooms.  Then three sums of sizes are told apart in cells,
and rounded down: what fits in all resources fits in each sum, and what fits in a sum fits in its
cells.  So the table bounds what is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.arrays import IntArray
from .claims import TooLargeError

LARGEST = 2**40  # value of a thing, and of a machine's room in units
SUMS = 3
_BITS = 6  # of a sum, that are told apart


@dataclass(frozen=True)
class Thing:
    """A kind of item for a machine: its sizes, the value of a copy, and the number of copies."""

    size: tuple[int, ...]
    value: int
    copies: int

    def is_wanted(self, room: tuple[int, ...]) -> bool:
        """Return whether it has a value, and fits in a room."""
        fits = all(amount <= most for amount, most in zip(self.size, room, strict=True))
        return fits and self.value > 0 and self.copies > 0


def put_things(table: IntArray, things: list[Thing]) -> None:
    """Put copies of each thing, or none, in every room: one, two, four … of them together."""
    total = 0
    for thing in things:
        pairs = zip(thing.size, table.shape, strict=True)
        left = min([thing.copies, *((length - 1) // size for size, length in pairs if size)])
        total += max(0, thing.value) * left
        if total > LARGEST * 2**20:
            raise TooLargeError("its numbers are too large to be re-checked")
        together = 1
        while left > 0 and thing.value > 0:
            part = min(together, left)
            sizes = [size * part for size in thing.size]
            there = tuple(slice(size, None) for size in sizes)
            before = tuple(slice(n - size) for size, n in zip(sizes, table.shape, strict=True))
            table[there] = np.maximum(table[there], table[before] + thing.value * part)
            left -= part
            together *= 2


def best_by_cell(
    sums: IntArray, room: IntArray, value: IntArray, copies: IntArray
) -> tuple[IntArray, IntArray]:
    """Return the best value for each room up to this one, and the bits of a sum within a cell."""
    within = np.array([max(0, int(most).bit_length() - _BITS) for most in room])
    columns = (sums >> within).tolist(), value.tolist(), copies.tolist()
    things = [Thing(tuple(size), worth, most) for size, worth, most in zip(*columns, strict=True)]
    table = np.zeros((room >> within) + 1, dtype=np.int64)
    put_things(table, things)
    return table, within
