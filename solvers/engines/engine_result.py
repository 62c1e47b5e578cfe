"""Results of engines, their verification, and the reports of progress during a solve."""

from __future__ import annotations

import atexit
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray
from ...core.clock import ENGINE_THREAD
from ...core.display import ShortDisplay
from ...core.faults import Fault
from ...core.outcome import Decision, SolverVersion, Status, Stopped
from ...core.run import Run
from .standard_form import StandardForm

Claim: TypeAlias = Literal["optimal", "infeasible", "unbounded", "infeasible_or_unbounded", "none"]

PYOMO = "pyomo:"  # before the name of a solver that Pyomo knows
_NAMED = 5
_ALIKE = 1e-6  # relative difference of two engines' results that count as equal
FEASIBILITY = 1e-6  # allowed violation of a row or bound, relative to its size if above 1


@dataclass(frozen=True, eq=False)
class Finding:
    """An engine's raw result for a minimised form, not yet verified; ``None``: unknown.

    ``point`` is the best point, also after a limit; ``bound`` is a lower bound on the optimum;
    ``row_duals`` are the increase of the minimum per unit of each row's right-hand side.
    """

    claim: Claim = "none"
    stopped: Stopped = "complete"
    point: FloatArray | None = None
    bound: float | None = None
    row_duals: FloatArray | None = None
    message: str | None = None


# Engines of one family share code.  CP-SAT is in none: it has called wrong optima proven
# (google/or-tools#5293, #5274), so that its word counts for nothing beside another one.
_FAMILIES = {
    "HiGHS": "HiGHS",
    "SCIP": "SCIP",
    "GLOP": "OR-Tools",
    "PDLP": "OR-Tools",
}


@dataclass(frozen=True, eq=False, repr=False)
class EngineResult(ShortDisplay):
    """The verified result of a solve, in the sense of the model; ``None`` stands for unknown.

    ``x`` is the rounded point, in the order of ``form.columns``, and ``objective`` is computed
    from it.  ``row_duals`` (linear models only, in the order of ``form.rows``) are the change of
    the objective per unit of a row's right-hand side. ``bound_kind`` is the evidence for the bound,
    or for infeasibility.
    """

    status: Status
    stopped: Stopped
    solver: SolverVersion
    objective: float | None = None
    bound: float | None = None
    x: FloatArray | None = None
    row_duals: FloatArray | None = None
    message: str | None = None
    form: StandardForm | None = field(default=None, repr=False)
    bound_kind: Literal["cross-checked", "solver"] = "solver"

    @property
    def reduced_costs(self) -> FloatArray | None:
        """The reduced costs of the columns.

        They are computed from the row duals; ``None`` if these are unknown.
        """
        if self.row_duals is None or self.form is None:
            return None
        costs: FloatArray = self.form.sign * self.form.cost - self.form.matrix.T @ self.row_duals
        return costs


def cross_checked(results: Sequence[EngineResult]) -> bool:
    """Return whether all results agree and at least two come from unrelated engines."""
    counted = [each for each in results if each.solver.name in _FAMILIES]
    if len({_FAMILIES[each.solver.name] for each in counted}) < 2:
        return False
    statuses = {each.status for each in results}
    if statuses == {"infeasible"}:
        return True
    objectives = [each.objective for each in results if each.objective is not None]
    bounds = [each.bound for each in results if each.bound is not None]
    complete = len(objectives) == len(bounds) == len(results)
    return statuses == {"optimal"} and complete and _alike(objectives) and _alike(bounds)


def _alike(numbers: Sequence[float]) -> bool:
    """Return whether numbers are equal within the tolerances of engines."""
    return max(numbers) - min(numbers) <= _ALIKE * max(1.0, *map(abs, numbers))


class Engine(Protocol):
    """A solver of standard forms."""

    exact: bool  # whether the engine works in integer arithmetic, without a tolerance

    @property
    def solver(self) -> SolverVersion:
        """The name and version of the solver."""
        ...

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return the reasons why the engine cannot solve this form; none if it can."""
        ...

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve within the limits of the run or until `halt`; report progress."""
        ...


