"""Rows over integer columns in whole numbers: what fits is decided by the decimals of the data.

``0.1 x <= 0.3`` becomes ``x <= 3``: coefficients are divided by the largest amount of which all
are multiples, and the sides are rounded inwards.  Such a row is decided without any tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, isinf

import numpy as np
from scipy.sparse import csc_array, csr_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import LARGEST, Decimals
from .forms import StandardForm

_NOISE = 5e-16  # relative: one or two operations in floating point


def with_whole_rows(form: StandardForm) -> tuple[StandardForm, FloatArray]:
    """Return the form with whole rows if possible, and the factor of each row."""
    rows = form.shape[0]
    factor = np.ones(rows)
    if not form.integer.any() or not rows:
        return form, factor
    chosen = _integer_rows(form)
    if not chosen.any():
        return form, factor
    matrix = form.by_row
    row_of = form.row_of
    used = chosen[row_of]
    if _is_whole(matrix.data[used]) and _is_whole(_sides(form, chosen)):
        return replace(form, exact=chosen), factor
    numbers = Decimals.of(np.where(used, matrix.data, 1.0), _NOISE)
    whole, common, divisor = _units(numbers, row_of, rows)
    form, binary = _binary_rows(form, chosen & (common == 0), row_of)
    matrix = form.by_row
    chosen &= common > 0
    used = chosen[row_of]
    factor[chosen] = common[chosen] / divisor[chosen]
    data = np.where(used, whole, matrix.data)
    lower, upper = form.row_lower.copy(), form.row_upper.copy()
    lower[chosen] = _rounded_inwards(lower[chosen], common[chosen], divisor[chosen], ceil)
    upper[chosen] = _rounded_inwards(upper[chosen], common[chosen], divisor[chosen], floor)
    by_row = csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)
    crossed = np.flatnonzero(lower > upper)
    reason = None
    if len(crossed):
        reason = f"no whole numbers are within the sides of {form.row_name(int(crossed[0]))}"
    result = replace(form, matrix=csc_array(by_row), row_lower=lower, row_upper=upper)
    return replace(result, exact=chosen | (binary > 0), infeasible=reason), factor * np.where(
        binary > 0, binary, 1.0
    )


def _binary_rows(
    form: StandardForm, asked: BoolArray, row_of: IntArray
) -> tuple[StandardForm, FloatArray]:
    """Put rows whose numbers are binary fractions of few digits into whole units.

    Such are whole numbers that were divided by a power of two.  The factor of each row is returned
    too, 0 for all others.
    """
    factor = np.zeros(len(asked))
    if not asked.any():
        return form, factor
    data = form.by_row.data
    mantissa, exponent = np.frexp(data)
    digits = (mantissa * 2.0**53).astype(np.int64)
    lowest = exponent - 53 + np.log2(np.maximum(1, digits & -digits)).astype(np.int64)
    least = np.full(len(asked), 1 << 20, dtype=np.int64)
    np.minimum.at(least, row_of[data != 0], lowest[data != 0])
    largest = np.zeros(len(asked))
    np.maximum.at(largest, row_of, np.abs(data) * 2.0 ** -np.clip(least, -300, 300)[row_of])
    done = asked & (largest <= LARGEST) & (least < 1 << 20)
    factor[done] = 2.0 ** -np.clip(least, -300, 300)[done]
    times = np.where(done, factor, 1.0)
    matrix = csr_array(
        (data * times[row_of], form.by_row.indices, form.by_row.indptr), shape=form.shape
    )
    lower = np.where(done, np.ceil(form.row_lower * times), form.row_lower)
    upper = np.where(done, np.floor(form.row_upper * times), form.row_upper)
    return replace(form, matrix=csc_array(matrix), row_lower=lower, row_upper=upper), factor


def _integer_rows(form: StandardForm) -> BoolArray:
    """A mask of the rows that have integer columns only."""
    matrix = form.by_row
    continuous = np.bincount(form.row_of, ~form.integer[matrix.indices], minlength=form.shape[0])
    chosen: BoolArray = continuous == 0
    return chosen


def _is_whole(numbers: FloatArray) -> bool:
    return bool((numbers == np.rint(numbers)).all() and (np.abs(numbers) <= LARGEST).all())


def _sides(form: StandardForm, chosen: BoolArray) -> FloatArray:
    sides = np.concatenate([form.row_lower[chosen], form.row_upper[chosen]])
    finite: FloatArray = sides[np.isfinite(sides)]
    return finite


def _units(numbers: Decimals, row_of: IntArray, rows: int) -> tuple[FloatArray, IntArray, IntArray]:
    """Return the coefficients in the units of their rows, and the units as fractions.

    A unit is ``divisor / common``; ``common`` is 0 if the numbers of a row have too many digits.
    """
    denominator = np.where(numbers.broken, 1, numbers.denominator)
    common = np.ones(rows, dtype=np.int64)
    np.lcm.at(common, row_of, denominator)
    times = common[row_of] // denominator
    large = numbers.broken | (np.abs(numbers.numerator.astype(float)) * times > LARGEST)
    common[np.bincount(row_of, large, minlength=rows) > 0] = 0
    numerator = numbers.numerator * np.where(common[row_of] > 0, times, 0)
    divisor = np.zeros(rows, dtype=np.int64)
    np.gcd.at(divisor, row_of, numerator)
    divisor = np.maximum(divisor, 1)
    return (numerator // divisor[row_of]).astype(float), common, divisor


def _rounded_inwards(
    sides: FloatArray, common: IntArray, divisor: IntArray, towards: Callable[[Fraction], int]
) -> FloatArray:
    """Return sides in the units of their rows, each distinct one computed once."""
    known: dict[tuple[float, int, int], float] = {}
    keys = list(zip(sides.tolist(), common.tolist(), divisor.tolist(), strict=True))
    for side, times, over in set(keys):
        whole = side if isinf(side) else towards(_decimal(side) * times / over)
        known[side, times, over] = float(whole)
    return np.array([known[key] for key in keys])


def _decimal(value: float) -> Fraction:
    """Return a number as it reads; what a few operations have added to it is left out."""
    numbers = Decimals.of(np.array([value]), _NOISE)
    if numbers.broken[0]:
        return Fraction(value)
    return Fraction(int(numbers.numerator[0]), int(numbers.denominator[0]))
