"""Standard form: a Pyomo model as sparse arrays, always minimising."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyomo.core as pyo
from pyomo.common.errors import InvalidValueError
from pyomo.common.gc_manager import PauseGC
from scipy.sparse import csc_array, csr_array

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.faults import Fault, InputError, input_error
from ...core.gaps import Sense
from ...core.pyomo_arrays import Linear, variables_of
from .collected_arrays import (
    CollectedRows,
    Columns,
    Members,
    are_fixed,
    bounds_and_kinds,
    fixed_values,
    refuse_other_components,
    start_of,
)

_NOISE = 1e-9  # relative violation of a constant row that counts as rounding


@dataclass(frozen=True, eq=False)
class StandardForm:
    """``min cost·x + constant`` subject to rows and bounds, whatever the sense of the model.

    The rows have the sides ``row_lower <= matrix·x <= row_upper``; bounds are ``lower <= x <=
    upper``. A maximisation is negated here, once: ``sense`` remembers it and `in_sense` negates
    back. Sides and bounds that are missing are infinite.  ``start`` holds the values that the
    variables had (NaN if there was none), or is ``None`` if no variable had one.  ``columns`` and
    ``rows`` are the Pyomo variables and constraints; a form that comes from no model leaves them
    empty.  ``unused`` are free variables of the model in no row and not in the objective.
    ``infeasible`` is a message if it is evident without solving that no point is feasible. ``unit``
    is the divisor of the model's objective (see `scaling`), and ``exact`` marks integer rows, which
    allow no tolerance.  Points above ``cutoff`` are not needed: an engine may report a form without
    better points as infeasible.
    """

    cost: FloatArray
    constant: float
    matrix: csc_array
    row_lower: FloatArray
    row_upper: FloatArray
    lower: FloatArray
    upper: FloatArray
    integer: BoolArray
    sense: Sense = "minimize"
    start: FloatArray | None = None
    columns: Sequence[Any] = field(default=(), repr=False)
    rows: Sequence[Any] = field(default=(), repr=False)
    unused: Sequence[Any] = field(default=(), repr=False)
    infeasible: str | None = None
    unit: float = 1.0
    exact: BoolArray | None = None
    cutoff: float | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and the number of columns."""
        return len(self.row_lower), len(self.lower)

    @cached_property
    def by_row(self) -> csr_array:
        """The matrix in row-major (CSR) form, with sorted columns."""
        by_row = self.matrix.tocsr()
        by_row.sort_indices()
        return by_row

    @cached_property
    def row_of(self) -> IntArray:
        """The row of every entry of the matrix, row by row."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.by_row.indptr))

    @property
    def sign(self) -> float:
        """1 if the model minimises, -1 if it maximises."""
        return 1.0 if self.sense == "minimize" else -1.0

    def column_name(self, column: int) -> str:
        """Return the name of a variable, for messages."""
        return self.columns[column].name if self.columns else f"column {column}"

    def row_name(self, row: int) -> str:
        """Return the name of a constraint, for messages."""
        return self.rows[row].name if self.rows else f"row {row}"

    def value(self, x: FloatArray) -> float:
        """Return the objective at a point, in the minimising sense."""
        return float(self.cost @ x) + self.constant

    def in_sense(self, value: float) -> float:
        """Convert a minimised objective or bound to the sense of the model."""
        natural = value * self.unit
        return natural if self.sense == "minimize" else 0.0 - natural

    def feasibility_only(self) -> StandardForm:
        """Return the same rows and bounds without an objective."""
        return replace(self, cost=np.zeros_like(self.cost), constant=0.0, cutoff=None)

    @cached_property
    def _row_of(self) -> dict[int, int]:
        return {id(row): k for k, row in enumerate(self.rows)}

    @cached_property
    def _column_of(self) -> dict[int, int]:
        return {id(column): k for k, column in enumerate(self.columns)}

    def with_sides(self, sides: Iterable[tuple[Any, float | None, float | None]]) -> StandardForm:
        """Return the form with new sides (constraint, lower, upper), where ``None`` means no side.

        They apply to the variable part of the body, without its constants and fixed variables.
        """
        lower, upper = self.row_lower.copy(), self.row_upper.copy()
        for constraint, low, high in sides:
            row = self._row_of[id(constraint)]
            lower[row] = -np.inf if low is None else low
            upper[row] = np.inf if high is None else high
        changed = replace(self, row_lower=lower, row_upper=upper)
        return replace(changed, infeasible=changed.crossing())

    def crossing(self) -> str | None:
        """Return a message about bounds or sides that contradict each other, or ``None``."""
        columns = np.flatnonzero(self.lower > self.upper)
        if len(columns):
            return f"the bounds of {self.column_name(int(columns[0]))} exclude each other"
        rows = np.flatnonzero(self.row_lower > self.row_upper)
        if len(rows):
            return f"the lower bound of {self.row_name(int(rows[0]))} is above its upper bound"
        low, high, _ = bounds_and_kinds(self.unused)
        for variable in np.flatnonzero(low > high).tolist():
            return f"the bounds of {self.unused[variable].name} exclude each other"
        return None

    def with_objective(self, expression: Linear) -> StandardForm:
        """Return the form with another objective over its columns, in the sense of the model."""
        cost = np.zeros_like(self.cost)
        for owner, places, coefficients in expression.terms:
            np.add.at(cost, self._columns_of(owner)[places], self.sign * coefficients)
        return replace(self, cost=cost, constant=self.sign * expression.offset)

    def _columns_of(self, owner: Any) -> IntArray:
        """Return the columns of a component's variables, indexed by position in the component."""
        if id(owner) not in self._known_columns:
            numbers = [self._column_of[id(variable)] for variable in variables_of(owner)]
            self._known_columns[id(owner)] = np.array(numbers, dtype=np.int64)
        return self._known_columns[id(owner)]

    def has_column(self, variable: Any) -> bool:
        """Return whether a variable is a column of the form."""
        return id(variable) in self._column_of

    def places_of(self, variables: Iterable[Any]) -> IntArray:
        """Return the columns of some variables."""
        return np.array([self._column_of[id(each)] for each in variables], dtype=np.int64)

    @cached_property
    def _known_columns(self) -> dict[int, IntArray]:
        return {}

    def relaxed(self) -> StandardForm:
        """Return the linear relaxation."""
        free = np.zeros_like(self.integer)
        return replace(self, integer=free, start=None, cutoff=None)

    def without_free_rows(self) -> StandardForm:
        """Return the form without rows whose sides are both infinite."""
        kept = np.flatnonzero(np.isfinite(self.row_lower) | np.isfinite(self.row_upper))
        return self if len(kept) == self.shape[0] else self.with_rows(kept)

    def with_rows(self, kept: IntArray) -> StandardForm:
        """Return the form with only the rows ``kept``."""
        return replace(
            self,
            matrix=csc_array(self.matrix.tocsr()[kept]),
            row_lower=self.row_lower[kept],
            row_upper=self.row_upper[kept],
            rows=tuple(self.rows[row] for row in kept) if self.rows else (),
        )

    def with_columns(self, kept: IntArray) -> StandardForm:
        """Return the form with only the columns ``kept``."""
        return replace(
            self,
            cost=self.cost[kept],
            matrix=csc_array(self.matrix[:, kept]),
            lower=self.lower[kept],
            upper=self.upper[kept],
            integer=self.integer[kept],
            columns=tuple(self.columns[j] for j in kept.tolist()) if self.columns else (),
            start=None,
        )

    def bounds_limit_objective(self) -> bool:
        """Return whether the objective is bounded from below by the variables' bounds alone."""
        best = np.where(self.cost > 0, self.lower, np.where(self.cost < 0, self.upper, 0.0))
        return bool(np.isfinite(best).all())

    def with_integers_fixed(self, x: FloatArray) -> StandardForm:
        """Return the LP with the integer variables fixed at their values in ``x``."""
        lower = np.where(self.integer, x, self.lower)
        upper = np.where(self.integer, x, self.upper)
        return replace(self.relaxed(), lower=lower, upper=upper)

    def without_integers(self, x: FloatArray) -> StandardForm:
        """Return the LP of the continuous variables, with the integer ones at values in ``x``."""
        free = ~self.integer
        fixed = self.matrix @ np.where(self.integer, x, 0.0)
        return StandardForm(
            cost=self.cost[free],
            constant=self.constant + float(self.cost[self.integer] @ x[self.integer]),
            matrix=self.matrix[:, free],
            row_lower=self.row_lower - fixed,
            row_upper=self.row_upper - fixed,
            lower=self.lower[free],
            upper=self.upper[free],
            integer=self.integer[free],
            sense=self.sense,
        )


