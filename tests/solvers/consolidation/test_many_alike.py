"""Clusters with many items of few sizes: the quick ways give what one step at a time gives."""

import numpy as np
import pytest

import optgap
from optgap.core.arrays import IntArray
from optgap.instances.consolidation import Consolidation, overfull, with_fewest_moves
from optgap.instances.consolidation.generate import generate
from optgap.instances.consolidation.partition import kinds_of
from optgap.solvers.consolidation import first_fit
from optgap.solvers.consolidation.first_plans import _fill_bins, greedy_plans
from optgap.solvers.consolidation.flavours import Flavours, Plan
from optgap.validation.catalogue.consolidation import _steps
from optgap.validation.catalogue.methods.consolidation import has_few_sizes


def one_at_a_time(flavours: Flavours, plan: Plan) -> IntArray:
    """Return the pattern of every machine: each goes to the free one that has most of it."""
    count = len(flavours.class_of)
    present = np.zeros((count, len(flavours.size)), dtype=np.int64)
    home = flavours.instance.home
    for i in np.flatnonzero((home >= 0) & (flavours.flavour_of >= 0)).tolist():
        present[home[i], flavours.flavour_of[i]] += 1
    wanted, taken = np.zeros_like(present), np.zeros(count, dtype=bool)
    weight = 1 + flavours.size.sum(axis=1)
    for number, pattern, times in plan:
        for _ in range(times):
            free = np.flatnonzero((flavours.class_of == number) & ~taken)
            best = free[int(np.argmax(np.minimum(present[free], pattern) @ weight))]
            wanted[best], taken[best] = pattern, True
    return wanted


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_patterns_go_to_the_machines_that_hold_most_of_them(seed: int) -> None:
    instance = generate(seed, kind="cloud", machines=60)
    flavours = Flavours.of(instance)
    waiting = generate(seed, kind="cloud", machines=60, running=False)
    packed: Plan = sorted(
        flavours.patterns_now(first_fit(waiting)), key=lambda entry: entry[1].tolist()
    )
    machine = flavours.expanded(packed)
    assert (machine >= 0).all() and len(overfull(instance, machine)) == 0
    load = np.zeros((60, len(flavours.size)), dtype=np.int64)
    np.add.at(load, (machine, flavours.flavour_of), 1)
    wanted = one_at_a_time(flavours, packed)
    assert (load == wanted).all()
    present = np.zeros_like(load)
    np.add.at(present, (instance.home, flavours.flavour_of), 1)
    assert (machine == instance.home).sum() == np.minimum(present, wanted).sum()


def filled_one_at_a_time(flavours: Flavours, weight: list[float], directed: bool) -> Plan:
    """Return the greedy plan of identical machines for one weighting."""
    left, plan, room = flavours.count.copy(), list[tuple[int, IntArray, int]](), flavours.room[0]
    share, devices, way = flavours.size / np.maximum(1, room), flavours.devices, np.array(weight)
    while left.any() and len(plan) < flavours.machines[0]:
        pattern, _ = _fill_bins(
            room, flavours.size, left, flavours.cap, flavours.open[0], share, way, directed,
            devices.book, devices.number[0], devices.taken[0], devices.pieces,
        )  # fmt: skip
        left -= pattern
        plan.append((0, pattern, 1))
    return plan


@pytest.mark.parametrize("seed", range(5))
def test_machines_filled_alike_at_once_are_as_those_filled_one_at_a_time(seed: int) -> None:
    flavours = Flavours.of(generate(seed, kind="ecs", machines=400, load=0.7, running=False))
    assert len(flavours.room) == 1
    for plan, directed in zip(greedy_plans(flavours, lambda: False), (True, False), strict=False):
        slowly = filled_one_at_a_time(flavours, [1.0, 1.0], directed)
        assert len(plan) < len(slowly) / 2
        each = [pattern.tolist() for _, pattern, times in plan for _ in range(times)]
        assert each == [pattern.tolist() for _, pattern, _ in slowly]


def test_kinds_are_numbered_in_order_of_appearance() -> None:
    instance = generate(4, kind="cloud", machines=50, requests=9)
    known: dict[tuple[int, ...], int] = {}
    _, row_of = instance.masks
    keys = np.column_stack([instance.demand, row_of, instance.cost]).tolist()
    wanted = [known.setdefault(tuple(key), len(known)) for key in keys]
    assert kinds_of(instance, instance.rule_book).group_of.tolist() == wanted


def test_an_exchange_of_many_alike_keeps_the_load_of_every_machine() -> None:
    instance = generate(5, kind="cloud", machines=80)
    packed = first_fit(generate(5, kind="cloud", machines=80, running=False))
    nearer = with_fewest_moves(instance, instance.rule_book, packed)
    for machine in (packed, nearer):
        assert len(overfull(instance, machine)) == 0
    assert (nearer == instance.home).sum() > (packed == instance.home).sum()
    kind = kinds_of(instance, instance.rule_book).group_of
    assert sorted(zip(kind, packed, strict=True)) == sorted(zip(kind, nearer, strict=True))


def test_large_clusters_of_few_sizes_begin_with_columns() -> None:
    large: Consolidation = generate(1, kind="cloud", machines=1_000)
    assert has_few_sizes(large)
    # the physical cluster has 247 sizes
    for kind, other in (("physical", {}), ("cloud", {"budget": 0.1}), ("cloud", {"machines": 999})):
        assert not has_few_sizes(generate(1, kind=kind, **{"machines": 1_000, **other}))
    assert has_few_sizes(generate(1, kind="physical", machines=3_000, running=False))  # 275
    assert _steps(large) == ("column-generation",)
    first = next(x for _, x, _ in optgap.solve(large, gap=0.2).trace if x is not None)
    assert first < 0.6 * large.units_of(large.home)  # a greedy plan, not the present placement
    assert "price-guided" in _steps(generate(1, kind="cloud", machines=60))
