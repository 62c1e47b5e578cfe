"""What the candidates of one unit of macrow cost at least, by the unit's home."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..proofs.claims import Numbers
from .component_units import Floats

Mask = NDArray[np.bool_]


def single_costs(
    home_of: Numbers,
    clusters: int,
    cost: Floats,
    may: Mask,
    anchor: Mask | None,
    few: int,
    many: int,
) -> Floats:
    """Return the least cost of a unit's candidates for each cluster that holds one of them."""
    row = np.sort(cost[may])
    count = max(few, min(many, int((row < 0).sum())))
    total, last = float(row[:count].sum()), float(row[count - 1]) if count else -np.inf
    cheapest = np.full(clusters, np.inf)
    near = may if anchor is None else may & anchor
    np.minimum.at(cheapest, home_of[near], cost[near])
    extra = cheapest - last  # it takes the place of the last one, or comes in addition
    if count < many:
        extra = np.minimum(extra, cheapest)
    return np.asarray(total + np.maximum(extra, 0.0))


def several_cost(
    home_of: Numbers,
    cost: Floats,
    may: Mask,
    anchor: Mask | None,
    few: int,
    many: int,
    home: tuple[int, ...],
) -> float:
    """Return the least cost of candidates, all in one cluster, or some in each of two."""
    inside = may & (home_of == home[0]) if len(home) == 1 else may
    left, total, anchored = inside.copy(), 0.0, anchor is None
    for cluster in home:
        near = inside & (home_of == cluster)
        if anchor is not None and (near & anchor).any():
            near &= anchor
            anchored = True
        if not near.any():
            return math.inf
        first = int(np.flatnonzero(near)[cost[near].argmin()])
        total += float(cost[first])
        left[first] = False
    rest = np.sort(cost[left])
    more = max(few - len(home), min(many - len(home), int((rest < 0).sum())))
    if not anchored or many < len(home) or more > len(rest):
        return math.inf
    return total + float(rest[:more].sum())
