"""Items that may be left out: as many as possible are placed, then machines count."""

import random

import pytest
from enumeration import assignments, least

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation

check = optgap.problem_named("consolidation").judge


def draw_instance(seed: int) -> Consolidation:
    """Return a small cluster with items that wait, some rules, and perhaps a budget or prices."""
    rng = random.Random(seed)
    room = {f"n{j}": rng.choice((6, 8, 10)) for j in range(3)}
    left = dict(room)
    items = []
    for k in range(4):
        size = rng.randint(2, 4)
        able = [name for name in room if left[name] >= size]
        if able:
            at = rng.choice(able)
            left[at] -= size
            items.append({"name": f"r{k}", "demand": [size], "machine": at})
    for k in range(rng.randint(2, 3)):
        items.append({"name": f"w{k}", "demand": [rng.randint(2, 7)], "optional": True})
    zones = dict(zip(room, ("a", "a", "b"), strict=True))
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [
            {"name": name, "capacity": [size], "labels": {"zone": zones[name]}}
            for name, size in room.items()
        ],
        "items": items,
    }
    names = [each["name"] for each in items]
    if rng.random() < 0.5:
        document["rules"] = [{"kind": "apart", "items": rng.sample(names, 3), "level": "zone"}]
    if rng.random() < 0.3:
        spread = {"kind": "spread", "items": ["w0", "w1"], "level": "zone", "max_skew": 1}
        document.setdefault("rules", []).append(spread)
    if rng.random() < 0.3:
        document["migration_budget"] = rng.randint(0, 2)
    if rng.random() < 0.4:
        document["objective"] = "price"
        for each in document["machines"]:
            each["price"] = rng.choice((0.5, 1.25, 2.0))
    return Consolidation.model_validate(document)


@pytest.mark.parametrize("seed", range(16))
def test_as_many_as_possible_then_fewest_machines(seed: int) -> None:
    """Every method agrees with all assignments, or is no better; bounds hold."""
    instance = draw_instance(seed)
    best = least(check, instance, assignments(instance, None))
    for method in ("exact", "column-generation"):
        found = optgap.solve(instance, method)
        assert (found.status, found.objective) == ("optimal", pytest.approx(best)), method
        assert found.bound == pytest.approx(best)
    for method in ("karpenter", "drain-best-fit", "vro-offline-diagonal", "first-fit", "no-pins"):
        found = optgap.solve(instance, method)
        if found.objective is not None:
            assert found.objective >= best - 1e-9, method


def test_one_placed_is_worth_more_than_all_machines(cluster) -> None:
    """Two machines could be one if the item stayed out; it does not."""
    items = {"a": (5, "n0"), "b": (4, "n1"), "w": (2, None)}
    instance = cluster({"n0": 9, "n1": 9}, items)
    may = [
        item.model_copy(update={"optional": True}) if item.machine is None else item
        for item in instance.items
    ]
    instance = instance.model_copy(update={"items": tuple(may)})
    found = optgap.solve(instance, "exact")
    assert (found.objective, found.details["left_out"]) == (2, [])
    verdict = optgap.check(instance, {"machine": {"a": "n0", "b": "n0"}})
    assert (verdict.objective, verdict.violations) == (1 + 3, ())


def waiting(cluster) -> Consolidation:
    items = {"a": (6, "n0"), "b": (4, "n1"), "w": (3, None), "v": (9, None)}
    built = cluster({"n0": 10, "n1": 10}, items)
    may = (
        item.model_copy(update={"optional": True}) if item.machine is None else item
        for item in built.items
    )
    return built.model_copy(update={"items": tuple(may)})


def test_the_judge_refuses_what_is_no_decision(cluster) -> None:
    instance = waiting(cluster)
    absent = optgap.check(instance, {"machine": {"a": "n0"}})
    assert "machine.b" in str(absent.violations[0])
    astray = {"machine": {"a": "n0", "b": "n1", "w": "(waits) v#1"}}
    assert "is the waiting place of another item" in str(
        optgap.check(instance, astray).violations[0]
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"machine": "n"}, "but the item runs now"),
        ({}, "is true, but a rule requires"),
    ],
)
def test_what_cannot_be_optional(changes: dict, words: str) -> None:
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [{"name": "n", "capacity": [9]}],
        "items": [
            {"name": "a", "demand": [1], "optional": True, **changes},
            {"name": "b", "demand": [1]},
        ],
        "rules": [{"kind": "with", "items": ["a"], "others": ["b"]}],
    }
    with pytest.raises((InputError, ValueError), match=words):
        Consolidation.model_validate(document)