def standard_form(model: pyo.ConcreteModel, *, keep_broken: bool = False) -> StandardForm:
    """Return the standard form of a linear model; raise `InputError` for nonlinear parts.

    Fixed variables become constants, and variables that appear nowhere are not columns.  A row of
    constants that is violated makes the form infeasible; with ``keep_broken`` it remains a row.
    """
    with PauseGC():
        try:
            form, moved = _collect(model)
        except InvalidValueError as error:
            raise input_error(
                f"model {model.name}", f"has a value that is not a number: {error}"
            ) from error
        except ValueError as error:
            raise input_error(f"model {model.name}", f"is not a linear model: {error}") from error
        _refuse_infinities(form)
        form = replace(form, infeasible=form.crossing())
        return _without_empty_rows(form, moved, keep_broken)


def _collect(model: pyo.ConcreteModel) -> tuple[StandardForm, FloatArray]:
    """Return a model's arrays and, per row, the constant that was moved into its sides."""
    refuse_other_components(model)
    known = Columns(model)
    rows = CollectedRows(known)
    for component in model.component_objects(pyo.Constraint, active=True, descend_into=True):
        rows.take(component)
    sense, cost, constant = known.objective(model)
    matrix, lower, upper, moved = rows.arrays()
    variables, fixed = Members(known.parts), are_fixed(known.parts)
    there = (np.diff(matrix.indptr) > 0) | (cost != 0)
    if (there & fixed).any():
        folded = np.flatnonzero(there & fixed)
        values = fixed_values(variables.only(folded))
        moved = moved + matrix[:, folded] @ values
        constant += float(cost[folded] @ values)
    kept, unused = np.flatnonzero(there & ~fixed), np.flatnonzero(~there & ~fixed)
    columns = variables
    if len(kept) < len(variables):
        matrix, cost, columns = csc_array(matrix[:, kept]), cost[kept], variables.only(kept)
    low, high, integer = bounds_and_kinds(columns)
    form = StandardForm(
        cost=cost,
        constant=constant,
        matrix=matrix,
        row_lower=lower - moved,
        row_upper=upper - moved,
        lower=low,
        upper=high,
        integer=integer,
        sense=sense,
        start=start_of(columns),
        columns=columns,
        rows=Members(rows.parts),
        unused=variables.only(unused),
    )
    return form, moved


