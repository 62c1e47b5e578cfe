"""The front of somebody's own Pyomo model with named objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.dominance import nondominated
from ...core.faults import input_error
from ...core.front_measures import gap_between_fronts
from ...core.front_result import FrontPoint, ModelFront
from ...core.outcome import Status, Stopped
from ...core.run import Run
from .endings import SearchStopped, Unlimited, without_points
from .goal_form import GoalForm, goal_form
from .region_search import RegionSearch
from .supported_points import supported_points
from .whole_objectives import Goal, LinearGoal, is_distinguishable


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
    """Return all nondominated points of a model whose named objectives are over integers.

    The objectives are linear, of either sense, and over integer variables; the rest of the model
    may be mixed.  With ``supported_only`` and two objectives only points are found that minimise a
    weighted sum.  When the time is up, the result holds the points found and bounds on the rest.
    """
    if not hasattr(model, "find_component"):
        rule = "must be a Pyomo model; the front of an instance is what optgap.solve returns"
        raise input_error("model", rule, type(model).__name__)
    run = Run("minimize", time_limit=time_limit, seed=seed, threads=threads)
    if supported_only and len(objectives) != 2:
        raise input_error("supported_only", "takes two objectives", list(objectives))
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
    """Return that there is no point, and who says so; or that two engines contradict each other."""
    if search.solver is None:  # the form shows it without any engine
        return "infeasible", "complete", search.goals.form.infeasible
    again = without_points(search.goals.form, search.solver, run)
    if again.x is not None:
        return "unknown", "error", again.message
    return "infeasible", "complete", again.message


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
    corners = search.corners() if open_part else None  # which may prove points as well
    kept = search.found if supported_only else search.proven()
    exact = all(
        is_distinguishable(goal, steps)
        for key in kept
        for goal, steps in zip(goals, key, strict=True)
    )
    settled = stopped == "complete" and status == "unknown"
    if settled and not exact:
        message = "the values have too many digits for steps that surely miss no point"
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
    """Say how strictly better points were told apart."""
    rounded = [goal.name for goal in goals if not goal.exact]
    if rounded:
        return f"rounded: {', '.join(rounded)}"
    smallest = ", ".join(
        f"{goal.name} {1 / goal.scale:g}" for goal in goals if isinstance(goal, LinearGoal)
    )
    return f"proven smallest steps: {smallest}"


def _points(form: GoalForm, found: list[FloatArray]) -> tuple[tuple[FrontPoint, ...], FloatArray]:
    """Return points in the order of their objectives, and their minimised values."""
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
    """Return corners that bound all plans, and what parts the points from them."""
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
