"""Lesson 1, a price: is the price the best one, and how far is the plan from the optimum?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import optgap
from optgap import Instance
from optgap.testing import assert_gap_at_most

DRAWS = range(5)
CURVES = ("convex", "waves", "rough", "waves", "rough")


def draw_instance(seed: int, draw: int) -> Instance:
    """Return a hidden cluster."""
    size = {"groups": 4 + draw, "containers": 30 + 5 * draw}
    return optgap.generate("cluster_ratio", 100 * seed + draw, curve=CURVES[draw], **size)


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_price_proves_the_best_bound(
    answer: Any, seed: int, draw: int, give: Callable[..., None], proven: Callable[..., Any]
) -> None:
    """The checker computes L(p) again; 2 points for the best bound, 1 for at least 95% of it."""
    instance = draw_instance(seed, draw)
    best = optgap.solve(instance, "greedy").bound
    price = float(answer.best_price(draw_instance(seed, draw)))
    bound, reason = proven("cluster_ratio", instance, {"kind": "multiplier", "price": price})
    if bound is None:
        give(0, f"your price {price:g} proves nothing: {reason}")
    words = f"your price {price:g} proves {bound:g}; the best price proves {best:g}"
    points = 2 if bound >= best - 1e-6 * abs(best) else int(bound >= 0.95 * best)
    give(points, words)


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.01])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_gap_of_the_plan(answer: Any, seed: int, draw: int, limit: float) -> None:
    """The gap to the proven optimum is at most the limit."""
    decision = {"containers": answer.plan(draw_instance(seed, draw))}
    assert_gap_at_most(draw_instance(seed, draw), decision, limit, trust="certified")
