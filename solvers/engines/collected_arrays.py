"""The arrays of a model whose expressions remember them, collected without walking their terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.common.errors import InvalidConstraintError, InvalidValueError
from pyomo.network import Port
from pyomo.repn.linear import LinearRepnVisitor
from pyomo.repn.util import VarRecorder, categorize_valid_components
from scipy.sparse import csc_array, csr_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.linear import Linear
from ...core.linear_rows import Family
from ...core.pyomo_insides import ArrayVar
from .members import Members, Part, part_of

_KNOWN = {pyo.Block, pyo.Constraint, pyo.Objective, pyo.Var, pyo.Param, pyo.Expression, pyo.Suffix}
_KNOWN |= {pyo.ExternalFunction, pyo.Set, pyo.RangeSet, Port}


@dataclass(frozen=True, eq=False)
class Compiled:
    """A linear model in its own sense: the active objectives, and the first one in numbers."""

    columns: Sequence[Any]
    objectives: list[Any]
    cost: FloatArray
    constant: float
    matrix: csc_array
    row_lower: FloatArray
    row_upper: FloatArray
    rows: Sequence[Any]
    unused: Sequence[Any]


def remembers_arrays(model: pyo.ConcreteModel) -> bool:
    """Return whether any active constraint or objective of the model holds arrays."""
    kinds = (pyo.Constraint, pyo.Objective)
    for component in model.component_objects(kinds, active=True, descend_into=True):
        if isinstance(component, Family):
            return True
        for part in component.values():
            expression = part.expr
            if isinstance(expression, Linear) or any(
                isinstance(argument, Linear) for argument in getattr(expression, "args", ())
            ):
                return True
    return False


def collect(model: pyo.ConcreteModel) -> Compiled:
    """Return the arrays of a model; expressions that remember none are walked."""
    _, others = categorize_valid_components(model, active=True, valid=_KNOWN, targets=set())
    if others:
        odd = [f"{part.name} is a {kind.__name__}" for kind in others for part in others[kind]]
        raise ValueError(", ".join(odd))
    columns = _Columns(model)
    rows = _Rows(columns)
    for component in model.component_objects(pyo.Constraint, active=True, descend_into=True):
        rows.take(component)
    objectives = list(model.component_data_objects(pyo.Objective, active=True, descend_into=True))
    numbers, coefficients, constant = columns.entries(objectives[0].expr if objectives else 0)
    cost: FloatArray = np.bincount(numbers, coefficients, columns.count).astype(np.float64)
    matrix, lower, upper = rows.arrays()
    variables, fixed = Members(columns.parts), columns.fixed()
    there = (np.diff(matrix.indptr) > 0) | (cost != 0)
    if (there & fixed).any():
        folded = np.flatnonzero(there & fixed)
        values = _fixed_values(variables.only(folded))
        moved = matrix[:, folded] @ values
        lower, upper = lower - moved, upper - moved
        constant += float(cost[folded] @ values)
    kept, unused = np.flatnonzero(there & ~fixed), np.flatnonzero(~there & ~fixed)
    if len(kept) < len(variables):
        matrix, cost = csc_array(matrix[:, kept]), cost[kept]
    return Compiled(
        columns=variables if len(kept) == len(variables) else variables.only(kept),
        objectives=objectives,
        cost=cost,
        constant=constant,
        matrix=matrix,
        row_lower=lower,
        row_upper=upper,
        rows=Members(rows.parts),
        unused=variables.only(unused),
    )


def _fixed_values(variables: Members) -> FloatArray:
    for variable in variables:
        if variable.value is None:
            raise InvalidValueError(f"variable {variable.name} is fixed without a value")
    return np.array([variable.value for variable in variables], dtype=np.float64)


class _Columns:
    """The columns of all variables of a model, in the order of their declaration."""

    def __init__(self, model: pyo.ConcreteModel) -> None:
        self.parts: list[Part] = []
        self.count = 0
        self._first: dict[int, int] = {}
        self._numbers: dict[int, dict[int, int]] = {}
        for component in model.component_objects(pyo.Var, active=True, descend_into=True):
            self._add(component)
        self._map: dict[int, Any] = {}
        self._visitor = LinearRepnVisitor({}, var_recorder=VarRecorder(self._map, None))

    def _add(self, component: Any) -> int:
        first = self._first[id(component)] = self.count
        self.parts.append(part_of(component))
        self.count += len(self.parts[-1])
        return first

    def fixed(self) -> BoolArray:
        """Return which variables are fixed."""
        fixed = [
            [False] * len(part)
            if isinstance(part, ArrayVar)
            else list(map(attrgetter("fixed"), part))
            for part in self.parts
        ]
        return np.array(list(chain.from_iterable(fixed)), dtype=np.bool_)

    def entries(self, expression: Any) -> tuple[IntArray, FloatArray, float]:
        """Return the columns, coefficients and constant of a linear expression."""
        if not isinstance(expression, Linear):
            return self._walk(expression)
        if not expression.terms:
            return np.empty(0, dtype=np.int64), np.empty(0), expression.offset
        numbers = [self.numbers(owner, places) for owner, places, _ in expression.terms]
        coefficients = [term.coefficients for term in expression.terms]
        return np.concatenate(numbers), np.concatenate(coefficients), expression.offset

    def numbers(self, owner: Any, places: IntArray) -> IntArray:
        """Return the columns of variables that are counted within their owner."""
        if isinstance(owner, ArrayVar):
            first = self._first.get(id(owner))
            return places + (self._add(owner) if first is None else first)
        return np.full(places.shape, self._number(owner))

    def _number(self, variable: Any) -> int:
        component = variable.parent_component()
        first = self._first.get(id(component))
        if first is None:
            first = self._add(component)
        if id(component) not in self._numbers:
            own = part_of(component)
            every = own if isinstance(own, list) else own.members
            self._numbers[id(component)] = {id(each): k for k, each in enumerate(every, first)}
        return self._numbers[id(component)][id(variable)]

    def _walk(self, expression: Any) -> tuple[IntArray, FloatArray, float]:
        found = self._visitor.walk_expression(expression)
        if found.nonlinear is not None:
            raise InvalidConstraintError(f"it contains the nonlinear term {found.nonlinear}")
        numbers = [self._number(self._map[key]) for key in found.linear]
        coefficients = np.array(list(found.linear.values()), dtype=np.float64)
        return np.array(numbers, dtype=np.int64), coefficients, found.constant


class _Rows:
    """Rows under way: entries one row after the other."""

    def __init__(self, columns: _Columns) -> None:
        self.parts: list[Part] = []
        self._columns = columns
        self._numbers: list[IntArray] = []
        self._coefficients: list[FloatArray] = []
        self._lengths: list[IntArray] = []
        self._lower: list[FloatArray] = []
        self._upper: list[FloatArray] = []

    def take(self, component: Any) -> None:
        """Add the active constraints of a component."""
        if isinstance(component, Family) and component.is_as_made:
            self._take_family(component)
            return
        for constraint in component.values():
            if constraint.active:
                self._take_one(constraint)

    def _take_family(self, family: Family) -> None:
        terms, size = family.rows.terms, len(family)
        numbers = np.empty((size, len(terms)), dtype=np.int64)
        coefficients = np.empty((size, len(terms)))
        there = np.empty((size, len(terms)), dtype=np.bool_)
        for k, (owner, places, factors) in enumerate(terms):
            numbers[:, k] = self._columns.numbers(owner, places)
            coefficients[:, k], there[:, k] = factors, places >= 0
        entries = numbers[there], coefficients[there]
        self._add(
            part_of(family), *entries, there.sum(axis=1), family.rows.lower, family.rows.upper
        )

    def _take_one(self, constraint: Any) -> None:
        lower, body, upper = constraint.to_bounded_expression(evaluate_bounds=True)
        if lower is None and upper is None:
            return
        try:
            numbers, coefficients, constant = self._columns.entries(body)
        except InvalidConstraintError as error:
            raise InvalidConstraintError(f"constraint {constraint.name}: {error}") from error
        low = np.array([-np.inf if lower is None else lower - constant])
        high = np.array([np.inf if upper is None else upper - constant])
        self._add([constraint], numbers, coefficients, np.array([len(numbers)]), low, high)

    def _add(
        self,
        part: Part,
        numbers: IntArray,
        coefficients: FloatArray,
        lengths: IntArray,
        lower: FloatArray,
        upper: FloatArray,
    ) -> None:
        self.parts.append(part)
        self._numbers.append(numbers)
        self._coefficients.append(coefficients)
        self._lengths.append(lengths)
        self._lower.append(lower)
        self._upper.append(upper)

    def arrays(self) -> tuple[csc_array, FloatArray, FloatArray]:
        """Return the matrix and the two sides."""
        shape = (sum(map(len, self.parts)), self._columns.count)
        if not self.parts:
            return csc_array(shape), np.empty(0), np.empty(0)
        starts = np.concatenate([np.zeros(1, dtype=np.int64), *self._lengths]).cumsum()
        numbers, coefficients = np.concatenate(self._numbers), np.concatenate(self._coefficients)
        by_row = csr_array((coefficients, numbers.astype(np.int32), starts), shape=shape)
        matrix = csc_array(by_row)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        return matrix, np.concatenate(self._lower), np.concatenate(self._upper)
