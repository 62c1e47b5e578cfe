"""The most that copies of things are worth together on a machine, exactly, for proofs by prices.

Whole numbers throughout.  Few units of few resources: dynamic programming over all rooms.  More:
depth-first search, cut off by bounds from pairs of resources alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numba
import numpy as np
from numpy.typing import NDArray

Amounts = NDArray[np.int64]

MOST_CELLS = 4_000_000  # of the table of dynamic programming
MOST_NODES = 20_000_000  # of one search
MOST_ENTRIES = 20_000_000  # of the bounding tables of a search
_COARSEST = 8  # rows of a bounding table, at least
_LARGEST = 2**40  # value of a thing, and of a machine's room in units


class TooLargeError(ValueError):
    """The proof would take too long to re-check."""


@dataclass(frozen=True)
class Thing:
    """A kind of item for a machine: its sizes, the value of a copy, and the number of copies."""

    size: tuple[int, ...]
    value: int
    copies: int


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
    if sum(thing.value for thing in found) > _LARGEST * 2**20 or max(room) > _LARGEST:
        raise TooLargeError("its numbers are too large to be re-checked")
    return found


class Shelf:
    """The most that shared things are worth, for every room up to the largest machine's."""

    def __init__(self, room: tuple[int, ...], shared: list[Thing]) -> None:
        self.room, self.shared = room, shared
        self._table: Amounts | None = None
        if prod(size + 1 for size in room) <= MOST_CELLS:
            self._table = np.zeros([size + 1 for size in room], dtype=np.int64)
            _put(self._table, bundles(shared, room))

    def best(self, room: tuple[int, ...], own: list[Thing]) -> int:
        """Return the most that shared things and a machine's own are worth in its room."""
        if self._table is None:
            return _searched(room, bundles([*own, *self.shared], room))
        if not own:
            return int(self._table[room])
        table = self._table[tuple(slice(size + 1) for size in room)].copy()
        _put(table, bundles(own, room))
        return int(table.flat[-1])


def _put(table: Amounts, things: list[Thing]) -> None:
    """Dynamic programming: each thing is put or not, in every room."""
    for thing in things:
        pairs = list(zip(thing.size, table.shape, strict=True))
        if any(size >= length for size, length in pairs):
            continue
        there = tuple(slice(size, None) for size, _ in pairs)
        before = tuple(slice(0, length - size) for size, length in pairs)
        table[there] = np.maximum(table[there], table[before] + thing.value)


def _searched(room: tuple[int, ...], things: list[Thing]) -> int:
    """Depth-first search over the things, the most valuable for their size first."""
    if not things:
        return 0
    things = sorted(things, key=lambda thing: -thing.value / (1e-9 + _share(thing, room)))
    size = np.array([thing.size for thing in things], dtype=np.int64)
    value = np.array([thing.value for thing in things], dtype=np.int64)
    side = int((MOST_ENTRIES / (len(room) * (len(things) + 1))) ** 0.5)
    if side < _COARSEST:
        raise TooLargeError("it is too large to be re-checked")
    step = np.array([most // side + 1 for most in room], dtype=np.int64)
    tables = _bounding_tables(np.array(room) // step, size // step, value)
    best, ended = _depth_first(np.array(room, dtype=np.int64), size, value, step, tables)
    if not ended:
        raise TooLargeError("it is too large to be re-checked")
    return int(best)


def _bounding_tables(room: Amounts, size: Amounts, value: Amounts) -> Amounts:
    """Return the worth of the things from each on in every pair of neighbouring resources."""
    resources, count = len(room), len(value)
    length = int(room.max()) + 1
    tables = np.zeros((resources, count + 1, length, length), dtype=np.int64)
    for r in range(resources):
        for k in range(count - 1, -1, -1):
            a, b = int(size[k, r]), int(size[k, (r + 1) % resources])
            table = tables[r, k]
            table[:] = tables[r, k + 1]
            if a < length and b < length:
                with_it = tables[r, k + 1, : length - a, : length - b] + value[k]
                table[a:, b:] = np.maximum(table[a:, b:], with_it)
    return tables


def _share(thing: Thing, room: tuple[int, ...]) -> float:
    return sum(size / max(1, most) for size, most in zip(thing.size, room, strict=True))


@numba.njit(cache=True)
def _depth_first(
    room: Amounts, size: Amounts, value: Amounts, step: Amounts, tables: Amounts
) -> tuple[int, bool]:
    """Return the greatest value that fits, and whether the search ended within its nodes."""
    count, resources = size.shape
    left = room.copy()
    chosen = np.zeros(count, dtype=np.int64)  # the numbers of the things put, in order
    depth, worth, best, k = 0, 0, 0, 0
    for _ in range(MOST_NODES):
        # the things from k on are worth at most the least entry of all tables
        most = tables[0, k, left[0] // step[0], left[1 % resources] // step[1 % resources]]
        for r in range(1, resources):
            s = (r + 1) % resources
            most = min(most, tables[r, k, left[r] // step[r], left[s] // step[s]])
        if k == count or worth + most <= best:
            if k == count and worth > best:
                best = worth
            if depth == 0:
                return best, True
            depth -= 1
            k = chosen[depth]
            left += size[k]
            worth -= value[k]
            k += 1
        elif (size[k] <= left).all():
            chosen[depth] = k
            depth += 1
            left -= size[k]
            worth += value[k]
            k += 1
        else:
            k += 1
    return best, False
