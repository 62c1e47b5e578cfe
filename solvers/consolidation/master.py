"""The restricted master program of column generation, held by HiGHS and solved again and again.

Rows: every flavour is covered, no class has more patterns than machines, the budget is kept.
Columns: one per class and pattern, and one per flavour for items left out, at a penalty.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.clock import uncounted
from .flavours import PARTS, Flavours, Plan


@dataclass(frozen=True, eq=False)
class MasterPoint:
    """A solution of the relaxed master: its value, columns, and the duals of its rows."""

    value: float
    x: FloatArray
    left_out: FloatArray
    prices: FloatArray
    rents: FloatArray
    budget_price: float


class Master:
    """The columns so far, over sides that a dive may change."""

    def __init__(self, flavours: Flavours, penalty: FloatArray) -> None:
        with uncounted():
            import highspy  # only where it is used: it takes long to load

        self.flavours = flavours
        self._optimal = highspy.HighsModelStatus.kOptimal
        self.columns: list[tuple[int, IntArray]] = []
        self.spent: list[int] = []
        self._known: set[tuple[int, bytes]] = set()
        count, classes = len(flavours.size), len(flavours.room)
        self._highs = highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        self._highs.setOptionValue("presolve", "off")
        for number in range(count + classes + flavours.budgeted):
            side = (0.0, math.inf) if number < count else (-math.inf, 0.0)
            self._highs.addRow(*side, 0, np.empty(0, np.int32), np.empty(0))
        for f in range(count):
            self._highs.addCol(
                float(penalty[f]), 0.0, math.inf, 1, np.array([f], np.int32), np.ones(1)
            )
        self.set_sides(flavours.count, flavours.machines, flavours.instance.budget)

    def set_sides(self, count: IntArray, machines: IntArray, budget: int) -> None:
        """Demand that many items of each flavour, of that many machines, within that budget."""
        self.count, self.free, self.budget = count, machines, budget
        upper = [math.inf] * len(count) + machines.tolist()
        lower = count.tolist() + [-math.inf] * len(machines)
        if self.flavours.budgeted:
            upper.append(budget)
            lower.append(-math.inf)
        rows = np.arange(len(lower), dtype=np.int32)
        self._highs.changeRowsBounds(
            len(rows), rows, np.array(lower, dtype=float), np.array(upper, dtype=float)
        )

    def set_penalty(self, penalty: FloatArray) -> None:
        """Change what it costs to leave out an item of each flavour."""
        for f, each in enumerate(penalty.tolist()):
            self._highs.changeColCost(f, each)

    def add(self, number: int, pattern: IntArray) -> bool:
        """Add a pattern of a class; return whether it is new."""
        key = (number, pattern.tobytes())
        if key in self._known or not pattern.any():
            return False
        self._known.add(key)
        spent = self.flavours.spent(number, pattern)
        flavours = np.flatnonzero(pattern)
        rows, values = flavours.tolist(), pattern[flavours].tolist()
        rows.append(len(self.count) + number)
        values.append(1)
        if spent:
            rows.append(len(self.count) + len(self.free))
            values.append(spent)
        cost = float(self.flavours.rate[number] * self.flavours.scale / PARTS)
        self._highs.addCol(
            cost, 0.0, math.inf, len(rows), np.array(rows, np.int32), np.array(values, float)
        )
        self.columns.append((number, pattern))
        self.spent.append(spent)
        return True

    def add_all(self, patterns: list[tuple[int, IntArray]]) -> int:
        """Add patterns; return how many of them are new."""
        return sum(self.add(number, pattern) for number, pattern in patterns)

    def add_plan(self, plan: Plan) -> None:
        """Add the patterns of a plan."""
        self.add_all([(number, pattern) for number, pattern, _ in plan])

    @property
    def sides(self) -> tuple[IntArray, IntArray, int]:
        """The items of each flavour, the machines of each class, and the budget."""
        return self.count, self.free, self.budget

    def solve(self) -> MasterPoint:
        """Solve the relaxation, from where the last one ended."""
        self._highs.run()
        if self._highs.getModelStatus() != self._optimal:
            self._highs.clearSolver()
            self._highs.run()
        solution = self._highs.getSolution()
        dual = np.array(solution.row_dual)
        x = np.array(solution.col_value)
        count, classes = len(self.count), len(self.free)
        return MasterPoint(
            value=float(self._highs.getInfo().objective_function_value),
            x=np.maximum(0.0, x[count:]),
            left_out=np.maximum(0.0, x[:count]),
            prices=np.maximum(0.0, dual[:count]),
            rents=np.maximum(0.0, -dual[count : count + classes]),
            budget_price=max(0.0, -float(dual[-1])) if self.flavours.budgeted else 0.0,
        )
