"""A standard form in whole numbers, for CP-SAT: exact after scaling, or refused.

Rows and the objective are multiplied by common denominators of their decimal fractions.  What has
none is refused, and so is a number beyond 2^53.

**Implied integers.**  A continuous variable ``t`` is accepted when in every row in which it stands
its coefficient is 1 or -1 and it is the only continuous variable.  Let ``s`` be a common
denominator of the other coefficients and of the sides of these rows, and of the bounds of ``t``.
Once the integer variables have values, every such row limits ``s·t`` by whole numbers, and so do
its bounds; no row couples it with another continuous variable.  Hence ``s·t`` ranges over an
interval whose finite ends are whole.  If the interval is not empty it contains a whole number, and
the end at which the cost of ``t`` is least is whole.  To demand that ``s·t`` be whole therefore
changes neither feasibility nor the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import LARGEST, UNLIMITED, Decimals
from ...core.faults import Fault, InputError
from .engine_result import column_faults
from .forms import StandardForm
from .implied_bounds import implied_bounds

_LARGEST_SUM = 2.0**62
_INEXACT = "is no decimal fraction of at most fifteen digits, which CP-SAT needs"


@dataclass(frozen=True, eq=False)
class IntegralForm:
    """A standard form in whole numbers: column ``j`` is ``scale[j]`` times the original one.

    The objective is ``denominator`` times the original without its constant.  The coefficients
    are in the order of ``form.by_row``.  An infinite side of a row is ± `UNLIMITED`.
    """

    coefficients: IntArray
    row_lower: IntArray
    row_upper: IntArray
    lower: IntArray
    upper: IntArray
    cost: IntArray
    denominator: int
    scale: IntArray

    def rows(self, form: StandardForm) -> Iterator[tuple[list[int], list[int], int, int]]:
        """Yield columns, coefficients and sides of each row."""
        starts, columns = form.by_row.indptr.tolist(), form.by_row.indices.tolist()
        coefficients = self.coefficients.tolist()
        sides = zip(self.row_lower.tolist(), self.row_upper.tolist(), strict=True)
        for first, last, (low, high) in zip(starts[:-1], starts[1:], sides, strict=True):
            yield columns[first:last], coefficients[first:last], low, high


@dataclass(frozen=True, eq=False)
class _Numbers:
    """The numbers of a form as decimal fractions, the coefficients row by row."""

    coefficients: Decimals
    row_lower: Decimals
    row_upper: Decimals
    lower: Decimals
    upper: Decimals
    cost: Decimals


def integral_form(form: StandardForm) -> IntegralForm:
    """Return the form in whole numbers; `InputError` names every variable that forbids it."""
    numbers = _Numbers(
        coefficients=Decimals.of(form.by_row.data),
        row_lower=Decimals.of(form.row_lower),
        row_upper=Decimals.of(form.row_upper),
        lower=Decimals.of(form.lower),
        upper=Decimals.of(form.upper),
        cost=Decimals.of(form.cost),
    )
    _raise_any([*_unsuitable(form), *_inexact(form, numbers)])
    integral = _scale(form, numbers)
    _raise_any([*_too_large(form, integral), *_sums_too_large(form, integral)])
    lower, upper, faults = implied_bounds(
        form, integral.coefficients, integral.cost, _sides(integral), _bounds(integral)
    )
    _raise_any(faults)
    integral = replace(integral, lower=lower, upper=upper)
    _raise_any([*_too_large(form, integral), *_sums_too_large(form, integral)])
    return integral


def _raise_any(faults: Iterator[Fault] | list[Fault]) -> None:
    found = list(faults)
    if found:
        raise InputError("CP-SAT cannot take this model", found)


def _sides(integral: IntegralForm) -> tuple[IntArray, IntArray]:
    return integral.row_lower, integral.row_upper


def _bounds(integral: IntegralForm) -> tuple[IntArray, IntArray]:
    return integral.lower, integral.upper


def _unsuitable(form: StandardForm) -> Iterator[Fault]:
    """Variables that are neither bounded integers nor provably implied integers."""
    infinite = ~np.isfinite(form.lower) | ~np.isfinite(form.upper)
    unbounded = np.flatnonzero(form.integer & infinite)
    yield from column_faults(form, unbounded, "is integer without finite bounds (CP-SAT)")
    matrix, row_of = form.by_row, form.row_of
    continuous = ~form.integer[matrix.indices]
    odd = np.unique(matrix.indices[continuous & (np.abs(matrix.data) != 1)])
    rule = "is continuous, and not provably integral (a coefficient is not 1 or -1)"
    yield from column_faults(form, odd, rule)
    per_row = np.bincount(row_of[continuous], minlength=form.shape[0])
    coupled = np.unique(matrix.indices[continuous & (per_row[row_of] > 1)])
    rule = "is continuous, and not provably integral (a row has two such variables)"
    yield from column_faults(form, np.setdiff1d(coupled, odd), rule)


def _inexact(form: StandardForm, numbers: _Numbers) -> Iterator[Fault]:
    """Numbers that are no small decimal fractions."""
    entries = np.unique(form.by_row.indices[numbers.coefficients.broken])
    yield from column_faults(form, entries, f"has a coefficient that {_INEXACT}")
    costs = np.flatnonzero(numbers.cost.broken)
    yield from column_faults(form, costs, f"has an objective coefficient that {_INEXACT}")
    bounds = np.flatnonzero(numbers.lower.broken | numbers.upper.broken)
    yield from column_faults(form, bounds, f"has a bound that {_INEXACT}")
    for row in np.flatnonzero(numbers.row_lower.broken | numbers.row_upper.broken):
        yield Fault(f"constraint {form.row_name(int(row))}", f"has a side that {_INEXACT}")


def _scale(form: StandardForm, numbers: _Numbers) -> IntegralForm:
    """Multiply rows and columns by their common denominators."""
    row_of, columns = form.row_of, form.by_row.indices
    continuous = ~form.integer[columns]
    factor = np.lcm(numbers.row_lower.denominator, numbers.row_upper.denominator)
    np.lcm.at(factor, row_of, numbers.coefficients.denominator)
    scale = np.lcm(numbers.lower.denominator, numbers.upper.denominator)
    np.lcm.at(scale, columns[continuous], factor[row_of[continuous]])
    factor[row_of[continuous]] = scale[columns[continuous]]
    cost, denominator = _objective(form, numbers.cost, scale)
    # The factor of a row with a continuous variable is the scale of that variable.
    coefficients = np.where(
        continuous, numbers.coefficients.numerator, numbers.coefficients.times(factor[row_of])
    )
    return IntegralForm(
        coefficients=coefficients,
        row_lower=numbers.row_lower.times(factor),
        row_upper=numbers.row_upper.times(factor),
        lower=numbers.lower.times(scale),
        upper=numbers.upper.times(scale),
        cost=cost,
        denominator=denominator,
        scale=scale,
    )


def _objective(form: StandardForm, costs: Decimals, scale: IntArray) -> tuple[IntArray, int]:
    """The objective in whole numbers, and its factor."""
    stretched = {
        int(column): Fraction(
            int(costs.numerator[column]), int(costs.denominator[column]) * int(scale[column])
        )
        for column in np.flatnonzero((scale > 1) & (form.cost != 0))
    }
    plain = costs.denominator[scale == 1]
    common = int(np.lcm.reduce(plain, initial=1))
    common = math.lcm(common, *(cost.denominator for cost in stretched.values()))
    if common > LARGEST:
        names = np.array(sorted(stretched))
        _raise_any(column_faults(form, names, "needs too large a common denominator"))
    whole = np.zeros(len(scale), dtype=np.int64)
    whole[scale == 1] = costs.times(np.full(len(scale), common))[scale == 1]
    for column, cost in stretched.items():
        whole[column] = min(int(cost * common), LARGEST + 1)
    return whole, common


def _too_large(form: StandardForm, integral: IntegralForm) -> Iterator[Fault]:
    """Numbers beyond 2^53 after scaling."""
    rule = "needs numbers beyond 2^53 when scaled to whole numbers"
    matrix = form.by_row
    entries = np.unique(matrix.indices[np.abs(integral.coefficients) > LARGEST])
    costs = np.flatnonzero(np.abs(integral.cost) > LARGEST)
    bounds = [
        np.flatnonzero((np.abs(bound) > LARGEST) & (np.abs(bound) != UNLIMITED))
        for bound in (integral.lower, integral.upper)
    ]
    yield from column_faults(form, np.unique(np.concatenate([entries, costs, *bounds])), rule)
    for side in (integral.row_lower, integral.row_upper):
        for row in np.flatnonzero((np.abs(side) > LARGEST) & (np.abs(side) != UNLIMITED)):
            yield Fault(f"constraint {form.row_name(int(row))}", rule)


def _sums_too_large(form: StandardForm, integral: IntegralForm) -> Iterator[Fault]:
    """Rows, or the objective, whose sums over the bounded columns leave the range of 64 bits."""
    rule = "could reach sums beyond 2^62, which CP-SAT does not take"
    reach: FloatArray = np.maximum(np.abs(integral.lower), np.abs(integral.upper)).astype(float)
    reach[reach >= UNLIMITED] = 0.0
    terms = np.abs(integral.coefficients) * reach[form.by_row.indices]
    sums = np.bincount(form.row_of, terms, minlength=form.shape[0])
    for row in np.flatnonzero(sums > _LARGEST_SUM):
        yield Fault(f"constraint {form.row_name(int(row))}", rule)
    if float(np.abs(integral.cost) @ reach) > _LARGEST_SUM:
        yield Fault("objective", rule)
