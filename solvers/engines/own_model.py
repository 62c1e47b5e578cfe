"""Solve a user's Pyomo model with optgap's engines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.display import ShortDisplay
from ...core.faults import input_error
from ...core.gaps import DEFAULT_GAP, Sense
from ...core.gaps import gap as gap_between
from ...core.run import Incumbent, Incumbents, Run
from .engine import ask_again, load_point, solve_model
from .engine_result import EngineResult, cross_checked
from .standard_form import StandardForm

_SAME = 1e-6  # relative difference of two engines' results that count as the same optimum


def solve(
    model: pyo.ConcreteModel,
    solver: str = "highs",
    *,
    time_limit: float | None = None,
    gap: float = DEFAULT_GAP,
    seed: int = 0,
    threads: int | None = None,
    log: Callable[[str], object] | None = None,
    options: Mapping[str, Any] | None = None,
    on_incumbent: Callable[[Incumbent], object] | None = None,
    separate: Callable[[pyo.ConcreteModel], object] | None = None,
) -> EngineResult:
    """Solve a linear or mixed-integer model, starting from the values of its variables.

    The solution is loaded into the variables.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        A model with linear rows and one active objective.
    solver : str, default 'highs'
        The engine.
    time_limit : float, optional
        Seconds of wall-clock time; by default there is no limit.
    gap : float, default 1e-6
        The search may stop at this relative gap.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.
    log : callable, optional
        Is called with each line of the engine's log.
    options : mapping, optional
        Options of HiGHS by name, without limits and tolerances.
    on_incumbent : callable, optional
        Is called with every better solution as an `Incumbent`, with values by variable name. If it
        returns ``True``, the search ends.
    separate : callable, optional
        For constraints that are too many to list: it gets the model with a solution, adds
        constraints that this solution violates, and returns whether it added any. The model is
        solved again until it adds none.

    Returns
    -------
    EngineResult
        The objective, the bound, the status, and in ``bound_kind`` and ``message`` the engines. The
        status is ``optimal`` if objective and bound agree to 1e-6, or to a smaller ``gap``; within
        a larger ``gap`` it is ``within_gap``. A second engine re-checks infeasibility.

    Raises
    ------
    InputError
        If the engine cannot solve such a model.
    """
    if on_incumbent is not None and separate is not None:
        raise input_error(
            "on_incumbent",
            "cannot be combined with `separate`, which changes the model: give only one of them",
        )
    if options and solver != "highs":
        raise input_error("options", "are only for highs; other engines have no options", solver)
    run = Run(
        _sense(model),
        time_limit=time_limit,
        gap=gap,
        seed=seed,
        threads=threads,
        log=log,
        engine_options=dict(options or {}),
    )
    if separate is not None:
        return _in_honest_words(_solve_in_rounds(model, solver, run, separate))
    incumbents = None
    if on_incumbent is not None:
        incumbents = Incumbents(on_incumbent, lambda _: run.objective)
        run.listener, run.decision_at = incumbents, _values_by_name
    result = _solve_and_ask_again(model, solver, run)
    if incumbents is not None and result.form is not None:
        last = None if result.x is None else _values_by_name(result.form, result.x)
        if incumbents.settle(run, last) and result.stopped == "time_limit":
            result = replace(result, stopped="interrupted")
    return _in_honest_words(result)


def _solve_and_ask_again(model: pyo.ConcreteModel, solver: str, run: Run) -> EngineResult:
    result = solve_model(model, solver, run)
    again = ask_again(result, run)
    if again.form is not None and again.x is not None and result.x is None:
        load_point(again.form, again.x)
    return again


def _values_by_name(form: StandardForm, point: FloatArray) -> dict[str, float]:
    names = map(form.column_name, range(form.shape[1]))
    return dict(zip(names, point.tolist(), strict=True))


def _solve_in_rounds(
    model: pyo.ConcreteModel,
    solver: str,
    run: Run,
    separate: Callable[[pyo.ConcreteModel], object],
) -> EngineResult:
    """Solve repeatedly; after each solve add the constraints that the solution violates.

    Every round is a relaxation of the complete model, so its bound is valid.
    """
    bound, rows = None, -1
    while True:
        inner = run.inner()
        inner.engine_options = run.engine_options
        result = _solve_and_ask_again(model, solver, inner)
        if result.form is not None and result.form.shape[0] == rows:
            rule = "must add constraints that the solution violates, or return False"
            raise input_error("separate", rule)
        if result.status == "unbounded":
            message = "the model is unbounded without the constraints that separate adds"
            return replace(result, status="unknown", message=message)
        if result.x is None and result.status != "infeasible":
            return replace(result, bound=bound if result.bound is None else result.bound)
        if result.x is None or not separate(model):
            return result
        bound = result.bound
        rows = -1 if result.form is None else result.form.shape[0]
        if run.should_stop():
            message = "the time limit was reached before a solution satisfied all constraints"
            return replace(
                result,
                status="unknown",
                stopped="time_limit",
                objective=None,
                x=None,
                message=message,
            )


def _in_honest_words(result: EngineResult) -> EngineResult:
    """Return the result, with status ``within_gap`` instead of ``optimal`` beyond a gap of 1e-6."""
    sense: Sense = "minimize" if result.form is None else result.form.sense
    reached = gap_between(result.objective, result.bound, sense)
    loose = result.status == "optimal" and reached is not None and reached > DEFAULT_GAP
    return replace(result, status="within_gap") if loose else result


@dataclass(frozen=True, repr=False)
class CrossCheck(ShortDisplay):
    """The results of several engines on one model; the model holds the first engine's solution."""

    results: dict[str, EngineResult]
    bound_kind: Literal["cross-checked", "solver"]


