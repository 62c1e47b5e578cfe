"""The most valuable contents of machines, by dynamic programming over two scarce resources.

Items are told apart by their size alone.  What a content needs of the other resources costs a toll,
which is raised until no machine has too much.  Sizes are counted on a grid, to the nearest, and
contents are cut to what has room: good patterns, quickly, but no bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.compiled import kernel

_GRID = 320  # steps of a resource
_HALVINGS = 12


def scarcest(size: IntArray, count: IntArray, room: IntArray) -> IntArray:
    """Return the two resources of which items need the largest share of all machines."""
    share = (count @ size) / np.maximum(1, room.sum(axis=0))
    first = np.sort(np.argsort(-share, kind="stable")[:2])
    return np.resize(first, 2)


class Offered(NamedTuple):
    """What machines may hold: their rooms, the sizes, how many there are, the scarce resources."""

    room: IntArray
    size: IntArray
    cap: IntArray
    scarce: IntArray

    @property
    def others(self) -> IntArray:
        """The resources that are not scarce."""
        return np.setdiff1d(np.arange(self.size.shape[1]), self.scarce)


def fullest(offered: Offered, value: FloatArray) -> IntArray:
    """Return contents of all machines worth as much as possible."""
    toll = np.zeros(offered.size.shape[1])
    found, over = _contents(offered, value, toll)
    if not over.any():
        return found
    r = int(np.argmax(over))  # a single toll is found: of the resource that is exceeded most
    needs = np.maximum(1, offered.size[:, r])
    low, high = 0.0, float(np.max(value / needs, initial=0.0))
    best = found
    for _ in range(_HALVINGS):
        toll[r] = (low + high) / 2
        found, over = _contents(offered, value, toll)
        low, high = (toll[r], high) if over[r] > 0 else (low, toll[r])
        better = found @ value > best @ value
        best = np.where(better[:, None], found, best)
    return best


def _contents(offered: Offered, value: FloatArray, toll: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return contents at a toll, cut to the rooms, and how far each resource was exceeded."""
    room, size, cap, scarce = offered
    net = value - size @ toll
    worthy = np.flatnonzero((net > 0) & (cap > 0))
    found = np.zeros((len(room), len(size)), dtype=np.int64)
    over = np.zeros(size.shape[1])
    if len(worthy) == 0:
        return found, over
    own = np.ascontiguousarray(size[worthy])
    unit = np.maximum(1.0, room.max(axis=0)[scarce] / _GRID)
    weight = np.rint(own[:, scarce] / unit).astype(np.int64)
    width = (room[:, scarce] / unit).astype(np.int64)
    most = np.minimum(_most(own, room.max(axis=0)), cap[worthy])
    piece, times = _pieces(most)
    taken = _taken_parts(
        weight[piece] * times[:, None], net[worthy][piece] * times, width.max(axis=0)
    )
    order = np.argsort(-net[worthy], kind="stable")
    for c in range(len(room)):
        raw = _content(taken, weight, piece, times, width[c])
        excess = (raw @ own - room[c]) / np.maximum(1, room[c])
        over[offered.others] = np.maximum(over, excess)[offered.others]
        found[c, worthy] = _without_excess(raw, room[c], own, most, order)
    return found, over


def _most(size: IntArray, room: IntArray) -> IntArray:
    """Return how many items of each size a room has at most."""
    fits = np.where(size > 0, room // np.maximum(1, size), 2**30)
    return np.asarray(fits.min(axis=1))


def _pieces(most: IntArray) -> tuple[IntArray, IntArray]:
    """Return parts of 1, 2, 4, … copies, and the rest, from which every number can be made."""
    piece, times = list[int](), list[int]()
    for s, left in enumerate(most.tolist()):
        step = 1
        while left > 0:
            piece.append(s)
            times.append(min(step, left))
            left -= step
            step *= 2
    return np.array(piece, dtype=np.int64), np.array(times, dtype=np.int64)


@kernel
def _taken_parts(weight: IntArray, value: FloatArray, width: IntArray) -> BoolArray:
    """Return for every part and room whether the best content of that room takes the part."""
    best = np.zeros((width[0] + 1, width[1] + 1))
    taken = np.zeros((len(value), width[0] + 1, width[1] + 1), dtype=np.bool_)
    for k in range(len(value)):
        a, b = weight[k, 0], weight[k, 1]
        for x in range(width[0], a - 1, -1):
            for y in range(width[1], b - 1, -1):
                with_it = best[x - a, y - b] + value[k]
                if with_it > best[x, y] + 1e-12:
                    best[x, y] = with_it
                    taken[k, x, y] = True
    return taken


@kernel
def _content(
    taken: BoolArray, weight: IntArray, piece: IntArray, times: IntArray, width: IntArray
) -> IntArray:
    """Return the best content of one room by the table."""
    content = np.zeros(len(weight), dtype=np.int64)
    x, y = width[0], width[1]
    for k in range(len(piece) - 1, -1, -1):
        if taken[k, x, y]:
            content[piece[k]] += times[k]
            x -= weight[piece[k], 0] * times[k]
            y -= weight[piece[k], 1] * times[k]
    return content


@kernel
def _without_excess(
    raw: IntArray, room: IntArray, size: IntArray, most: IntArray, order: IntArray
) -> IntArray:
    """Return a content without what has no room, then filled up, the most valuable first."""
    content, left = raw.copy(), room.copy()
    for s in range(len(size)):
        left -= size[s] * content[s]
    for s in order[::-1]:
        while content[s] > 0 and (left < 0).any():
            content[s] -= 1
            left += size[s]
    for s in order:
        while content[s] < most[s] and (size[s] <= left).all():
            content[s] += 1
            left -= size[s]
    return content