def _refuse_infinities(form: StandardForm) -> None:
    """Raise an error unless every coefficient is a finite number."""
    faults = []
    cost, matrix = form.cost, form.matrix
    if not np.isfinite(form.constant):
        rule = "its constant must be finite"
        faults.append(Fault.of("objective", rule, form.in_sense(form.constant)))
    for entry in np.flatnonzero(~np.isfinite(cost))[:1].tolist():
        rule = f"the coefficient of {form.column_name(entry)} must be finite"
        faults.append(Fault.of("objective", rule, form.in_sense(float(cost[entry]))))
    for entry in np.flatnonzero(~np.isfinite(matrix.data))[:1].tolist():
        column = int(np.searchsorted(matrix.indptr, entry, "right")) - 1
        rule = f"the coefficient of {form.column_name(column)} must be finite"
        faults.append(Fault.of("constraints", rule, float(matrix.data[entry])))
    if np.isnan(form.row_lower).any() or np.isnan(form.row_upper).any():
        faults.append(Fault("constraints", "lower and upper bounds must be numbers"))
    if faults:
        raise InputError("model", faults)


def _without_empty_rows(form: StandardForm, moved: FloatArray, keep_broken: bool) -> StandardForm:
    """Return the form without constant rows, except those violated by more than rounding errors."""
    empty = np.bincount(form.matrix.indices, minlength=form.shape[0]) == 0
    if not empty.any():
        return form
    short = np.maximum(form.row_lower, -form.row_upper)
    broken = empty & (short > _NOISE * np.maximum(1.0, np.abs(moved)))
    if keep_broken or not broken.any():
        return form.with_rows(np.flatnonzero(broken | ~empty))
    reason = f"{form.row_name(int(broken.argmax()))} is violated, and none of its variables is free"
    return replace(form, infeasible=form.infeasible or reason)


