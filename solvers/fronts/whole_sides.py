"""Sides of rows in whole numbers, moved to the next value that the row can have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.decimals import LARGEST
from ..engines import StandardForm


def with_attainable_sides(form: StandardForm) -> StandardForm:
    """Return the form with the sides of whole rows at multiples of their common divisor.

    A row is whole if its columns are integers and its numbers as well: all its values are
    multiples of what divides its numbers.  The relaxation gains what lies beyond the last multiple.
    A row whose sides have no multiple between them stays as it is.
    """
    matrix = form.by_row
    entries = np.diff(matrix.indptr)
    row_of = np.repeat(np.arange(len(entries)), entries)
    size = np.abs(matrix.data)
    good = (size == np.rint(size)) & (size <= LARGEST) & form.integer[matrix.indices]
    whole = entries > 0
    np.logical_and.at(whole, row_of, good)
    used = whole[row_of]
    divisor = np.zeros(len(entries), dtype=np.int64)
    np.gcd.at(divisor, row_of[used], size[used].astype(np.int64))
    lower, upper = form.row_lower, form.row_upper
    for side in (lower, upper):
        whole &= ~np.isfinite(side) | ((side == np.rint(side)) & (np.abs(side) <= LARGEST))
    step = np.where(whole & (divisor > 1), divisor, 1).astype(np.float64)
    low, high = np.ceil(lower / step) * step, np.floor(upper / step) * step
    moved = whole & (step > 1) & (low <= high)
    return replace(
        form, row_lower=np.where(moved, low, lower), row_upper=np.where(moved, high, upper)
    )
