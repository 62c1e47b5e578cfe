"""Plans in waves: budgets, stops on the way, what is free when, and the scheduler's choice."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clusters import drawn_cluster

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster import ClusterPlan
from optgap_cluster.rollout.held_machines import reasons_to_stay
from optgap_cluster.rollout.scheduler import replayed, with_pins
from optgap_cluster.rollout.scheduler_scores import balance_score, free_score
from optgap_cluster.rollout.waves import wave_plan


def cluster(now: dict[str, str], sizes: dict[str, float], **changes: Any) -> Consolidation:
    """Machines m1 to m4 of 10 cpu each."""
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [{"name": f"m{j}", "capacity": [10], "price": j / 10} for j in range(1, 5)],
        "items": [{"name": n, "demand": [sizes[n]], "machine": m} for n, m in now.items()],
        "empty_machines": "any",
    }
    return Consolidation.model_validate({**document, **changes})


def generated(seed: int) -> Consolidation:
    """Two resources, so that scores spread items otherwise than a plan does."""
    return optgap.generate(
        "consolidation", seed, machines=12, kind="ecs", load=0.55, running=True, budget=None
    )


def to(**machine: str) -> dict[str, dict[str, str]]:
    return {"machine": machine}


def test_budgets_part_waves_and_freed_machines_come_when_they_are_free() -> None:
    now = {"a": "m1", "b": "m1", "c": "m2", "d": "m3"}
    sizes = dict.fromkeys("abcd", 2.0)
    rule = {"kind": "at_once", "items": ["a", "b", "c"], "at_most": 1}
    instance = cluster(now, sizes, rules=[rule])
    plan = wave_plan(instance, to(a="m3", b="m3", c="m3", d="m3"))
    assert [len(wave.moves) for wave in plan.waves] == [1, 1, 1]
    assert [wave.freed for wave in plan.waves] == [("m2",), (), ("m1",)]
    assert (plan.cordoned, plan.saved, plan.blocked) == (("m1", "m2"), 0.3, ())
    free = wave_plan(cluster(now, sizes), to(a="m3", b="m3", c="m3", d="m3"))
    assert [len(wave.moves) for wave in free.waves] == [3]
    assert free.as_document()["saved_per_month"] == pytest.approx(219)
    drained = wave_plan(cluster(now, sizes), to(a="m3", b="m3", c="m3", d="m3"), order="drain")
    assert [wave.freed for wave in drained.waves] == [("m2",), ("m1",)]


def test_no_machine_is_overfull_though_none_has_left() -> None:
    """b comes to m2 only in the wave after c has left it."""
    instance = cluster({"b": "m1", "c": "m2", "d": "m3"}, {"b": 8.0, "c": 4.0, "d": 1.0})
    plan = wave_plan(instance, to(b="m2", c="m3", d="m3"))
    assert [[move.item for move in wave.moves] for wave in plan.waves] == [["c"], ["b"]]


def test_a_swap_needs_a_stop_on_a_third_machine() -> None:
    instance = cluster({"a": "m1", "b": "m2", "c": "m3"}, {"a": 6.0, "b": 7.0, "c": 1.0})
    swap = to(a="m2", b="m1", c="m3")
    plan = wave_plan(instance, swap)
    assert (plan.detours, plan.blocked, len(plan.steps)) == (1, (), 3)
    tight = wave_plan(instance, swap, most_moves=2)
    assert (tight.detours, len(tight.blocked)) == (0, 2)


def test_rules_hold_at_every_move() -> None:
    """a and b are apart: a comes to m2 only when b has left it."""
    rule = {"kind": "apart", "items": ["a", "b"]}
    instance = cluster(
        {"a": "m1", "b": "m2", "c": "m3"}, {"a": 1.0, "b": 2.0, "c": 1.0}, rules=[rule]
    )
    plan = wave_plan(instance, to(a="m2", b="m3", c="m3"))
    assert [[move.item for move in wave.moves] for wave in plan.waves] == [["b"], ["a"]]


def test_equal_items_take_each_others_target() -> None:
    """Both would swap zones, which a spread forbids one at a time; each goes near instead."""
    zones = ["x", "y", "x", "y"]
    machines = [
        {"name": f"m{j + 1}", "capacity": [10], "labels": {"zone": zones[j]}} for j in range(4)
    ]
    rule = {"kind": "spread", "items": ["a", "b"], "level": "zone"}
    instance = cluster(
        {"a": "m1", "b": "m2"}, {"a": 1.0, "b": 1.0}, machines=machines, rules=[rule]
    )
    plan = wave_plan(instance, to(a="m4", b="m3"))
    assert plan.blocked == ()
    assert {move.item: move.target for move in plan.steps} == {"a": "m3", "b": "m4"}


def test_why_machines_stay() -> None:
    rule = {"kind": "apart", "items": ["a", "b"], "from": "Deployment web: podAntiAffinity"}
    instance = cluster(
        {"a": "m1", "b": "m2", "c": "m3", "d": "m4"},
        {"a": 1.0, "b": 1.0, "c": 9.95, "d": 0.1},
        rules=[rule],
        items=[
            {"name": "a", "demand": [1], "machine": "m1"},
            {"name": "b", "demand": [1], "machine": "m2"},
            {"name": "c", "demand": [9.95], "machine": "m3"},
            {"name": "d", "demand": [0.1], "machine": "m4", "fixed": True},
        ],
    )
    found = {
        each.machine: each.why
        for each in reasons_to_stay(instance, to(a="m1", b="m2", c="m3", d="m4"))
    }
    assert found["m3"] == "no other machine that allows c has room for it"
    assert found["m4"] == "d stays: it is fixed"
    two = cluster({"a": "m1", "b": "m2"}, {"a": 1.0, "b": 1.0}, rules=[rule])
    held = reasons_to_stay(two, to(a="m1", b="m2"))
    assert held[0].why == (
        "a has room elsewhere, but rules keep it: Deployment web: podAntiAffinity"
    )


def test_what_frees_a_machine() -> None:
    """Two items of 1 could share a machine but for the rule; the third machine is full."""
    rule = {"kind": "apart", "items": ["a", "b"], "from": "Deployment web: podAntiAffinity"}
    two = cluster({"a": "m1", "b": "m2"}, {"a": 1.0, "b": 1.0}, rules=[rule])
    everything, without = optgap.frees(two, to(a="m1", b="m2"), time_limit=5)
    assert everything.words == "1 instead of 2"
    assert (without.dropped, without.holds) == ("Deployment web: podAntiAffinity", ("m1", "m2"))
    assert without.words == "1 instead of 2"
    sizes = {"a": 5.0, "b": 4.0, "c": 5.0}  # a may go, but then c is left
    large = cluster({"a": "m1", "b": "m2", "c": "m1"}, sizes, rules=[rule])
    (everything,) = optgap.frees(large, to(a="m1", b="m2", c="m1"), time_limit=5)
    assert everything.words == "no less (proven)"


def test_what_frees_a_machine_that_is_kept_or_holds_fixed_items() -> None:
    fixed = cluster(
        {"a": "m1", "b": "m2"},
        {"a": 1.0, "b": 1.0},
        items=[
            {"name": "a", "demand": [1], "machine": "m1", "fixed": True},
            {"name": "b", "demand": [1], "machine": "m2", "fixed": True},
        ],
    )
    found = optgap.frees(fixed, to(a="m1", b="m2"), time_limit=5)
    assert [(each.dropped, each.words) for each in found[1:]] == [
        ("restrictions of a", "1 instead of 2"),
        ("restrictions of b", "1 instead of 2"),
    ]


def test_scores_as_the_scheduler_rounds_them() -> None:
    """Facts of least_allocated_test.go and most_allocated_test.go: 4 cpu and 10 memory."""
    has, ones = np.array([[4000, 10000], [6000, 10000]]), np.ones(2, dtype=np.int64)
    asked = np.array([[2999, 4999], [2999, 4999]])
    assert [balance_score(asked[j], ones, has[j]) for j in range(2)] == [87, 100]
    for packs, fit in ((False, [37, 50]), (True, [62, 50])):
        assert [free_score(asked[j], ones, has[j], packs) for j in range(2)] == fit


def test_the_scheduler_goes_elsewhere_and_pins_bring_it_back() -> None:
    """Least allocated: a and b go to the emptier m4, so that c of 8 finds no place."""
    sizes = {"a": 2.0, "b": 2.0, "c": 8.0, "d": 2.0, "e": 3.0}
    now = {"a": "m1", "b": "m1", "c": "m2", "d": "m3", "e": "m4"}
    instance = cluster(now, sizes)
    plan = wave_plan(instance, to(a="m3", b="m3", c="m4", d="m3", e="m3"))
    replay = replayed(instance, plan)
    assert replay.holds
    assert replay.pinned
    packed = replayed(instance, plan, "most-allocated")
    assert packed.holds


@pytest.mark.parametrize("seed", range(8))
def test_every_pin_is_needed(seed: int) -> None:
    """With the pins of the replay a plan holds; without any one of them it does not."""
    instance = generated(seed)
    found = optgap.solve(instance, "vro-offline-diagonal-exchange").decision
    assert found is not None
    plan = wave_plan(instance, found)
    replay = replayed(instance, plan)
    assert replay.minimal
    if not replay.pinned:
        return
    pins = frozenset(replay.pinned)
    assert replay.holds
    assert with_pins(instance, plan, "default", pins)[0].holds
    for name in replay.pinned:
        assert not with_pins(instance, plan, "default", pins - {name})[0].holds


def test_some_plans_need_pins() -> None:
    """Otherwise the test above would say nothing."""
    plans = (generated(seed) for seed in range(8))
    decisions = ((each, optgap.solve(each, "vro-offline-diagonal-exchange")) for each in plans)
    replays = [replayed(i, wave_plan(i, o.decision)) for i, o in decisions if o.decision]
    assert sum(bool(replay.pinned) for replay in replays) >= 2


def test_the_replay_makes_stops() -> None:
    """b stops on m3 until a has come to m2: without the stop neither finds room."""
    instance = cluster({"a": "m1", "b": "m2", "c": "m3"}, {"a": 6.0, "b": 7.0, "c": 1.0})
    plan = wave_plan(instance, to(a="m2", b="m1", c="m3"))
    assert [move.target for move in plan.steps] == ["m3", "m2", "m1"]
    pinned, _ = with_pins(instance, plan, "default", frozenset("ab"))
    assert pinned.holds
    assert (pinned.as_planned, pinned.elsewhere, pinned.unplaced) == (2, (), ())


def test_a_node_for_stops_is_closed_after_the_last_of_them() -> None:
    """m3 is to be free, and takes a on its way; nobody may come to it afterwards."""
    sizes = {"a": 6.0, "b": 7.0, "c": 1.0}
    instance = cluster({"a": "m1", "b": "m2", "c": "m3"}, sizes, empty_machines="keep")
    plan = wave_plan(instance, to(a="m2", b="m1", c="m1"))
    assert plan.parking == ("m3",)
    assert plan.freed == ("m3",)
    replay = replayed(instance, plan)
    assert replay.holds


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("order", ["waves", "drain"])
def test_first_waves_are_a_plan_by_themselves(order: str, seed: int, tmp_path: Path) -> None:
    """After each of them the judge accepts what runs where, and what is freed is empty."""
    instance = drawn_cluster(tmp_path, seed, nodes=10, pods=90)
    found = optgap.solve(instance, "karpenter").decision
    whole = ClusterPlan(instance, found, order=order).waves
    before: set[str] = set()
    for count in range(1, len(whole.waves) + 1):
        part = ClusterPlan(instance, found, order=order, stop_after=count).waves
        where = {item.name: item.machine for item in instance.items}
        where |= {move.item: move.target for move in part.steps}
        assert not optgap.check(instance, {"machine": where}).violations
        freed = {name for wave in whole.waves[:count] for name in wave.freed}
        assert before <= set(part.freed) <= freed
        assert not set(part.freed) & set(where.values())
        assert set(part.cordoned) <= set(part.freed)
        assert len(part.steps) <= sum(len(wave.moves) for wave in whole.waves[:count])
        before = set(part.freed)
    assert before == set(whole.freed)


def test_a_plan_leaves_items_alone_that_have_no_place() -> None:
    """What is left out is in no wave; the plan says so, and the replay is of the others."""
    items = [
        {"name": "a", "demand": [6], "machine": "m1"},
        {"name": "b", "demand": [4], "machine": "m2"},
        {"name": "w", "demand": [3], "optional": True},
        {"name": "v", "demand": [9], "optional": True},
    ]
    instance = cluster({}, {}, items=items)
    decision = {"machine": {"a": "m1", "b": "m2", "w": "m1"}}
    found = optgap.plan(instance, decision)
    assert [move.item for move in found.steps] == [] or {m.item for m in found.steps} == {"w"}
    assert "1 item left out: v" in found.notes
    assert optgap.simulate(instance, found).holds
    assert {each.machine for each in optgap.stays(instance, decision)} == {"m1", "m2"}


def with_devices(machines: list[Any], items: list[Any], **more: Any) -> Consolidation:
    """Return a cluster of machines (cpu, gpu) and items (cpu, gpu, and where it runs)."""
    places = [{"name": f"m{j}", "capacity": each} for j, each in enumerate(machines)]
    pods = [
        {"name": f"i{i}", "demand": [cpu, gpu], "machine": at}
        for i, (cpu, gpu, at) in enumerate(items)
    ]
    return cluster(
        {}, {}, resources=["cpu", "gpu"], devices=["gpu"], machines=places, items=pods, **more
    )


def test_waves_wait_for_a_device() -> None:
    """The item of 0.6 leaves m0 before another of 0.6 comes, though the sum would allow both."""
    instance = with_devices(
        [[9, 1], [9, 1], [9, 2]],
        [(1, 0.6, "m0"), (1, 0.5, "m1"), (1, 0.1, "m2")],
    )
    decision = {"machine": {"i0": "m2", "i1": "m0", "i2": "m2"}}
    assert optgap.check(instance, decision).feasible
    plan = wave_plan(instance, decision)
    assert [[move.item for move in wave.moves] for wave in plan.waves] == [["i0"], ["i1"]]


def test_why_a_machine_with_devices_stays() -> None:
    instance = with_devices([[9, 2], [9, 1]], [(1, 0.6, "m0"), (1, 0.5, "m0"), (1, 0.5, "m1")])
    outcome = optgap.solve(instance, "drain-best-fit")
    assert outcome.objective == 2 or outcome.objective == 1
    decision = {"machine": {"i0": "m0", "i1": "m0", "i2": "m1"}}
    said = [each.why for each in reasons_to_stay(instance, decision)]
    assert "device" in said[1] or "but they do not all fit together" in said[1] or "room" in said[1]


@pytest.mark.parametrize("method", ["karpenter", "exact", "drain-best-fit"])
def test_waves_of_one_target_make_the_same_moves(method: str, tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, 4, nodes=10, pods=90)
    found = optgap.solve(instance, method, time_limit=20).decision
    whole, split = (ClusterPlan(instance, found, order=o).waves for o in ("waves", "targets"))
    assert {*split.steps} == {*whole.steps} and {*split.freed} == {*whole.freed}
    assert all(len({move.target for move in wave.moves}) == 1 for wave in split.waves)
    assert len(split.waves) > len(whole.waves)
