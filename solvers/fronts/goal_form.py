"""Goals (objectives as integral rows, all minimised), and the questions of a front search.

A sum with decimal coefficients is multiplied with their common denominator; a maximum is replaced
by the rank of its value.  So "strictly better" is "less by at least one".
"""

import math
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from types import FrameType
from typing import Any, TypeAlias

import numpy as np
import pyomo.core as pyo
from pyomo.repn import generate_standard_repn
from scipy.sparse import csc_array, vstack

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import LARGEST, Decimals
from ...core.faults import Fault, InputError, near_miss
from ...core.fronts import Largest
from ...core.interrupts import interrupt, raises_interrupts, send_again
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from ..engines import (
    EngineResult,
    StandardForm,
    ask_again,
    scale_form,
    standard_form,
    violation,
    with_columns,
    with_whole_rows,
)

LARGEST_VALUE = 500_000_000  # engines distinguish values up to a relative difference of 1e-9


@dataclass(frozen=True, eq=False)
class LinearGoal:
    """A linear objective: ``whole · x`` is its value in integer steps, to be minimised.

    ``sign`` is -1 if the objective is maximised.  If ``exact`` is true, steps represent all values;
    otherwise the coefficients were rounded.
    """

    name: str
    sign: float
    coefficients: FloatArray
    constant: float
    whole: IntArray
    scale: float
    exact: bool

    def steps(self, x: FloatArray) -> int:
        """Return the value of a point in integer steps."""
        return int(self.whole @ np.rint(x).astype(np.int64))

    def measured(self, x: FloatArray) -> float:
        """Return the objective at a point in its own sense and unit, from exact coefficients."""
        parts = self.coefficients * np.rint(x)
        return math.fsum([*parts[parts != 0].tolist(), self.constant])

    def natural(self, steps: float) -> float:
        """Convert a value in steps to the unit and sense of the objective."""
        return self.sign * steps / self.scale + self.constant

    def columns_above(self, most: float) -> IntArray:
        """Return no column, because a row already limits a linear objective."""
        return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class LargestGoal:
    """An objective: the largest value among the chosen columns, represented by its rank.

    ``whole`` is 0, because no row represents this objective.
    """

    name: str
    columns: IntArray
    values: FloatArray  # values in rising order
    rank: IntArray  # rank of each column
    whole: IntArray
    sign: float = 1.0
    exact: bool = True

    def steps(self, x: FloatArray) -> int:
        """Return the rank of the largest value among the columns that a point chooses."""
        return int(self.rank[x[self.columns] > 0.5].max())

    def measured(self, x: FloatArray) -> float:
        """Return the largest value among the columns that a point chooses."""
        return float(self.values[self.steps(x)])

    def natural(self, steps: float) -> float:
        """Return the value of a rank; infinite for ranks outside the range."""
        if steps < 0:
            return -math.inf
        return float(self.values[int(steps)]) if steps < len(self.values) else math.inf

    def columns_above(self, most: float) -> IntArray:
        """Return the columns whose value has a rank above ``most``."""
        return self.columns[self.rank > most]


# One integral objective over the columns of a form, minimised: its steps.
Goal: TypeAlias = LinearGoal | LargestGoal


def whole_coefficients(coefficients: FloatArray) -> tuple[float, IntArray, bool]:
    """Return a scale, the coefficients times this scale as integers, and whether they are exact."""
    decimals = Decimals.of(coefficients)
    if not decimals.broken.any():
        common = math.lcm(*np.unique(decimals.denominator).tolist(), 1)
        whole = decimals.times(np.full(len(coefficients), common))
        unit = max(1, int(np.gcd.reduce(whole, initial=0)))
        if int(np.abs(whole).max(initial=0)) // unit <= LARGEST_VALUE:
            return common / unit, whole // unit, True
    power = math.floor(math.log10(LARGEST_VALUE / 100 / np.abs(coefficients).max()))
    return 10.0**power, np.rint(coefficients * 10.0**power).astype(np.int64), False


def with_attainable_sides(form: StandardForm) -> StandardForm:
    """Return the form with sides of integral rows rounded to multiples of their common divisor.

    If columns and coefficients of a row are integers, its values are multiples of the coefficients'
    divisor; the rounding tightens the relaxation.  A row with no multiple between its sides is
    unchanged.
    """
    matrix = form.by_row
    entries = np.diff(matrix.indptr)
    row_of = np.repeat(np.arange(len(entries)), entries)
    size = np.abs(matrix.data)
    good = (size == np.rint(size)) & (size <= LARGEST) & form.integer[matrix.indices]
    whole = entries > 0
    np.logical_and.at(whole, row_of, good)
    used = whole[row_of]
    divisor = np.zeros(len(entries), dtype=np.int64)
    np.gcd.at(divisor, row_of[used], size[used].astype(np.int64))
    lower, upper = form.row_lower, form.row_upper
    for side in (lower, upper):
        whole &= ~np.isfinite(side) | ((side == np.rint(side)) & (np.abs(side) <= LARGEST))
    step = np.where(whole & (divisor > 1), divisor, 1).astype(np.float64)
    low, high = np.ceil(lower / step) * step, np.floor(upper / step) * step
    moved = whole & (step > 1) & (low <= high)
    return replace(
        form, row_lower=np.where(moved, low, lower), row_upper=np.where(moved, high, upper)
    )


