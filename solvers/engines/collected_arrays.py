"""Collection of the columns and rows of a Pyomo model as arrays.

Array expressions are used directly; all other expressions are traversed as in Pyomo.  A *part* is
an array component, or the list of the members (variables or constraints) of a component.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
import pyomo.core as pyo
from pyomo.common.errors import InvalidConstraintError, InvalidValueError
from pyomo.network import Port
from pyomo.repn.linear import LinearRepnVisitor
from pyomo.repn.util import VarRecorder, categorize_valid_components
from scipy.sparse import csc_array, csr_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.faults import input_error
from ...core.gaps import Sense
from ...core.pyomo_arrays import ArrayConstraint, ArrayVar, Family, Linear, own_lower, own_upper

Part: TypeAlias = ArrayConstraint | ArrayVar | list[Any]  # an array component, or members


def part_of(component: Any) -> Part:
    """Return an array component itself if its members do not exist yet, else all members."""
    if isinstance(component, ArrayConstraint | ArrayVar):
        return component if component.is_late else component.members
    return list(component.values())


def members_of(part: Part) -> list[Any]:
    """Return the members of a part, creating them if necessary."""
    return part if isinstance(part, list) else part.members


class Members(Sequence[Any]):
    """The sequence of the members of several parts; with ``kept`` only those at these positions."""

    def __init__(self, parts: Sequence[Part], kept: IntArray | None = None) -> None:
        self.parts, self.kept = parts, kept

    @cached_property
    def _members(self) -> tuple[Any, ...]:
        made: list[Any] = []
        first = 0
        for part in self.parts:
            own = np.arange(len(part))
            if self.kept is not None:
                own = self.kept[(self.kept >= first) & (self.kept < first + len(part))] - first
            first += len(part)
            if len(own):
                members = members_of(part)
                made += members if len(own) == len(members) else [members[k] for k in own.tolist()]
        return tuple(made)

    def __len__(self) -> int:
        return sum(map(len, self.parts)) if self.kept is None else len(self.kept)

    def __getitem__(self, place: Any) -> Any:
        return self._members[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._members)

    def only(self, kept: IntArray) -> Members:
        """Return only the members at these positions in the sequence."""
        return Members(self.parts, kept if self.kept is None else self.kept[kept])

    def joined(self, arrays: list[Any]) -> Any:
        """Return one value per member, from one array of values per part."""
        every = np.concatenate(arrays) if arrays else np.empty(0)
        return every if self.kept is None else every[self.kept]


_KNOWN = {pyo.Block, pyo.Constraint, pyo.Objective, pyo.Var, pyo.Param, pyo.Expression, pyo.Suffix}
_KNOWN |= {pyo.ExternalFunction, pyo.Set, pyo.RangeSet, Port}


def refuse_other_components(model: pyo.ConcreteModel) -> None:
    """Raise an error if the model has active components that a linear form cannot hold."""
    _, others = categorize_valid_components(model, active=True, valid=_KNOWN, targets=set())
    if others:
        odd = [f"{part.name} is a {kind.__name__}" for kind in others for part in others[kind]]
        raise ValueError(", ".join(odd))


class Columns:
    """The column numbers of all variables of a model, in the order of their declaration."""

    def __init__(self, model: pyo.ConcreteModel) -> None:
        self.parts: list[Part] = []
        self.count = 0
        self._first: dict[int, int] = {}  # first columns of array components
        self._numbers: dict[int, int] = {}  # columns of single variables
        self._met: dict[int, Any] = {}
        self._visitor = LinearRepnVisitor({}, var_recorder=VarRecorder(self._met, None))
        for component in model.component_objects(pyo.Var, active=True, descend_into=True):
            self._first_of(component)

    def _first_of(self, component: Any) -> int:
        """Return the column of a component's first variable; a new component is appended."""
        if id(component) not in self._first:
            self._first[id(component)] = self.count
            self.parts.append(part_of(component))
            self.count += len(self.parts[-1])
        return self._first[id(component)]

    def objective(self, model: pyo.ConcreteModel) -> tuple[Sense, FloatArray, float]:
        """Return sense, coefficients and constant of the objective, negated if it is maximised."""
        objectives = list(model.component_data_objects(pyo.Objective, active=True))
        if len(objectives) > 1:
            names = ", ".join(objective.name for objective in objectives)
            raise input_error("objective", "at most one may be active", names)
        if not objectives:
            return "minimize", np.zeros(self.count), 0.0
        numbers, coefficients, constant = self.entries(objectives[0], objectives[0].expr)
        cost = np.bincount(numbers, coefficients, self.count).astype(np.float64)
        if objectives[0].sense == pyo.minimize:
            return "minimize", cost, constant
        return "maximize", 0.0 - cost, 0.0 - constant

    def entries(self, owner: Any, expression: Any) -> tuple[IntArray, FloatArray, float]:
        """Return columns, coefficients and constant of the linear expression of a component."""
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
        """Return the columns of the variables at these positions in their component."""
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
    """Collects the rows of constraints: their entries, row by row, and their sides."""

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
        """Return matrix, lower sides, upper sides, and the constants moved into the sides."""
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


