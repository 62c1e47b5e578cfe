"""Compiled (min,+) convolution of a table with one party's curve.

The table holds, for each supply, the least cost of the parties before.  Adding a party means
``new[r] = min_x table[r - x] + cost(x)``.  Most points of a curve are tried one by one in a loop
that the compiler vectorises, in blocks that stay in the cache.  On a long convex stretch of the
curve the best x falls or stays as x grows along the diagonal, so that divide and conquer over the
rows (monotone minima) replaces the product of lengths by a logarithm.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel

_BLOCK = 2048
_LONG = 192  # measured: convex stretches of fewer points are faster tried point by point


@kernel
def add_party(
    table: FloatArray, table_low: int, units: IntArray, cost: FloatArray, low: int, high: int
) -> FloatArray:
    """Return the table for supplies ``low … high`` with one more party.

    ``table[r - table_low]`` covers all r from ``table_low`` to ``high``; ``units`` grows.
    """
    new = np.full(high - low + 1, np.inf)
    k, waiting = 0, 0
    while k < len(units):
        end = _convex_end(units, cost, k)
        if end - k >= _LONG:
            _add_points(table, table_low, units[waiting:k], cost[waiting:k], low, high, new)
            _add_convex(table, table_low, units[k], cost[k:end], low, high, new)
            waiting = end
        k = end
    _add_points(table, table_low, units[waiting:], cost[waiting:], low, high, new)
    return new


@kernel(inner=True)
def _convex_end(units: IntArray, cost: FloatArray, k: int) -> int:
    """Return where the convex stretch of consecutive amounts that begins at ``k`` ends."""
    end = k + 1
    while end < len(units) and units[end] == units[end - 1] + 1:
        if end - k >= 2 and cost[end] - cost[end - 1] < cost[end - 1] - cost[end - 2]:
            break
        end += 1
    return end


@kernel
def _add_points(
    table: FloatArray,
    table_low: int,
    units: IntArray,
    cost: FloatArray,
    low: int,
    high: int,
    new: FloatArray,
) -> None:
    """Lower ``new[r - low]`` to table[r - x] + cost(x) for every listed amount x."""
    for block in range(low, high + 1, _BLOCK):
        block_end = min(block + _BLOCK, high + 1)
        for p in range(len(units)):
            first = max(block, table_low + units[p])
            if first >= block_end:
                continue
            source = table[first - units[p] - table_low : block_end - units[p] - table_low]
            target = new[first - low : block_end - low]
            price = cost[p]
            for r in range(len(target)):
                value = source[r] + price
                target[r] = value if value < target[r] else target[r]


@kernel
def _add_convex(
    table: FloatArray,
    table_low: int,
    first_unit: int,
    cost: FloatArray,
    low: int,
    high: int,
    new: FloatArray,
) -> None:
    """Monotone minima: the best column of row r never lies left of that of row r - 1."""
    last = len(cost) - 1
    offset = table_low + first_unit  # row r reaches column c of the table at cost[r - offset - c]
    top = max(low, offset)
    if top > high:
        return
    rows = np.empty((64, 2), dtype=np.int64)
    columns = np.empty((64, 2), dtype=np.int64)
    rows[0, 0], rows[0, 1] = top, high
    columns[0, 0], columns[0, 1] = 0, high - offset
    depth = 1
    while depth > 0:
        depth -= 1
        row_low, row_high = rows[depth, 0], rows[depth, 1]
        column_low, column_high = columns[depth, 0], columns[depth, 1]
        middle = (row_low + row_high) // 2
        diagonal = middle - offset
        best_column, best = -1, np.inf
        for c in range(max(column_low, diagonal - last), min(column_high, diagonal) + 1):
            value = table[c] + cost[diagonal - c]
            if value < best:
                best_column, best = c, value
        new[middle - low] = min(new[middle - low], best)
        if row_low < middle:
            rows[depth, 0], rows[depth, 1] = row_low, middle - 1
            columns[depth, 0], columns[depth, 1] = column_low, best_column
            depth += 1
        if middle < row_high:
            rows[depth, 0], rows[depth, 1] = middle + 1, row_high
            columns[depth, 0], columns[depth, 1] = best_column, column_high
            depth += 1