@dataclass(frozen=True, eq=False)
class GoalForm:
    """A standard form with one row per goal; the rows initially have no limits.

    ``start`` holds the values that the variables of the model had.
    """

    form: StandardForm
    goals: tuple[Goal, ...]
    start: FloatArray | None = None

    def program(
        self, cost: FloatArray, limits: Sequence[float | None], cutoff: float | None = None
    ) -> StandardForm:
        """Return the program with a cost and upper limits on the goals.

        ``cutoff`` is the maximum cost in steps; half a step is added as a tolerance.
        """
        high, upper = self.form.row_upper.copy(), self.form.upper
        first = len(high) - len(self.goals)
        for k, (goal, most) in enumerate(zip(self.goals, limits, strict=True)):
            if isinstance(goal, LinearGoal):
                high[first + k] = np.inf if most is None else most
            elif most is not None:
                upper = upper.copy()
                upper[goal.columns_above(most)] = 0.0
        beyond = None if cutoff is None else cutoff + 0.5
        return replace(self.form, cost=cost, row_upper=high, upper=upper, cutoff=beyond)

    def require_feasible(self, x: FloatArray) -> None:
        """Raise `SearchStopped` if a point violates a bound or a row of integer variables.

        Rows with continuous variables were checked by the engine in its scaled units.
        """
        broken = violation(self._integer_part, x)
        if broken is not None:
            raise SearchStopped("error", f"a point of the search is not feasible: {broken}")

    @cached_property
    def _integer_part(self) -> StandardForm:
        """The form without rows of continuous variables."""
        form = self.form
        continuous = np.repeat(~form.integer, np.diff(form.matrix.indptr))
        mixed = np.bincount(form.matrix.indices, continuous, form.shape[0]) > 0
        return replace(
            form,
            row_lower=np.where(mixed, -np.inf, form.row_lower),
            row_upper=np.where(mixed, np.inf, form.row_upper),
        )

    def least_by_bounds(self) -> FloatArray:
        """Return a lower bound on each goal, in steps, that the variables' bounds imply."""
        whole = np.array([goal.whole for goal in self.goals], dtype=np.float64)
        with np.errstate(invalid="ignore"):
            ends = np.minimum(whole * self.form.lower, whole * self.form.upper)
        least: FloatArray = np.where(whole == 0, 0.0, ends).sum(axis=1)
        return least


def goal_form(
    model: pyo.ConcreteModel, names: Sequence[str], largest: Mapping[str, Largest] | None = None
) -> GoalForm:
    """Return the form of a model with its named objectives; report all their faults together.

    ``largest`` describes the objectives that are the largest of some values.
    """
    found, faults = [], []
    for name in names:
        objective = _objective(model, name)
        if objective is None:
            known = [each.name for each in model.component_data_objects(pyo.Objective)]
            faults.append(Fault.of("objectives", f"is no objective {near_miss(name, known)}", name))
        else:
            found.append((name, objective))
    if len(set(names)) < len(names) or not names:
        faults.append(Fault("objectives", "must be one or more different names"))
    if faults:
        raise InputError("bad input", faults)
    largest = largest or {}
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    with _parts_put_aside([*objectives, *(row for each in largest.values() for row in each.rows)]):
        form = standard_form(model)
    return _with_goals(form, found, largest)


def _objective(model: pyo.ConcreteModel, name: str) -> Any:
    """Return the objective with a name, or the member of an indexed objective with this index."""
    component = model.find_component(name)
    if component is not None and component.ctype is pyo.Objective and not component.is_indexed():
        return component
    for objective in model.component_objects(pyo.Objective):
        if objective.is_indexed() and name in objective:
            return objective[name]
    return None


@contextmanager
def _parts_put_aside(components: Sequence[Any]) -> Iterator[None]:
    """Deactivate components of a model while the context is active."""
    active = [each for each in components if each.active]
    for each in active:
        each.deactivate()
    try:
        yield
    finally:
        for each in active:
            each.activate()


def _with_goals(
    form: StandardForm, objectives: Sequence[tuple[str, Any]], largest: Mapping[str, Largest]
) -> GoalForm:
    """Return the form with columns for all objectives, and a row without sides per objective."""
    parts = {
        name: generate_standard_repn(each.expr, compute_values=True)
        for name, each in objectives
        if name not in largest
    }
    faults = list(_faults(parts))
    if faults:
        raise InputError("bad input", faults)
    variables = [v for part in parts.values() for v in part.linear_vars]
    variables += [v for name in largest for v in largest[name].variables]
    used = {id(v): v for v in variables if not v.fixed and not form.has_column(v)}
    start = None if used else form.start
    form = with_columns(form, tuple(used.values()))
    goals = tuple(
        _maximum(form, name, largest[name])
        if name in largest
        else _sum(form, name, objective, parts[name])
        for name, objective in objectives
    )
    rows = csc_array(np.array([goal.whole for goal in goals], dtype=np.float64))
    free = np.full(len(goals), np.inf)
    whole_form = with_attainable_sides(with_whole_rows(form)[0])
    extended = replace(
        whole_form,
        matrix=csc_array(vstack([whole_form.matrix, rows])),
        row_lower=np.append(whole_form.row_lower, -free),
        row_upper=np.append(whole_form.row_upper, free),
        rows=(),
        exact=None,
        start=None,
    )
    return GoalForm(extended, goals, start)


