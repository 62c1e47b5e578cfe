"""The exact front of a problem: all nondominated plans of its model, with their decisions."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.faults import input_error
from ...core.fronts import FrontPoint, Largest, ModelFront, gap_between_fronts, nondominated
from ...core.outcome import Answer, Decision, Point, SolverVersion, Status, Stopped
from ...core.run import Run
from ..engines import load_point
from .goal_form import (
    LARGEST_VALUE,
    UNDECIDED,
    Goal,
    GoalForm,
    LargestGoal,
    Limits,
    LinearGoal,
    Question,
    SearchStopped,
    Unlimited,
    goal_form,
    without_points,
)
from .region_search import RegionSearch


def supported_points(search: RegionSearch) -> bool:
    """Find the points at the corners of the convex hull; return whether any plan exists.

    These supported points minimise a weighted sum of two goals: Aneja and Nair, "Bicriteria
    transportation problem", Management Science 25(1), 1979.
    """
    ends = []
    for k in (0, 1):
        x = search.least(k)
        if x is None:
            return False
        ends.append(_note(search, x))
    waiting = [(ends[0], ends[1])]
    while waiting:
        left, right = waiting.pop()
        if left[0] >= right[0] or left[1] <= right[1]:
            continue
        weights = left[1] - right[1], right[0] - left[0]
        common = math.gcd(*weights)
        x = _least_weighted(search, np.array(weights, dtype=np.float64) / common)
        middle = _note(search, x)
        gains = (w * (own - new) for w, own, new in zip(weights, left, middle, strict=True))
        if sum(gains) > 0:
            if not left[0] < middle[0] < right[0]:
                raise SearchStopped("error", UNDECIDED)
            waiting += [(left, middle), (middle, right)]
    return True


def _least_weighted(search: RegionSearch, weights: FloatArray) -> FloatArray:
    """Return a point that minimises the weighted sum of goals."""
    worker = search.workers[0]
    result = worker.solved(weights @ worker.whole, (None,) * search.size)
    if result.status != "optimal" or result.x is None:
        raise SearchStopped(result.stopped, result.message)
    return result.x


def _note(search: RegionSearch, x: FloatArray) -> tuple[int, ...]:
    """Store a point of the front, and return its goal values in steps (see `goal_form`)."""
    values = tuple(goal.steps(x) for goal in search.goals.goals)
    search.keep(values, x)
    return values


BoundFront: TypeAlias = list[dict[str, float | None]]
TOO_FINE = (
    "the values have too many digits to be sure that no point is missed: round the data so that no "
    "objective value has more than eight digits"
)


def is_distinguishable(goal: Goal, steps: int) -> bool:
    """Return whether an engine's tolerance separates a value in steps from the next integers."""
    return goal.exact and (isinstance(goal, LargestGoal) or abs(steps) <= LARGEST_VALUE)


def pareto_front(
    model: pyo.ConcreteModel,
    largest: Mapping[str, Largest],
    decision_of: Callable[[pyo.ConcreteModel], Decision],
    run: Run,
    solver: str | None = None,
) -> Answer:
    """Return the front of a model: all nondominated plans, or the part found in time with bounds.

    The objectives are the indexed component ``model.objective``, all minimised; ``largest``
    describes objectives that are the largest of some values.  Integer programs are solved to gap 0.
    """
    plans = PlanSearch(model, largest, decision_of, run, solver or run.solver)
    stopped: Stopped = "complete"
    message = None
    try:
        plans.search.search()
    except SearchStopped as stop:
        stopped, message = stop.stopped, stop.message
    except Unlimited as goal:
        stopped, message = "error", f"objective {goal} is unbounded"
    return plans.answer(stopped, message)


