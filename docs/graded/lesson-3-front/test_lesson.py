"""Lesson 3, a front: how much of it is there, and which points does a weighted sum find?"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_front_loss_at_most

DRAWS = range(4)


def drawn(seed: int, draw: int) -> Any:
    """Return a hidden stage."""
    return optgap.generate("resource_plan", 100 * seed + draw, instances=4 + draw)


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.0])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_loss_of_the_front(answer: ModuleType, seed: int, draw: int, limit: float) -> None:
    """At most this share of the proven front's hypervolume is missing."""
    instance = drawn(seed, draw)
    latency, cost = np.moveaxis(drawn(seed, draw).options.cube, 2, 0).tolist()
    plans = [{"option": [int(o) for o in plan]} for plan in answer.front(latency, cost)]
    assert_front_loss_at_most(instance, plans, limit)


def front_of_points(seed: int, draw: int) -> list[tuple[int, int]]:
    """Return points of which none is better than another in both, in any order."""
    random = np.random.default_rng([seed, draw])
    count = 8 + 2 * draw
    latency = np.sort(random.choice(np.arange(1, 60), count, replace=False))
    cost = np.sort(random.choice(np.arange(1, 60), count, replace=False))[::-1]
    order = random.permutation(count)
    return [(int(latency[k]), int(cost[k])) for k in order]


def best_for_weights(points: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the best points at all weights where two points are equally good, and at the ends."""
    weights = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in combinations(points, 2):
        weights.add(Fraction(d - b, (a - c) + (d - b)))
    best: set[tuple[int, int]] = set()
    for weight in weights:
        sums = {(a, b): weight * a + (1 - weight) * b for a, b in points}
        least = min(sums.values())
        best |= {point for point, value in sums.items() if value == least}
    return best


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_points_of_weighted_sums(answer: ModuleType, seed: int, draw: int) -> None:
    """The points are those that some weight finds, no more and no fewer."""
    points = front_of_points(seed, draw)
    expected = best_for_weights(points)
    named = {tuple(int(v) for v in point) for point in answer.supported(list(points))}
    wrong, missing = sorted(named - expected), sorted(expected - named)
    assert not wrong, f"no weight finds {wrong} of {sorted(points)}"
    assert not missing, f"some weight also finds {missing} of {sorted(points)}"