def _faults(parts: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each objective that is not linear over integer variables."""
    for name, part in parts.items():
        if not part.is_linear():
            yield Fault.of(f"objective {name}", "must be linear", name)
        for variable in part.linear_vars:
            if not variable.is_integer():
                rule = "must contain only integer variables"
                yield Fault.of(f"objective {name}", rule, variable.name)


def _sum(form: StandardForm, name: str, objective: Any, part: Any) -> LinearGoal:
    """Convert a linear objective to a goal over the columns of a form."""
    coefficients = np.zeros(form.shape[1])
    np.add.at(coefficients, form.places_of(part.linear_vars), np.array(part.linear_coefs, float))
    sign = 1.0 if objective.sense == pyo.minimize else -1.0
    scale, whole, exact = whole_coefficients(sign * coefficients)
    return LinearGoal(name, sign, coefficients, float(part.constant), whole, scale, exact)


def _maximum(form: StandardForm, name: str, largest: Largest) -> LargestGoal:
    """Convert an objective that is a largest value to a goal over the columns of a form."""
    values, rank = np.unique(np.asarray(largest.values), return_inverse=True)
    nothing = np.zeros(form.shape[1], dtype=np.int64)
    return LargestGoal(name, form.places_of(largest.variables), values, rank.ravel(), nothing)


UNDECIDED = "a program could not be decided, because the values have too many digits"


class SearchStopped(Exception):  # noqa: N818
    """Raised if the time is up, or if an engine gave up."""

    def __init__(self, stopped: Stopped, message: str | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.message = message


class Unlimited(Exception):  # noqa: N818
    """Raised if a goal is unbounded."""


def without_points(form: StandardForm, solver: SolverVersion, run: Run) -> EngineResult:
    """Return a second engine's result for a form that the first engine reported as infeasible."""
    plain = form.feasibility_only().without_free_rows()
    again = ask_again(EngineResult("infeasible", "complete", solver, form=plain), run)
    reason = None if again.x is None else scale_form(plain).unbridged
    return replace(again, message=reason or again.message)


Limits: TypeAlias = tuple[float | None, ...]


@dataclass(frozen=True)
class Question:
    """A question: the least value of goal ``k``, up to ``most``, within limits on all goals.

    ``floor`` is a known lower bound on this value.
    """

    k: int
    limits: Limits
    most: float = math.inf
    floor: float = -math.inf

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return whether these goal values are within the limits and ``most``."""
        limits = [self.most if j == self.k else limit for j, limit in enumerate(self.limits)]
        pairs = zip(values, limits, strict=True)
        return all(limit is None or value <= limit for value, limit in pairs)


@dataclass(frozen=True)
class Least:
    """An answer: a lower bound ``floor`` on the value, which is infinite if no point exists.

    ``x`` is a point with this value; ``stop`` is the reason why an existing point may be missing.
    ``is_best``: no other point is as good in this goal and better in another goal.
    """

    floor: float
    x: FloatArray | None = None
    stop: SearchStopped | None = None
    is_best: bool = False


Asked: TypeAlias = tuple[Question, Least]


def is_interrupted(answers: Sequence[Asked]) -> bool:
    """Return whether Ctrl-C ended the last program of these answers."""
    stop = answers[-1][1].stop if answers else None
    return stop is not None and stop.stopped == "interrupted"


class Interrupts:
    """The handling of Ctrl-C in a search: it is remembered, or interrupts the present work."""

    def __init__(self) -> None:
        self.asked = False  # whether the end of the search was requested
        self._breakable = self._is_noticed = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Handle Ctrl-C within the context, in the main thread only.

        Outside `breakable` the first Ctrl-C is remembered, and the second one propagates.
        """
        usual = raises_interrupts(before := signal.getsignal(signal.SIGINT))
        if not usual or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if self.asked and not self._is_noticed:  # Ctrl-C was pressed after the last program
            send_again()

    def _hear(self, number: int, frame: FrameType | None) -> None:
        is_first, self.asked = not self.asked, True
        if self._breakable or not is_first:
            interrupt(number, frame)

    @contextmanager
    def breakable(self) -> Iterator[None]:
        """Let Ctrl-C interrupt the context, so that the search stops with its points so far."""
        if self.asked:
            self._is_noticed = True
            raise SearchStopped("interrupted")
        self._breakable = True
        try:
            yield
        except (KeyboardInterrupt, SystemError) as error:
            if not is_interrupt(error):
                raise
            self._is_noticed = True
            raise SearchStopped("interrupted") from None
        finally:
            self._breakable = False


def is_interrupt(error: BaseException) -> bool:
    """Return whether Ctrl-C caused an exception (in compiled code this is a system error)."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)
