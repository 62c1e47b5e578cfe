"""Plans of moves: by hand, against all orders, and replayed step by step."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import generate
from optgap_cluster.rollout.move_plan import move_plan


def cluster(sizes: dict[str, float], now: dict[str, str | None], room: float = 10) -> Consolidation:
    """Return machines of one resource with items."""
    document = {
        "name": "small",
        "resources": ["memory"],
        "machines": [{"name": name, "capacity": [room]} for name in ("m1", "m2", "m3", "m4")],
        "items": [
            {"name": item, "demand": [size], "machine": now.get(item), "migration_cost": size}
            for item, size in sizes.items()
        ],
        "empty_machines": "any",
    }
    return Consolidation.model_validate(document)


def to(**machine: str) -> dict[str, dict[str, str]]:
    return {"machine": machine}


def test_items_that_change_places_block_each_other() -> None:
    instance = cluster({"a": 6, "b": 6, "d": 1}, {"a": "m1", "b": "m2", "d": "m1"})
    plan = move_plan(instance, to(a="m2", b="m1", d="m3"))
    assert [move.item for move in plan.steps] == ["d"]
    assert [(each.move.item, each.waits_for) for each in plan.blocked] == [
        ("a", ("b",)),
        ("b", ("a",)),
    ]
    assert plan.proven


def test_an_overfull_start() -> None:
    """m1 holds 12 of 10: c may come only when enough has left."""
    sizes = {"a": 6, "b": 6, "c": 4, "nothing": 0}
    instance = cluster(sizes, {"a": "m1", "b": "m1", "c": "m2", "nothing": "m2"})
    plan = move_plan(instance, to(a="m1", b="m2", c="m1", nothing="m1"))
    order = [move.item for move in plan.steps]
    assert sorted(order) == ["b", "c", "nothing"]
    assert order.index("b") < order.index("c")
    replayed(instance, plan)
    stuck = cluster({"a": 6, "b": 6, "c": 7}, {"a": "m1", "b": "m1", "c": "m2"})
    plan = move_plan(stuck, to(a="m1", b="m2", c="m3"))
    assert [move.item for move in plan.steps] == ["c", "b"]


def orders_work(instance: Consolidation, after: np.ndarray) -> bool:
    """Return whether some order of the moves works, all tried."""
    moving = np.flatnonzero(after != instance.home).tolist()
    start = np.zeros_like(instance.usable)
    for i, j in enumerate(instance.home.tolist()):
        if j >= 0:
            start[j] += instance.demand[i]

    def works(order: tuple[int, ...]) -> bool:
        load = start.copy()
        for i in order:
            j = after[i]
            needed = instance.demand[i] > 0
            if (load[j] + instance.demand[i] > instance.usable[j])[needed].any():
                return False
            load[j] += instance.demand[i]
            if instance.home[i] >= 0:
                load[instance.home[i]] -= instance.demand[i]
        return True

    return any(works(order) for order in itertools.permutations(moving))


def replayed(instance: Consolidation, plan) -> np.ndarray:
    """Make the steps; no load grows beyond what may be used.  Return where items are then."""
    number = {machine.name: j for j, machine in enumerate(instance.machines)}
    item_of = {item.name: i for i, item in enumerate(instance.items)}
    where = instance.home.copy()
    for step in plan.steps:
        i, j = item_of[step.item], number[step.target]
        assert where[i] == (-1 if step.origin is None else number[step.origin])
        assert step.cost == (0 if step.origin is None else instance.items[i].migration_cost)
        where[i] = j
        load = instance.demand[where == j].sum(axis=0)
        assert (load <= instance.usable[j])[instance.demand[i] > 0].all()
    return where


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 100_000), st.integers(1, 2), st.booleans())
def test_a_plan_is_found_where_an_order_works(seed: int, resources: int, overfull: bool) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 7))
    document = {
        "name": "small",
        "resources": ["a", "b"][:resources],
        "machines": [{"name": f"m{j}", "capacity": [10] * resources} for j in range(3)],
        "items": [
            {"name": f"i{i}", "demand": rng.integers(0, 7, resources).tolist()}
            for i in range(count)
        ],
        "empty_machines": "any",
    }
    instance = Consolidation.model_validate(document)

    def feasible() -> np.ndarray | None:
        for _ in range(60):
            where = rng.integers(0, 3, count)
            load = np.stack([instance.demand[where == j].sum(axis=0) for j in range(3)])
            if (load <= instance.usable).all():
                return where
        return None

    now = rng.integers(0, 3, count) if overfull else feasible()
    after = feasible()
    assume(now is not None and after is not None)
    items = tuple(
        item.model_copy(update={"machine": None if rng.random() < 0.2 else f"m{j}"})
        for item, j in zip(instance.items, now, strict=True)
    )
    instance = instance.model_copy(update={"items": items})
    plan = move_plan(instance, instance.decision(after))
    where = replayed(instance, plan)
    assert plan.proven
    assert (not plan.blocked) == orders_work(instance, after)
    assert len(plan.steps) + len(plan.blocked) == (after != instance.home).sum()
    if not plan.blocked:
        assert (where == after).all()
    for each in plan.blocked:
        assert each.waits_for


@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from(["ecs", "physical3"]))
def test_plans_of_whole_clusters(seed: int, kind: str) -> None:
    instance = generate(seed, machines=25, kind=kind, load=0.6, requests=10)
    decision = optgap.solve(instance, "vro-offline-diagonal-exchange").decision
    plan = move_plan(instance, decision)
    where = replayed(instance, plan)
    if not plan.blocked:
        assert (where == instance.numbers(decision)).all()


@pytest.mark.parametrize("most_states", [1, 5])
def test_an_interrupted_search_proves_nothing(most_states: int) -> None:
    """Large items change places for which there is no room; small ones come in any order."""
    large = [f"l{k}" for k in range(8)]
    small = [f"s{k}" for k in range(4)]
    now = {name: f"m{1 + k % 2}" for k, name in enumerate(large)} | dict.fromkeys(small, "m3")
    then = {name: f"m{2 - k % 2}" for k, name in enumerate(large)} | dict.fromkeys(small, "m1")
    instance = cluster(dict.fromkeys(large, 2.4) | dict.fromkeys(small, 0.1), now)
    plan = move_plan(instance, to(**then))
    assert (len(plan.steps), len(plan.blocked), plan.proven) == (4, 8, True)
    assert not move_plan(instance, to(**then), most_states=most_states).proven
