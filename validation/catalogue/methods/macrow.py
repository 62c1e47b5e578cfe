"""Methods of macrow that need its models: exact, two relaxations, and the hierarchy."""

from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import Field

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import macrow as formulation
from ....heuristics import macrow as macrow_hierarchy
from ....instances.macrow import MacroW, Weights, arrays_of
from ....solvers.engines import (
    EngineResult,
    ask_again,
    refuse_size,
    refuse_what_does_not_fit,
    solve_model,
)
from ....solvers.macrow import impossible
from ...judge import verdict_of
from ...judge.macrow import CandidateNodes, check
from .exact import solve_formulation, start_from, with_start

_NO_WEIGHTS = Weights(mean_node=0, max_node=0, mean_link=0, max_link=0)
_START_ROUNDS = 100  # perturbations of miniW
_SMALL = 1_000  # PEs times nodes: up to there an engine needs no more than a local optimum
_verdict = partial(verdict_of, check, CandidateNodes)


def exact(
    instance: MacroW,
    run: Run,
    *,
    tightened: Annotated[
        bool, Field(description="use the model with fewer and tighter rows")
    ] = False,
    start: Annotated[
        bool,
        Field(description="begin from a plan of miniW; it is kept if nothing better is found"),
    ] = True,
) -> Answer:
    """Solve the mixed integer program in Pyomo; name the PEs and limits that conflict."""
    refuse_what_does_not_fit(formulation, instance, run, tightened=tightened)
    if start:
        small = len(instance.pes) * len(instance.nodes) <= _SMALL
        rounds = 0 if small else _START_ROUNDS
        parameters = macrow_hierarchy.MiniWParameters(rounds=rounds)
        start_from(macrow_hierarchy.miniw, _verdict, instance, run, parameters)
    with run.timed("build"):
        model = formulation.build_model(instance, tightened=tightened)
    answer = with_start(_verdict, instance, solve_formulation(formulation, model, run), run)
    return _explain(instance, run, answer) if answer.infeasible else answer


def _explain(instance: MacroW, run: Run, answer: Answer) -> Answer:
    solver = run.solver.split(",")[0].strip()

    def is_infeasible(part: MacroW) -> bool:
        plain = part.model_copy(update={"weights": _NO_WEIGHTS})
        result = solve_model(formulation.build_model(plain), solver, run.inner())
        return result.status == "infeasible"

    return replace(answer, message=impossible(instance, is_infeasible))


def relaxation(instance: MacroW, run: Run) -> Answer:
    """Compute a bound, but no plan, by a relaxation over kinds of equal nodes."""
    arrays = arrays_of(instance)
    refuse_size(instance, run, formulation.relaxation_size(arrays))
    with run.timed("build"):
        model = formulation.relaxed_model(instance.name, arrays)
    result = ask_again(solve_model(model, run.solver, run.inner()), run)
    return _bound_answer(result, "a relaxation gives no plan")


def top_level(instance: MacroW, run: Run) -> Answer:
    """Solve TopLevelMILP; its bound holds for plans with each PE in a single cluster."""
    arrays = arrays_of(instance)
    refuse_size(instance, run, formulation.relaxation_size(arrays))
    top = macrow_hierarchy.solve_top(formulation, arrays, run.inner())
    result, home = top.result, top.home
    details = {
        "single_cluster_bound": result.bound,
        "single_cluster_value": result.objective,
        "cluster": None
        if home is None
        else {
            name: arrays.clusters[c]
            for members, c in zip(arrays.members, home.tolist(), strict=True)
            for name in members
        },
    }
    if len(arrays.clusters) == 1:
        answer = _bound_answer(result, "TopLevelMILP gives no plan")
    else:
        message = "the bound holds only for plans with each PE in a single cluster (see details)"
        if result.status == "infeasible":
            message = "no plan keeps each PE in a single cluster; other plans may exist"
        answer = Answer(stopped=result.stopped, solver=result.solver, message=message)
    return replace(answer, details=details)


def _bound_answer(result: EngineResult, message: str) -> Answer:
    infeasible = result.status == "infeasible"
    return Answer(
        bound=result.bound,
        bound_kind=None if result.bound is None and not infeasible else result.bound_kind,
        stopped=result.stopped,
        infeasible=infeasible,
        message="even the relaxation is infeasible" if infeasible else message,
        solver=result.solver,
    )


def hierarchical(
    instance: MacroW, run: Run, parameters: macrow_hierarchy.HierarchyParameters
) -> Answer:
    """Run SODA's hierarchy: TopLevelMILP, BottomLevelILPs in parallel, and miniW."""
    refuse_size(instance, run, formulation.relaxation_size(arrays_of(instance)))
    return macrow_hierarchy.hierarchical(instance, run, formulation, parameters)