_INTEGER_SLACK = 1e-9  # a bound this close to an integer counts as that integer


def bounds_and_kinds(columns: Sequence[Any]) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return the variables' bounds, rounded inwards for integers, and a mask of the integers."""
    found = as_members(columns)
    bounds = [_bounds(part) for part in found.parts]
    lower, upper, integer = (found.joined([each[k] for each in bounds]) for k in range(3))
    integer = integer.astype(np.bool_)
    lower[np.isnan(lower)] = -np.inf
    upper[np.isnan(upper)] = np.inf
    lower[integer] = np.ceil(lower[integer] - _INTEGER_SLACK) + 0.0
    upper[integer] = np.floor(upper[integer] + _INTEGER_SLACK)
    return lower, upper, integer


def as_members(columns: Sequence[Any]) -> Members:
    """Convert variables to `Members`; a plain sequence becomes one part."""
    return columns if isinstance(columns, Members) else Members([list(columns)])


def _bounds(part: Part) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return the tighter of explicit and domain bounds (NaN: none), and a mask of the integers."""
    if isinstance(part, ArrayVar):
        of_one = _bounds([part.pattern()])
        lower, upper = np.fmax(part.low, of_one[0]), np.fmin(part.high, of_one[1])
        return lower, upper, np.repeat(of_one[2], len(part))
    domains = list(map(id, map(attrgetter("domain"), part)))
    one_each = dict(zip(domains, part, strict=True))
    of_domain = np.array(domains, dtype=np.int64)
    lower, upper = _bounds_as_set(part, own_lower, "lb"), _bounds_as_set(part, own_upper, "ub")
    integer = np.zeros(len(part), dtype=np.bool_)
    for domain, variable in one_each.items():
        alike = of_domain == domain
        low, high = (np.nan if end is None else end for end in variable.domain.bounds())
        lower[alike], upper[alike] = np.fmax(lower[alike], low), np.fmin(upper[alike], high)
        integer[alike] = _is_integer(variable)
    return lower, upper, integer


def are_fixed(parts: Sequence[Part]) -> BoolArray:
    """Return a mask of the fixed variables; members not created yet are not fixed."""
    kinds = [
        [False] * len(part) if isinstance(part, ArrayVar) else map(attrgetter("fixed"), part)
        for part in parts
    ]
    return np.array(list(chain.from_iterable(kinds)), dtype=np.bool_)


def fixed_values(variables: Sequence[Any]) -> FloatArray:
    """Return the values of fixed variables; each of them must have a value."""
    for variable in variables:
        if variable.value is None:
            raise InvalidValueError(f"variable {variable.name} is fixed without a value")
    return np.array([variable.value for variable in variables], dtype=np.float64)


def start_of(columns: Sequence[Any]) -> FloatArray | None:
    """Return the variables' values (NaN: no value); ``None`` if no variable has a value."""
    found = as_members(columns)
    values = found.joined([_values(part) for part in found.parts])
    return None if np.isnan(values).all() else values


def _values(part: Part) -> FloatArray:
    if isinstance(part, ArrayVar):
        return part.values_now
    return np.array(list(map(attrgetter("value"), part)), dtype=np.float64)


def load_values(columns: Sequence[Any], x: FloatArray) -> None:
    """Load the values of a point into the variables."""
    found, first = as_members(columns), 0
    values = x
    if found.kept is not None:
        values = np.full(sum(map(len, found.parts)), np.nan)
        values[found.kept] = x
    for part in found.parts:
        own = values[first : first + len(part)]
        first += len(part)
        if isinstance(part, ArrayVar) and part.is_late:
            part.take_values(np.where(np.isnan(own), part.values_now, own))
            continue
        variables = members_of(part)
        for k in np.flatnonzero(~np.isnan(own)).tolist():
            variables[k].set_value(float(own[k]), skip_validation=True)


def _bounds_as_set(columns: list[Any], own: Callable[[Any], Any], side: str) -> FloatArray:
    """Return the variables' explicit bounds on one side (NaN: none), without domain bounds."""
    found = list(map(own, columns))
    try:
        numbers = np.array(found, dtype=np.float64)
    except TypeError:
        numbers = None  # one of them is an expression
    if numbers is not None and np.isnan(numbers).sum() == found.count(None):
        return numbers
    return np.array(list(map(attrgetter(side), columns)), dtype=np.float64)


def _is_integer(variable: Any) -> bool:
    whole = bool(variable.is_integer())
    if not whole and not variable.is_continuous():
        rule = "its domain must be continuous or consecutive integers"
        raise input_error(f"variable {variable.name}", rule, variable.domain.name)
    return whole