@dataclass
class PlanSearch:
    """The search for a front of a problem's model, and the plans that it finds."""

    model: pyo.ConcreteModel
    largest: Mapping[str, Largest]
    decision_of: Callable[[pyo.ConcreteModel], Decision]
    run: Run
    solver: str

    def __post_init__(self) -> None:
        with self.run.timed("build"):
            goals = goal_form(self.model, list(self.model.objective), self.largest)
        self.goals: tuple[Goal, ...] = goals.goals
        self.search = RegionSearch(goals, self.solver, self.run)
        self._loaded: FloatArray | None = None
        self.search.report = lambda x: self.run.report_point(self._point(x))

    def least(self, k: int, limits: Limits) -> tuple[int, ...] | None:
        """Return the goal values, in steps, of a plan of least goal k within limits, or None."""
        answer = self.search.workers[0].least(Question(k, limits))
        if answer.stop is not None:
            raise answer.stop
        if answer.x is None:
            return None
        values = self.search.workers[0].values(answer.x)
        self.search.keep(values, answer.x)
        return values

    def _point(self, x: FloatArray) -> Point:
        self._load(x)
        measured = {goal.name: goal.measured(x) for goal in self.goals}
        return Point(objectives=measured, decision=self.decision_of(self.model))

    def _load(self, x: FloatArray) -> None:
        """Load a point into the variables; after the first call only the values that changed."""
        form = self.search.goals.form
        if self._loaded is None:
            load_point(form, x)
        else:
            for at in np.flatnonzero(x != self._loaded).tolist():
                form.columns[at].set_value(float(x[at]), skip_validation=True)
        self._loaded = x

    def answer(self, stopped: Stopped, message: str | None) -> Answer:
        """Return the answer: the nondominated plans, and bounds on plans not found."""
        search, solver = self.search, self.search.solver
        if not search.found:
            if stopped == "complete" and solver is not None:
                return self._without_plans(solver, message)
            return Answer(stopped=stopped, message=message, solver=solver)
        exact = all(
            is_distinguishable(goal, steps)
            for key in search.found
            for goal, steps in zip(self.goals, key, strict=True)
        )
        details: dict[str, Any] = {"programs_solved": search.programs}
        bounded = None
        if stopped != "complete":
            corners = search.corners()
            bounded = self._bounds(corners) if exact and corners is not None else None
            details["open"] = self._open_part()
            message = message or details["open"]
        elif not exact:
            message = TOO_FINE
        kept = search.proven() or search.found
        values = np.array(list(kept), dtype=np.float64)
        plans = list(kept.values())
        return Answer(
            front=[self._point(plans[k]) for k in nondominated(values)],
            front_complete=stopped == "complete" and exact,
            stopped=stopped,
            message=message,
            solver=solver,
            details=details,
            bound_front=bounded,
            bound_kind=None if bounded is None else "solver",
        )

    def _without_plans(self, solver: SolverVersion, message: str | None) -> Answer:
        """Return the answer `infeasible` if a second engine confirms it."""
        again = without_points(self.search.goals.form, solver, self.run)
        if again.x is not None:
            return Answer(stopped="error", message=again.message, solver=again.solver)
        return Answer(
            infeasible=again.status == "infeasible",
            bound_kind=again.bound_kind if again.status == "infeasible" else None,
            stopped=again.stopped,
            message=message or again.message,
            solver=again.solver,
        )

    def _open_part(self) -> str:
        """Return a message about the unexplored part of the front."""
        regions = self.search.regions
        if regions is None or len(self.goals) < 2:
            return "every point of the front may be missing"
        last = self.goals[-1]
        top = float(regions.upper[:, -1].max(initial=-math.inf))
        part = f" with {last.name} up to {last.natural(top):g}" if math.isfinite(top) else ""
        return f"points{part} may be missing"

    def _bounds(self, corners: FloatArray) -> BoundFront | None:
        """Return lower corners of the front in the units of the objectives.

        With two objectives, each entry is a limit on the first and the least value of the second
        within it. An entry without a second value comes first: no plan exists within its limit.
        """
        corners = corners[nondominated(corners)]
        if len(self.goals) == 1:
            return None
        if len(self.goals) > 2:
            return [
                {g.name: g.natural(v) for g, v in zip(self.goals, corner, strict=True)}
                for corner in corners.tolist()
            ]
        first, second = self.goals
        entries: BoundFront = []
        none = first.natural(float(corners[0, 0]) - 1)
        if none != -math.inf:
            entries.append({first.name: none, second.name: None})
        for at, corner in enumerate(corners.tolist()):
            after = float(corners[at + 1, 0]) if at + 1 < len(corners) else None
            limit = None if after is None else first.natural(after - 1)
            if limit is None or limit > none:
                entries.append({first.name: limit, second.name: second.natural(corner[1])})
        return entries


def front(
    model: pyo.ConcreteModel,
    objectives: Sequence[str],
    *,
    time_limit: float | None = None,
    solver: str = "highs",
    supported_only: bool = False,
    seed: int = 0,
    threads: int | None = None,
) -> ModelFront:
    """Return all nondominated points of a model whose named objectives are over integer variables.

    The objectives are linear and of either sense; the rest of the model may be mixed-integer.  With
    ``supported_only`` and two objectives the result has only points that minimise a weighted sum.
    When time is up, it has the points found and bounds on missing points.
    """
    if not hasattr(model, "find_component"):
        rule = "must be a Pyomo model; the front of an instance is what optgap.solve returns"
        raise input_error("model", rule, type(model).__name__)
    run = Run("minimize", time_limit=time_limit, seed=seed, threads=threads)
    if supported_only and len(objectives) != 2:
        raise input_error("supported_only", "needs exactly two objectives", list(objectives))
    goals = goal_form(model, objectives)
    search = RegionSearch(goals, solver, run)
    stopped: Stopped = "complete"
    message = None
    status: Status = "unknown"
    feasible = True
    try:
        feasible = supported_points(search) if supported_only else search.search()
    except SearchStopped as stop:
        stopped, message = stop.stopped, stop.message
    except Unlimited as goal:
        status, message = "unbounded", f"objective {goal} is unbounded"
    if not feasible:
        status, stopped, message = _without_points(search, run)
    return _result(search, run, stopped, status, message, supported_only)


