"""Engines: one call from a Pyomo model to a judged result, whichever solver does the work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from typing import Any, Literal

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.clock import uncounted
from ...core.faults import InputError, input_error, near_miss
from ...core.installed import is_installed
from ...core.outcome import SolverVersion, Status, Stopped, gap
from ...core.run import Run
from .column_data import load_values
from .engine_result import PYOMO, Engine, EngineProgress, Finding, Halt, rounded, violation
from .forms import StandardForm, standard_form
from .interruptible import interruptible
from .scaling import Scaled, scaled

_NOISE = 1e-9  # relative difference of a bound and an objective that summation alone explains
_ALIKE = 1e-6  # relative: two engines with their tolerances have found the same
_NOTHING = 1e-12  # of the objective's unit


# Engines of one family share code.  CP-SAT is in none: it has called wrong optima proven
# (google/or-tools#5293, #5274), so that its word counts for nothing beside another one.
_FAMILIES = {
    "HiGHS": "HiGHS",
    "SCIP": "SCIP",
    "GLOP": "OR-Tools",
    "PDLP": "OR-Tools",
    "Exact": "Exact",
}


def _first_use(module: str, name: str) -> Engine:
    """Return a new engine; its library is imported when the engine is first used."""
    with uncounted():
        engine: Engine = getattr(import_module(f".{module}", __package__), name)()
    return engine


ENGINES: dict[str, Callable[[], Engine]] = {
    "highs": partial(_first_use, "highs", "Highs"),
    "scip": partial(_first_use, "mathopt", "Scip"),
    "glop": partial(_first_use, "mathopt", "Glop"),
    "pdlp": partial(_first_use, "mathopt", "Pdlp"),
    "cp-sat": partial(_first_use, "cp_sat", "CpSat"),
    "exact-pb": partial(_first_use, "exact_pb", "ExactPb"),
}
_OF_OR_TOOLS = ("scip", "glop", "pdlp", "cp-sat")


@dataclass(frozen=True, eq=False)
class EngineResult:
    """Objective and bound after a solve, in the sense of the model; ``None`` if unknown.

    ``x`` is the rounded point, in the order of ``form.columns``, and ``objective`` is computed
    from it.  ``row_duals`` (linear models only, in the order of ``form.rows``) say how the
    objective changes per unit of a row's side.  ``bound_kind`` is who vouches for the bound, or
    for infeasibility.
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
        """How the objective changes per unit of each column, its rows' prices taken off.

        They follow from the row duals, so that there are none where these are unknown.
        """
        if self.row_duals is None or self.form is None:
            return None
        costs: FloatArray = self.form.sign * self.form.cost - self.form.matrix.T @ self.row_duals
        return costs


def cross_checked(results: Sequence[EngineResult]) -> bool:
    """Return whether two unrelated engines prove the same objective and the same bound."""
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
    """Return whether numbers differ by no more than the tolerances of engines explain."""
    return max(numbers) - min(numbers) <= _ALIKE * max(1.0, *map(abs, numbers))


def engine_named(name: str) -> Engine:
    """Return the engine of that name; ``pyomo:NAME`` is any solver that Pyomo knows."""
    if name.startswith(PYOMO):
        with uncounted():
            from .any_pyomo import AnyPyomo

            return AnyPyomo(name.removeprefix(PYOMO))
    if name not in ENGINES:
        raise input_error("solver", f"is not known {near_miss(name, ENGINES)}", name)
    if name in _OF_OR_TOOLS and not is_installed("ortools"):
        raise input_error("solver", "needs the package ortools, which is not installed", name)
    return ENGINES[name]()


def engine_again(name: str) -> Engine:
    """Return the engine for many programs of one form: one that keeps the form if it can."""
    return _first_use("highs_again", "HighsAgain") if name == "highs" else engine_named(name)


def whole_search() -> Engine:
    """Return HiGHS without presolve, which has been wrong."""
    return _first_use("highs", "HighsWithoutPresolve")


def solve_model(model: pyo.ConcreteModel, solver: str, run: Run) -> EngineResult:
    """Solve a Pyomo model, warm-started from the values of its variables.

    The values of the solution are loaded into the variables, also when it is not proven optimal;
    without a solution the variables keep their values.  Row duals and reduced costs go into the
    suffixes ``dual`` and ``rc`` of the model where it has them and they import.  A model that the
    engine must not be given raises `InputError`, which names the offending variables.
    """
    engine = engine_named(solver)
    with run.timed("build"):
        form = standard_form(model)
    result = solve_form(form, engine, run)
    if result.x is not None:
        load_point(form, result.x)
    if result.row_duals is not None:
        _load_suffix(model, "dual", form.rows, result.row_duals)
    if result.reduced_costs is not None:
        _load_suffix(model, "rc", form.columns, result.reduced_costs)
    return result


def solve_form(form: StandardForm, engine: Engine, run: Run) -> EngineResult:
    """Solve a standard form and judge the engine's answer."""
    if form.sense != run.sense and (form.cost != 0).any():
        raise ValueError(f"the model is to {form.sense}, the run to {run.sense}")
    with run.timed("build"):
        given = scaled(form, exact=engine.exact)
    faults = engine.refusals(given.form)
    if faults:
        raise InputError(f"{engine.solver.name} cannot take this model", faults)
    with run.timed("engine"):
        finding = _finding(given.form, engine, run)
        finding = _resolve(given.form, engine, run, finding)
        finding = _repair(given.form, engine, run, finding)
    if given.unbridged is not None and given.form.infeasible is None:
        finding = replace(finding, claim="none", bound=None, message=given.unbridged)
    return _result_of(form, given, engine, run, finding)


