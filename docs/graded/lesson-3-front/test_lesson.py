"""Lesson 3, a front: how much of it is there, and which points does a weighted sum find?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, count
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_front_loss_at_most

DRAWS = range(4)


def draw_instance(seed: int, draw: int) -> Any:
    """Return a hidden stage."""
    return optgap.generate("resource_plan", 100 * seed + draw, instances=4 + draw)


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.0])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_loss_of_the_front(answer: Any, seed: int, draw: int, limit: float) -> None:
    """At most this share of the proven front's hypervolume is missing."""
    instance = draw_instance(seed, draw)
    latency, cost = np.moveaxis(draw_instance(seed, draw).options.cube, 2, 0).tolist()
    plans = [{"option": [int(o) for o in plan]} for plan in answer.front(latency, cost)]
    assert_front_loss_at_most(instance, plans, limit)


GRID = 1_001  # weights, which must not be enough
LARGEST = 100_000


@cache
def front_of_points(seed: int, draw: int) -> tuple[tuple[int, int], ...]:
    """Return points of which none is better than another in both, in any order.

    Some of them are best in so short an interval of weights that a grid misses it.
    """
    for attempt in count():
        random = np.random.default_rng([seed, draw, attempt])
        size = 8 + 2 * draw
        numbers = (random.choice(LARGEST, size, replace=False) + 1 for _ in range(2))
        latency, cost = (np.sort(each) for each in numbers)
        points = list(zip(latency.tolist(), cost[::-1].tolist(), strict=True))
        weights = np.linspace(0, 1, GRID)[:, None]
        grid = {points[k] for k in (weights * latency + (1 - weights) * cost[::-1]).argmin(axis=1)}
        if grid < best_for_weights(points):
            return tuple(points[k] for k in random.permutation(size))
    raise AssertionError("the draws never end")


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
def test_the_points_of_weighted_sums(
    answer: Any, seed: int, draw: int, give: Callable[..., None]
) -> None:
    """2 points for all points that some weight finds, 1 for half of them and no others."""
    points = list(front_of_points(seed, draw))
    expected = best_for_weights(points)
    named = {tuple(int(v) for v in point) for point in answer.supported(list(points))}
    wrong, missing = sorted(named - expected), sorted(expected - named)
    if wrong:
        give(0, f"no weight finds {wrong[0]}, which you name ({len(wrong)} such points)")
    half = int(2 * len(missing) <= len(expected))
    words = f"some weight also finds {missing[0]}" if missing else ""
    give(half if missing else 2, f"{words}; you name {len(named)} of {len(expected)} points")