def _without_points(search: RegionSearch, run: Run) -> tuple[Status, Stopped, str | None]:
    """Return status, stop reason and message for an empty front, after a second engine's check."""
    if search.solver is None:  # the form was decided without an engine
        return "infeasible", "complete", search.goals.form.infeasible
    again = without_points(search.goals.form, search.solver, run)
    if again.x is not None:
        return "unknown", "error", again.message
    return again.status, again.stopped, again.message


def _result(
    search: RegionSearch,
    run: Run,
    stopped: Stopped,
    status: Status,
    message: str | None,
    supported_only: bool,
) -> ModelFront:
    goals = search.goals.goals
    open_part = status == "unknown" and stopped != "complete" and not supported_only
    corners = search.corners() if open_part else None  # this call may also prove points
    kept = search.found if supported_only else search.proven()
    exact = all(
        is_distinguishable(goal, steps)
        for key in kept
        for goal, steps in zip(goals, key, strict=True)
    )
    settled = stopped == "complete" and status == "unknown"
    if settled and not exact:
        message = TOO_FINE
    complete = settled and exact and not supported_only and bool(kept)
    points, values = _points(search.goals, list(kept.values()))
    rest = _bounds(goals, values, corners if all(goal.exact for goal in goals) else None)
    if status == "unknown" and points:
        status = "optimal" if complete else "feasible"
    return ModelFront(
        points=points,
        complete=complete,
        status=status,
        stopped=stopped,
        objectives={g.name: "minimize" if g.sign > 0 else "maximize" for g in goals},
        programs=search.programs,
        seconds=run.seconds,
        steps=_steps(goals),
        message=message,
        solver=search.solver,
        **rest,
    )


def _steps(goals: Sequence[Goal]) -> str:
    """Return a message about the steps in which the objectives are counted."""
    rounded = [goal.name for goal in goals if not goal.exact]
    if rounded:
        return f"rounded: {', '.join(rounded)}"
    smallest = ", ".join(
        f"{goal.name} {1 / goal.scale:g}" for goal in goals if isinstance(goal, LinearGoal)
    )
    return f"proven smallest steps: {smallest}"


def _points(form: GoalForm, found: list[FloatArray]) -> tuple[tuple[FrontPoint, ...], FloatArray]:
    """Return the nondominated points, sorted, with their values in the minimising sense."""
    goals, columns = form.goals, form.form.columns
    names = [column.name for column in columns]
    values = np.array([[g.sign * g.measured(x) for g in goals] for x in found])
    values = values.reshape(len(found), len(goals))
    if not len(found):
        return (), values
    order = nondominated(values)
    points = []
    for at in order.tolist():
        objectives = {g.name: g.sign * float(v) for g, v in zip(goals, values[at], strict=True)}
        points.append(FrontPoint(objectives, dict(zip(names, found[at].tolist(), strict=True))))
    return tuple(points), values[order]


def _bounds(goals: Sequence[Goal], values: FloatArray, steps: FloatArray | None) -> dict[str, Any]:
    """Return the result's fields that bound all plans, with hypervolume and epsilon."""
    if steps is None or not len(steps) or not np.isfinite(steps).all():
        return {}
    natural = np.column_stack(
        [[goal.natural(step) for step in steps[:, k].tolist()] for k, goal in enumerate(goals)]
    )
    turned = natural * np.array([goal.sign for goal in goals])
    kept = nondominated(turned)
    names = [goal.name for goal in goals]
    rest: dict[str, Any] = {
        "bound_front": tuple(
            dict(zip(names, natural[k].tolist(), strict=True)) for k in kept.tolist()
        )
    }
    if len(values):
        found = gap_between_fronts(values, turned[kept])
        turned_back = found.reference * np.array([goal.sign for goal in goals])
        rest["hypervolume"] = (found.inner, found.outer)
        rest["epsilon"] = found.epsilon
        rest["reference_point"] = dict(zip(names, turned_back.tolist(), strict=True))
    return rest
