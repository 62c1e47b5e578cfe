"""A standard form with integer coefficients, for CP-SAT: exact after scaling, or refused.

Rows and the objective are multiplied by common denominators of their decimal fractions.  A row
without a common denominator is refused, and so is a number beyond 2^53.

**Implied integers.**  A continuous variable ``t`` is accepted if in every row in which it occurs
its coefficient is 1 or -1 and it is the only continuous variable.  Let ``s`` be a common
denominator of the other coefficients and of the sides of these rows, and of the bounds of ``t``.
Once the integer variables have values, every such row limits ``s·t`` by integers, and so do
its bounds; no row couples it with another continuous variable.  Hence ``s·t`` ranges over an
interval whose finite ends are integers.  If the interval is not empty it contains an integer, and
the end with the least cost of ``t`` is an integer.  Therefore the constraint that ``s·t`` is
integral changes neither feasibility nor the optimum.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, isinf
from typing import TypeAlias

import numpy as np
from scipy.sparse import csc_array, csr_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import LARGEST, UNLIMITED, Decimals
from ...core.faults import Fault, InputError
from .engine_result import column_faults
from .standard_form import StandardForm

_Ends: TypeAlias = tuple[IntArray, IntArray]
_Range: TypeAlias = tuple[int, int]  # the minimum and the maximum of a limit


def implied_bounds(
    form: StandardForm, coefficients: IntArray, cost: IntArray, sides: _Ends, bounds: _Ends
) -> tuple[IntArray, IntArray, list[Fault]]:
    """Return finite bounds that keep an optimum, and faults for columns without such bounds.

    CP-SAT needs bounds of every variable.  If the cost does not pull a continuous variable up and
    something limits it from below, then at some optimum it is the greatest of its lower limits; the
    ranges of the integer variables bound that.  Likewise the other way round.  All data are
    integers already.
    """
    lower, upper = bounds[0].copy(), bounds[1].copy()
    unlimited = np.flatnonzero((lower == -UNLIMITED) | (upper == UNLIMITED))
    if not len(unlimited):
        return lower, upper, []
    least, greatest = _activities(form, coefficients, bounds)
    refused = []
    for column in unlimited.tolist():
        own = int(lower[column]), int(upper[column])
        below = [(own[0], own[0])] if own[0] != -UNLIMITED else []
        above = [(own[1], own[1])] if own[1] != UNLIMITED else []
        entries = slice(form.matrix.indptr[column], form.matrix.indptr[column + 1])
        signs = form.matrix.data[entries].tolist()
        for row, sign in zip(form.matrix.indices[entries].tolist(), signs, strict=True):
            others = int(least[row]), int(greatest[row])
            row_sides = int(sides[0][row]), int(sides[1][row])
            low, high = _limits(int(sign), others, row_sides)
            below += [low] if low is not None else []
            above += [high] if high is not None else []
        found = _implied_bounds(int(cost[column]), below, above)
        if found is None:
            refused.append(column)
        else:
            lower[column], upper[column] = _clip_interval(found, own)
    rule = "is continuous and unbounded in the direction of its cost"
    return lower, upper, column_faults(form, np.array(refused, dtype=np.int64), rule)


def _activities(form: StandardForm, coefficients: IntArray, bounds: _Ends) -> _Ends:
    """Return, per row, the minimum and maximum of the sum over its integer columns."""
    matrix = form.by_row
    row_of = form.row_of
    whole = form.integer[matrix.indices]
    ends = [coefficients[whole] * bound[matrix.indices[whole]] for bound in bounds]
    least, greatest = np.zeros((2, form.shape[0]), dtype=np.int64)
    np.add.at(least, row_of[whole], np.minimum(*ends))
    np.add.at(greatest, row_of[whole], np.maximum(*ends))
    return least, greatest


def _limits(sign: int, others: _Range, sides: _Range) -> tuple[_Range | None, _Range | None]:
    """Return ranges of the lower and upper limits on t that a row ``sign·t + others`` implies."""
    least, greatest = others
    low = None if sides[0] == -UNLIMITED else (sides[0] - greatest, sides[0] - least)
    high = None if sides[1] == UNLIMITED else (sides[1] - greatest, sides[1] - least)
    if sign > 0:
        return low, high
    turned = [None if limit is None else (-limit[1], -limit[0]) for limit in (high, low)]
    return turned[0], turned[1]


def _implied_bounds(cost: int, below: list[_Range], above: list[_Range]) -> _Range | None:
    """Return bounds that keep an optimum; ``None`` if the cost prefers an unbounded direction."""
    if cost >= 0 and below:
        return max(least for least, _ in below), max(greatest for _, greatest in below)
    if cost <= 0 and above:
        return min(least for least, _ in above), min(greatest for _, greatest in above)
    return (0, 0) if cost == 0 else None


def _clip_interval(bounds: _Range, own: _Range) -> _Range:
    """Return the interval ``bounds`` clipped to ``own``, but never empty."""
    return min(max(bounds[0], own[0]), own[1]), max(min(bounds[1], own[1]), own[0])


_LARGEST_SUM = 2.0**62
_INEXACT = "is not a decimal fraction of at most fifteen digits, as CP-SAT requires"


@dataclass(frozen=True, eq=False)
class IntegralForm:
    """A form with integer coefficients: variable ``j`` is ``scale[j]`` times the original.

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
        """Yield per row its columns, coefficients, lower side and upper side."""
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
    """Return the form with integer coefficients; raise `InputError` if that is impossible."""
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
    sides, bounds = (integral.row_lower, integral.row_upper), (integral.lower, integral.upper)
    lower, upper, faults = implied_bounds(form, integral.coefficients, integral.cost, sides, bounds)
    _raise_any(faults)
    integral = replace(integral, lower=lower, upper=upper)
    _raise_any([*_too_large(form, integral), *_sums_too_large(form, integral)])
    return integral


