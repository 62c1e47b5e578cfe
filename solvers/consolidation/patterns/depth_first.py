"""The way down of a depth-first search over lists of candidates, compiled.

Every depth has the list of candidates that still fit beside those taken above it.  The next one
of a list is taken together with all after it: those before it have had their turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....core.arrays import BoolArray, IntArray
from ....core.compiled import kernel


class Candidates(NamedTuple):
    """Flavours in the order of the search: sizes, surrogate size, value of a copy, copies."""

    flavour: IntArray
    size: IntArray
    weight: IntArray
    value: IntArray
    copies: IntArray


class Way(NamedTuple):
    """What is listed, depth by depth, and what the candidates taken above leave and are worth.

    ``listed[d, place[d] : length[d]]`` are the candidates whose turn is to come at depth d, with
    their ``copies``; ``taken[:d]`` led there; ``space[d]`` and ``left[d]`` remain of the room and
    of the surrogate room; ``worth[d]`` is the value of what was taken, ``more[d]`` of what the list
    can add at most: all of it, or as many copies as fit by the smallest size, each the dearest.
    """

    listed: IntArray
    copies: IntArray
    length: IntArray
    place: IntArray
    taken: IntArray
    space: IntArray
    left: IntArray
    worth: IntArray
    more: IntArray
    smallest: IntArray


@kernel
def way_from(stock: Candidates, room: IntArray, rest: int, deepest: int) -> Way:
    """Return the way at depth 0, where all candidates that fit alone are listed."""
    count, resources = stock.size.shape
    way = Way(
        np.empty((deepest + 1, count), dtype=np.int64),
        np.empty((deepest + 1, count), dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.empty((deepest + 1, resources), dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.zeros(deepest + 1, dtype=np.int64),
        np.empty(resources, dtype=np.int64),
    )
    way.space[0] = room
    way.left[0] = rest
    for c in range(count):
        fits = stock.copies[c] > 0
        for r in range(resources):
            fits &= stock.size[c, r] <= room[r]
        if fits:
            k = way.length[0]
            way.listed[0, k], way.copies[0, k] = c, stock.copies[c]
            way.length[0] = k + 1
    return way


@kernel(arrays=False)
def take_next(way: Way, depth: int, stock: Candidates, clash: BoolArray) -> int:
    """Take a copy of the next candidate of a depth; list below what fits beside it; return it.

    A candidate that is taken stays in the list below while it has copies.
    """
    k, below, resources = way.place[depth], depth + 1, len(way.smallest)
    listed, copies, space, size = way.listed, way.copies, way.space, stock.size
    c = listed[depth, k]
    way.place[depth], way.place[below], way.taken[depth] = k + 1, 0, c
    way.worth[below] = way.worth[depth] + stock.value[c]
    way.left[below] = way.left[depth] - stock.weight[c]
    for r in range(resources):
        space[below, r] = space[depth, r] - size[c, r]
        way.smallest[r] = 2**62
    fitting, total, highest = 0, 0, 0
    # What does not fit now fits nowhere below: lists only become shorter.
    for j in range(k, way.length[depth]):
        e = listed[depth, j]
        number = copies[depth, j] - (1 if j == k else 0)
        fits = number > 0
        for r in range(resources):
            if size[e, r] > space[below, r]:
                fits = False
                break
        if fits and clash.shape[0] > 0 and clash[stock.flavour[c], stock.flavour[e]]:
            fits = False
        if fits:
            listed[below, fitting], copies[below, fitting] = e, number
            fitting += 1
            total += stock.value[e] * number
            highest = max(highest, stock.value[e])
            for r in range(resources):
                way.smallest[r] = min(way.smallest[r], size[e, r])
    way.length[below] = fitting
    way.more[below] = bound_below(way, below, total, highest)
    return int(c)


@kernel(inner=True, arrays=False)
def bound_below(way: Way, depth: int, total: int, highest: int) -> int:
    """Return the lesser of all of a list, and of as many copies as fit, each the dearest."""
    if highest <= 0:
        return 0
    copies = total // highest + 1
    for r in range(len(way.smallest)):
        if way.smallest[r] > 0:
            copies = min(copies, way.space[depth, r] // way.smallest[r])
    return int(min(total, copies * highest))


@kernel(arrays=False)
def dantzig(way: Way, depth: int, begin: int, weight: IntArray, value: IntArray) -> int:
    """Return what a list from ``begin`` on is worth at most in the rest of the surrogate room.

    Candidates are sorted by falling value per weight, so that the first that does not fit whole
    ends it.
    """
    listed, copies, rest = way.listed, way.copies, way.left[depth]
    worth: int = 0
    for k in range(begin, way.length[depth]):
        c, number = listed[depth, k], copies[depth, k]
        needed = weight[c] * number
        if needed <= rest:
            rest -= needed
            worth += value[c] * number
        else:
            fit = rest // weight[c]
            worth += value[c] * fit + (rest - fit * weight[c]) * value[c] // weight[c]
            return worth
    return worth