def round_point(form: StandardForm, x: FloatArray) -> FloatArray:
    """Return a point with integer columns rounded, and other values moved within bounds.

    A value is moved onto a bound only within the tolerance; other values are unchanged, so that
    `violation` finds them.
    """
    point = np.where(form.integer, np.rint(x), x)
    clipped = np.clip(point, form.lower, form.upper)
    near = np.abs(point - clipped) <= FEASIBILITY * np.maximum(1.0, np.abs(clipped))
    return np.where(near, clipped, point)


def violation(form: StandardForm, x: FloatArray) -> str | None:
    """Return a message about a bound or row violated by more than the tolerance, or ``None``."""
    excess = _excess(x, form.lower, form.upper)
    if len(x) and excess.max() > FEASIBILITY:
        column = int(excess.argmax())
        return f"{form.column_name(column)} = {x[column]:g} is outside its bounds"
    activity = form.matrix @ x
    excess = _excess(activity, form.row_lower, form.row_upper)
    if form.exact is not None:
        excess[form.exact & (excess > 0)] = np.inf
    if len(activity) and excess.max() > FEASIBILITY:
        return _outside(form, int(excess.argmax()), activity)
    return None


def row_beyond_its_terms(form: StandardForm, x: FloatArray) -> str | None:
    """Return a message about a row that is violated relative to its terms at the point, or None.

    In a row such as x <= 1e9 y, an error that is small for the coefficient 1e9 can be larger than
    the whole term x.
    """
    terms = np.abs(form.by_row.data * x[form.by_row.indices])
    largest = np.zeros(form.shape[0])
    np.maximum.at(largest, form.row_of, terms)
    activity = form.matrix @ x
    nearest = np.clip(activity, form.row_lower, form.row_upper)
    allowed = FEASIBILITY * np.maximum(1.0, np.maximum(largest, np.abs(nearest)))
    beyond = np.abs(activity - nearest) > allowed
    if not beyond.any():
        return None
    return _outside(form, int(beyond.argmax()), activity)


def _outside(form: StandardForm, row: int, activity: FloatArray) -> str:
    """Return the message about a row whose activity is outside its sides."""
    sides = f"[{form.row_lower[row]:g}, {form.row_upper[row]:g}]"
    return f"{form.row_name(row)} = {activity[row]:g} is outside {sides}"


