"""Methods of stage that need a model and an engine, or an evolutionary or random search."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

import numpy as np
from pydantic import Field

from ....core.arrays import IntArray
from ....core.outcome import Answer, Stopped
from ....core.run import Run
from ....core.schema import PositiveCount
from ....formulations import stage as formulation
from ....heuristics import stage as heuristics
from ....heuristics.stage import nsga2, progressive_frontier, weighted_sum
from ....instances.stage import Stage
from ....solvers.engines import solve_model
from ....solvers.fronts import PlanSearch, SearchStopped
from ....solvers.placement import bottleneck
from ....solvers.stage import impossible
from ..method import DeclaredProblem
from .exact_front import WunParameters, exact_front, front_of, recommend_point


def exact(instance: Stage, run: Run, problem: DeclaredProblem) -> Answer:
    """Find the complete front of latency and cost over all placements and configurations."""
    if (blocked := impossible(instance)) is not None:
        return blocked
    answer = exact_front(instance, run, problem)
    return replace(answer, message=_blocking(instance, run)) if answer.infeasible else answer


def _blocking(instance: Stage, run: Run) -> str:
    """Return a message that names each resource whose limits alone make the instance infeasible."""
    blocking = []
    for resource in range(instance.available.shape[1]):
        if run.should_stop():
            return (
                "no plan fits the machines; there was no time to find out which "
                "resources exclude it"
            )
        model = formulation.build_model(instance)
        for (_, r), row in model.capacity.items():
            if r != resource:
                row.deactivate()
        if instance.max_per_machine is not None:
            model.places.deactivate()
        quick = run.inner(seconds=10.0, sense="minimize")
        if solve_model(model, run.solver.split(",")[0], quick).status == "infeasible":
            blocking.append(f"resource {resource}")
    if not blocking:
        return (
            "no plan fits the machines: all resources together exclude every plan, "
            "but none of them does alone"
        )
    machines = f"machines 0 to {instance.machines - 1}"
    return (
        f"{' and '.join(blocking)} on {machines}: there is enough in total, but no division of the "
        "instances among the machines fits"
    )


def exact_two_step(instance: Stage, run: Run) -> Answer:
    """Place optimally with Θ0, then find the front of all configurations of this placement (Eq. 9).

    Several placements may be optimal with the default configuration Θ0, some with better fronts.
    """
    if (blocked := impossible(instance)) is not None:
        return blocked
    inner = run.inner(sense="minimize")
    placement = bottleneck(heuristics.default_placement(instance), inner)
    if placement.decision is None:
        reason = placement.message or "no time was left"
        message = f"no placement was found with the default configuration: {reason}"
        return Answer(stopped=placement.stopped, message=message)
    machine = placement.decision["machine"]
    answer = front_of(formulation, instance, run, run.solver, machine=machine)
    complete = bool(answer.front_complete)
    details = {**answer.details, "front_complete_for_its_placement": complete}
    return replace(answer, front_complete=False, details=details, infeasible=False)


def wun(instance: Stage, run: Run, problem: DeclaredProblem, parameters: WunParameters) -> Answer:
    """Recommend the point of another method's front that is nearest to the utopia point."""
    return recommend_point(instance, run, problem, parameters.of or "ipa-raa", parameters.weights)


Population = Annotated[int, Field(ge=4, description="number of plans in a generation")]
Generations = Annotated[PositiveCount, Field(description="number of generations")]
Samples = Annotated[PositiveCount, Field(description="number of random plans")]
WeightCount = Annotated[PositiveCount, Field(description="number of weight vectors")]
Probes = Annotated[PositiveCount, Field(description="maximum number of programs")]


def evolution(
    instance: Stage,
    run: Run,
    *,
    population: Population = 100,
    generations: Generations = 100,
) -> Answer:
    """Evolve machines and configurations of all instances with NSGA-II."""
    return _run_baseline(instance, run, False, nsga2, population, generations)


def evolution_after_ipa(
    instance: Stage,
    run: Run,
    *,
    population: Population = 100,
    generations: Generations = 100,
) -> Answer:
    """Evolve the configurations with NSGA-II; the placement is IPA's."""
    return _run_baseline(instance, run, True, nsga2, population, generations)


def sampling(
    instance: Stage, run: Run, *, samples: Samples = 100_000, weights: WeightCount = 11
) -> Answer:
    """Draw random plans, and keep the best one for each weighted sum of latency and cost."""
    return _run_baseline(instance, run, False, weighted_sum, samples, weights)


def sampling_after_ipa(
    instance: Stage, run: Run, *, samples: Samples = 100_000, weights: WeightCount = 11
) -> Answer:
    """Draw random configurations on IPA's placement; keep the best by weighted sums."""
    return _run_baseline(instance, run, True, weighted_sum, samples, weights)


def frontier(instance: Stage, run: Run, *, probes: Probes = 20) -> Answer:
    """Find points of the front by programs with one objective, which split the objective space."""
    return _run_baseline(instance, run, False, _frontier, probes)


def frontier_after_ipa(instance: Stage, run: Run, *, probes: Probes = 20) -> Answer:
    """Find points of the front by programs that split the objective space, on IPA's placement."""
    return _run_baseline(instance, run, True, _frontier, probes)


def _run_baseline(
    instance: Stage, run: Run, placed: bool, method: Callable[..., Answer], *options: int
) -> Answer:
    """Run a baseline; with ``placed`` it only chooses the configurations for IPA's placement."""
    machine = None
    if placed:
        placement = heuristics.ipa_placement(instance, run)
        if isinstance(placement, Answer):
            return placement
        machine = placement
    elif (blocked := impossible(instance)) is not None:
        return blocked
    return method(instance, run, machine, *options)


def _frontier(instance: Stage, run: Run, machine: IntArray | None, probes: int) -> Answer:
    with run.timed("build"):
        fixed = None if machine is None else np.asarray(machine).tolist()
        model = formulation.build_model(instance, machine=fixed)
        largest = formulation.max_objectives(model, instance)
    plans = PlanSearch(model, largest, formulation.decision_of, run, run.solver)

    def least(limits: tuple[int | None, int | None]) -> tuple[int, int] | None:
        """Return (cost, latency) of the cheapest plan within limits on both, or ``None``."""
        most_cost, most_latency = limits
        values = plans.least(1, (most_latency, most_cost))
        return None if values is None else (values[1], values[0])

    stopped: Stopped = "complete"
    message = None
    try:
        progressive_frontier(least, run, probes)
    except SearchStopped as stop:
        stopped, message = stop.stopped, stop.message
    answer = plans.answer(stopped, message)
    details = {key: value for key, value in answer.details.items() if key != "open"}
    return replace(
        answer,
        front_complete=False if answer.front else None,
        message=message,
        infeasible=answer.infeasible and machine is None,
        details=details,
    )