def _raise_any(faults: Iterator[Fault] | list[Fault]) -> None:
    found = list(faults)
    if found:
        raise InputError("CP-SAT does not accept this model", found)


def _unsuitable(form: StandardForm) -> Iterator[Fault]:
    """Yield faults: variables that are neither bounded integers nor provably implied integers."""
    infinite = ~np.isfinite(form.lower) | ~np.isfinite(form.upper)
    unbounded = np.flatnonzero(form.integer & infinite)
    yield from column_faults(form, unbounded, "is integer without finite bounds (CP-SAT)")
    matrix, row_of = form.by_row, form.row_of
    continuous = ~form.integer[matrix.indices]
    odd = np.unique(matrix.indices[continuous & (np.abs(matrix.data) != 1)])
    rule = "is continuous, but not provably integral (a coefficient is not 1 or -1)"
    yield from column_faults(form, odd, rule)
    per_row = np.bincount(row_of[continuous], minlength=form.shape[0])
    coupled = np.unique(matrix.indices[continuous & (per_row[row_of] > 1)])
    rule = "is continuous, but not provably integral (a row has two such variables)"
    yield from column_faults(form, np.setdiff1d(coupled, odd), rule)


def _inexact(form: StandardForm, numbers: _Numbers) -> Iterator[Fault]:
    """Yield faults: numbers that are not decimal fractions with few digits."""
    entries = np.unique(form.by_row.indices[numbers.coefficients.broken])
    yield from column_faults(form, entries, f"has a coefficient that {_INEXACT}")
    costs = np.flatnonzero(numbers.cost.broken)
    yield from column_faults(form, costs, f"has an objective coefficient that {_INEXACT}")
    bounds = np.flatnonzero(numbers.lower.broken | numbers.upper.broken)
    yield from column_faults(form, bounds, f"has a bound that {_INEXACT}")
    for row in np.flatnonzero(numbers.row_lower.broken | numbers.row_upper.broken):
        yield Fault(f"constraint {form.row_name(int(row))}", f"has a side that {_INEXACT}")


