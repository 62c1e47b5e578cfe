"""Plans by annealing: where hardly any room is to spare, and never where rules or moves count."""

from typing import Literal

import numpy as np
import pytest

import optgap
from optgap.core.kernels import kernels_compiled
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation.first_plans import (
    _take_steps,
    anneal,
    anneal_machines,
    first_fit,
    places_on,
)
from optgap.solvers.consolidation.flavours import Flavours
from optgap.solvers.consolidation.incumbent import PackingSearch


def many_small(seed: int, items: int = 240, resources: int = 3) -> Consolidation:
    return optgap.generate(
        "consolidation",
        seed,
        kind="packing",
        packing_class="panigrahy-5",
        items=items,
        resources=resources,
    )


def searched(instance: Consolidation, bound: int, used: int) -> PackingSearch:
    flavours = Flavours.of(instance)
    return PackingSearch(flavours, Run("minimize"), bound, used, instance.rule_book)


@pytest.mark.parametrize("seed", range(1, 5))
def test_machines_hold_what_they_can_and_every_item_is_on_one(seed: int) -> None:
    instance = many_small(seed)
    flavours = Flavours.of(instance)
    volume = (instance.demand.sum(axis=0) / flavours.room[0]).max()
    machines = int(np.ceil(volume + 0.3))
    rng = np.random.default_rng(seed)
    place = rng.integers(machines, size=len(instance.items))
    patterns, missing = anneal_machines(flavours, place, 10**6, rng, lambda: False)
    assert missing == 0
    assert (patterns.sum(axis=0) == flavours.count).all()
    assert (patterns @ flavours.size <= flavours.room[0]).all()
    search = searched(instance, machines, machines + 5)
    anneal(search)
    assert search.used == instance.units_of(search.machine) == machines


def test_an_excess_that_must_stay_is_said() -> None:
    """What is missing at the end is what the patterns hold beyond their machines."""
    instance = many_small(1)
    flavours = Flavours.of(instance)
    machines = int((instance.demand.sum(axis=0) / flavours.room[0]).max()) - 1
    rng = np.random.default_rng(1)
    for steps in (10**6, 0):
        place = rng.integers(machines, size=len(instance.items))
        patterns, missing = anneal_machines(flavours, place, steps, rng, lambda: False)
        assert (patterns.sum(axis=0) == flavours.count).all()
        beyond = np.maximum(0, patterns @ flavours.size - flavours.room[0]) / flavours.room[0]
        assert missing == pytest.approx(beyond.sum())
        assert missing >= 1


@pytest.mark.parametrize("compiled", ["yes", "no"])
def test_steps_leave_loads_that_agree_with_places(compiled: Literal["yes", "no"]) -> None:
    """Rooms that differ by resource, one of them nothing; as written and compiled alike."""
    rng = np.random.default_rng(3)
    size = rng.integers(1, 40, size=(30, 3)) * np.array([1, 50, 0])
    room, weight = np.array([100, 5_000, 0]), np.array([50.0, 1.0, 5_000.0])
    place = rng.integers(7, size=30)
    load = np.tile(-room, (7, 1))
    np.add.at(load, place, size)
    over = np.maximum(0, load) @ weight
    before = over.sum()
    one, other = rng.integers(30, size=4_000), rng.integers(35, size=4_000)
    with kernels_compiled(compiled):
        _take_steps(size, weight, place, load, over, one, other, np.zeros(4_000))
    again = np.tile(-room, (7, 1))
    np.add.at(again, place, size)
    assert (load == again).all()
    assert over == pytest.approx(np.maximum(0, load) @ weight)
    assert over.sum() < before  # no step was to add anything


def test_the_emptiest_machine_is_given_up() -> None:
    instance = many_small(2)
    search = searched(instance, 1, 1000)
    rng = np.random.default_rng(1)
    anywhere = places_on(None, search.flavours, 9, rng)
    assert np.unique(anywhere).tolist() == list(range(9))
    assert search.found(first_fit(instance))
    used, now = search.used, search.machine
    share = instance.demand.sum(axis=1)
    least = min(np.unique(now).tolist(), key=lambda machine: share[now == machine].sum())
    place = places_on(now, search.flavours, used - 1, rng)
    assert place.min() == 0
    assert place.max() == used - 2
    stayed = now != least
    pairs = set(zip(now[stayed].tolist(), place[stayed].tolist(), strict=True))
    assert len(pairs) == used - 1  # machines keep their items together


def test_a_time_that_is_up_already_leaves_the_plan() -> None:
    instance = many_small(1)
    search = searched(instance, 1, 1000)
    assert search.found(first_fit(instance))
    before = search.used
    assert anneal(search, until=0.0, steps=5) == 5
    assert search.used == before


def test_before_the_columns_attempts_are_few() -> None:
    """Where annealing cannot meet the bound, columns may prove that nothing can, and sooner."""
    instance = many_small(1, items=120)
    search = searched(instance, 1, 1000)
    assert search.found(first_fit(instance))
    steps = anneal(search)
    assert search.used > 1
    assert steps < search.parameters.annealing_total
    assert anneal(search, steps=steps, most=steps - 1) == steps


def test_what_runs_stays_and_rules_are_not_broken() -> None:
    document = many_small(1).model_dump(mode="json")
    for item, machine in zip(document["items"], document["machines"] * 99, strict=False):
        item["machine"], item["migration_cost"] = machine["name"], 1
    running = Consolidation.model_validate(document | {"migration_budget": 1})
    names = [item["name"] for item in document["items"][:2]]
    for item in document["items"]:
        item["machine"] = None
    rules = [{"kind": "apart", "items": names}]
    ruled = Consolidation.model_validate(document | {"rules": rules})
    for instance in (running, ruled, many_small(1, items=60)):
        search = searched(instance, 1, 100)
        anneal(search)
        assert search.machine is None


def test_published_rules_of_small_items_are_proven() -> None:
    """Greedy plans and dives need one machine more than the sum of the sizes."""
    instance = many_small(3, items=500)
    outcome = optgap.solve(instance, "column-generation", gap=0, time_limit=60)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")


@pytest.mark.parametrize("packing_class", ["new-2", "panigrahy-5"])
def test_a_limit_that_is_over_at_once_leaves_a_plan_without_compiled_kernels(
    packing_class: str,
) -> None:
    instance = optgap.generate(
        "consolidation", 1, kind="packing", packing_class=packing_class, items=120, resources=3
    )
    outcome = optgap.solve(instance, "column-generation", time_limit=1e-6, gap=0, compiled="no")
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit")
    assert outcome.objective == optgap.check(instance, outcome).objective > outcome.bound
