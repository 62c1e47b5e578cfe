"""The method `exact` of problems with several objectives, and the method `wun`."""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
from pydantic import Field

from ....core.arrays import FloatArray
from ....core.faults import input_error, near_miss
from ....core.fronts import same_points
from ....core.outcome import Answer, SolverVersion
from ....core.parameters import Parameters
from ....core.run import Run
from ....solvers.engines import refuse_what_does_not_fit
from ....solvers.fronts import pareto_front
from ...judge import TOLERANCE, vectors_of
from ..method import DeclaredProblem


def exact_front(instance: Any, run: Run, problem: DeclaredProblem) -> Answer:
    """Find the complete front of nondominated plans with the ε-constraint method over Pyomo."""
    names = [name.strip() for name in run.solver.split(",")]
    formulation = problem.formulation
    return _joint_answer([front_of(formulation, instance, run, name) for name in names])


def front_of(
    formulation: ModuleType, instance: Any, run: Run, solver: str, **options: Any
) -> Answer:
    """Return the front of a formulation's model, computed by one engine."""
    refuse_what_does_not_fit(formulation, instance, run)
    with run.timed("build"):
        model = formulation.build_model(instance, **options)
        largest = formulation.max_objectives(model, instance)
    if run.start is not None:
        formulation.set_start(model, run.start)
    return pareto_front(model, largest, formulation.decision_of, run, solver)


def _joint_answer(answers: Sequence[Answer]) -> Answer:
    """Return the first engine's front, or an error answer if two engines contradict each other."""
    first = answers[0]
    if len(answers) == 1:
        return first
    engines = [answer.solver for answer in answers if answer.solver]
    both = SolverVersion(
        name=",".join(engine.name for engine in engines),
        version=",".join(engine.version for engine in engines),
    )
    for other in answers[1:]:
        if (first.infeasible and other.front) or (other.infeasible and first.front):
            return Answer(
                stopped="error", message="one engine calls the model infeasible", solver=both
            )
        both_complete = first.front_complete and other.front_complete
        if both_complete and not same_points(
            vectors_of(first.front or []), vectors_of(other.front or []), TOLERANCE
        ):
            return Answer(stopped="error", message="the engines' fronts differ", solver=both)
    return replace(first, solver=both)


class WunParameters(Parameters):
    """The parameters of `wun`."""

    of: str | None = Field(
        default=None, description="method that computes the front; default: chosen by instance"
    )
    weights: list[float] | None = Field(
        default=None, description="a weight per objective; default: equal weights"
    )


def recommend_point(
    instance: Any, run: Run, problem: DeclaredProblem, name: str, weights: list[float] | None
) -> Answer:
    """Return the point of a method's front that is nearest to the utopia point."""
    names = [method.name for method in problem.methods if method.name != "wun"]
    if name not in names:
        raise input_error("of", f"is not a method with a front {near_miss(name, names)}", name)
    answer = problem.run_method(name, instance, run)
    if not answer.front:
        return answer
    values = vectors_of(answer.front)
    chosen = recommend(values, weights)
    details = {
        "recommends": f"point {chosen} of the {len(values)} points of {name}",
        "front_was_complete": bool(answer.front_complete),
    }
    point = answer.front[chosen]
    return replace(
        answer,
        decision=point.decision,
        front=[point],
        front_complete=False,
        details=details,
    )


def recommend(front: FloatArray, weights: Sequence[float] | None = None) -> int:
    """Return the index of the point nearest to the utopia point; ties: the first.

    The utopia point is the best value of every objective at once (Weighted Utopia Nearest, Lyu et
    al., PVLDB 15(11), 2022, end of section 5.3, after UDAO).
    Every objective is scaled to [0, 1] over the front; the distance is Euclidean, with the scaled
    objectives multiplied by the weights (default: equal).
    """
    used = np.ones(front.shape[1]) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(used) != front.shape[1] or not (used >= 0).all() or not 0 < used.sum() < np.inf:
        rule = f"must be {front.shape[1]} numbers >= 0, one per objective, not all 0"
        raise input_error("weights", rule, list(weights or []))
    span = np.ptp(front, axis=0)
    scaled = (front - front.min(axis=0)) / np.where(span > 0, span, 1.0)
    distance = np.sqrt(((scaled * used) ** 2).sum(axis=1))
    return int(np.flatnonzero(distance <= distance.min() + 1e-12)[0])
