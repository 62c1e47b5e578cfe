"""Objectives in whole numbers as parts of a Pyomo model: a proof writes out every program."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, Protocol

import numpy as np
import pyomo.core as pyo
from pyomo.core.expr import LinearExpression
from pyomo.repn import generate_standard_repn

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.max_objective import Largest
from ...solvers.fronts import whole_coefficients


class LimitedGoal(Protocol):
    """One objective of a model, always minimised, in whole numbers."""

    name: str
    exact: bool  # whether a step of one misses no value
    variables: list[Any]

    def value(self) -> int:
        """Return the objective of the values that the variables have."""
        ...

    def measured(self) -> float:
        """Return the same in the unit of the model, all digits counted."""
        ...

    def natural(self, value: int) -> float:
        """Return a value in the unit of the model."""
        ...

    def limit(self, most: int | None) -> None:
        """Allow no solution above ``most``; ``None`` takes the limit away."""
        ...

    def minimise(self, wanted: bool) -> None:
        """Make this the objective of the model, or put it aside."""
        ...


class SumGoal:
    """A linear expression over integer variables."""

    def __init__(self, model: pyo.ConcreteModel, objective: Any, name: str) -> None:
        repn = generate_standard_repn(objective.expr, compute_values=True)
        for variable in repn.linear_vars:
            if not variable.is_integer():
                raise input_error(f"objective {name}", "must be whole", variable.name)
        self.name = name
        self._model = model
        self.variables = list(repn.linear_vars)
        self._coefficients = np.array(repn.linear_coefs, dtype=np.float64)
        self._scale, self.whole, self.exact = whole_coefficients(self._coefficients)
        self._constant = float(repn.constant)
        label = f"goal_{name}"
        expression = LinearExpression(linear_coefs=self.whole.tolist(), linear_vars=self.variables)
        self._expression = expression
        self._objective = pyo.Objective(expr=expression)
        model.add_component(label, self._objective)
        self._objective.deactivate()
        self._limit: pyo.Constraint | None = None

    def value(self) -> int:
        """Return the objective of the values that the variables have."""
        return int(self.whole @ self._chosen_values().astype(np.int64))

    def measured(self) -> float:
        """Return the same in the unit of the model, all digits counted."""
        return math.fsum([*(self._coefficients * self._chosen_values()).tolist(), self._constant])

    def _chosen_values(self) -> FloatArray:
        return np.rint([variable.value or 0.0 for variable in self.variables])

    def natural(self, value: int) -> float:
        """Return a value in the unit of the model."""
        return value / self._scale + self._constant

    def limit(self, most: int | None) -> None:
        """Allow no solution above ``most``."""
        if self._limit is not None:
            self._model.del_component(self._limit)
            self._limit = None
        if most is not None:
            self._limit = pyo.Constraint(expr=(None, self._expression, most))
            self._model.add_component(f"limit_{self.name}", self._limit)

    def minimise(self, wanted: bool) -> None:
        """Make this the objective of the model, or put it aside."""
        _activate(self._objective, wanted)


class MaximumGoal:
    """The largest value among the variables that are 1; its limit removes variables."""

    exact = True

    def __init__(self, objective: Any, name: str, largest: Largest, removals: Counter[int]) -> None:
        self.name = name
        self._removals = removals  # by how many goals a variable is removed
        self._objective = objective
        self._rows = largest.rows
        self.variables = list(largest.variables)
        self.group = np.asarray(largest.group)
        self._values, rank = np.unique(np.asarray(largest.values), return_inverse=True)
        self._rank: IntArray = rank.ravel()
        self._removed = np.zeros(len(self.variables), dtype=np.bool_)

    def value(self) -> int:
        """Return the rank of the largest value that is chosen."""
        chosen = np.array([(variable.value or 0.0) > 0.5 for variable in self.variables])
        return int(self._rank[chosen].max())

    def measured(self) -> float:
        """Return the largest value that is chosen."""
        return self.natural(self.value())

    def natural(self, value: int) -> float:
        """Return the value of a rank; of one below all ranks, minus infinity."""
        return float(self._values[value]) if value >= 0 else -math.inf

    def limit(self, most: int | None) -> None:
        """Fix to 0 every variable above the limit, and free the others.

        If one of them was 1, the start forgets its whole group, so that the engine completes the
        rest of the last solution instead of throwing it away.
        """
        top = len(self._values) if most is None else most
        removed = self._rank > top
        stale = []
        for k in np.flatnonzero(removed & ~self._removed).tolist():
            if self.variables[k].value:
                stale.append(self.group[k])
            self._removals[id(self.variables[k])] += 1
            self.variables[k].fix(0)
        for k in np.flatnonzero(~removed & self._removed).tolist():
            self._removals[id(self.variables[k])] -= 1
            if not self._removals[id(self.variables[k])]:
                self.variables[k].unfix()
        self._removed = removed
        for k in np.flatnonzero(np.isin(self.group, stale) & ~removed).tolist():
            if not self.variables[k].fixed:
                self.variables[k].set_value(None)

    def minimise(self, wanted: bool) -> None:
        """Make this the objective of the model, or put it aside with its rows."""
        _activate(self._objective, wanted)
        for row in self._rows:
            _activate(row, wanted)


def _activate(component: Any, wanted: bool) -> None:
    if wanted:
        component.activate()
    else:
        component.deactivate()
