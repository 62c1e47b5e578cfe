"""Plans from the mix of items that classes of machines take: rules, sizes, value."""

from pathlib import Path

import numpy as np
import pytest
from clusters import drawn_cluster

from optgap.core.run import Run
from optgap.heuristics.consolidation.slots import place_by_mix
from optgap.instances.consolidation import Consolidation, overfull
from optgap.validation.catalogue import problem_named


def two_kinds(items: int) -> Consolidation:
    """Machines rich in cpu and machines rich in memory, items of both kinds."""
    rich = [[16.0, 8.0], [8.0, 16.0]]
    needs = [[2.0, 1.0], [1.0, 2.0]]
    return Consolidation.model_validate(
        {
            "name": "two-kinds",
            "resources": ["cpu", "memory"],
            "machines": [{"name": f"m{j}", "capacity": rich[j % 2]} for j in range(items)],
            "items": [{"name": f"i{k}", "demand": needs[k % 2]} for k in range(items)],
        }
    )


def test_classes_take_what_complements_them() -> None:
    """Eight items fill a machine of their kind; any other mix wastes half of a resource."""
    instance = two_kinds(64)
    machine = place_by_mix(instance, Run(sense="minimize"))
    assert machine is not None
    assert instance.value_of(instance.units_of(machine)) == 8


@pytest.mark.parametrize("seed", range(4))
def test_the_plan_keeps_rules_and_sizes(seed: int, tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, seed, nodes=24, pods=200)
    machine = place_by_mix(instance, Run(sense="minimize"))
    assert machine is not None
    assert len(overfull(instance, machine)) == 0
    verdict = problem_named("consolidation").judge(instance, instance.decision(machine))
    assert verdict.violations == ()
    used = len(np.unique(machine))
    assert verdict.objective == used < 24


def test_within_a_budget_there_is_no_mix() -> None:
    instance = two_kinds(8).model_copy(update={"migration_budget": 1.0})
    running = tuple(
        item.model_copy(update={"machine": f"m{k}"}) for k, item in enumerate(instance.items)
    )
    assert (
        place_by_mix(instance.model_copy(update={"items": running}), Run(sense="minimize")) is None
    )
