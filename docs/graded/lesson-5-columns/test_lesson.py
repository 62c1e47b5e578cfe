"""Lesson 5, column generation: do the prices prove the optimum, and does the plan reach it?"""

from __future__ import annotations

from functools import cache
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.testing import assert_gap_at_most

DRAWS = range(4)
SCALE = 10**9
Task = tuple[int, list[int], list[int]]


def packing(capacity: int, sizes: list[int], demand: list[int]) -> Consolidation:
    """Return the instance of these items, with a machine for every item."""
    names = [(f"k{k}-{n}", size) for k, size in enumerate(sizes) for n in range(demand[k])]
    return Consolidation.model_validate(
        {
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
def hard_to_bound(seed: int, draw: int) -> tuple[Task, Consolidation, Any]:
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
def hard_to_pack(seed: int, draw: int) -> tuple[Task, Consolidation]:
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


@pytest.mark.points(3)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_prices_prove_the_optimum(answer: ModuleType, seed: int, draw: int) -> None:
    """The checker finds the best pattern at these prices, in whole billionths."""
    task, instance, best = hard_to_bound(seed, draw)
    values = [int(SCALE * float(price)) for price in answer.prices(*copied(task))]
    certificate = {
        **best.certificate,
        "scale": SCALE,
        "prices": {f"k{k}-0": value for k, value in enumerate(values)},
    }
    claimed = best.model_copy(update={"certificate": certificate})
    faults = [str(violation) for violation in optgap.check(instance, claimed).violations]
    assert not faults, "; ".join(faults)


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
def test_the_gap_of_the_plan(answer: ModuleType, seed: int, draw: int, limit: float) -> None:
    """The gap to the optimum, which a certificate proves, is at most the limit."""
    task, instance = hard_to_pack(seed, draw)
    plan = decision(answer.pack(*copied(task)), task[2])
    assert_gap_at_most(instance, plan, limit, trust="certified")