@dataclass
class FormBuilder:
    """Builds a standard form column by column and row by row."""

    sense: Sense = "minimize"
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    cost: list[float] = field(default_factory=list)
    integer: list[bool] = field(default_factory=list)
    row_lower: list[float] = field(default_factory=list)
    row_upper: list[float] = field(default_factory=list)
    entries: list[tuple[int, int, float]] = field(default_factory=list)

    def column(
        self,
        lower: float = 0.0,
        upper: float = math.inf,
        cost: float = 0.0,
        *,
        integer: bool = False,
    ) -> int:
        """Add a column with a cost in the sense of the builder; return the column's number."""
        self.lower.append(lower)
        self.upper.append(upper)
        self.cost.append(cost)
        self.integer.append(integer)
        return len(self.cost) - 1

    def row(
        self,
        terms: Sequence[tuple[int, float]],
        lower: float = -math.inf,
        upper: float = math.inf,
    ) -> int:
        """Add the row ``lower <= Σ coefficient · column <= upper``; return its number."""
        number = len(self.row_lower)
        self.row_lower.append(lower)
        self.row_upper.append(upper)
        self.entries.extend((number, column, coefficient) for column, coefficient in terms)
        return number

    def form(self) -> StandardForm:
        """Return the form, which always minimises."""
        found = np.array(self.entries, dtype=np.float64).reshape(-1, 3)
        rows, columns, values = found[:, 0].astype(int), found[:, 1].astype(int), found[:, 2]
        shape = (len(self.row_lower), len(self.cost))
        sign = 1.0 if self.sense == "minimize" else -1.0
        return StandardForm(
            cost=sign * np.array(self.cost, dtype=np.float64),
            constant=0.0,
            matrix=csc_array((values, (rows, columns)), shape=shape),
            row_lower=np.array(self.row_lower, dtype=np.float64),
            row_upper=np.array(self.row_upper, dtype=np.float64),
            lower=np.array(self.lower, dtype=np.float64),
            upper=np.array(self.upper, dtype=np.float64),
            integer=np.array(self.integer, dtype=np.bool_),
            sense=self.sense,
        )


def with_columns(form: StandardForm, extra: tuple[Any, ...]) -> StandardForm:
    """Return the form with ``extra`` more columns, which no row contains."""
    if not extra:
        return form
    lower, upper, integer = bounds_and_kinds(extra)
    rows, columns = form.shape
    matrix = csc_array((form.matrix.data, form.matrix.indices,
                        np.append(form.matrix.indptr, [form.matrix.nnz] * len(extra))),
                       shape=(rows, columns + len(extra)))  # fmt: skip
    return replace(
        form,
        cost=np.append(form.cost, np.zeros(len(extra))),
        matrix=matrix,
        lower=np.append(form.lower, lower),
        upper=np.append(form.upper, upper),
        integer=np.append(form.integer, integer),
        columns=(*form.columns, *extra),
        unused=tuple(v for v in form.unused if all(v is not each for each in extra)),
        start=None,
    )
