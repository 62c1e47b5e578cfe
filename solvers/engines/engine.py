"""The common entry to all engines: one call from a Pyomo model to a verified result."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.clock import paused_clock
from ...core.faults import DoesNotFitError, Fault, InputError, input_error, near_miss
from ...core.gaps import gap
from ...core.installed import is_installed
from ...core.memory import free_memory, in_words
from ...core.outcome import Decision, SolverVersion, Status, Stopped
from ...core.run import Run
from .collected_arrays import load_values
from .engine_result import (
    PYOMO,
    Engine,
    EngineProgress,
    EngineResult,
    Finding,
    Halt,
    cross_checked,
    interruptible,
    round_point,
    row_beyond_its_terms,
    violation,
)
from .scaling import Scaled, scale_form
from .standard_form import StandardForm, standard_form


def _new_engine(module: str, name: str) -> Engine:
    """Return a new engine; its library is imported at the first use."""
    with paused_clock():
        engine: Engine = getattr(import_module(f".{module}", __package__), name)()
    return engine


ENGINES: dict[str, Callable[[], Engine]] = {
    "highs": partial(_new_engine, "highs", "Highs"),
    "scip": partial(_new_engine, "mathopt", "Scip"),
    "glop": partial(_new_engine, "mathopt", "Glop"),
    "pdlp": partial(_new_engine, "mathopt", "Pdlp"),
    "cp-sat": partial(_new_engine, "cp_sat", "CpSat"),
}
_OF_OR_TOOLS = ("scip", "glop", "pdlp", "cp-sat")


def engine_named(name: str) -> Engine:
    """Return the engine with a name; ``pyomo:NAME`` is any solver that Pyomo supports."""
    if name.startswith(PYOMO):
        with paused_clock():
            from .any_pyomo import AnyPyomo

            return AnyPyomo(name.removeprefix(PYOMO))
    if name not in ENGINES:
        raise input_error("solver", f"is not known {near_miss(name, ENGINES)}", name)
    if name in _OF_OR_TOOLS and not is_installed("ortools"):
        raise input_error("solver", "needs the package ortools, which is not installed", name)
    return ENGINES[name]()


def engine_for_many(name: str) -> Engine:
    """Return an engine that keeps its data between many programs that differ in few numbers."""
    return _new_engine("highs", "HighsAgain") if name == "highs" else engine_named(name)


def highs_without_presolve() -> Engine:
    """Return HiGHS without presolve, for models on which presolve may be wrong."""
    return _new_engine("highs", "HighsWithoutPresolve")


_NOISE = 1e-9  # relative difference of bound and objective that counts as rounding of sums
_NOTHING = 1e-12  # a bound below this share of the objective's unit counts as 0


def solve_model(model: pyo.ConcreteModel, solver: str, run: Run) -> EngineResult:
    """Solve a Pyomo model, warm-started from the values of its variables.

    The values of the solution are loaded into the variables, also when it is not proven optimal;
    without a solution the variables keep their values.  Row duals and reduced costs go into the
    suffixes ``dual`` and ``rc`` of the model if it has them as import suffixes.  For a model that
    does not suit the engine `InputError` is raised, which names the offending variables.
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
    """Solve a standard form, and return the verified result of the engine."""
    if form.sense != run.sense and (form.cost != 0).any():
        raise ValueError(f"the model has the sense {form.sense}, but the run has {run.sense}")
    with run.timed("build"):
        given = scale_form(form, exact=engine.exact)
    faults = engine.refusals(given.form)
    if faults:
        raise InputError(f"{engine.solver.name} does not accept this model", faults)
    with run.timed("engine"):
        read = run.decision_at
        at = None if read is None else lambda point: read(form, given.point(point))
        finding = _finding(given.form, engine, run, at)
        finding = _resolve(given.form, engine, run, finding)
        finding = _repair(given.form, engine, run, finding)
        finding = _confirm(form, given, engine, run, finding)
    if given.unbridged is not None and given.form.infeasible is None:
        finding = replace(finding, claim="none", bound=None, message=given.unbridged)
    return _result_of(form, given, engine, run, finding)


def _finding(
    form: StandardForm,
    engine: Engine,
    run: Run,
    decision_at: Callable[[FloatArray], Decision] | None = None,
) -> Finding:
    """Solve unless the form is trivial or the time is up; return the engine's raw result."""
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
    progress = EngineProgress(form, run, decision_at)
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
    if finding.stopped == "interrupted":  # the engine was halted, because its time limit had passed
        return replace(finding, stopped="time_limit")
    return finding


def _resolve(form: StandardForm, engine: Engine, run: Run, finding: Finding) -> Finding:
    """Decide between infeasible and unbounded by a search for any feasible point.

    Engines call a model unbounded when its relaxation has a ray along which the objective
    improves; for rational data it is unbounded exactly if it has a feasible point as well.
    """
    if finding.claim not in ("unbounded", "infeasible_or_unbounded"):
        return finding
    other = _finding(form.feasibility_only(), engine, run.inner())
    if other.claim == "infeasible":
        return other
    if other.point is not None and violation(form, round_point(form, other.point)) is None:
        return Finding(claim="unbounded")
    message = "infeasible or unbounded: no feasible point was found to decide which"
    stopped: Stopped = "error" if other.stopped == "complete" else other.stopped
    return Finding(stopped=stopped, message=message)


