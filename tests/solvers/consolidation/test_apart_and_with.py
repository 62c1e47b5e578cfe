"""column-generation where items are to be apart and together: a plan wherever there is one."""

from __future__ import annotations

import random
from typing import Any

from enumeration import assignments, least

import optgap
from optgap.instances.consolidation import Consolidation


def cluster(zones: str, items: list[dict[str, Any]], rules: list[dict[str, Any]]) -> Consolidation:
    machines = [
        {"name": f"m{k}", "capacity": [2.0], "labels": {"zone": zone}}
        for k, zone in enumerate(zones)
    ]
    fields = {"name": "two", "resources": ["cpu"], "machines": machines}
    return Consolidation.model_validate({**fields, "items": items, "rules": rules})


def fewest(instance: Consolidation) -> float | None:
    """Return the least objective of all assignments that the checker accepts."""
    return least(optgap.problem_named("consolidation").judge, instance, assignments(instance))


def test_two_items_apart_on_machines_and_together_in_a_zone() -> None:
    items = [{"name": "a", "demand": [0.0]}, {"name": "b", "demand": [0.0]}]
    items[1]["allowed_machines"] = ["m1", "m2"]
    rules = [
        {"kind": "apart", "items": ["a", "b"]},
        {"kind": "with", "items": ["a"], "others": ["b"], "level": "zone"},
    ]
    instance = cluster("qpq", items, rules)
    outcome = optgap.solve(instance, "column-generation")
    assert outcome.objective == fewest(instance) == 2


def test_a_plan_wherever_there_is_one() -> None:
    draw = random.Random(1)
    for _ in range(60):
        items = [{"name": name, "demand": [draw.choice([0.0, 1.0])]} for name in "ab"]
        for item in items:
            if draw.random() < 0.3:
                item["allowed_machines"] = draw.sample(["m0", "m1", "m2"], 2)
        some = [["a"], ["b"], ["a", "b"]]
        apart = {"kind": "apart", "items": draw.choice(some), "at_most": draw.choice([1, 2])}
        near = {"kind": "with", "items": draw.choice(some), "others": draw.choice(some)}
        for rule in (apart, near):
            if draw.random() < 0.5:
                rule["level"] = "zone"
        instance = cluster("".join(draw.choices("pq", k=3)), items, [apart, near])
        outcome, best = optgap.solve(instance, "column-generation"), fewest(instance)
        assert (outcome.decision is None) == (best is None), (outcome.message, apart, near)
        if best is not None and outcome.bound is not None:
            assert outcome.bound <= best <= (outcome.objective or 0.0)