def _scale(form: StandardForm, numbers: _Numbers) -> IntegralForm:
    """Return the form with rows and columns multiplied by their common denominators."""
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
    """Return the objective with integer coefficients, and its common denominator."""
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
    """Yield faults: numbers that exceed 2^53 after scaling."""
    rule = "needs numbers beyond 2^53 when scaled to integers"
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
    """Yield faults: rows or objectives whose sums, within bounds, can exceed 64 bits."""
    rule = "could have sums beyond 2^62, which CP-SAT does not accept"
    reach: FloatArray = np.maximum(np.abs(integral.lower), np.abs(integral.upper)).astype(float)
    reach[reach >= UNLIMITED] = 0.0
    terms = np.abs(integral.coefficients) * reach[form.by_row.indices]
    sums = np.bincount(form.row_of, terms, minlength=form.shape[0])
    for row in np.flatnonzero(sums > _LARGEST_SUM):
        yield Fault(f"constraint {form.row_name(int(row))}", rule)
    if float(np.abs(integral.cost) @ reach) > _LARGEST_SUM:
        yield Fault("objective", rule)


_NOISE = 5e-16  # relative error of one or two operations in floating point


def with_whole_rows(form: StandardForm) -> tuple[StandardForm, FloatArray]:
    """Return the form with integral rows where possible, and each row's factor (0: fractional).

    ``0.1 x <= 0.3`` over an integer column becomes ``x <= 3``: coefficients are divided by the
    largest amount of which all are multiples, and the sides are rounded inwards.  Such a row is
    decided without any tolerance.  Which rows fit is decided by the decimals of the data.
    """
    rows = form.shape[0]
    factor = np.ones(rows)
    if not form.integer.any() or not rows:
        return form, factor
    matrix, row_of = form.by_row, form.row_of
    chosen: BoolArray = np.bincount(row_of, ~form.integer[matrix.indices], minlength=rows) == 0
    if not chosen.any():
        return form, factor
    used = chosen[row_of]
    sides = np.concatenate([form.row_lower[chosen], form.row_upper[chosen]])
    if _is_whole(matrix.data[used]) and _is_whole(sides[np.isfinite(sides)]):
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
        reason = f"there is no integer between the bounds of {form.row_name(int(crossed[0]))}"
    result = replace(form, matrix=csc_array(by_row), row_lower=lower, row_upper=upper)
    return replace(result, exact=chosen | (binary > 0), infeasible=reason), factor * np.where(
        binary > 0, binary, 1.0
    )


def _binary_rows(
    form: StandardForm, asked: BoolArray, row_of: IntArray
) -> tuple[StandardForm, FloatArray]:
    """Return the form with the requested rows in integral units, and the factor of each row.

    Only rows whose numbers are binary fractions of few digits (integers divided by a power of two)
    are converted; the factor of all other rows is 0.
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


def _is_whole(numbers: FloatArray) -> bool:
    return bool((numbers == np.rint(numbers)).all() and (np.abs(numbers) <= LARGEST).all())


def _units(numbers: Decimals, row_of: IntArray, rows: int) -> tuple[FloatArray, IntArray, IntArray]:
    """Return coefficients in units of their rows, and the arrays ``common`` and ``divisor``.

    A row's unit is ``divisor / common``; ``common`` is 0 if its numbers have too many digits.
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
    """Return the sides of rows in units, rounded by ``towards``; infinite sides do not change."""
    known: dict[tuple[float, int, int], float] = {}
    keys = list(zip(sides.tolist(), common.tolist(), divisor.tolist(), strict=True))
    for side, times, over in set(keys):
        whole = side if isinf(side) else towards(_decimal(side) * times / over)
        known[side, times, over] = float(whole)
    return np.array([known[key] for key in keys])


def _decimal(value: float) -> Fraction:
    """Convert a float to the short decimal fraction that it represents, without rounding errors."""
    numbers = Decimals.of(np.array([value]), _NOISE)
    if numbers.broken[0]:
        return Fraction(value)
    return Fraction(int(numbers.numerator[0]), int(numbers.denominator[0]))
