"""The linear program of a node, in one HiGHS instance that is adapted from node to node."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Any, Literal

import highspy
import numpy as np
from scipy.sparse import csc_array, diags_array

from ...core.arrays import FloatArray
from ..engines import StandardForm, interruptible, load_highs, scale_form
from .integral_model import Number, Region, WholeModel, WholeRow

_ROWS = (1e-3, 1e4)  # largest coefficients of rows that stay as they are
_COSTS = (1e-3, 1e6)


@dataclass(frozen=True, eq=False)
class Balanced:
    """The scaled form for HiGHS, and the factors that undo the scaling.

    Variable ``j`` of the original is ``column[j]`` times the scaled one; integer variables are not
    scaled.  Scaled prices times ``row`` and ``unit`` are prices of the original rows.  Scaled rows
    and costs are integers times powers of two, and do not depend on the file's units.
    """

    form: StandardForm
    column: FloatArray
    row: FloatArray
    unit: float

    @classmethod
    def of(cls, form: StandardForm, model: WholeModel) -> Balanced:
        """Return the relaxation of a form, scaled to magnitudes near 1."""
        column = np.ones(form.shape[1]) if form.integer.all() else scale_form(form).column
        row = np.array([row.scale / (gcd(*(a for _, a in row.terms)) or 1) for row in model.rows])
        matrix = diags_array(row) @ form.matrix
        matrix.data = np.rint(matrix.data)
        matrix = csc_array(matrix @ diags_array(column))
        largest = np.zeros(form.shape[0])
        np.maximum.at(largest, matrix.indices, np.abs(matrix.data))
        power = _power(largest, _ROWS)
        row = row * power
        step = (gcd(*(a for _, a in model.cost)) or 1) / model.cost_scale
        cost = np.rint(form.cost / step) * column
        unit = step / float(_power(np.abs(cost).max(initial=0.0, keepdims=True), _COSTS)[0])
        balanced = replace(
            form.relaxed(),
            cost=cost * (step / unit),
            constant=form.constant / unit,
            matrix=csc_array(diags_array(power) @ matrix),
            row_lower=form.row_lower * row,
            row_upper=form.row_upper * row,
            lower=form.lower / column,
            upper=form.upper / column,
        )
        return cls(balanced, column, row, unit)


def _power(sizes: FloatArray, usual: tuple[float, float]) -> FloatArray:
    """Return powers of two that scale sizes outside the ``usual`` range to about 1."""
    moved = (sizes > 0) & ((sizes < usual[0]) | (sizes > usual[1]))
    power: FloatArray = np.where(moved, np.exp2(-np.frexp(np.where(moved, sizes, 1.0))[1]), 1.0)
    return power


LARGE_PROGRAM = 5000  # columns: while fewer are solved nobody waits for Ctrl-C to be heard
_PATIENCE = 0.3  # seconds
_Status = highspy.HighsModelStatus


@dataclass(frozen=True, eq=False)
class LpResult:
    """HiGHS's result for a node: value, point and prices (a dual ray if it is infeasible)."""

    kind: Literal["optimal", "infeasible", "unknown"]
    value: float = 0.0
    x: FloatArray | None = None
    prices: FloatArray | None = None


class Relaxation:
    """The linear program in HiGHS, whose bounds follow the box of the current node."""

    def __init__(self, form: StandardForm, model: WholeModel, box: Region) -> None:
        self.balanced = Balanced.of(form, model)
        self.form, self.unit = form, self.balanced.unit
        self.highs = load_highs(self.balanced.form)
        self.columns = form.shape[1]
        self.highs.setOptionValue("presolve", "off")
        self.highs.setOptionValue("solver", "simplex")
        self.highs.setOptionValue("primal_feasibility_tolerance", 1e-9)
        self.highs.setOptionValue("dual_feasibility_tolerance", 1e-9)
        self.follow(box, range(self.columns))

    def follow(self, box: Region, changed: Iterable[int]) -> None:
        """Copy the bounds of the changed columns from the box to HiGHS."""
        columns = np.fromiter(changed, dtype=np.int32)
        if len(columns):
            low, high = np.array([self._ends(box, j) for j in columns.tolist()]).T
            self.highs.changeColsBounds(len(columns), columns, low, np.maximum(low, high))

    def _ends(self, box: Region, j: int) -> tuple[float, float]:
        """Return the bounds of a column as floats.

        A continuous column keeps its bounds of the model: tighter bounds follow from other rows,
        and their rounding could make the program infeasible.
        """
        own = self.balanced.form
        low, high = float(own.lower[j]), float(own.upper[j])
        if self.form.integer[j]:
            low = -np.inf if box.lower[j] is None else float(box.lower[j] or 0)
            high = np.inf if box.upper[j] is None else float(box.upper[j] or 0)
        return low, high

    def solve(self, most_iterations: int | None = None) -> LpResult:
        """Solve from the present basis, within a limit on iterations if given."""
        highs = self.highs
        limit = 2**31 - 1 if most_iterations is None else most_iterations
        highs.setOptionValue("simplex_iteration_limit", limit)
        if self.columns < LARGE_PROGRAM:
            highs.run()
        elif interruptible(highs.run, lambda: None, _PATIENCE)[1]:
            raise KeyboardInterrupt  # the program is abandoned
        status = highs.getModelStatus()
        if status == _Status.kInfeasible:
            _, has_ray, ray = highs.getDualRay()
            return LpResult(
                "infeasible", prices=np.array(ray) * self.balanced.row if has_ray else None
            )
        stopped = most_iterations is not None and status == _Status.kIterationLimit
        if status != _Status.kOptimal and not stopped:
            return LpResult("unknown")
        solution = highs.getSolution()
        return LpResult(
            "optimal",
            highs.getInfo().objective_function_value * self.unit,
            np.array(solution.col_value) * self.balanced.column,
            np.array(solution.row_dual) * self.balanced.row * self.unit,
        )

    def basis(self) -> Any:
        """Return the present basis, which `back_to` can restore."""
        return self.highs.getBasis()

    def back_to(self, basis: Any) -> None:
        """Restore a basis that `basis` returned."""
        self.highs.setBasis(basis)


