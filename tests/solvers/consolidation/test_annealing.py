"""Plans by annealing: where hardly any room is to spare, and never where rules or moves count."""

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation.branching.incumbent import PackingSearch
from optgap.solvers.consolidation.patterns.flavours import Flavours
from optgap.solvers.consolidation.starts.annealing import anneal, anneal_machines


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
    patterns, missing = anneal_machines(flavours, machines, 10**6, rng, lambda: False)
    assert missing == 0
    assert (patterns.sum(axis=0) == flavours.count).all()
    assert (patterns @ flavours.size <= flavours.room[0]).all()
    search = searched(instance, machines, machines + 5)
    anneal(search)
    assert search.used == instance.units_of(search.machine) == machines


def test_an_excess_that_must_stay_is_said() -> None:
    instance = many_small(1)
    flavours = Flavours.of(instance)
    machines = int((instance.demand.sum(axis=0) / flavours.room[0]).max()) - 1
    rng = np.random.default_rng(1)
    patterns, missing = anneal_machines(flavours, machines, 10**6, rng, lambda: False)
    assert (patterns.sum(axis=0) == flavours.count).all()
    assert missing >= 1
    assert anneal_machines(flavours, machines, 10**6, rng, lambda: True)[1] >= missing


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
