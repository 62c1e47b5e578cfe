"""Refilling a few machines by a program in which the rest of the items keep their machines."""

import math
from pathlib import Path

import numpy as np
import pytest
from clusters import drawn_cluster

from optgap.core.run import Run
from optgap.heuristics.consolidation import refill
from optgap.heuristics.consolidation.neighbourhoods import _Search
from optgap.instances.consolidation import Consolidation, overfull, rules_hold
from optgap.solvers.consolidation import ColumnParameters, CountProgram, first_fit
from optgap.solvers.engines import engine_named, solve_form


def ruled(items: list[str | None], rules: list[dict[str, object]]) -> Consolidation:
    """Return three machines in two zones, and unit items a, b, … on the given machines."""
    machines = [
        {"name": f"m{j}", "capacity": [4], "labels": {"zone": zone}} for j, zone in enumerate("xxy")
    ]
    listed = [
        {"name": name, "demand": [1], "machine": machine}
        for name, machine in zip("abcdef", items, strict=False)
    ]
    document = {"name": "t", "resources": ["r"], "machines": machines, "items": listed}
    return Consolidation.model_validate(document | {"rules": rules})


def best(instance: Consolidation, rest: list[int]) -> int | None:
    """Return the fewest machines if some items keep theirs (-1: the others); None if infeasible."""
    fixed = np.array(rest)
    sites = np.arange(len(instance.sites))
    program = CountProgram.on(instance, instance.rule_book, math.inf, sites, fixed)
    assert program is not None
    form = program.form(np.zeros(len(rest)))
    form.cost[list(program.used.values())] = 1.0
    result = solve_form(form, engine_named("highs"), Run("minimize"))
    if result.x is None:
        return None
    machine = program.assignment(result.x)
    assert (machine[fixed >= 0] == fixed[fixed >= 0]).all()
    assert rules_hold(instance.rule_book, machine)
    return len(np.unique(machine))


@pytest.mark.parametrize(
    ("rule", "rest", "fewest"),
    [
        ({"kind": "apart", "items": ["a", "b", "c"], "at_most": 1}, [0, 1, -1], 3),
        ({"kind": "apart", "items": ["a", "b", "c"], "at_most": 1, "level": "zone"}, [0, 2, -1], 0),
        ({"kind": "not_with", "items": ["a"], "others": ["b", "c"]}, [0, -1, -1], 2),
        ({"kind": "not_with", "items": ["b", "c"], "others": ["a"]}, [0, -1, -1], 2),
        ({"kind": "with", "items": ["c"], "others": ["b"]}, [0, 1, -1], 2),
        ({"kind": "with", "items": ["b"], "others": ["c"]}, [0, 1, -1], 2),
        ({"kind": "with", "items": ["b", "c"], "others": ["b", "c"]}, [0, 1, -1], 2),
        (
            {"kind": "spread", "items": ["a", "b", "c"], "level": "zone", "max_skew": 1},
            [0, 1, -1],
            3,
        ),
    ],
)
def test_the_rest_counts_in_every_rule(
    rule: dict[str, object], rest: list[int], fewest: int
) -> None:
    """All items are requests, so that no rule is broken now; 0 stands for no plan."""
    assert best(ruled([None] * 3, [rule]), rest) == (fewest or None)


def test_a_broken_rule_may_stay_broken_if_nothing_arrives() -> None:
    rule: dict[str, object] = {"kind": "apart", "items": ["a", "b", "c"], "at_most": 1}
    instance = ruled(["m0", "m0", "m1"], [rule])
    assert best(instance, [0, 0, -1]) == 2
    assert best(instance, [0, -1, 1]) == 2
    assert best(instance, [-1, -1, 0]) is None  # c arrives, and m2 may not be opened


@pytest.mark.parametrize("seed", range(4))
def test_the_incumbent_is_a_plan_of_every_program(seed: int, tmp_path: Path) -> None:
    """So no program is infeasible or returns a worse plan, and no plan violates a rule."""
    instance = drawn_cluster(tmp_path, seed, nodes=16, pods=120)
    search = _Search(instance, instance.home, Run("minimize", seed=seed), ColumnParameters())
    for _ in range(4):
        sites = search._choose()
        free = np.flatnonzero(np.isin(search.machine, sites) & ~search.pinned)
        found = search._program(sites, free)
        assert found is not None
        assert rules_hold(instance.rule_book, found)
        assert len(overfull(instance, found)) == 0
        assert instance.units_of(found) <= instance.units_of(search.machine)
        search.machine = found


def test_refilling_frees_a_machine() -> None:
    sizes = [3, 3, 2, 2, 2]
    document = {
        "name": "t",
        "resources": ["r"],
        "machines": [{"name": f"m{j}", "capacity": [6]} for j in range(4)],
        "items": [{"name": f"i{k}", "demand": [size]} for k, size in enumerate(sizes)],
    }
    instance = Consolidation.model_validate(document)
    start = np.array([0, 1, 0, 1, 2])
    assert len(np.unique(first_fit(instance))) == 2
    found = refill(instance, start, Run("minimize", seed=1), ColumnParameters())
    assert len(np.unique(found)) == 2
