"""The method `exact` of problems with one objective: build a formulation, solve it by engines."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any, Protocol

from ....core.clock import paused_clock
from ....core.gaps import DEFAULT_GAP, better, gap
from ....core.outcome import Answer, SolverVersion
from ....core.parameters import Parameters
from ....core.run import Run
from ....solvers.engines import (
    EngineResult,
    StandardForm,
    ask_again,
    cross_checked,
    load_point,
    refuse_what_does_not_fit,
    solve_model,
)
from ...judge import Verdict
from ..method import DeclaredProblem


class Formulation(Protocol):
    """The functions that `solve_formulation` calls in a formulation's module."""

    def decision_of(self, model: Any, /) -> Any:
        """Return the decision in a solved model."""
        ...

    def set_start(self, model: Any, decision: Any, /) -> None:
        """Set the model's variables to a decision."""
        ...


def exact(instance: Any, run: Run, problem: DeclaredProblem) -> Answer:
    """Solve the integer program in Pyomo."""
    return solve_by_model(problem.formulation, instance, run)


def solve_by_model(formulation: ModuleType, instance: Any, run: Run) -> Answer:
    """Build the model of an instance, if it fits into memory, and solve it."""
    refuse_what_does_not_fit(formulation, instance, run)
    with run.timed("build"):
        model = formulation.build_model(instance)
    return solve_formulation(formulation, model, run)


def solve_formulation(
    formulation: Formulation, model: Any, run: Run, *, prove: bool = True
) -> Answer:
    """Solve a model with the run's engine; several engines cross-check each other.

    After one engine, optgap's own tree proves the answer if the model is small, unless ``prove`` is
    false because the model is only a part of the problem.
    """
    if run.start is not None:
        formulation.set_start(model, run.start)
    if run.wants_decisions and prove:
        run.decision_at = partial(_decision_at, formulation, model)
    names = [name.strip() for name in run.solver.split(",")]
    results: list[EngineResult] = []
    answer = best = None
    for name in names:
        result = solve_model(model, name, run)
        results.append(result)
        first = all(not _at_least_as_good(other, result, run) for other in results[:-1])
        if answer is None or (result.x is not None and first):
            decision = None if result.x is None else formulation.decision_of(model)
            answer, best = _answer(decision, result), result
    assert answer is not None and best is not None
    if len(results) > 1:
        answer = _joint_answer(answer, results, run)
    if not prove or len(results) > 1:
        return answer
    with paused_clock():
        from .small_proof import proven_by_tree

    answer = proven_by_tree(formulation.decision_of, model, answer, best, run)
    if answer.infeasible and answer.bound_kind == "solver":
        return _ask_again(formulation, model, best, run)
    return answer


def _decision_at(formulation: Formulation, model: Any, form: StandardForm, point: Any) -> Any:
    """Return the decision that belongs to a point, which has values of the form's columns."""
    load_point(form, point)
    return formulation.decision_of(model)


def _ask_again(formulation: Formulation, model: Any, result: EngineResult, run: Run) -> Answer:
    """Solve with a second engine a model that the first calls infeasible; return its answer."""
    again = ask_again(result, run)
    decision = None
    if again.form is not None and again.x is not None:
        load_point(again.form, again.x)
        run.report(again.objective, again.bound)
        decision = formulation.decision_of(model)
    return _answer(decision, again)


def _at_least_as_good(one: EngineResult, other: EngineResult, run: Run) -> bool:
    """Return whether the solution of result ``one`` is at least as good as ``other``'s."""
    if one.objective is None or other.objective is None:
        return one.objective is not None
    return not better(other.objective, one.objective, run.sense)


def _answer(decision: Any, result: EngineResult) -> Answer:
    infeasible = result.status == "infeasible"
    return Answer(
        decision=decision,
        bound=result.bound,
        bound_kind=None if result.bound is None and not infeasible else result.bound_kind,
        stopped=result.stopped,
        infeasible=infeasible,
        unbounded=result.status == "unbounded",
        message=result.message,
        solver=result.solver,
    )


def _joint_answer(answer: Answer, results: list[EngineResult], run: Run) -> Answer:
    """Return the answer of several engines, cross-checked if all prove the same optimum."""
    both = SolverVersion(
        name=",".join(result.solver.name for result in results),
        version=",".join(result.solver.version for result in results),
    )
    contradiction = _contradiction(results, run)
    if contradiction:
        return Answer(stopped="error", message=contradiction, solver=both)
    first = replace(answer, solver=both)
    bounds = [result.bound for result in results if result.bound is not None]
    if not bounds:
        agreed = cross_checked(results)
        return replace(first, bound_kind="cross-checked") if agreed else first
    weakest, strongest = (min, max) if run.sense == "minimize" else (max, min)
    if cross_checked(results):
        return replace(first, bound=weakest(bounds), bound_kind="cross-checked")
    return replace(first, bound=strongest(bounds), bound_kind="solver")


def _contradiction(results: list[EngineResult], run: Run) -> str | None:
    """Return a sentence about a contradiction between two engines, or ``None``."""
    solved = [result for result in results if result.objective is not None]
    infeasible = [result for result in results if result.status == "infeasible"]
    if solved and infeasible:
        return (
            f"{infeasible[0].solver.name} calls the model infeasible, but "
            f"{solved[0].solver.name} has a solution"
        )
    tolerance = max(run.gap, DEFAULT_GAP)
    for one in solved:
        for other in results:
            reached = gap(one.objective, other.bound, run.sense)
            if reached is not None and reached < -tolerance:
                return (
                    f"the bound {other.bound} of {other.solver.name} contradicts "
                    f"the solution {one.objective} of {one.solver.name}"
                )
    return None


_SHARE = 0.2  # of the time limit


def start_from(
    heuristic: Callable[..., Answer],
    check: Callable[[Any, Any], Verdict],
    instance: Any,
    run: Run,
    *parameters: Parameters,
) -> None:
    """Start the run from a heuristic's plan if it is feasible, unless the run has a start."""
    if run.start is not None:
        return
    with run.timed("start"):
        seconds = None if run.time_limit is None else _SHARE * run.time_limit
        decision = heuristic(instance, run.inner(seconds=seconds), *parameters).decision
        verdict = None if decision is None else check(instance, decision)
    if verdict is not None and verdict.feasible:
        run.start = decision
        run.report(verdict.objective, None, decision)


def with_start(
    check: Callable[[Any, Any], Verdict], instance: Any, answer: Answer, run: Run
) -> Answer:
    """Return the answer with its own plan, or with the run's start if that is better."""
    first = None if run.start is None else check(instance, run.start).objective
    if first is None:
        return answer
    if answer.decision is not None:
        objective = check(instance, answer.decision).objective
        if objective is None or not better(first, objective, run.sense):
            return answer
    return replace(answer, decision=run.start)
