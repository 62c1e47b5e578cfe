"""The points of a front: their objective vectors, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Point
from .verdict import Verdict, Violation, claim, differs


def vectors(front: Sequence[Mapping[str, float]]) -> FloatArray:
    """Return the objective vectors of a front, one row per point."""
    return np.array([[point[name] for name in front[0]] for point in front])


def vectors_of(points: Sequence[Point]) -> FloatArray:
    """Return the objective vectors of points that still have their decisions."""
    return vectors([point.objectives for point in points])


def point_violations(k: int, point: Point, verdict: Verdict) -> Iterator[Violation]:
    """Yield the faults of a point of a front: its decision, or the objectives it claims."""
    for violation in verdict.violations:
        yield replace(violation, where=f"front[{k}], {violation.where}")
    computed = verdict.objectives or {}
    for name in sorted({*point.objectives, *computed}):
        claimed, value = point.objectives.get(name), computed.get(name)
        if verdict.feasible and differs(claimed, value):
            message = f"claims {claimed!r}, the checker computes {value!r}"
            yield claim(f"front[{k}].objectives.{name}", message)
