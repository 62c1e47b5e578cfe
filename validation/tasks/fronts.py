"""Tasks with several objectives: a front, worth its share of what the proven front dominates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...core.front_measures import reference_point
from ...core.schema import Instance
from ..catalogue import problem_of
from ..front_quality import measures
from ..hunting import exact_outcomes
from ..judge import Verdict, vectors, vectors_of
from ..judge.verdict import Violation, malformed, rejected
from .task import Reference

_MOST_POINTS = 1000
_SECONDS = 5.0  # of an exact method for a front


def with_front(reference: Reference) -> Reference | None:
    """Return an instance with its proven front; ``None`` where no exact method proves one soon."""
    for outcome in exact_outcomes(reference.instance, _SECONDS):
        if outcome.front and outcome.front_complete:
            trust = outcome.bound_kind or "solver"
            return Reference(reference.instance, 1.0, trust, vectors_of(outcome.front))
    return None


def front_verdict(reference: Reference, answer: Any) -> Verdict:
    """Judge each decision of an answer; the objective is the ratio of dominated volumes.

    An answer is a list of decisions, or one decision.  The volume ends a tenth of the proven
    front's range beyond its worst values.
    """
    instance: Instance = reference.instance
    points = [answer] if isinstance(answer, dict) else answer
    if not isinstance(points, list) or not 0 < len(points) <= _MOST_POINTS:
        words = f"must be a decision, or a list of 1 to {_MOST_POINTS:,} decisions"
        return rejected([malformed("(answer)", words)])
    problem = problem_of(instance)
    verdicts = [problem.check(instance, point) for point in points]
    for k, verdict in enumerate(verdicts):
        if not verdict.feasible:
            return rejected(_at_point(k, verdict))
    front = vectors([verdict.objectives or {} for verdict in verdicts])
    proven = np.asarray(reference.front)
    names = list(verdicts[0].objectives or {})
    volumes = measures(front, proven, reference_point([proven]), names)
    return Verdict(min(1.0, volumes.hypervolume_ratio or 0.0), details=volumes.as_document())


def _at_point(k: int, verdict: Verdict) -> list[Violation]:
    return [replace(fault, where=f"front[{k}], {fault.where}") for fault in verdict.violations]
