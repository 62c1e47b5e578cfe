"""A solution in fractions: whole where it must be, and exactly feasible."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction

import highspy
import numpy as np

from ...core.arrays import FloatArray
from ..engines import StandardForm, loaded
from .balanced import Balanced
from .whole_model import Number, WholeModel, WholeRow

_LARGEST_BASIS = 250
_BASIC = highspy.HighsBasisStatus.kBasic
_UPPER = highspy.HighsBasisStatus.kUpper


def exact_point(form: StandardForm, model: WholeModel, x: FloatArray) -> list[Number] | None:
    """Return the point with the whole values of ``x`` and the best other values, in fractions.

    ``None`` where no such point is exactly feasible.  The other values are those of a basis of
    the linear program that is left, whose equations are solved without rounding.
    """
    whole = np.rint(x)
    point: list[Number] = [int(value) for value in whole.tolist()]
    if not all(model.integer):
        highs = loaded(Balanced.of(form.with_integers_fixed(whole), model).form)
        highs.setOptionValue("presolve", "off")
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        basis = highs.getBasis()
        if not _solve_basis(model, point, list(basis.col_status), list(basis.row_status)):
            return None
    return point if feasible(model, point) else None


def whole_point(
    model: WholeModel, x: FloatArray, without: Container[int] = ()
) -> list[Number] | None:
    """Return the point of whole values of ``x``; ``None`` where it breaks a row or a bound.

    Rows ``without`` are not looked at.  Where the model has variables of fractions there is none.
    """
    if not all(model.integer):
        return None
    point: list[Number] = [int(value) for value in np.rint(x).tolist()]
    return point if feasible(model, point, without) else None


def _solve_basis(
    model: WholeModel, point: list[Number], columns: list[object], rows: list[object]
) -> bool:
    """Set what is not whole to the values of a basis; return whether that was possible."""
    basic = {j for j, status in enumerate(columns) if status == _BASIC and not model.integer[j]}
    for j, status in enumerate(columns):
        if not model.integer[j] and j not in basic:
            end = model.upper[j] if status == _UPPER else model.lower[j]
            point[j] = 0 if end is None else end
    equations = []
    for i, status in enumerate(rows):
        if status == _BASIC:
            continue
        row = model.rows[i]
        side = row.upper if status == _UPPER else row.lower
        if side is None:
            side = row.lower if row.upper is None else row.upper
        if side is None:
            return False
        known = sum((a * point[j] for j, a in row.terms if j not in basic), start=Fraction(0))
        unknown = {j: Fraction(a) for j, a in row.terms if j in basic}
        equations.append((unknown, Fraction(side - known)))
    values = solved(equations)
    if values is None or values.keys() != basic:
        return False
    for j, value in values.items():
        point[j] = value.numerator if value.denominator == 1 else value
    return True


def exact_prices(
    rows: list[WholeRow], cost: list[tuple[int, int]], columns: list[object], statuses: list[object]
) -> dict[int, Fraction] | None:
    """Return the prices of a basis without rounding: basic columns have reduced costs of 0."""
    equations: dict[int, tuple[dict[int, Fraction], Fraction]] = {
        j: ({}, Fraction(0)) for j, status in enumerate(columns) if status == _BASIC
    }
    for j, a in cost:
        if j in equations:
            equations[j] = ({}, Fraction(a))
    for i, status in enumerate(statuses):
        if status != _BASIC:
            for j, a in rows[i].terms:
                if j in equations:
                    equations[j][0][i] = Fraction(a)
    if len(equations) > _LARGEST_BASIS:
        return None
    return solved(list(equations.values()))


def solved(
    equations: list[tuple[dict[int, Fraction], Fraction]],
) -> dict[int, Fraction] | None:
    """Return the solution of linear equations by elimination, shortest equations first."""
    waiting = [(dict(terms), side) for terms, side in equations]
    used: list[tuple[int, dict[int, Fraction], Fraction]] = []
    while waiting:
        k = min(range(len(waiting)), key=lambda i: len(waiting[i][0]))
        terms, side = waiting.pop(k)
        if not terms:
            if side:
                return None
            continue
        pivot = next(iter(terms))
        factor = terms.pop(pivot)
        terms = {j: a / factor for j, a in terms.items()}
        side = side / factor
        used.append((pivot, terms, side))
        for i, (other, right) in enumerate(waiting):
            times = other.pop(pivot, None)
            if times is not None:
                for j, a in terms.items():
                    value = other.get(j, Fraction(0)) - times * a
                    if value:
                        other[j] = value
                    else:
                        other.pop(j, None)
                waiting[i] = (other, right - times * side)
    values: dict[int, Fraction] = {}
    for pivot, terms, side in reversed(used):
        if any(j not in values for j in terms):
            return None
        values[pivot] = side - sum((a * values[j] for j, a in terms.items()), start=Fraction(0))
    return values


def feasible(model: WholeModel, point: list[Number], without: Container[int] = ()) -> bool:
    """Return whether a point keeps all bounds and rows, but for those ``without``, exactly."""
    for value, low, high in zip(point, model.lower, model.upper, strict=True):
        if (low is not None and value < low) or (high is not None and value > high):
            return False
    for number, row in enumerate(model.rows):
        if number in without:
            continue
        total = sum(a * point[j] for j, a in row.terms)
        if row.lower is not None and total < row.lower:
            return False
        if row.upper is not None and total > row.upper:
            return False
    return True
