"""The cells of an assignment with two goals: which of them count, and how they are listed."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from .assignment_kernel import AssignmentCells


def listed_cells(
    row: IntArray, place: IntArray, cost: IntArray, kept: IntArray, size: int
) -> AssignmentCells:
    """Return cells with the lists of those that are kept, for each row and each place."""
    span = np.arange(size + 1)
    by_row = kept[np.argsort(row[kept], kind="stable")]
    by_place = kept[np.argsort(place[kept], kind="stable")]
    row_start = np.searchsorted(row[by_row], span)
    place_start = np.searchsorted(place[by_place], span)
    return AssignmentCells(row, place, cost, row_start, by_row, place_start, by_place)


def best_cells(row: IntArray, place: IntArray, goals: IntArray) -> IntArray:
    """Return the cells that no other cell of the same row and place is as good as in both goals.

    Of equal cells the first one is kept.
    """
    order = np.lexsort((goals[1], goals[0], place, row))
    fresh = (np.diff(row[order], prepend=-1) != 0) | (np.diff(place[order], prepend=-1) != 0)
    second = goals[1, order] - goals[1].min()
    falling = second - np.cumsum(fresh) * (int(second.max()) + 1)  # each pair below the last one
    best = np.ones(len(order), dtype=np.bool_)
    best[1:] = falling[1:] < np.minimum.accumulate(falling)[:-1]
    return np.sort(order[best])
