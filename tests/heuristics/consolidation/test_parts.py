"""Large clusters in parts: plans of the whole that leave every item in its zone."""

import json
from pathlib import Path

import optgap
from optgap.core.arrays import IntArray
from optgap.core.run import Run
from optgap.heuristics.consolidation import solve_in_parts
from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump

PROBLEM = optgap.problem_named("consolidation")


def drained(part: Consolidation, run: Run) -> IntArray | None:
    decision = PROBLEM.run_method("drain-best-fit", part, run).decision
    return None if decision is None else part.numbers(decision)


def test_parts_make_a_plan_of_the_whole(tmp_path: Path) -> None:
    for seed in range(3):
        dump = tmp_path / "dump.json"
        dump.write_text(json.dumps(generate_dump(seed, nodes=24, pods=160)))
        instance = read_cluster([dump]).instance
        sizes = []

        def solve(part: Consolidation, run: Run, sizes: list[int] = sizes) -> IntArray | None:
            sizes.append(len(part.machines))
            return drained(part, run)

        machine = solve_in_parts(instance, Run("minimize"), solve)
        assert machine is not None
        assert sizes == [8, 8, 8]  # three zones
        verdict = PROBLEM.judge(instance, instance.decision(machine))
        assert not verdict.violations
        assert verdict.objective < 24
        zone = [(site.labels or {}).get("topology.kubernetes.io/zone") for site in instance.sites]
        assert [zone[j] for j in machine] == [zone[j] for j in instance.home]


def test_what_joins_parts_is_refused(tmp_path: Path) -> None:
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(generate_dump(1, nodes=9, pods=30)))
    instance = read_cluster([dump]).instance
    run = Run("minimize")
    assert solve_in_parts(instance.replaced(migration_price=0.1), run, drained) is not None
    for changes in (
        {"migration_budget": 1.0},
        {"items": tuple(i.model_copy(update={"machine": None}) for i in instance.items)},
    ):
        assert solve_in_parts(instance.model_copy(update=changes), run, drained) is None
