"""Lesson 1, a price: is the price the best one, and how far is the plan from the optimum?"""

from __future__ import annotations

from types import ModuleType

import pytest

import optgap
from optgap.core.gaps import gap
from optgap.core.schema import Instance
from optgap.testing import assert_gap_at_most

DRAWS = range(5)
CURVES = ("convex", "waves", "rough", "waves", "rough")


def drawn(seed: int, draw: int) -> Instance:
    """Return a hidden cluster."""
    size = {"groups": 4 + draw, "containers": 30 + 5 * draw}
    return optgap.generate("cluster_ratio", 100 * seed + draw, curve=CURVES[draw], **size)


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_price_proves_the_best_bound(answer: ModuleType, seed: int, draw: int) -> None:
    """The checker computes L(p) again and compares it with the bound of the best price."""
    instance = drawn(seed, draw)
    best = optgap.solve(instance, "greedy")
    price = float(answer.best_price(drawn(seed, draw)))
    certificate = {"kind": "multiplier", "price": price}
    claim = best.bound - 1e-6 * abs(best.bound)
    claimed = best.model_copy(
        update={
            "certificate": certificate,
            "bound": claim,
            "gap": gap(best.objective, claim, "minimize"),
            "status": "feasible",
        }
    )
    faults = [str(violation) for violation in optgap.check(instance, claimed).violations]
    assert not faults, f"price {price:g}: {'; '.join(faults)}"


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.01])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_gap_of_the_plan(answer: ModuleType, seed: int, draw: int, limit: float) -> None:
    """The gap to the proven optimum is at most the limit."""
    decision = {"containers": answer.plan(drawn(seed, draw))}
    assert_gap_at_most(drawn(seed, draw), decision, limit, trust="certified")
