"""The points of a front, and the bounds of an incomplete front: forms and contradictions.

With two objectives an entry ``{first: T, second: B}`` claims: no plan whose first value is at most
T has a second value below B.  A null T stands for all plans.  A null B, in the first entry only,
claims that no such plan exists.  With more objectives, each plan is weakly dominated by an entry.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Point
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, claim, differences

BoundFront: TypeAlias = Sequence[Mapping[str, float | None]]
# (instance, objective, increasing limits, certificate) -> the least values above the limits
LeastAbove: TypeAlias = Callable[[Any, str, Sequence[float], dict[str, Any] | None], list[float]]


@dataclass(frozen=True)
class FrontBounds:
    """The functions of a problem that check the bounds of its fronts and complete them.

    ``check`` re-checks a certificate of such bounds.  ``least_above`` returns, for an objective and
    each limit, the least value above the limit that a plan can have, or a lower bound on the value.
    """

    check: Callable[[Any, dict[str, Any], BoundFront], list[Violation]]
    least_above: LeastAbove


def vectors(front: Sequence[Mapping[str, float]]) -> FloatArray:
    """Return the objective vectors of a front, one row per point."""
    return np.array([[point[name] for name in front[0]] for point in front])


def vectors_of(points: Sequence[Point]) -> FloatArray:
    """Return the objective vectors of `Point` objects, one row per point."""
    return vectors([point.objectives for point in points])


def point_violations(k: int, point: Point, verdict: Verdict) -> Iterator[Violation]:
    """Yield the faults of a front's point: an infeasible decision, or wrong objectives."""
    for violation in verdict.violations:
        yield replace(violation, where=f"front[{k}], {violation.where}")
    if verdict.feasible:
        where = f"front[{k}].objectives"
        yield from differences(where, point.objectives, verdict.objectives or {})


def form_faults(bound_front: BoundFront, names: Sequence[str]) -> Iterator[Violation]:
    """Yield faults of form: entries that lack an objective, and limits that do not increase."""
    before = -math.inf
    for s, entry in enumerate(bound_front):
        where = f"bound_front[{s}]"
        if list(entry) != list(names):
            yield claim(where, f"must name {', '.join(names)}")
            continue
        values = list(entry.values())
        free = 0 if len(names) != 2 else 2 if s == 0 and values[0] is not None else 1
        if any(value is None for value in values[free:]):
            yield claim(where, "must give a number for every bounded objective")
        if len(names) == 2:
            limit = math.inf if values[0] is None else values[0]
            if not before < limit:
                yield claim(where, f"{names[0]} must rise, but {limit!r} comes after {before!r}")
            before = limit


def corners_of(
    bounds: FrontBounds | None,
    instance: Any,
    bound_front: BoundFront,
    certificate: dict[str, Any] | None,
) -> FloatArray | None:
    """Return corners as rows, of which one weakly dominates each plan; ``None`` if unknown."""
    names = list(bound_front[0])
    if len(names) != 2:
        return np.array([list(entry.values()) for entry in bound_front], dtype=np.float64)
    if bounds is None or bound_front[-1][names[0]] is not None:
        return None
    limits = [-math.inf, *(float(entry[names[0]] or 0.0) for entry in bound_front[:-1])]
    firsts = bounds.least_above(instance, names[0], limits, certificate)
    seconds = [math.inf if b is None else b for b in (entry[names[1]] for entry in bound_front)]
    corners = np.array([firsts, seconds], dtype=np.float64).T
    known: FloatArray = corners[np.isfinite(corners).all(axis=1)]
    return known


def contradictions(bound_front: BoundFront, front: Sequence[Point]) -> Iterator[Violation]:
    """Yield a violation for each point of the front that a bound excludes."""
    if not front:
        return
    values = vectors_of(front)
    if values.shape[1] == 2:
        for s, entry in enumerate(bound_front):
            limit, least = entry.values()
            below = math.inf if least is None else least - TOLERANCE * abs(least)
            within = values[:, 0] <= (math.inf if limit is None else limit)
            broken = within & (values[:, 1] < below)
            for k in np.flatnonzero(broken).tolist():
                yield claim(f"bound_front[{s}]", f"front[{k}] is below it: {values[k].tolist()}")
        return
    corners = np.array([list(entry.values()) for entry in bound_front], dtype=np.float64)
    for k, point in enumerate(values):
        if not (corners <= point + TOLERANCE * np.abs(point)).all(axis=1).any():
            yield claim("bound_front", f"no corner is at or below front[{k}]: {point.tolist()}")
