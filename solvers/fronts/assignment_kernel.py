"""Compiled search for the cheapest assignment of rows to places, by shortest augmenting paths.

Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics 2, 1955; Jonker
and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
problems", Computing 38, 1987.  All numbers are integers.
"""

from typing import NamedTuple

import numpy as np

from ...core.arrays import IntArray
from ...core.kernels import kernel

FAR = 2**61  # above all distances; the sum of two still fits in 64 bits


class AssignmentCells(NamedTuple):
    """The cells (row, place, cost) of an assignment, which takes one cell per row and per place.

    ``row_cells[row_start[r] : row_start[r + 1]]`` are the cells that row r may take, and
    ``place_cells`` lists the cells of each place.  Several cells may have the same row and place.
    """

    row: IntArray
    place: IntArray
    cost: IntArray
    row_start: IntArray
    row_cells: IntArray
    place_start: IntArray
    place_cells: IntArray


class Lines(NamedTuple):
    """Several assignments (lines, the first axis of all arrays), with prices and augmenting paths.

    A line holds the cell of each row and the row of each place, -1 for none.  A cell costs at
    least the sum of the prices of its row and place; a taken cell costs exactly this sum.
    ``distance`` is the length of the shortest path from a row to the free place, `FAR` if the row
    is not reached; ``onward`` is the row's cell on this path.  ``reached`` lists the reached rows.
    """

    cell_of_row: IntArray
    row_of_place: IntArray
    row_price: IntArray
    place_price: IntArray
    distance: IntArray
    onward: IntArray
    reached: IntArray


@kernel
def cheapest_assignment(cells: AssignmentCells, at: Lines) -> bool:
    """Write the cheapest assignment and its prices to the empty line 0; return success."""
    _take_free_cells(cells, at)
    for place in range(len(cells.place_start) - 1):
        if at.row_of_place[0, place] >= 0:
            continue
        count = find_paths(cells, at, 0, -1, place, FAR - 1)
        if count == 0 or at.cell_of_row[0, at.reached[count - 1]] >= 0:
            return False
        move_along(cells, at, 0, -1, at.reached[count - 1], place)
    return True


@kernel(inner=True, arrays=False)
def _take_free_cells(cells: AssignmentCells, at: Lines) -> None:
    """Set maximal prices of rows, then of places; greedily take cells of reduced cost 0."""
    at.row_price[0] = FAR
    at.place_price[0] = FAR
    for e in cells.row_cells:
        r = cells.row[e]
        at.row_price[0, r] = min(at.row_price[0, r], cells.cost[e])
    for e in cells.row_cells:
        s = cells.place[e]
        left = cells.cost[e] - at.row_price[0, cells.row[e]]
        at.place_price[0, s] = min(at.place_price[0, s], left)
    for e in cells.row_cells:
        r, s = cells.row[e], cells.place[e]
        free = at.cell_of_row[0, r] < 0 and at.row_of_place[0, s] < 0
        if free and reduced_cost(cells, at, 0, e) == 0:
            at.cell_of_row[0, r], at.row_of_place[0, s] = e, r


@kernel(inner=True, arrays=False)
def reduced_cost(cells: AssignmentCells, at: Lines, d: int, e: int) -> int:
    """Return the reduced cost of cell ``e`` in line ``d``."""
    prices = at.row_price[d, cells.row[e]] + at.place_price[d, cells.place[e]]
    return int(cells.cost[e] - prices)


@kernel(inner=True, arrays=False)
def find_paths(cells: AssignmentCells, at: Lines, d: int, last: int, place: int, most: int) -> int:
    """Find the shortest paths, of length up to ``most``, from rows after ``last`` to a place.

    On a path each row takes the place that the next row leaves.  Return the number of reached rows;
    the search ends at the first row without a cell.
    """
    for r in range(last + 1, at.distance.shape[1]):
        at.distance[d, r] = FAR
    target, before, count, ended = place, 0, 0, 0
    while True:  # the first ``ended`` rows that are reached have their least distances
        for k in range(cells.place_start[target], cells.place_start[target + 1]):
            e = cells.place_cells[k]
            r = cells.row[e]
            if r <= last:
                continue
            distance = before + reduced_cost(cells, at, d, e)
            if distance > most or distance >= at.distance[d, r]:
                continue
            if at.distance[d, r] == FAR:
                at.reached[count] = r
                count += 1
            at.distance[d, r], at.onward[d, r] = distance, e
        if ended == count:
            return count
        nearest = ended
        for k in range(ended + 1, count):
            if at.distance[d, at.reached[k]] < at.distance[d, at.reached[nearest]]:
                nearest = k
        r = at.reached[nearest]
        at.reached[nearest], at.reached[ended] = at.reached[ended], r
        ended += 1
        if at.cell_of_row[d, r] < 0:
            return ended
        target, before = cells.place[at.cell_of_row[d, r]], at.distance[d, r]


@kernel(inner=True, arrays=False)
def move_along(cells: AssignmentCells, at: Lines, d: int, last: int, r: int, place: int) -> None:
    """Shift row ``r`` and the rows on its path towards the free place, and update the prices."""
    far = at.distance[d, r]
    for other in range(last + 1, at.distance.shape[1]):
        less = at.distance[d, other] - far
        if less < 0:
            at.row_price[d, other] += less
            at.place_price[d, cells.place[at.cell_of_row[d, other]]] -= less
    at.place_price[d, place] += far
    while True:
        e = at.onward[d, r]
        own = cells.place[e]
        after = at.row_of_place[d, own]
        at.cell_of_row[d, r], at.row_of_place[d, own] = e, r
        if own == place:
            return
        r = after


def empty_lines(lines: int, size: int) -> Lines:
    """Return lines in which no row has a cell."""
    table = (lines, size)
    nothing, nobody = np.zeros(table, dtype=np.int64), np.full(table, -1)
    return Lines(
        nobody,
        nobody.copy(),
        nothing,
        nothing.copy(),
        nothing.copy(),
        nothing.copy(),
        np.zeros(size, dtype=np.int64),
    )


# The cells of an assignment with two goals: removal of dominated ones, and lists of cells.


def listed_cells(
    row: IntArray, place: IntArray, cost: IntArray, kept: IntArray, size: int
) -> AssignmentCells:
    """Return the cells; their lists per row and per place contain only the cells in ``kept``."""
    span = np.arange(size + 1)
    by_row = kept[np.argsort(row[kept], kind="stable")]
    by_place = kept[np.argsort(place[kept], kind="stable")]
    row_start = np.searchsorted(row[by_row], span)
    place_start = np.searchsorted(place[by_place], span)
    return AssignmentCells(row, place, cost, row_start, by_row, place_start, by_place)


def best_cells(row: IntArray, place: IntArray, goals: IntArray) -> IntArray:
    """Return the cells that no other cell of the same row and place dominates in both goals."""
    order = np.lexsort((goals[1], goals[0], place, row))
    fresh = (np.diff(row[order], prepend=-1) != 0) | (np.diff(place[order], prepend=-1) != 0)
    second = goals[1, order] - goals[1].min()
    falling = second - np.cumsum(fresh) * (int(second.max()) + 1)  # each pair below the last one
    best = np.ones(len(order), dtype=np.bool_)
    best[1:] = falling[1:] < np.minimum.accumulate(falling)[:-1]
    return np.sort(order[best])
