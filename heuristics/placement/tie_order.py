"""The order that decides between instances of equal best latency."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel


def dominance_order(matrix: FloatArray) -> IntArray:
    """Return the rows of a latency matrix in descending lexicographic order.

    A row that is at least as large as another in every column comes first, equal rows in the
    order of their numbers.  NaN (cannot run) counts as infinite.
    """
    first = np.where(np.isnan(matrix[:, 0]), np.inf, matrix[:, 0])
    order = np.argsort(-first, kind="stable")
    first = first[order]
    starts = np.flatnonzero(np.r_[True, first[1:] != first[:-1]])
    lengths = np.diff(np.r_[starts, len(order)])
    tied = lengths > 1
    _sort_ties(matrix, order, starts[tied], lengths[tied])
    return order


@kernel
def _sort_ties(matrix: FloatArray, order: IntArray, starts: IntArray, lengths: IntArray) -> None:
    """Sort the rows of each run, which are equal in the first column, by the other columns."""
    for k in range(len(starts)):
        run = order[starts[k] : starts[k] + lengths[k]]
        merged = run.copy()
        width = 1
        while width < len(run):
            for low in range(0, len(run), 2 * width):
                middle = min(low + width, len(run))
                high = min(low + 2 * width, len(run))
                _merge(matrix, run, merged, low, middle, high)
            run[:] = merged
            width *= 2


@kernel(inner=True)
def _merge(
    matrix: FloatArray, rows: IntArray, merged: IntArray, low: int, middle: int, high: int
) -> None:
    """Merge two sorted runs of rows, the larger first; of equal ones the earlier first."""
    a, b = low, middle
    for k in range(low, high):
        if a < middle and (b == high or not _larger(matrix[rows[b]], matrix[rows[a]])):
            merged[k] = rows[a]
            a += 1
        else:
            merged[k] = rows[b]
            b += 1


@kernel(inner=True)
def _larger(row: FloatArray, other: FloatArray) -> bool:
    """Compare two rows by their first difference; a missing value is larger than any number."""
    for j in range(1, len(row)):
        if row[j] != other[j]:
            if np.isnan(row[j]) or np.isnan(other[j]):
                if np.isnan(row[j]) and np.isnan(other[j]):
                    continue
                return bool(np.isnan(row[j]))
            return bool(row[j] > other[j])
    return False
