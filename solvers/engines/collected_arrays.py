"""The columns and rows of a model, collected as arrays.

Expressions that remember arrays are taken as they are; the others are walked as Pyomo does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.common.errors import InvalidConstraintError
from pyomo.network import Port
from pyomo.repn.linear import LinearRepnVisitor
from pyomo.repn.util import VarRecorder, categorize_valid_components
from scipy.sparse import csc_array, csr_array

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.linear import Linear
from ...core.linear_rows import Family
from ...core.outcome import Sense
from ...core.pyomo_insides import ArrayVar
from .members import Part, members_of, part_of

_KNOWN = {pyo.Block, pyo.Constraint, pyo.Objective, pyo.Var, pyo.Param, pyo.Expression, pyo.Suffix}
_KNOWN |= {pyo.ExternalFunction, pyo.Set, pyo.RangeSet, Port}


def refuse_other_components(model: pyo.ConcreteModel) -> None:
    """Raise if the model has active components that a linear form cannot hold."""
    _, others = categorize_valid_components(model, active=True, valid=_KNOWN, targets=set())
    if others:
        odd = [f"{part.name} is a {kind.__name__}" for kind in others for part in others[kind]]
        raise ValueError(", ".join(odd))


class Columns:
    """The columns of all variables of a model, in the order of their declaration."""

    def __init__(self, model: pyo.ConcreteModel) -> None:
        self.parts: list[Part] = []
        self.count = 0
        self._first: dict[int, int] = {}  # columns of components
        self._numbers: dict[int, int] = {}  # columns of variables that were met one by one
        self._met: dict[int, Any] = {}
        self._visitor = LinearRepnVisitor({}, var_recorder=VarRecorder(self._met, None))
        for component in model.component_objects(pyo.Var, active=True, descend_into=True):
            self._first_of(component)

    def _first_of(self, component: Any) -> int:
        """Return the column of a component's first variable; new components go to the end."""
        if id(component) not in self._first:
            self._first[id(component)] = self.count
            self.parts.append(part_of(component))
            self.count += len(self.parts[-1])
        return self._first[id(component)]

    def objective(self, model: pyo.ConcreteModel) -> tuple[Sense, FloatArray, float]:
        """Sense, coefficients and constant of the one objective, negated when it is maximised."""
        objectives = list(model.component_data_objects(pyo.Objective, active=True))
        if len(objectives) > 1:
            names = ", ".join(objective.name for objective in objectives)
            raise input_error("objective", "one must be active at most", names)
        if not objectives:
            return "minimize", np.zeros(self.count), 0.0
        numbers, coefficients, constant = self.entries(objectives[0], objectives[0].expr)
        cost = np.bincount(numbers, coefficients, self.count).astype(np.float64)
        if objectives[0].sense == pyo.minimize:
            return "minimize", cost, constant
        return "maximize", 0.0 - cost, 0.0 - constant

    def entries(self, owner: Any, expression: Any) -> tuple[IntArray, FloatArray, float]:
        """Return the columns, coefficients and constant of the linear expression of an owner."""
        if isinstance(expression, Linear):
            terms = expression.terms
            numbers = [self.numbers(owner, places) for owner, places, _ in terms]
            coefficients = np.concatenate([np.empty(0), *(term.coefficients for term in terms)])
            return (
                np.concatenate([np.empty(0, dtype=np.int64), *numbers]),
                coefficients,
                expression.offset,
            )
        found = self._visitor.walk_expression(expression)
        if found.nonlinear is not None:
            kind = owner.ctype.__name__.lower()
            rule = f"{kind} {owner.name} has the nonlinear term {found.nonlinear}"
            raise InvalidConstraintError(rule)
        if not found.linear.keys() <= self._numbers.keys():
            for key in found.linear:
                self._number(self._met[key])
        columns = np.array([self._numbers[key] for key in found.linear], dtype=np.int64)
        coefficients = np.array(list(found.linear.values()), dtype=np.float64)
        return columns, coefficients, float(found.constant)

    def numbers(self, owner: Any, places: IntArray) -> IntArray:
        """Return the columns of variables that are counted within their owner."""
        if isinstance(owner, ArrayVar):
            return places + self._first_of(owner)
        return np.full(places.shape, self._number(owner))

    def _number(self, variable: Any) -> int:
        if id(variable) not in self._numbers:
            component = variable.parent_component()
            members = members_of(part_of(component))
            columns = enumerate(members, self._first_of(component))
            self._numbers.update({id(member): column for column, member in columns})
        return self._numbers[id(variable)]


class CollectedRows:
    """Rows under way: entries one row after the other."""

    def __init__(self, columns: Columns) -> None:
        self.parts: list[Part] = []
        self._columns = columns
        # of each part: columns, coefficients, entries per row, lower and upper sides, constants
        self._arrays: list[tuple[Any, ...]] = []

    def take(self, component: Any) -> None:
        """Add the active constraints of a component."""
        if isinstance(component, Family) and component.is_as_made:
            self._take_family(component)
        else:
            self._take_members(component.values())

    def _take_family(self, family: Family) -> None:
        terms, size = family.rows.terms, len(family)
        numbers = np.empty((size, len(terms)), dtype=np.int64)
        coefficients = np.empty((size, len(terms)))
        there = np.empty((size, len(terms)), dtype=np.bool_)
        for k, (owner, places, factors) in enumerate(terms):
            numbers[:, k] = self._columns.numbers(owner, places)
            coefficients[:, k], there[:, k] = factors, places >= 0
        self.parts.append(part_of(family))
        entries = numbers[there], coefficients[there], there.sum(axis=1)
        sides = family.rows.lower, family.rows.upper, np.zeros(size)
        self._arrays.append((*entries, *sides))

    def _take_members(self, constraints: Iterable[Any]) -> None:
        rows, entries, sides = [], [], []
        for constraint in constraints:
            if not constraint.active:
                continue
            low, body, high = constraint.to_bounded_expression(evaluate_bounds=True)
            if low is None and high is None:
                continue
            rows.append(constraint)
            entries.append(self._columns.entries(constraint, body))
            sides.append((-np.inf if low is None else low, np.inf if high is None else high))
        if not rows:
            return
        numbers, coefficients, constants = zip(*entries, strict=True)
        lengths = np.array(list(map(len, numbers)), dtype=np.int64)
        lower, upper = np.array(sides, dtype=np.float64).T
        self.parts.append(rows)
        joined = np.concatenate(numbers), np.concatenate(coefficients)
        self._arrays.append((*joined, lengths, lower, upper, np.array(constants)))

    def arrays(self) -> tuple[csc_array, FloatArray, FloatArray, FloatArray]:
        """Return the matrix, the two sides and the constants."""
        shape = (sum(map(len, self.parts)), self._columns.count)
        if not self.parts:
            return csc_array(shape), *np.empty((3, 0))
        joined = (np.concatenate(arrays) for arrays in zip(*self._arrays, strict=True))
        numbers, coefficients, lengths, lower, upper, constants = joined
        starts = np.concatenate([np.zeros(1, dtype=np.int64), lengths]).cumsum()
        by_row = csr_array((coefficients, numbers.astype(np.int32), starts), shape=shape)
        matrix = csc_array(by_row)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        return matrix, lower, upper, constants
