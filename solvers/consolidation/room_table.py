"""A compiled table of upper bounds on the value of patterns, one per free capacity (room).

Each axis of the table counts a weighted sum of some resources, in cells. Items that fit in
the resources fit in their sum, and in integral cells if sizes and rooms are rounded down. An
entry therefore bounds the value of all patterns in its rooms. With one resource per axis, and a
cell per unit, the bound is exact, except for copies that are already taken.
"""

from __future__ import annotations

from itertools import islice, product
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import expect_seconds, kernel, nodes_in_time
from .column_parameters import ColumnParameters


class Candidates(NamedTuple):
    """Flavours in search order: sizes, surrogate size, value of a copy, number of copies.

    Every depth has the list of candidates that still fit beside those taken above it.  The next one
    of a list is taken together with all after it: those before it have had their turn.
    """

    flavour: IntArray
    size: IntArray
    weight: IntArray
    value: IntArray
    copies: IntArray


class Way(NamedTuple):
    """The path of the depth-first search: candidate lists, value and free capacity per depth.

    ``listed[d, place[d] : length[d]]`` are the untried candidates at depth d, with their
    ``copies``; ``taken[:d]`` are the candidates taken above; ``space[d]`` and ``left[d]`` are the
    free room and surrogate room; ``worth[d]`` is the value taken so far, ``more[d]`` an upper
    bound on the value that the list can add (see `bound_below`).
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
    """Return the path at depth 0, which lists all candidates that fit alone."""
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
    """Take a copy of a depth's next candidate and list the candidates below; return the taken one.

    The list below has the candidates that still fit, including the taken one while it has copies.
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
    """Return a bound on a list's value: its total or, if less, fitting copies x ``highest``."""
    if highest <= 0:
        return 0
    copies = total // highest + 1
    for r in range(len(way.smallest)):
        if way.smallest[r] > 0:
            copies = min(copies, way.space[depth, r] // way.smallest[r])
    return int(min(total, copies * highest))


@kernel(arrays=False)
def dantzig(way: Way, depth: int, begin: int, weight: IntArray, value: IntArray) -> int:
    """Return Dantzig's bound on the value of a list, from ``begin`` on, in the surrogate room.

    Candidates are sorted by falling value per weight, so the sum ends at the first that does not
    fit completely.
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


_AXES = 3  # maximum number of axes: `fill` has as many loops
_AS_WRITTEN = 2e-7  # seconds of a step without compilation
_UNKNOWN = 2**62  # more than any pattern is worth
_BITS = 40  # binary places of numbers of cells


class RoomTable(NamedTuple):
    """Upper bounds on the value of patterns per cell of free capacity; empty if not computed.

    ``room`` is the whole room along each axis, ``size[c]`` the size of candidate c, in parts of a
    cell.  The bound of a room is entry Σ_axis ⌊room[axis]⌋ · stride[axis] of ``worth``.
    """

    worth: IntArray
    room: IntArray
    size: IntArray
    stride: IntArray
    weight: IntArray

    def most_in(self, room: IntArray) -> int:
        """Return the bound on the value of patterns in a room (a large number for `no_table`)."""
        if not len(self.worth):
            return _UNKNOWN
        return int(self.worth[int((self.weight @ room >> _BITS) @ self.stride)])

    def within(self, room: IntArray) -> RoomTable:
        """Return the same table, for searches that begin with ``room``."""
        return self._replace(room=self.weight @ room) if len(self.worth) else self


def no_table() -> RoomTable:
    """Return an empty table, which prunes nothing."""
    nothing, rows = np.empty(0, dtype=np.int64), np.empty((0, 0), dtype=np.int64)
    return RoomTable(nothing, nothing, rows, nothing, rows)


def room_table(
    stock: Candidates, room: IntArray, multiplier: IntArray, parameters: ColumnParameters
) -> RoomTable:
    """Return the table of a room; an empty one if it would be too large.

    Resources on one axis are weighted by their multipliers.  Among the ways to assign resources to
    axes, coarse tables select the one with the best bound.
    """
    most = np.where(stock.size > 0, room // np.maximum(stock.size, 1), stock.copies[:, None])
    copies = np.minimum(stock.copies, most.min(axis=1))
    work = int(copies.sum()) * (parameters.table_cells + 1) ** _AXES
    if work == 0 or work > nodes_in_time(parameters.table_steps):
        return no_table()
    expect_seconds(fill, _AS_WRITTEN * work)
    ways = axes_by_weight(multiplier, parameters.table_axes)
    coarse = parameters.table_coarse_cells
    weights = (_weights(axis, room, multiplier, coarse) for axis in ways)
    bounds = [int(_fill_table(stock, copies, room, weight).worth[-1]) for weight in weights]
    best = ways[int(np.argmin(bounds))]
    weight = _weights(best, room, multiplier, parameters.table_cells)
    return _fill_table(stock, copies, room, weight)


def axes_by_weight(multiplier: IntArray, most: int) -> list[IntArray]:
    """Return up to ``most`` ways to assign resources to axes, each as a list of axis per resource.

    The axes of resources with the highest multipliers vary first.
    """
    resources = len(multiplier)
    if resources <= _AXES:
        return [np.arange(resources)]
    order = np.argsort(multiplier, kind="stable")
    shared = product(range(_AXES), repeat=resources)
    distinct = (way for way in shared if list(dict.fromkeys(way)) == list(range(_AXES)))
    rank = np.argsort(order)
    return [np.array(way)[rank] for way in islice(distinct, most)]


def _weights(axis: IntArray, room: IntArray, multiplier: IntArray, cells: int) -> IntArray:
    """Return the length of a unit of each resource on each axis, in parts of a cell."""
    weight = np.zeros((_AXES, len(room)), dtype=np.int64)
    for a in range(_AXES):
        own = np.flatnonzero(axis == a)
        unit = np.maximum(1, multiplier[own]) if len(own) > 1 else np.ones(len(own), dtype=np.int64)
        whole = sum(int(u) * int(r) for u, r in zip(unit, room[own], strict=True))
        most = min(cells, whole)
        for r, u in zip(own.tolist(), unit.tolist(), strict=True):
            weight[a, r] = (most * u << _BITS) // max(1, whole)
    return weight


def _fill_table(stock: Candidates, copies: IntArray, room: IntArray, weight: IntArray) -> RoomTable:
    """Return the table of a room, filled for given weights of resources on axes."""
    size, whole = stock.size @ weight.T, weight @ room
    shape = (whole >> _BITS) + 1
    worth = np.zeros(tuple(shape.tolist()), dtype=np.int64)
    fill(worth, size >> _BITS, stock.value, copies)
    stride = np.cumprod(np.append(1, shape[:0:-1]))[::-1].copy()
    return RoomTable(worth.ravel(), whole, size, stride, weight)


@kernel
def fill(worth: IntArray, needs: IntArray, value: IntArray, copies: IntArray) -> None:
    """Fill ``worth`` with the maximum value of each cell, one copy of a candidate at a time.

    Cells are visited from the largest room down, so that no copy is counted twice in a room.
    """
    rooms = worth.shape
    for c in range(len(value)):
        a, b, s, more = needs[c, 0], needs[c, 1], needs[c, 2], value[c]
        for _ in range(copies[c]):
            for i in range(rooms[0] - 1, a - 1, -1):
                for j in range(rooms[1] - 1, b - 1, -1):
                    for k in range(rooms[2] - 1, s - 1, -1):
                        worth[i, j, k] = max(worth[i, j, k], worth[i - a, j - b, k - s] + more)


@kernel(inner=True, arrays=False)
def keep_promising(table: RoomTable, way: Way, depth: int, stock: Candidates, best: int) -> None:
    """Drop from the list of a depth the candidates that cannot lead to a value above ``best``.

    A dropped candidate cannot do so at greater depths either, because ``best`` only increases.
    """
    # The free room along each axis, without the taken copies.
    first, second, third = table.room
    for d in range(depth):
        c = way.taken[d]
        first -= table.size[c, 0]
        second -= table.size[c, 1]
        third -= table.size[c, 2]
    needed = best - way.worth[depth]
    # The kept candidates are at the beginning of the list.
    kept, total, highest = 0, 0, 0
    way.smallest[:] = 2**62
    for k in range(way.length[depth]):
        c = way.listed[depth, k]
        entry = (first - table.size[c, 0] >> _BITS) * table.stride[0]
        entry += (second - table.size[c, 1] >> _BITS) * table.stride[1]
        entry += (third - table.size[c, 2] >> _BITS) * table.stride[2]
        if stock.value[c] + table.worth[entry] > needed:
            way.listed[depth, kept] = c
            way.copies[depth, kept] = way.copies[depth, k]
            total += stock.value[c] * way.copies[depth, k]
            highest = max(highest, stock.value[c])
            for r in range(len(way.smallest)):
                way.smallest[r] = min(way.smallest[r], stock.size[c, r])
            kept += 1
    way.length[depth] = kept
    way.more[depth] = bound_below(way, depth, total, highest)
