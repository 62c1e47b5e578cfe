"""Removal of rows that no conflict needs, because a column can always increase to satisfy them.

An exact model also has rows that define its objective: T is at least the time of every instance, α
is the utilisation of a node. Nothing limits such columns, so these rows exclude no plan. Without
them programs and proofs of conflicts contain only the rows that a file states.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.sparse import csc_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ..engines import StandardForm

_ROUNDING = 1e-9


def without_idle_rows(
    form: StandardForm, is_stated: BoolArray, halves: Sequence[int]
) -> tuple[StandardForm, BoolArray]:
    """Return the form without idle rows and unused columns, and a mask of the kept rows.

    Idle rows exclude no point. Rows of statements are dropped too if unlimited columns satisfy
    them. The last rows of the form are the upper bounds of the rows ``halves``, in this order.
    """
    low, high = form.row_lower.copy(), form.row_upper.copy()
    matrix = form.matrix
    _free_by_bounds(form, ~is_stated | (np.diff(form.by_row.indptr) == 0), low, high)
    free = np.flatnonzero(np.isinf(form.lower) | np.isinf(form.upper)).tolist()
    before = -1
    while before != (before := int(np.isfinite(low).sum() + np.isfinite(high).sum())):
        for j in free:
            entries = slice(matrix.indptr[j], matrix.indptr[j + 1])
            rows, factors = matrix.indices[entries].astype(np.int64), matrix.data[entries]
            for way, end in ((1.0, form.upper[j]), (-1.0, -form.lower[j])):
                if end == np.inf:
                    _free_by_column(rows, way * factors, low, high, single=not form.integer[j])
    _free_halves(form, halves, low, high)
    kept = np.isfinite(low) | np.isfinite(high)
    numbers = np.flatnonzero(kept)
    slimmer = replace(form, row_lower=low, row_upper=high).with_rows(numbers)
    used = np.flatnonzero((np.diff(slimmer.matrix.indptr) > 0) | (form.lower > form.upper))
    return slimmer.with_columns(used), kept


def _free_halves(
    form: StandardForm, halves: Sequence[int], low: FloatArray, high: FloatArray
) -> None:
    """Remove upper bounds of rows in ``halves`` that a decrease of the row's columns satisfies.

    The columns of such a row must be nonnegative integers that no other row keeps from decreasing.
    Their sum can decrease to the integral lower bound, so the upper bound excludes no point.
    """
    columns = np.repeat(np.arange(form.shape[1]), np.diff(form.matrix.indptr))
    rows, factors = form.matrix.indices, form.matrix.data
    hurts = np.isfinite(np.where(factors > 0, low[rows], high[rows]))
    needs = np.bincount(columns[hurts], minlength=form.shape[1])
    plain = form.integer & (form.lower == 0) & (needs == 1)
    first = form.shape[0] - len(halves)
    for upper, lower in enumerate(halves, first):
        entries = slice(form.by_row.indptr[lower], form.by_row.indptr[lower + 1])
        own, ones = form.by_row.indices[entries], form.by_row.data[entries]
        side = form.row_lower[lower]
        if plain[own].all() and (ones == 1).all() and side == np.rint(side):
            high[upper] = np.inf


def _free_by_column(
    rows: IntArray, rises: FloatArray, low: FloatArray, high: FloatArray, *, single: bool
) -> None:
    """Remove the bounds of rows that one column can satisfy by increasing without limit.

    ``rises[k]`` is the increase of the activity of ``rows[k]`` per step of the column. With
    ``single``, if the column is in one row only, the bound that it can satisfy is removed even if
    the row's other bound stays.
    """
    there = np.isfinite(low[rows]) | np.isfinite(high[rows])
    rows, rises = rows[there], rises[there]
    if single and len(rows) == 1:
        (low if rises[0] > 0 else high)[rows] = -np.inf if rises[0] > 0 else np.inf
    if (np.isinf(np.where(rises > 0, high[rows], low[rows]))).all():
        low[rows], high[rows] = -np.inf, np.inf


def _free_by_bounds(form: StandardForm, rows: BoolArray, low: FloatArray, high: FloatArray) -> None:
    """Set to infinity those bounds of ``rows`` that the bounds of the columns already imply."""
    ends = (
        np.where(np.isinf(form.lower), np.nan, form.lower),
        np.where(np.isinf(form.upper), np.nan, form.upper),
    )
    most, least = _activity(form.matrix, *ends), _activity(form.matrix, *ends[::-1])
    margin = np.where(_is_whole(form), 0.0, _ROUNDING * np.maximum(1.0, np.abs(most)))
    low[rows & (least - margin >= low)] = -np.inf
    high[rows & (most + margin <= high)] = np.inf


def _activity(matrix: csc_array, falling: FloatArray, rising: FloatArray) -> FloatArray:
    """Return activities of rows, with column values ``rising`` (entry > 0) or ``falling``."""
    columns = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr))
    parts = matrix.data * np.where(matrix.data > 0, rising[columns], falling[columns])
    activity = np.zeros(matrix.shape[0])
    np.add.at(activity, matrix.indices, parts)
    return activity


def _is_whole(form: StandardForm) -> BoolArray:
    """Return a mask of the rows with integral coefficients and integral finite column bounds."""
    columns = np.repeat(np.arange(form.shape[1]), np.diff(form.matrix.indptr))
    broken = np.zeros(form.shape[0], dtype=np.bool_)
    ends = (np.rint(form.lower) == form.lower) & (np.rint(form.upper) == form.upper)
    broken[
        form.matrix.indices[~(ends[columns] & (np.rint(form.matrix.data) == form.matrix.data))]
    ] = True
    return ~broken
