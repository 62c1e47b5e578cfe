"""Scores for Benchopt: the checker's verdict, and the gap to known bounds."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ..core.faults import input_error
from ..core.outcome import Answer, Outcome, Point
from ..core.plain import plain_data
from ..core.run import Run
from ..core.schema import Instance
from ..validation.catalogue import problem_of
from ..validation.judge import is_bare_decision, judged_outcome
from ..validation.running import AnyInstance, add_gaps, best_bound, load_instance, outcomes, summary
from ..validation.study import loss_of

Summary = dict[str, Any]


def references(instance: Instance, time_limit: float | None, seed: int = 0) -> list[Summary]:
    """Return the exact methods' summaries of an instance, with bounds and fronts."""
    entry = problem_of(instance)
    exact = [name for name in entry.compared(instance) if entry.method_named(name).kind == "exact"]
    if not exact:
        return []
    return [
        summary(outcome) for outcome in outcomes(instance, exact, time_limit=time_limit, seed=seed)
    ]


def solve_for_score(instance: Instance, method: str, time_limit: float, seed: int) -> Outcome:
    """Return the outcome of a method; one that refuses the instance has no plan."""
    return next(outcomes(instance, [method], time_limit=time_limit, seed=seed))


def score(
    instance: AnyInstance, solution: Any, known: Sequence[Mapping[str, Any]]
) -> dict[str, float]:
    """Return the checker's verdict on a solution, beside the best bound of the known summaries.

    A solution is a document, a bare decision, or has only ``decision`` or ``front``.  Its claims
    are ignored.  ``value`` is the gap, or the share of the volume that a front misses.  It is
    infinite if the checker accepts no solution, and not a number if no bound is known.
    """
    loaded_instance = load_instance(instance)
    entry = problem_of(loaded_instance)
    answer = _answer(plain_data(solution))
    judged = judged_outcome(
        entry, loaded_instance, "solution", answer, Run(entry.sense(loaded_instance)), {}
    )
    row = add_gaps([*known, summary(judged)])[-1]
    if row["gap_to_best_bound"] is not None and row["message"]:
        raise input_error(loaded_instance.name, row["message"])
    held = row["objective"] is not None or bool(row["front"])
    loss = loss_of(row)
    bound = best_bound(known)[0] if known else None
    return {
        "value": math.inf if not held else math.nan if loss is None else loss,
        "score": _number(row["objective"]),
        "bound": _number(bound),
        "proven": float(row["gap_kind"] == "proven"),
        "violations": float(len(row["details"].get("violations", []))),
    }


def _answer(solution: Any) -> Answer:
    """Return the decision, or the points, that a solution holds."""
    if not isinstance(solution, Mapping):
        raise input_error("solution", "must be a document or a decision", type(solution).__name__)
    if is_bare_decision(solution) and not {"decision", "front"} & set(solution):
        return Answer(decision=dict(solution))
    front = solution.get("front")
    try:
        points = None if front is None else [Point.model_validate(point) for point in front]
    except ValidationError:
        raise input_error("front", "must be a list of points: objectives and decision") from None
    return Answer(decision=solution.get("decision"), front=points)


def _number(value: float | None) -> float:
    return math.nan if value is None else value