_LARGEST_BASIS = 250
_BASIC = highspy.HighsBasisStatus.kBasic
_UPPER = highspy.HighsBasisStatus.kUpper


def exact_point(form: StandardForm, model: WholeModel, x: FloatArray) -> list[Number] | None:
    """Return the exact point with the rounded integers of ``x`` and optimal continuous values.

    ``None`` if it is not exactly feasible.  The continuous values are those of an optimal basis of
    the remaining linear program, whose equations are solved exactly.
    """
    whole = np.rint(x)
    point: list[Number] = [int(value) for value in whole.tolist()]
    if not all(model.integer):
        highs = load_highs(Balanced.of(form.with_integers_fixed(whole), model).form)
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
    """Return the point ``x`` of an integer model, rounded; ``None`` if that is infeasible.

    Rows in ``without`` are not checked.  ``None`` too if the model has continuous variables.
    """
    if not all(model.integer):
        return None
    point: list[Number] = [int(value) for value in np.rint(x).tolist()]
    return point if feasible(model, point, without) else None


def _solve_basis(
    model: WholeModel, point: list[Number], columns: list[object], rows: list[object]
) -> bool:
    """Set continuous entries of ``point`` to the exact values of a basis; return success."""
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
    values = solve_exactly(equations)
    if values is None or values.keys() != basic:
        return False
    for j, value in values.items():
        point[j] = value.numerator if value.denominator == 1 else value
    return True


def exact_prices(
    rows: list[WholeRow], cost: list[tuple[int, int]], columns: list[object], statuses: list[object]
) -> dict[int, Fraction] | None:
    """Return the exact dual prices of a basis, by row; ``None`` if the equations are unsolvable."""
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
    return solve_exactly(list(equations.values()))


_CANCELS = 1e-7  # a sum below this share of its largest term counts as 0


def exact_ray(rows: list[WholeRow], box: Region, ray: FloatArray) -> dict[int, Fraction] | None:
    """Return an exact ray near ``ray``, by row, whose sum is 0 on all columns without a bound.

    The sum of a rounded ray is not exactly 0 there, so it proves nothing.
    """
    support = np.flatnonzero(ray).tolist()
    if not support or len(support) > _LARGEST_BASIS:
        return None
    near = {i: float(ray[i]) / rows[i].scale for i in support}
    first = max(support, key=lambda i: abs(near[i]))
    size = abs(near[first])
    parts: dict[int, dict[int, Fraction]] = {}
    for i in support:
        for j, a in rows[i].terms:
            if box.lower[j] is None or box.upper[j] is None:
                parts.setdefault(j, {})[i] = Fraction(a)
    equations = [({first: Fraction(1)}, Fraction(1 if near[first] > 0 else -1))]
    for terms in parts.values():
        sizes = [near[i] * float(a) for i, a in terms.items()]
        if abs(sum(sizes)) <= _CANCELS * max(map(abs, sizes)):
            equations.append((terms, Fraction(0)))
    rounded = {i: Fraction(round(near[i] / size * 2**20), 2**20) for i in support}
    found = solve_exactly(equations, rounded)
    return None if found is None else rounded | found


def solve_exactly(
    equations: list[tuple[dict[int, Fraction], Fraction]],
    free: Mapping[int, Fraction] | None = None,
) -> dict[int, Fraction] | None:
    """Return the exact solution of linear equations by elimination, shortest equations first.

    Undetermined unknowns get their values of ``free``; without ``free`` the result is ``None``.
    """
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
        for j in terms.keys() - values.keys():
            if free is None:
                return None
            values[j] = free[j]
        values[pivot] = side - sum((a * values[j] for j, a in terms.items()), start=Fraction(0))
    return values


def feasible(model: WholeModel, point: list[Number], without: Container[int] = ()) -> bool:
    """Return whether a point satisfies exactly all bounds, and all rows except ``without``."""
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


def relaxed_prices(form: StandardForm) -> list[Fraction] | None:
    """Return an exact dual price per row, in the minimising sense; ``None`` without an optimum.

    Prices of missing sides are set to 0, so that every returned vector proves a bound.
    """
    model = WholeModel.of(form)
    balanced = Balanced.of(form.relaxed(), model)
    highs = load_highs(balanced.form)
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("solver", "simplex")
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    basis = highs.getBasis()
    found = exact_prices(model.rows, model.cost, list(basis.col_status), list(basis.row_status))
    if found is not None:
        scales = [Fraction(row.scale, model.cost_scale) for row in model.rows]
        prices = [found.get(i, Fraction(0)) * scale for i, scale in enumerate(scales)]
    else:
        duals = np.array(highs.getSolution().row_dual) * balanced.row * balanced.unit
        prices = [Fraction(price) for price in duals.tolist()]
    return [
        price if (row.lower if price > 0 else row.upper) is not None else Fraction(0)
        for price, row in zip(prices, model.rows, strict=True)
    ]