def _excess(values: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return the distance beyond the limits, relative to limits above 1; infinity for NaN."""
    nearest = np.clip(values, low, high)
    excess: FloatArray = np.abs(values - nearest) / np.maximum(1.0, np.abs(nearest))
    return np.nan_to_num(excess, nan=np.inf)


@dataclass
class EngineProgress:
    """Reports an engine's incumbents and bounds to the run, verified and in the model's sense.

    An incumbent counts with the objective recomputed at its rounded point, and only if that point
    is feasible.  A bound never exceeds the best such objective, because any excess is a rounding
    error of the engine.  The best incumbent and bound are kept in case the engine does not return.
    """

    form: StandardForm
    run: Run
    decision_at: Callable[[FloatArray], Decision] | None = None
    best: float = math.inf
    point: FloatArray | None = None
    proven: float | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _closed: bool = False

    def close(self) -> None:
        """Ignore all further reports of an abandoned engine."""
        self._closed = True

    def incumbent(self, x: FloatArray) -> None:
        """Report a point of the engine to the run, if its rounded point is feasible."""
        if self._closed:
            return
        point = round_point(self.form, x)
        if violation(self.form, point) is None:
            value = self.form.value(point)
            with self._lock:
                is_better = value < self.best
                if is_better:
                    self.best, self.point = value, point
            read = self.decision_at if is_better else None
            decision = None if read is None else read(point)
            self.run.report(objective=self.form.in_sense(value), decision=decision)

    def bound(self, value: float) -> None:
        """Report a lower bound of the engine to the run."""
        if self._closed:
            return
        with self._lock:
            value = min(value, self.best)
            if math.isfinite(value):
                self.proven = value if self.proven is None else max(value, self.proven)
        if math.isfinite(value):
            self.run.report(bound=self.form.in_sense(value))


@dataclass
class Halt:
    """A request to stop a running engine, by actions that the engine registers."""

    asked: bool = False
    _actions: list[Callable[[], object]] = field(default_factory=list)

    def __call__(self) -> None:
        """Request the halt, now or as soon as the engine can receive it."""
        self.asked = True
        for action in list(self._actions):
            action()

    def by(self, action: Callable[[], object]) -> None:
        """Register an action that stops the engine; run it immediately if a halt was requested."""
        self._actions.append(action)
        if self.asked:
            action()


def column_faults(form: StandardForm, columns: NDArray[np.integer], rule: str) -> list[Fault]:
    """Return fault messages for variables that break one rule: a few by name, then a count."""
    named = [
        Fault(f"variable {form.column_name(int(column))}", rule) for column in columns[:_NAMED]
    ]
    others = len(columns) - len(named)
    return [*named, Fault(f"{others} more variables", f"each {rule}")] if others else named


def finite(value: float) -> float | None:
    """Return the value, or ``None`` for NaN, infinity, or a solver's large number for infinity."""
    return value if math.isfinite(value) and abs(value) < 1e20 else None


T = TypeVar("T")

PATIENCE = 5.0  # seconds that an engine has to stop after a request
_TICK = 0.1  # seconds between two checks for signals, for platforms that need them
_SOON = 0.7  # seconds for a second work to halt after Ctrl-C
_GRACE = 0.2  # seconds for an engine that is asked to halt when time is overdue
_AT_EXIT = 20.0  # seconds to wait for running engines when the process ends


def interruptible(
    work: Callable[[], T],
    halt: Callable[[], None],
    patience: float = PATIENCE,
    overdue: Callable[[], bool] = lambda: False,
) -> tuple[T | None, bool]:
    """Run ``work``; return its result, and whether Ctrl-C was pressed meanwhile.

    The first Ctrl-C requests a halt and waits for it, for a limited time, because SCIP does not
    react while it solves a linear program. After this time, or after an overdue time limit, the
    thread is abandoned and the result is ``None``. A second Ctrl-C propagates. Outside the main
    thread, which alone receives Ctrl-C, the work simply runs to its end.
    """
    future: Future[T] = Future()
    interrupted = False
    try:
        _begin(work, future)
        while not _is_done(future, _TICK):
            if overdue():
                halt()
                if not _is_done(future, _GRACE):
                    return None, False
    except KeyboardInterrupt:
        interrupted = True
        asked = time.monotonic()
        while not _is_done(future, _TICK):
            halt()  # repeatedly, because an engine that has just started may miss the first request
            if time.monotonic() - asked > patience:
                return None, True
    return future.result(), interrupted


def side_by_side(
    first: Callable[[], T],
    second: Callable[[], T],
    is_interrupted: Callable[[T], bool],
    halt: Callable[[], None],
) -> tuple[T, T | None]:
    """Return the results of two functions; the second runs in its own thread.

    If Ctrl-C interrupts the first, the second is asked to halt and has no result. It is abandoned
    if it does not halt soon.
    """
    other: Future[T] = Future()
    _begin(second, other)
    try:
        own = first()
        while not is_interrupted(own):
            if _is_done(other, _TICK):
                return own, other.result()
    except KeyboardInterrupt:
        halt()
        _is_done(other, _SOON)
        raise
    halt()
    _is_done(other, _SOON)
    return own, None


def _begin(work: Callable[[], T], future: Future[T]) -> None:
    """Start work in a daemon thread, which does not delay the end of the process."""

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # it is raised again in the caller's thread
            future.set_exception(error)

    threading.Thread(target=do, name=ENGINE_THREAD, daemon=True).start()


@atexit.register
def _await_engines() -> None:
    """Wait for abandoned engines to halt; one that runs at the end would abort the process."""
    until = time.monotonic() + _AT_EXIT
    for thread in threading.enumerate():
        if thread.name == ENGINE_THREAD:
            thread.join(max(0.0, until - time.monotonic()))


def _is_done(future: Future[Any], seconds: float) -> bool:
    """Return whether work is done, after waiting up to some seconds for it."""
    return bool(wait([future], seconds).done)