def _repair(form: StandardForm, engine: Engine, run: Run, finding: Finding) -> Finding:
    """Round the point's integers; if that changes a mixed model's point, solve its LP again."""
    if finding.point is None:
        return finding
    point = round_point(form, finding.point)
    broken = violation(form, point)
    moved = np.abs(point - finding.point)[form.integer].max(initial=0.0)
    mixed = form.integer.any() and not form.integer.all()
    if mixed and (broken is not None or moved > _NOISE):
        unlimited = replace(run.inner(), time_limit=None)  # otherwise the point found could be lost
        again = _finding(form.with_integers_fixed(point), engine, unlimited)
        if again.point is not None:
            point = round_point(form, again.point)
            broken = violation(form, point)
    if broken is None:
        return replace(finding, point=point)
    message = f"the solution is infeasible after its integers are rounded: {broken}"
    return replace(finding, claim="none", stopped="error", point=None, message=message)


def _confirm(
    form: StandardForm, given: Scaled, engine: Engine, run: Run, finding: Finding
) -> Finding:
    """Solve for the continuous variables again if a row holds only because it was scaled down.

    The LP that remains when the integers are fixed is scaled without their large coefficients.
    """
    if finding.point is None or not form.integer.any() or form.integer.all():
        return finding
    point = given.point(finding.point)
    broken = row_beyond_its_terms(form, point)
    if broken is None:
        return finding
    rest = scale_form(form.without_integers(point))
    unlimited = replace(run.inner(), time_limit=None)  # otherwise the point found could be lost
    again = _finding(rest.form, engine, unlimited)
    if again.point is not None:
        point[~form.integer] = rest.point(round_point(rest.form, again.point))
        if row_beyond_its_terms(form, point) is None:
            return replace(finding, point=point / given.column)
    message = f"the solution holds only within the tolerance of {engine.solver.name}: {broken}"
    return replace(finding, claim="none", stopped="error", point=None, message=message)


def _result_of(
    original: StandardForm, given: Scaled, engine: Engine, run: Run, finding: Finding
) -> EngineResult:
    """Convert a finding to a result, with its status, in the sense and units of the model."""
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
    """Return the bound, limited by the objective, and equal to it up to rounding errors.

    A point that is feasible within the tolerance may lie a little below the true minimum;
    lowering the bound to it keeps the bound valid.
    """
    bound = finding.bound
    if bound is not None and 0 < bound < _NOTHING:
        bound = 0.0  # the rest of sums that cancel out proves nothing
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
    """Load a point into the variables; unused variables without a value get a feasible one."""
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
    """Fill the model's suffix of this name if it is an import suffix of the model."""
    suffix = model.component(name)
    if isinstance(suffix, pyo.Suffix) and suffix.import_enabled():
        suffix.update(zip(parts, values.tolist(), strict=True))


# Measured on Pyomo models, with their sparse arrays and one engine that holds them.
_BYTES_PER_VARIABLE = 500
_BYTES_PER_NONZERO = 250


def refuse_what_does_not_fit(
    formulation: ModuleType, instance: Any, run: Run, **options: Any
) -> None:
    """Raise an error if a formulation's model exceeds the free memory or the memory limit."""
    refuse_size(instance, run, formulation.model_size(instance, **options))


def refuse_size(instance: Any, run: Run, size: tuple[int, int]) -> None:
    """Raise an error if ``size`` (variables, nonzeros) exceeds the free memory or memory limit."""
    variables, nonzeros = size
    needed = variables * _BYTES_PER_VARIABLE + nonzeros * _BYTES_PER_NONZERO
    free, limit = free_memory(), run.memory_limit
    if limit is not None and needed > limit:
        room = f"the limit is {in_words(limit)}"
    elif free is not None and needed > free:
        room = f"{in_words(free)} are free"
    else:
        return
    rule = (
        f"the model has {variables:,} variables and {nonzeros:,} nonzeros and needs about "
        f"{in_words(needed)} of memory, but {room}; "
        f"methods without such a model: {', '.join(run.without_model)}"
    )
    raise DoesNotFitError(f"the model of {instance.name} does not fit", [Fault("memory", rule)])


_SECONDS = 5.0  # minimum seconds for every re-check


def ask_again(result: EngineResult, run: Run) -> EngineResult:
    """Return a result; if it is `infeasible`, let another engine re-check it first.

    Infeasibility is cross-checked if an unrelated engine agrees. If another engine finds a
    solution, its result is returned, and the message names both. If only the engine's own second
    run agrees, infeasibility remains its claim. If none answers in time, the result is `unknown`.
    """
    form = result.form
    if result.status != "infeasible" or form is None or form.infeasible is not None:
        return result
    seconds = max(_SECONDS, run.timing.get("engine", 0.0))
    name = result.solver.name
    for engine in other_engines(name):
        if run.should_stop():
            break
        inner = run.inner(seconds=seconds)
        with run.timed("asked again"):
            other = _answer(form, engine, inner)
        if other is None:
            continue
        if other.x is not None:
            words = f"{name} calls the model infeasible, but {other.solver.name} has this solution"
            return replace(other, message=words)
        if cross_checked([result, other]):
            both = SolverVersion(
                name=f"{name},{other.solver.name}",
                version=f"{result.solver.version},{other.solver.version}",
            )
            words = f"infeasible, according to {name} and {other.solver.name}"
            return replace(result, solver=both, message=words, bound_kind="cross-checked")
        if other.status == "infeasible":
            return replace(result, message=f"infeasible, according to two runs of {name} alone")
    words = f"infeasible, according to {name} alone"
    return replace(result, status="unknown", stopped=run.stopped, message=words)


def other_engines(name: str) -> Iterator[Engine]:
    """Yield engines for a re-check: an unrelated one if installed, and HiGHS without presolve."""
    if name == "SCIP" or is_installed("ortools"):
        yield engine_named("highs" if name == "SCIP" else "scip")
    yield highs_without_presolve()


def _answer(form: StandardForm, engine: Engine, run: Run) -> EngineResult | None:
    """Return the result of an engine; None if it refuses the model."""
    try:
        return solve_form(form, engine, run)
    except InputError:
        return None
