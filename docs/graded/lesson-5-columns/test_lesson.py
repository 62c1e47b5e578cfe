"""Lesson 5, column generation: do the prices prove the optimum, and does the plan reach it?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count, product
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.testing import assert_gap_at_most

DRAWS = range(4)
SCALE = 10**9
Task = tuple[int, list[int], list[int]]


def packing(capacity: int, sizes: list[int], demand: list[int]) -> optgap.Instance:
    """Return the instance of these items, with a machine for every item."""
    names = [(f"k{k}-{n}", size) for k, size in enumerate(sizes) for n in range(demand[k])]
    return optgap.load(
        {
            "problem": "consolidation",
            "version": 1,
            "name": "hidden",
            "resources": ["room"],
            "machines": [{"name": f"m{n}", "capacity": [capacity]} for n in range(len(names))],
            "items": [{"name": name, "demand": [size]} for name, size in names],
        }
    )


def items_of(random: np.random.Generator, largest: float) -> Task:
    """Return four kinds of items, with sizes up to this share of a machine."""
    capacity = int(random.integers(20, 40))
    within = np.arange(capacity // 6, int(largest * capacity))
    sizes = sorted(random.choice(within, 4, replace=False).tolist(), reverse=True)
    return capacity, sizes, random.integers(3, 9, size=4).tolist()


@cache
def hard_to_bound(seed: int, draw: int) -> tuple[Task, Any, Any]:
    """Return a hidden task whose optimum prices prove and the sum of sizes does not."""
    for attempt in count():
        task = items_of(np.random.default_rng([seed, draw, attempt]), largest=0.75)
        capacity, sizes, demand = task
        instance = packing(*task)
        best = optgap.solve(instance, "column-generation")
        compact = -(-sum(s * d for s, d in zip(sizes, demand, strict=True)) // capacity)
        proven = best.status == "optimal" and best.certificate["kind"] == "prices"
        if proven and compact < best.objective:
            return task, instance, best
    raise AssertionError("the draws never end")


@cache
def hard_to_pack(seed: int, draw: int) -> tuple[Task, Any]:
    """Return a hidden task with a certified optimum that first fit decreasing misses."""
    for attempt in count():
        task = items_of(np.random.default_rng([seed, draw, attempt]), largest=0.5)
        instance = packing(*task)
        simple = optgap.solve(instance, "first-fit-decreasing")
        if simple.bound == simple.objective:
            continue
        best = optgap.solve(instance, "column-generation")
        proven = best.status == "optimal" and best.bound_kind == "certified"
        if proven and best.objective < simple.objective:
            return task, instance
    raise AssertionError("the draws never end")


def copied(task: Task) -> Task:
    """Return the task in lists of its own, which an answer may change."""
    capacity, sizes, demand = task
    return capacity, list(sizes), list(demand)


def most_valuable(task: Task, prices: list[float]) -> tuple[int, ...]:
    """Return the pattern that is worth most; few kinds have few patterns."""
    capacity, sizes, demand = task
    counts = product(
        *(range(min(d, capacity // s) + 1) for s, d in zip(sizes, demand, strict=True))
    )
    return max(
        (pattern for pattern in counts if np.dot(pattern, sizes) <= capacity),
        key=lambda pattern: float(np.dot(pattern, prices)),
    )


@pytest.mark.points(3)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_prices_prove_the_optimum(
    answer: Any, seed: int, draw: int, give: Callable[..., None], proven: Callable[..., Any]
) -> None:
    """3 points for the optimum, 2 for more than the sum of sizes proves, 1 for as much."""
    task, instance, best = hard_to_bound(seed, draw)
    prices = [float(price) for price in answer.prices(*copied(task))]
    pattern = most_valuable(task, prices)
    worth = float(np.dot(pattern, prices))
    if worth > 1 + 1e-6:
        give(0, f"your prices make the pattern {list(pattern)} worth {worth:g}, more than 1")
    certificate = {
        **best.certificate,
        "scale": SCALE,
        "prices": {f"k{k}-0": int(SCALE * price / max(1, worth)) for k, price in enumerate(prices)},
    }
    bound, reason = proven("consolidation", instance, certificate)
    if bound is None:
        give(0, f"your prices prove nothing: {reason}")
    capacity, sizes, demand = task
    compact = -(-sum(s * d for s, d in zip(sizes, demand, strict=True)) // capacity)
    points = (bound >= compact) + (bound > compact) + (bound >= best.objective)
    give(points, f"your prices prove {bound:g} machines; the optimum is {best.objective:g}")


def decision(patterns: list[list[int]], demand: list[int]) -> dict[str, dict[str, str]]:
    """Return the decision of a list of patterns; items that they forget are on no machine."""
    placed = [0] * len(demand)
    machine: dict[str, str] = {}
    for number, pattern in enumerate(patterns):
        for k, items in enumerate(pattern):
            for _ in range(int(items)):
                machine[f"k{k}-{placed[k]}"] = f"m{number}"
                placed[k] += 1
    return {"machine": machine}


@pytest.mark.points(1)
@pytest.mark.parametrize("limit", [0.2, 0.0])
@pytest.mark.parametrize("draw", DRAWS)
def test_the_gap_of_the_plan(answer: Any, seed: int, draw: int, limit: float) -> None:
    """The gap to the optimum, which a certificate proves, is at most the limit."""
    task, instance = hard_to_pack(seed, draw)
    plan = decision(answer.pack(*copied(task)), task[2])
    assert_gap_at_most(instance, plan, limit, trust="certified")
