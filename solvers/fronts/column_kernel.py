"""The least cost of 0-1 columns within whole rows, by depth-first search under reduced costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from .search_effort import GAVE_UP


class DecidedColumns(NamedTuple):
    """Columns in the order in which they are decided, and the rows that they stand in.

    ``first`` is the bound at which prices want a column, and ``dear`` what they say the other one
    costs.  The entries of column j are those from ``start[j]`` to ``start[j + 1]``.
    """

    first: IntArray
    dear: FloatArray
    cost: FloatArray
    start: IntArray
    row: IntArray
    entry: FloatArray
    row_lower: FloatArray
    row_upper: FloatArray


@kernel
def least_cost(
    columns: DecidedColumns, room: float, most: float, most_nodes: int
) -> tuple[int, IntArray]:
    """Return 1 and the values of a point with the least cost up to ``most``; 0 if none is.

    No point up to ``most`` departs from the wanted bounds by more than ``room`` in all.  The number
    is `GAVE_UP` after ``most_nodes`` nodes.  At each depth one column is decided: ``tried`` counts
    the values that it has had, the last of which is in ``x``.  ``spent`` and ``cost`` are those of
    the columns before a depth.  ``least`` and ``largest`` are what each row can still become; they
    are whole numbers, which floats add and take back exactly.
    """
    size = len(columns.cost)
    x, best = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    tried = np.zeros(size, dtype=np.int64)
    spent, cost = np.zeros(size + 1), np.zeros(size + 1)
    least, largest = _ranges(columns)
    depth, nodes, known = 0, 0, 0
    if (least > columns.row_upper).any() or (largest < columns.row_lower).any():
        return 0, best
    while depth >= 0:
        if tried[depth] > 0:  # a search below has ended: rows stand as if depth were undecided
            _turn(columns, least, largest, depth, x[depth], -1.0)
        price = columns.dear[depth] if tried[depth] == 1 else 0.0
        if tried[depth] == 2 or spent[depth] + price > room:
            tried[depth] = 0
            depth -= 1
            continue
        x[depth] = columns.first[depth] if tried[depth] == 0 else 1 - columns.first[depth]
        tried[depth] += 1
        nodes += 1
        if nodes > most_nodes:
            return GAVE_UP, best
        spent[depth + 1] = spent[depth] + price
        cost[depth + 1] = cost[depth] + columns.cost[depth] * x[depth]
        if not _turn(columns, least, largest, depth, x[depth], 1.0):
            continue
        if depth < size - 1:
            depth += 1
        elif cost[size] <= most:
            best[:] = x
            known = 1
            room -= most - (cost[size] - 1.0)
            most = cost[size] - 1.0
    return known, best


@kernel(inner=True)
def _ranges(columns: DecidedColumns) -> tuple[FloatArray, FloatArray]:
    """Return the least and the largest that each row can be."""
    least, largest = np.zeros(len(columns.row_lower)), np.zeros(len(columns.row_lower))
    for k in range(len(columns.row)):
        least[columns.row[k]] += min(0.0, columns.entry[k])
        largest[columns.row[k]] += max(0.0, columns.entry[k])
    return least, largest


@kernel(inner=True)
def _turn(
    columns: DecidedColumns,
    least: FloatArray,
    largest: FloatArray,
    j: int,
    value: int,
    sign: float,
) -> bool:
    """Decide a column, or with the sign -1 take that back; return whether its rows can hold."""
    fits = True
    for k in range(columns.start[j], columns.start[j + 1]):
        row, entry = columns.row[k], columns.entry[k]
        least[row] += sign * (entry * value - min(0.0, entry))
        largest[row] += sign * (entry * value - max(0.0, entry))
        fits = fits and least[row] <= columns.row_upper[row]
        fits = fits and largest[row] >= columns.row_lower[row]
    return fits
