"""Scaling of a form to magnitudes near 1 before it is solved, so that units do not matter.

Tolerances of engines are absolute, so a model in nanoseconds or in bytes would be solved wrongly.
Rows, continuous columns and the objective are multiplied by powers of two, which changes no digit.
Integer columns are unchanged. The powers minimise the squared logarithms of all coefficients, sides
and bounds (Curtis and Reid, 1972), so data in another unit lead to the same scaled form.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, diags_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from .integral_form import with_whole_rows
from .standard_form import StandardForm

_NEAR = (1e-3, 1e4)  # numbers in this range are not scaled
_BRIDGED = 1e9  # the widest range of coefficients that an engine's tolerances can distinguish
_DIGITS = 30.0  # binary digits of integral rows: engines were wrong at ten decimal digits
_ROUNDS = 60  # iterations of conjugate gradients


@dataclass(frozen=True, eq=False)
class Scaled:
    """A scaled form as passed to an engine, and the factors that undo the scaling.

    Variable ``j`` of the original is ``column[j]`` times the scaled one.  ``row`` are the factors
    of rows, ``unit`` is the divisor of the objective. ``unbridged`` describes numbers that are too
    far apart for an engine to be trusted, if there are any.
    """

    form: StandardForm
    column: FloatArray
    row: FloatArray
    unbridged: str | None = None

    def point(self, x: FloatArray) -> FloatArray:
        """Return a point of the scaled form in the units of the original."""
        return x * self.column

    def duals(self, duals: FloatArray) -> FloatArray:
        """Return row duals of the scaled form in the units of the original."""
        return duals * self.row * self.form.unit


def scale_form(form: StandardForm, *, exact: bool = False) -> Scaled:
    """Return the form scaled to magnitudes near 1, or unscaled for an ``exact`` engine."""
    rows, columns = form.shape
    if exact or form.infeasible is not None:
        return Scaled(form, np.ones(columns), np.ones(rows))
    whole, factor = with_whole_rows(form)
    if whole.infeasible is not None or _is_near_one(whole):
        return Scaled(whole, np.ones(columns), factor, _many_digits(whole) or _unbridgeable(whole))
    row_power, column_power = _powers(whole)
    if whole.exact is not None:
        row_power[whole.exact] = _whole_powers(whole)[whole.exact]
    row, column = np.exp2(row_power), np.exp2(column_power)
    matrix = diags_array(row) @ whole.matrix @ diags_array(column)
    cost = whole.cost * column
    unit = float(np.exp2(np.rint(_middle(cost))))
    result = replace(
        whole,
        cost=cost / unit,
        constant=whole.constant / unit,
        matrix=csc_array(matrix),
        row_lower=whole.row_lower * row,
        row_upper=whole.row_upper * row,
        lower=whole.lower / column,
        upper=whole.upper / column,
        start=None if whole.start is None else whole.start / column,
        unit=whole.unit * unit,
        cutoff=None if whole.cutoff is None else whole.cutoff / unit,
    )
    return Scaled(result, column, factor * row, _many_digits(whole) or _unbridgeable(result))


def _whole_powers(form: StandardForm) -> FloatArray:
    """Return exponents of 2 that scale the coefficients of integral rows to at most 2^30."""
    largest = np.ones(form.shape[0])
    np.maximum.at(largest, form.row_of, np.abs(form.by_row.data))
    return np.minimum(0.0, _DIGITS - np.ceil(np.log2(largest)))


def _is_near_one(form: StandardForm) -> bool:
    """Return whether all magnitudes are near 1 (in integral rows: below 2^30)."""
    inexact = np.ones(form.shape[0], bool) if form.exact is None else ~form.exact
    entries = form.by_row.data[inexact[form.row_of]]
    parts = [entries, form.cost, form.row_lower[inexact], form.row_upper[inexact]]
    if np.abs(form.by_row.data).max(initial=0.0) > 2.0**_DIGITS:
        return False
    parts += [form.lower[~form.integer], form.upper[~form.integer]]
    return all(_is_within(part) for part in parts)


def _is_within(numbers: FloatArray) -> bool:
    sizes = np.abs(numbers[np.isfinite(numbers) & (numbers != 0)])
    return not len(sizes) or bool(sizes.min() >= _NEAR[0] and sizes.max() <= _NEAR[1])


def _logs(numbers: FloatArray) -> FloatArray:
    """Return log2 of absolute values; NaN for 0 and infinity."""
    known = np.isfinite(numbers) & (numbers != 0)
    return np.where(known, np.log2(np.abs(np.where(known, numbers, 1.0))), np.nan)


def _middle(numbers: FloatArray) -> float:
    """Return the mean of log2 of the nonzero absolute values."""
    logs = _logs(numbers)
    return 0.0 if np.isnan(logs).all() else float(np.nanmean(logs))


def _powers(form: StandardForm) -> tuple[FloatArray, FloatArray]:
    """Return the integral exponents of 2 for rows and for columns.

    Row exponents r and column exponents c minimise the sum of (log2|a_ij| + r_i + c_j)², where a
    row's sides count as a column of exponent 0, and a column's bounds as a row of exponent 0.
    """
    rows, columns = form.shape
    entries = form.matrix.tocoo()
    blocks: list[tuple[IntArray, IntArray, FloatArray]] = [
        (entries.row.astype(np.int64), rows + entries.col.astype(np.int64), _logs(entries.data))
    ]
    nothing = rows + columns  # the place of powers that are 0
    for side in (form.row_lower, form.row_upper):
        blocks.append((np.arange(rows), np.full(rows, nothing), _logs(side)))
    free = np.flatnonzero(~form.integer)
    for bound in (form.lower, form.upper):
        blocks.append((np.full(len(free), nothing), rows + free, -_logs(bound[free])))
    first, second, logs = (np.concatenate(part) for part in zip(*blocks, strict=True))
    known = ~np.isnan(logs)
    moved = np.concatenate([np.ones(rows, bool), ~form.integer])
    powers = np.rint(_least_squares(first[known], second[known], logs[known], moved))
    return powers[:rows], powers[rows:]


def _least_squares(
    first: IntArray, second: IntArray, logs: FloatArray, moved: BoolArray
) -> FloatArray:
    """Return p, 0 where not ``moved``, that minimises Σ (logs + p[first] + p[second])²."""
    count, size = len(logs), len(moved)
    at = np.arange(count)
    entries = np.ones(2 * count), (np.concatenate([at, at]), np.concatenate([first, second]))
    spread = coo_array(entries, shape=(count, size + 1)).tocsr()[:, :size]
    return _conjugate_gradients(csr_array(spread @ diags_array(moved.astype(float))), -logs)


def _conjugate_gradients(spread: csr_array, wanted: FloatArray) -> FloatArray:
    """Return the least-squares solution of spread · p = wanted, by conjugate gradients from 0."""
    back = spread.T.tocsr()
    weight = np.asarray(spread.power(2).sum(axis=0)).ravel()
    inverse = np.where(weight > 0, 1.0 / np.where(weight > 0, weight, 1.0), 0.0)
    powers = np.zeros(spread.shape[1])
    left = back @ wanted
    step = inverse * left
    size = float(left @ step)
    start = size
    for _ in range(_ROUNDS):
        if size <= 1e-8 * start or size == 0.0:
            break
        change = back @ (spread @ step)
        length = size / float(step @ change)
        powers += length * step
        left -= length * change
        fresh = inverse * left
        size, before = float(left @ fresh), size
        step = fresh + (size / before) * step
    return powers


def _many_digits(form: StandardForm) -> str | None:
    """Return a message about an integral row too large for engines' tolerances, or None."""
    if form.exact is None or not form.exact.any():
        return None
    rows, matrix = form.shape[0], form.by_row
    row_of = form.row_of
    used = form.exact[row_of]
    amounts = np.abs(matrix.data[used]).astype(np.int64)
    unit, largest = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    np.gcd.at(unit, row_of[used], amounts)
    np.maximum.at(largest, row_of[used], amounts)
    units = largest // np.maximum(1, unit)
    row = int(units.argmax())
    if units[row] <= 2**_DIGITS:
        return None
    return (
        f"the amounts of {form.row_name(row)} are up to {float(units[row]):.0e} units, too "
        "many for the tolerance of an engine, so nothing is proven; round them to nine digits"
    )


def _unbridgeable(form: StandardForm) -> str | None:
    """Return a message about coefficients too far apart for engines' tolerances, or None."""
    matrix = form.by_row
    exact = np.zeros(form.shape[0], bool) if form.exact is None else form.exact
    of_exact = exact[form.row_of]
    for what, numbers in (("rows", matrix.data[~of_exact]), ("objective", form.cost)):
        sizes = np.abs(numbers[numbers != 0])
        if len(sizes) and sizes.max() > _BRIDGED * sizes.min():
            times = float(sizes.max()) / float(sizes.min())
            return (
                f"the coefficients of the {what} differ by a factor of {times:.0e}, too "
                "much for the tolerance of an engine, so nothing is proven"
            )
    return None