def _finding(form: StandardForm, engine: Engine, run: Run) -> Finding:
    """Solve, except where nothing is left to solve or no time to solve it in."""
    if form.infeasible is not None:
        return Finding(claim="infeasible", message=form.infeasible)
    if form.shape[1] == 0:
        point = np.empty(0)
        broken = violation(form, point)
        if broken is not None:
            return Finding(claim="infeasible", message=broken)
        return Finding(claim="optimal", point=point, bound=form.constant)
    if run.should_stop():
        return Finding(stopped="time_limit")
    halt = Halt()
    progress = EngineProgress(form, run)
    try:
        finding, interrupted = interruptible(
            lambda: engine.solve(form, run, progress, halt), halt, overdue=lambda: run.overdue
        )
    except BaseException:
        progress.close()
        halt()
        raise
    if finding is None:
        progress.close()
        stopped: Stopped = "interrupted" if interrupted else "time_limit"
        return Finding(stopped=stopped, point=progress.point, bound=progress.proven)
    if interrupted and finding.stopped != "complete":
        return replace(finding, stopped="interrupted")
    return finding


def _resolve(form: StandardForm, engine: Engine, run: Run, finding: Finding) -> Finding:
    """Decide between infeasible and unbounded by asking for any feasible point.

    Engines call a model unbounded when its relaxation has a ray along which the objective
    improves; for rational data it is unbounded exactly if it has a feasible point as well.
    """
    if finding.claim not in ("unbounded", "infeasible_or_unbounded"):
        return finding
    other = _finding(form.feasibility_only(), engine, run.inner())
    if other.claim == "infeasible":
        return other
    if other.point is not None and violation(form, rounded(form, other.point)) is None:
        return Finding(claim="unbounded")
    message = "infeasible or unbounded, and no feasible point was found to tell which"
    stopped: Stopped = "error" if other.stopped == "complete" else other.stopped
    return Finding(stopped=stopped, message=message)


def _repair(form: StandardForm, engine: Engine, run: Run, finding: Finding) -> Finding:
    """Round the point; where that moves a mixed model, solve once for the continuous part."""
    if finding.point is None:
        return finding
    point = rounded(form, finding.point)
    broken = violation(form, point)
    moved = np.abs(point - finding.point)[form.integer].max(initial=0.0)
    mixed = form.integer.any() and not form.integer.all()
    if mixed and (broken is not None or moved > _NOISE):
        unlimited = replace(run.inner(), time_limit=None)  # else the plan in hand could be lost
        again = _finding(form.with_integers_fixed(point), engine, unlimited)
        if again.point is not None:
            point = rounded(form, again.point)
            broken = violation(form, point)
    if broken is None:
        return replace(finding, point=point)
    message = f"the solution is infeasible when integers are whole: {broken}"
    return replace(finding, claim="none", stopped="error", point=None, message=message)


def _result_of(
    original: StandardForm, given: Scaled, engine: Engine, run: Run, finding: Finding
) -> EngineResult:
    """Turn a finding into a result: status by proof, numbers in sense and units of the model."""
    form = given.form
    objective = None if finding.point is None else form.value(finding.point)
    bound = _comparable(objective, finding)
    status = _status(objective, bound, run, finding)
    if objective is not None:
        run.report(objective=form.in_sense(objective))
    if bound is not None:
        run.report(bound=form.in_sense(bound))
    return EngineResult(
        status=status,
        stopped=finding.stopped,
        solver=engine.solver,
        objective=None if objective is None else form.in_sense(objective),
        bound=None if bound is None else form.in_sense(bound),
        x=None if finding.point is None else given.point(finding.point),
        row_duals=None if finding.row_duals is None else form.sign * given.duals(finding.row_duals),
        message=finding.message,
        form=original,
    )


def _comparable(objective: float | None, finding: Finding) -> float | None:
    """The bound, never beyond the objective, and equal to it where only summation parts them.

    A point that is feasible within the tolerance may lie a little below the true minimum;
    lowering the bound to it keeps the bound valid.
    """
    bound = finding.bound
    if bound is not None and 0 < bound < _NOTHING:
        bound = 0.0  # what is left of sums that cancel out proves nothing
    if objective is None or bound is None:
        return bound
    noise = _NOISE * max(1.0, abs(objective))
    if finding.claim == "optimal" and objective - bound <= noise:
        return objective
    return min(objective, bound)


def _status(objective: float | None, bound: float | None, run: Run, finding: Finding) -> Status:
    if finding.claim == "infeasible":
        return "infeasible"
    if finding.claim == "unbounded":
        return "unbounded"
    if objective is None:
        return "unknown"
    reached = gap(objective, bound, "minimize")
    return "optimal" if reached is not None and reached <= run.gap else "feasible"


def load_point(form: StandardForm, x: FloatArray) -> None:
    """Load a point into the variables; an unused one without a value takes a feasible value."""
    load_values(form.columns, x)
    for var in form.unused:
        if var.value is None:
            low = -np.inf if var.lb is None else var.lb
            high = np.inf if var.ub is None else var.ub
            nearest = float(np.clip(0.0, low, high))
            whole = np.ceil(nearest) if nearest > 0 else np.floor(nearest)
            var.set_value(float(whole) if var.is_integer() else nearest, skip_validation=True)


def _load_suffix(
    model: pyo.ConcreteModel, name: str, parts: Sequence[Any], values: FloatArray
) -> None:
    """Fill a suffix of the model, where it has one of that name that imports."""
    suffix = model.component(name)
    if isinstance(suffix, pyo.Suffix) and suffix.import_enabled():
        suffix.update(zip(parts, values.tolist(), strict=True))