def cross_check(
    model: pyo.ConcreteModel,
    solvers: Sequence[str] = ("scip", "highs"),
    *,
    time_limit: float | None = None,
    gap: float = DEFAULT_GAP,
    seed: int = 0,
    threads: int | None = None,
) -> CrossCheck:
    """Solve a model with each engine from the same start, and compare their proofs.

    The bound is ``cross-checked`` if all of them prove the same bound, and two are unrelated (HiGHS
    and SCIP; CP-SAT does not count).

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        A model with linear rows and one active objective.
    solvers : sequence of str, default ('scip', 'highs')
        The engines.
    time_limit : float, optional
        Seconds for each engine; by default there is no limit.
    gap : float, default 1e-6
        The search may stop at this relative gap.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.

    Returns
    -------
    CrossCheck
        The results of all engines, and what they prove together.

    Raises
    ------
    RuntimeError
        If engines contradict each other; the message has their answers.
    InputError
        If an engine cannot solve such a model.
    """
    variables = list(model.component_data_objects(pyo.Var, descend_into=True))
    start = [variable.value for variable in variables]
    results: dict[str, EngineResult] = {}
    for solver in reversed(solvers):  # the first one comes last, so that its solution stays
        for variable, value in zip(variables, start, strict=True):
            variable.set_value(value, skip_validation=True)
        run = Run(_sense(model), time_limit=time_limit, gap=gap, seed=seed, threads=threads)
        results[solver] = solve_model(model, solver, run)
    found = [results[solver] for solver in solvers]
    for one in found:
        for other in found:
            if _contradict(one, other, _sense(model)):
                raise RuntimeError(f"{_words(one)}, but {_words(other)}")
    agreed = cross_checked(found)
    return CrossCheck(
        {solver: _in_honest_words(results[solver]) for solver in solvers},
        "cross-checked" if agreed else "solver",
    )


def _contradict(one: EngineResult, other: EngineResult, sense: Sense) -> bool:
    """Return whether one engine has a solution that the other engine's claim excludes."""
    if one.objective is None:
        return False
    if other.status == "infeasible":
        return True
    if other.bound is None:
        return False
    beyond = other.bound - one.objective if sense == "minimize" else one.objective - other.bound
    return beyond > _SAME * max(1.0, abs(one.objective))


def _words(result: EngineResult) -> str:
    words = f"{result.solver.name} claims {result.status}"
    return words if result.objective is None else f"{words}, {result.objective:.12g}"


def _sense(model: pyo.ConcreteModel) -> Sense:
    objectives = model.component_data_objects(pyo.Objective, active=True, descend_into=True)
    maximised = any(objective.sense == pyo.maximize for objective in objectives)
    return "maximize" if maximised else "minimize"
