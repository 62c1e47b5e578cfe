"""The restricted master program of column generation, kept in HiGHS and solved repeatedly.

Rows: every flavour is covered, no class has more patterns than machines, the budget is kept.
Columns: one per class and pattern, and one per flavour for omitted items, at a penalty. After
columns are added, the last basis is primal feasible, so the primal simplex method continues from
it; after right-hand sides change, the dual simplex method does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ..engines import PricedMaster, change_sides
from .flavours import PARTS, Flavours, Plan

_DUAL, _PRIMAL = 1, 4  # the names of the simplex methods in HiGHS
_GLANCE, _UNLIMITED = 100, 2**31 - 1  # iterations of the simplex method
Column = tuple[int, IntArray]  # class and pattern


@dataclass(frozen=True, eq=False)
class MasterPoint:
    """A solution of the relaxed master: value, values of columns, and duals of rows."""

    value: float
    x: FloatArray
    left_out: FloatArray
    prices: FloatArray
    rents: FloatArray
    budget_price: float


class Master:
    """The master program: the columns so far, and right-hand sides, which a dive may change."""

    def __init__(self, flavours: Flavours, penalty: FloatArray) -> None:
        self.flavours, self.penalty = flavours, penalty
        self.columns: list[Column] = []
        self._solved = False  # all columns cost something, so that the first basis is a dual one
        count, classes = len(flavours.size), len(flavours.room)
        self._program = PricedMaster(presolve="off", solver="simplex")
        self._highs = self._program.highs
        for number in range(count + classes + flavours.budgeted):
            side = (0.0, math.inf) if number < count else (-math.inf, 0.0)
            self._highs.addRow(*side, 0, np.empty(0, np.int32), np.empty(0))
        for f in range(count):
            self._highs.addCol(
                float(penalty[f]), 0.0, math.inf, 1, np.array([f], np.int32), np.ones(1)
            )
        self.set_sides(flavours.count, flavours.machines, flavours.instance.budget)

    def set_sides(self, count: IntArray, machines: IntArray, budget: int) -> None:
        """Set the right-hand sides: items per flavour, machines per class, and the budget."""
        self.count, self.free, self.budget = count, machines, budget
        upper = [math.inf] * len(count) + machines.tolist()
        lower = count.tolist() + [-math.inf] * len(machines)
        if self.flavours.budgeted:
            upper.append(budget)
            lower.append(-math.inf)
        rows = np.arange(len(lower), dtype=np.int32)
        sides = np.array(lower, dtype=float), np.array(upper, dtype=float)
        change_sides(self._highs, rows, *sides)
        self._highs.setOptionValue("simplex_strategy", _DUAL)

    def set_penalty(self, penalty: FloatArray) -> None:
        """Set the penalty for omitting an item, per flavour."""
        self.penalty = penalty
        for f, each in enumerate(penalty.tolist()):
            self._highs.changeColCost(f, each)
        self._highs.setOptionValue("simplex_strategy", _PRIMAL)

    def add_all(self, patterns: list[Column]) -> int:
        """Add patterns as columns; return the number of new ones."""
        new = []
        for number, pattern in patterns:
            if pattern.any() and self._program.is_new((number, pattern.tobytes())):
                new.append((number, pattern))
        if new:
            self._add(new)
            self.columns += new
            if self._solved:
                self._highs.setOptionValue("simplex_strategy", _PRIMAL)
        return len(new)

    def _add(self, new: list[Column]) -> None:
        flavours, starts, rows, values = self.flavours, [], list[int](), list[float]()
        for number, pattern in new:
            starts.append(len(rows))
            inside = np.flatnonzero(pattern)
            rows += [*inside.tolist(), len(self.count) + number]
            values += [*pattern[inside].tolist(), 1.0]
            if spent := flavours.spent(number, pattern):
                rows.append(len(self.count) + len(self.free))
                values.append(spent)
        numbers = np.array([number for number, _ in new])
        self._highs.addCols(
            len(new),
            flavours.rate[numbers] * (flavours.scale / PARTS),
            np.zeros(len(new)),
            np.full(len(new), math.inf),
            len(rows),
            np.array(starts, np.int32),
            np.array(rows, np.int32),
            np.array(values, float),
        )

    def add_plan(self, plan: Plan) -> None:
        """Add the patterns of a plan."""
        self.add_all([(number, pattern) for number, pattern, _ in plan])

    def cheapest(self, point: MasterPoint, per_flavour: int) -> list[Column]:
        """Return the ``per_flavour`` x (flavours) + 200 columns of smallest reduced cost."""
        most = per_flavour * len(self.count) + 200
        if len(self.columns) <= most:
            return list(self.columns)
        numbers = np.array([number for number, _ in self.columns])
        cost = self.flavours.rate[numbers] * (self.flavours.scale / PARTS) + point.rents[numbers]
        worth = np.array([float(pattern @ point.prices) for _, pattern in self.columns])
        if self.flavours.budgeted:
            spent = [self.flavours.spent(number, pattern) for number, pattern in self.columns]
            cost = cost + point.budget_price * np.array(spent)
        used = np.zeros(len(cost))
        used[: len(point.x)] = point.x  # columns may be newer than the point
        order = np.argsort(cost - worth - used, kind="stable")[:most]
        return [self.columns[k] for k in sorted(order.tolist())]

    def part(self, columns: list[Column]) -> Master:
        """Return a separate master with only these columns.

        In it, the penalty for omitting an item exceeds the cost of a machine for it alone.
        """
        small = Master(self.flavours, 2.0 * self.penalty)
        small.add_all(columns)
        return small

    def values_without(self, closed: list[IntArray]) -> list[float]:
        """Estimate the relaxation's value without each list of columns, by a few simplex steps."""
        basis, found = self._highs.getBasis(), []
        self._highs.setOptionValue("simplex_strategy", _DUAL)
        self._highs.setOptionValue("simplex_iteration_limit", _GLANCE)
        for columns in closed:
            numbers = (columns + len(self.count)).astype(np.int32)
            nothing = np.zeros(len(numbers))
            self._highs.changeColsBounds(len(numbers), numbers, nothing, nothing)
            self._highs.run()
            found.append(float(self._highs.getInfo().objective_function_value))
            self._highs.changeColsBounds(
                len(numbers), numbers, nothing, np.full(len(numbers), math.inf)
            )
            self._highs.setBasis(basis)
        self._highs.setOptionValue("simplex_iteration_limit", _UNLIMITED)
        return found

    @property
    def sides(self) -> tuple[IntArray, IntArray, int]:
        """The right-hand sides: items per flavour, machines per class, and the budget."""
        return self.count, self.free, self.budget

    def solve(self) -> MasterPoint:
        """Solve the relaxation from the last basis."""
        _, value, x, dual = self._program.solve(simplex_strategy=_DUAL)
        self._solved = True
        count, classes = len(self.count), len(self.free)
        return MasterPoint(
            value=value,
            x=np.maximum(0.0, x[count:]),
            left_out=np.maximum(0.0, x[:count]),
            prices=np.maximum(0.0, dual[:count]),
            rents=np.maximum(0.0, -dual[count : count + classes]),
            budget_price=max(0.0, -float(dual[-1])) if self.flavours.budgeted else 0.0,
        )
