"""A standard form with integer coefficients: every row is multiplied by its denominators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import gcd, isinf, lcm
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import coo_array, csc_array, vstack

from ...core.arrays import FloatArray
from ..engines import StandardForm, decimal

Number: TypeAlias = int | Fraction


@cache
def exact(value: float) -> Number:
    """Convert a number exactly, as the decimal that the model's file contains for it."""
    number = Fraction(decimal(value))
    return number.numerator if number.denominator == 1 else number


def side(value: float) -> Number | None:
    """Convert a finite side or bound to an exact number, an infinite one to ``None``."""
    return None if isinf(value) else exact(value)


@dataclass
class WholeRow:
    """A row lower <= Σ terms <= upper with integer coefficients.

    ``scale`` is the factor from coefficients of the linear program to integer ones: the denominator
    of a row, or the largest coefficient of a cut.
    """

    terms: list[tuple[int, int]]
    lower: Number | None
    upper: Number | None
    scale: int = 1
    is_cut: bool = False


@dataclass
class WholeModel:
    """The rows and the objective of a standard form with integer coefficients, without rounding."""

    rows: list[WholeRow]
    cost: list[tuple[int, int]]
    cost_scale: int
    constant: Number
    lower: list[Number | None]
    upper: list[Number | None]
    integer: list[bool]
    unit: int | None = field(init=False)  # unit of the integral objective, if it has one

    def __post_init__(self) -> None:
        whole = all(self.integer[j] for j, _ in self.cost)
        self.unit = (gcd(*(a for _, a in self.cost)) or 1) if whole else None

    @classmethod
    def of(cls, form: StandardForm) -> WholeModel:
        """Return the model of a standard form."""
        cost = [(j, exact(value)) for j, value in enumerate(form.cost.tolist()) if value]
        clear = lcm(*(value.denominator for _, value in cost))
        return cls(
            [_row(form, i) for i in range(form.shape[0])],
            [(j, int(value * clear)) for j, value in cost],
            clear,
            exact(float(form.constant)),
            [side(value) for value in form.lower.tolist()],
            [side(value) for value in form.upper.tolist()],
            form.integer.tolist(),
        )

    def objective(self, x: list[Number]) -> Number:
        """Return the objective of a point, in the minimising sense."""
        total: Number = sum((a * x[j] for j, a in self.cost), start=Fraction(0))
        return Fraction(total) / self.cost_scale + self.constant

    def best_better(self, bound: Number) -> tuple[Number, bool]:
        """Return the limit on the scaled integer objective of points better than ``bound``.

        The second result is whether the limit is strict.  With an objective unit it is not strict:
        it is the largest multiple of the unit below the bound.
        """
        side = (bound - self.constant) * self.cost_scale
        if self.unit is None:
            return side, True
        return self.unit * (-(-side // self.unit) - 1), False

    def bound_above(self, side: Number) -> Number:
        """Return the bound that is proven if no point has a scaled objective up to ``side``.

        It is the largest bound for which every better point has a scaled objective up to ``side``.
        """
        if self.unit is not None:
            side = self.unit * (side // self.unit + 1)
        return Fraction(side, self.cost_scale) + self.constant


def _row(form: StandardForm, i: int) -> WholeRow:
    matrix = form.by_row
    entries = slice(matrix.indptr[i], matrix.indptr[i + 1])
    entries_of_row = zip(
        matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True
    )
    terms = [(j, exact(value)) for j, value in entries_of_row if value]
    low, high = side(float(form.row_lower[i])), side(float(form.row_upper[i]))
    numbers = [value for _, value in terms] + [each for each in (low, high) if each is not None]
    clear = lcm(*(number.denominator for number in numbers))
    return WholeRow(
        [(j, int(value * clear)) for j, value in terms],
        None if low is None else low * clear,
        None if high is None else high * clear,
        clear,
    )


_GRID = 2**64  # bounds of continuous variables with a larger denominator are rounded outwards


@dataclass
class Implied:
    """An inequality Σ terms <= side (< side if ``strict``) with integer coefficients."""

    terms: dict[int, int]
    side: Number
    strict: bool = False


class Region:
    """The variable bounds of a node (a box), with a list of changes (trail) to undo them."""

    def __init__(self, model: WholeModel) -> None:
        self.integer = model.integer
        self.lower, self.upper = (
            [
                way * (way * bound // 1) if whole and bound is not None else bound
                for bound, whole in zip(bounds, model.integer, strict=True)
            ]
            for bounds, way in ((model.lower, -1), (model.upper, 1))
        )
        self.trail: list[tuple[int, bool, Number | None]] = []
        ends = zip(self.lower, self.upper, strict=True)
        self.empty = any(a is not None and b is not None and a > b for a, b in ends)

    def tighten(self, column: int, value: Number, *, upper: bool) -> bool:
        """Store a bound of a column if it is tighter; return whether it was."""
        ends = self.upper if upper else self.lower
        known = ends[column]
        if known is not None and (value >= known if upper else value <= known):
            return False
        self.trail.append((column, upper, known))
        ends[column] = value
        low, high = self.lower[column], self.upper[column]
        if low is not None and high is not None and low > high:
            self.empty = True
        return True

    def undo(self, length: int) -> set[int]:
        """Undo the changes beyond a length of the trail; return the columns that changed."""
        changed = set()
        while len(self.trail) > length:
            column, upper, value = self.trail.pop()
            (self.upper if upper else self.lower)[column] = value
            changed.add(column)
        return changed

    def least(self, terms: dict[int, int]) -> tuple[Number, list[int]]:
        """Return the minimum of a sum over its bounded columns, and its unbounded columns."""
        total: Number = 0
        endless = []
        for column, factor in terms.items():
            end = self.lower[column] if factor > 0 else self.upper[column]
            if end is None:
                endless.append(column)
            else:
                total += factor * end
        return total, endless

    def shrink(self, given: Implied) -> bool:
        """Tighten all bounds by an inequality; return whether any changed or the box is empty."""
        least, endless = self.least(given.terms)
        if len(endless) > 1:
            return False
        room = given.side - least
        if not endless and (room < 0 or (given.strict and room == 0)):
            self.empty = True
            return True
        changed = False
        for column in endless or given.terms:
            factor = given.terms[column]
            low, high = self.lower[column], self.upper[column]
            if low is not None and high is not None and abs(factor) * (high - low) < room:
                continue
            start = low if factor > 0 else high
            limit = Fraction(room + (0 if start is None else factor * start)) / factor
            if factor > 0:
                value = self._most(column, limit, given.strict)
                changed |= self.tighten(column, value, upper=True)
            else:
                value = -self._most(column, -limit, given.strict)
                changed |= self.tighten(column, value, upper=False)
        return changed

    def _most(self, column: int, limit: Fraction, strict: bool) -> Number:
        if self.integer[column]:
            return -(-limit // 1) - 1 if strict else limit // 1
        return limit if limit.denominator <= _GRID else Fraction(-(-limit * _GRID // 1), _GRID)


# The simplest multipliers that do are taken: few digits, and ties of neat prices are met exactly.
_SCALES = (1, 2, 6, 12, 60, 840, 2520, 2**20, 2**34, 2**50)
_NEAT = 1e-6


@dataclass(frozen=True)
class Combination:
    """A linear combination: the multiplier of the objective, and the multipliers of rows."""

    objective: int
    rows: tuple[tuple[int, int], ...]

    def as_list(self) -> list[int]:
        """Return the list for a proof: objective multiplier, then row, multiplier, row, …"""
        return [self.objective, *(number for pair in self.rows for number in pair)]


class Adder:
    """Computes linear combinations of the objective limit, rows of the model, and cuts."""

    def __init__(self, model: WholeModel, bound: Number | None) -> None:
        self.rows: list[WholeRow] = list(model.rows)
        self.cost_scale = model.cost_scale
        self.cost = model.cost
        self.better = None if bound is None else model.best_better(bound)

    def inequality(self, combination: Combination) -> Implied:
        """Return the combined inequality, which holds for every point better than the bound."""
        terms: dict[int, int] = {}
        side: Number = 0
        strict = False
        if combination.objective:
            assert self.better is not None
            terms = {column: combination.objective * factor for column, factor in self.cost}
            side, strict = combination.objective * self.better[0], self.better[1]
        for number, times in combination.rows:
            row = self.rows[number]
            end = row.upper if times > 0 else row.lower
            assert end is not None
            side += times * end
            for column, factor in row.terms:
                terms[column] = terms.get(column, 0) + times * factor
        return Implied({j: a for j, a in terms.items() if a}, side, strict)

    def candidates(self, prices: FloatArray, objective: int) -> Iterator[Combination]:
        """Yield integer multipliers that approximate prices of the rows, the simplest first.

        ``objective`` is 1 for dual prices, and 0 for a ray, whose largest entry is scaled to 1.
        """
        used = np.flatnonzero(prices)
        numbers = used.tolist()
        if not numbers and not objective:
            return
        ratio = -prices[used] if objective else -prices[used] / np.abs(prices).max()
        rows = [self.rows[number] for number in numbers]
        common = lcm(self.cost_scale, *(row.scale for row in rows if not row.is_cut))
        clear = [1 if row.is_cut else common // row.scale for row in rows]
        cuts = np.array([common / row.scale if row.is_cut else 1.0 for row in rows])
        for times in _SCALES:
            multipliers = np.rint(ratio * cuts * times)
            neat = np.abs(ratio * cuts * times - multipliers).max(initial=0.0) < _NEAT * times
            if times < 2**20 and not neat:
                continue
            whole = [int(each) * by for each, by in zip(multipliers.tolist(), clear, strict=True)]
            own = objective * times * (common // self.cost_scale)
            shared = gcd(own, *whole) or 1
            pairs = ((number, each // shared) for number, each in zip(numbers, whole, strict=True))
            yield Combination(own // shared, tuple(self._with_sides(pairs)))

    def _with_sides(self, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield the pairs (row, multiplier) whose row has the side that the sign requires."""
        for number, times in pairs:
            row = self.rows[number]
            if times and (row.upper if times > 0 else row.lower) is not None:
                yield number, times

    def closing(self, box: Region, prices: FloatArray, objective: int) -> Combination | None:
        """Return multipliers, made from prices, that prove the box empty, or ``None``."""
        return next(
            (
                candidate
                for candidate in self.candidates(prices, objective)
                if self.closes(box, candidate)
            ),
            None,
        )

    def closes(self, box: Region, given: Combination) -> bool:
        """Return whether a combination proves the box empty: no point of it satisfies the sum."""
        inequality = self.inequality(given)
        least, endless = box.least(inequality.terms)
        room = inequality.side - least
        return not endless and (room < 0 or (inequality.strict and room == 0))

    def exact(self, prices: dict[int, Fraction], objective: int = 1) -> Combination:
        """Return integer multipliers exactly proportional to rational prices of integer rows.

        ``objective`` is 1 for dual prices, 0 for a ray.
        """
        clear = lcm(*(price.denominator for price in prices.values()))
        pairs = ((number, -int(price * clear)) for number, price in sorted(prices.items()))
        return Combination(objective * clear, tuple(self._with_sides(pairs)))


_PER_SIDE, _MOST = 3, 300  # rows added per side, and in total


def with_rounded_rows(
    form: StandardForm, model: WholeModel, box: Region
) -> tuple[StandardForm, WholeModel, list[dict[str, Any]]]:
    """Return form and model with rounded rows added, and the proof steps that derive these rows.

    A rounded row follows from dividing a row and rounding: of 6 halves no 5 machines hold more than
    5.  The verifier derives it again (mixed-integer rounding; Marchand and Wolsey, "Aggregation and
    mixed integer rounding to solve MIPs", 2001).  It is counted from the lower bounds of the
    columns.
    """
    steps, rows = list[dict[str, Any]](), list[WholeRow]()
    for number, times in ((k, t) for k in range(len(model.rows)) for t in (1, -1)):
        for by in _divisors(model, model.rows[number], times):
            row = _round_side(model.rows[number], times, by, box)
            if row is not None and len(rows) < _MOST:
                rows.append(row)
                steps.append({"cut": [0, number, times], "by": by, "mirrored": []})
    if not rows:
        return form, model, []
    entries = [(k, j, a) for k, row in enumerate(rows) for j, a in row.terms]
    places, columns, values = np.array(entries, dtype=np.float64).T
    more = coo_array(
        (values, (places.astype(int), columns.astype(int))), shape=(len(rows), form.shape[1])
    )
    extended = replace(
        form,
        matrix=csc_array(vstack([form.matrix, more.tocsr()])),
        row_lower=np.append(form.row_lower, np.full(len(rows), -np.inf)),
        row_upper=np.append(form.row_upper, [float(row.upper or 0) for row in rows]),
        rows=(),
        exact=None,
    )
    return extended, replace(model, rows=[*model.rows, *rows]), steps


def _divisors(model: WholeModel, row: WholeRow, times: int) -> Iterator[int]:
    """Yield divisors for rounding a row's upper (``times`` 1) or lower side: its coefficients."""
    end = row.upper if times > 0 else row.lower
    if end is None or len(row.terms) < 2 or not all(model.integer[j] for j, _ in row.terms):
        return
    sizes = sorted({abs(a) for _, a in row.terms}, reverse=True)
    yield from (size for size in sizes[:_PER_SIDE] if size > 1 and end % size)


def _round_side(row: WholeRow, times: int, by: int, box: Region) -> WholeRow | None:
    """Return the row that results from dividing a row and rounding its side, or ``None``.

    The arithmetic is the same as the verifier's.
    """
    end = row.upper if times > 0 else row.lower
    assert end is not None
    given = {j: times * a for j, a in row.terms}
    base = {j: box.lower[j] for j in given}
    side: Number = times * end
    for j, a in given.items():
        low = base[j]
        if low is None:
            return None
        side -= a * low
    over = side % by
    rest = by - over
    total: Number = rest * (side // by)
    terms: dict[int, Number] = {}
    for j, a in given.items():
        slope = rest * (a // by) + max(0, a % by - over)
        if slope:
            terms[j] = slope
            total += slope * (base[j] or 0)
    if not terms:
        return None
    clear = lcm(*(Fraction(number).denominator for number in (total, *terms.values())))
    whole = {j: int(each * clear) for j, each in terms.items()}
    shared = gcd(*whole.values()) or 1
    upper = Fraction(total * clear) / shared
    return WholeRow([(j, a // shared) for j, a in whole.items()], None, upper)
