"""Bounds of a front whose search was stopped, from the programs that were solved.

A program that minimised the first goal within limits says: no point within them is below its
optimum, or below the bound it had when it was interrupted.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.dominance import nondominated
from .local_bounds import OpenRegions
from .whole_objectives import SumGoal

if TYPE_CHECKING:
    from .epsilon_constraint import Limits, Search

BoundFront: TypeAlias = list[dict[str, float | None]]
_ROUNDING = 1e-6  # of a step, which an engine's bound may be off


def bound_front(search: Search) -> BoundFront | None:
    """Return the bounds of a search, and take out points that are not proven.

    A point has the least first goal within its limits.  Another one with the same first goal and
    less of the others may exist until a further program says otherwise.
    """
    if len(search.goals) < 2:
        return None
    low = np.array([search.programs.least(k, search.run) for k in range(len(search.goals))])
    floors = [*_floors(search), *_last_floors(search)]
    proven = [found for found in search.found if _is_proven(found.values, floors)]
    search.found[:] = proven or search.found[-1:]
    if not np.isfinite(low).all():
        return None
    regions = OpenRegions(low)
    for found in search.found:
        regions.add(np.array(found.values, dtype=np.float64))
    for limits, first in floors:
        upper = np.array([np.inf if most is None else most + 1.0 for most in limits])
        regions.raise_floor(0, upper, first)
    regions.drop_empty()
    points = np.array([found.values for found in search.found], dtype=np.float64)
    corners = np.vstack([points, regions.lower])
    return _document(search, corners[nondominated(corners)])


def _floors(search: Search) -> list[tuple[Limits, float]]:
    """Return, for the limits of each program, the least first goal within them."""
    floors: list[tuple[Limits, float]] = [
        (limits, math.inf if found is None else float(found.values[0]))
        for limits, found in search.solved
    ]
    if isinstance(search.goals[0], SumGoal):
        for limits, bound in search.bounds:
            floors.append((limits, math.ceil(bound - _ROUNDING * max(1.0, abs(bound)))))
    return floors


def _last_floors(search: Search) -> list[tuple[Limits, float]]:
    """Return what relaxations say of points that are better than the last one in a later goal."""
    values = search.found[-1].values
    floors = []
    for goal in range(1, len(values)):
        limits: list[int | None] = [value - (k == goal) for k, value in enumerate(values)]
        limits[0] = None
        floors.append((tuple(limits), search.programs.least(0, search.run, limits)))
    return floors


def _is_proven(values: tuple[int, ...], floors: list[tuple[Limits, float]]) -> bool:
    """Return whether programs exclude all points that are as good and better in a later goal."""
    for goal in range(1, len(values)):
        needed = [value - (k == goal) for k, value in enumerate(values)]
        if not any(
            first > values[0]
            and all(most is None or most >= needed[k] for k, most in enumerate(limits) if k)
            for limits, first in floors
        ):
            return False
    return True


def _document(search: Search, corners: FloatArray) -> BoundFront:
    """Return corners in the order and the units of the objectives.

    Two objectives: limits of the first one, each with the least second value up to it.
    """
    order = [next(k for k, g in enumerate(search.goals) if g.name == name) for name in search.names]
    goals = [search.goals[k] for k in order]
    corners = corners[:, order]
    corners = corners[nondominated(corners)]
    if len(goals) > 2:
        return [
            {g.name: g.natural(int(v)) for g, v in zip(goals, corner, strict=True)}
            for corner in corners.tolist()
        ]
    first, second = goals
    entries: BoundFront = []
    for at, corner in enumerate(corners.tolist()):
        after = int(corners[at + 1, 0]) if at + 1 < len(corners) else None
        limit = None if after is None else first.natural(after - 1)
        if limit == -math.inf:
            continue
        entries.append({first.name: limit, second.name: second.natural(int(corner[1]))})
    return entries
