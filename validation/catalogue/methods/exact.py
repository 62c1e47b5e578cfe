"""The method ``exact``: a formulation and the engines put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from types import ModuleType
from typing import Any

from ....core.clock import uncounted
from ....core.outcome import DEFAULT_GAP, Answer, SolverVersion, better, gap
from ....core.run import Run
from ....solvers.engines import (
    EngineResult,
    ask_again,
    cross_checked,
    load_point,
    refuse_what_does_not_fit,
    solve_model,
)
from .formulation import Formulation
from .given_up import with_suspicions


def exact(formulation: ModuleType) -> Callable[..., Answer]:
    """Return the method that builds the model of a formulation and solves it."""

    def exact(instance: Any, run: Run) -> Answer:
        """Solve the integer program in Pyomo."""
        refuse_what_does_not_fit(formulation, instance, run)
        with run.timed("build"):
            model = formulation.build_model(instance)
        return solve_formulation(formulation, model, run)

    return exact


def exact_unless(
    impossible: Callable[[Any], Answer | None], formulation: ModuleType
) -> Callable[..., Answer]:
    """Return the exact method that first asks whether a quick proof says that there is no plan."""
    solved = exact(formulation)

    @wraps(solved)
    def method(instance: Any, run: Run) -> Answer:
        refused = impossible(instance)
        return solved(instance, run) if refused is None else refused

    return method


def with_explanation(
    solved: Callable[..., Answer], reason: Callable[[Any], str | None]
) -> Callable[..., Answer]:
    """Return the exact method that says in the problem's words why an instance has no plan."""

    @wraps(solved)
    def method(instance: Any, run: Run, **options: Any) -> Answer:
        answer = solved(instance, run, **options)
        words = reason(instance) if answer.infeasible else None
        if words is None:
            return answer
        by_engines = answer.bound_kind in ("solver", "cross-checked") and answer.message
        return replace(answer, message=f"{words}; {answer.message}" if by_engines else words)

    return method


def solve_formulation(
    formulation: Formulation, model: Any, run: Run, *, prove: bool = True
) -> Answer:
    """Solve a model with the engine of the run; several engines check each other.

    The answer of one engine on a small model is then proven by our own tree, unless ``prove`` says
    that the model is only a part.
    """
    if run.start is not None:
        formulation.set_start(model, run.start)
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
    answer = with_suspicions(answer, best)
    if not prove or len(results) > 1:
        return answer
    with uncounted():
        from .small_proof import (  # with the engine of its linear programs
            proven_by_tree,
        )
    answer = proven_by_tree(formulation, model, answer, best, run)
    if answer.infeasible and answer.bound_kind == "solver":
        return _ask_again(formulation, model, best, run)
    return answer


def _ask_again(formulation: Formulation, model: Any, result: EngineResult, run: Run) -> Answer:
    """Return what a second engine says of a model that is called infeasible."""
    again = ask_again(result, run)
    decision = None
    if again.form is not None and again.x is not None:
        load_point(again.form, again.x)
        run.report(again.objective, again.bound)
        decision = formulation.decision_of(model)
    return _answer(decision, again)


def _at_least_as_good(one: EngineResult, other: EngineResult, run: Run) -> bool:
    """Return whether one result holds a solution that is at least as good as the other's."""
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
    """Return the joint answer of several engines: cross-checked if all of them prove the same."""
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
    """Return in words how two engines contradict each other, if they do."""
    solved = [result for result in results if result.objective is not None]
    infeasible = [result for result in results if result.status == "infeasible"]
    if solved and infeasible:
        return (
            f"{infeasible[0].solver.name} calls the model infeasible, "
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
