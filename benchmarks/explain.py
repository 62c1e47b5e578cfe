"""Seconds and sizes of explanations: conflicts, why nodes stay, and sweeps of a budget.

Run ``python benchmarks/explain.py`` (about a minute) or with ``--smoke`` (seconds).  Seconds are
those of the processor; *conflict* is the search and its proof, *all* also the smallest changes with
theirs.  Random conflicts and forged ones are the matter of ``benchmarks/conflicts.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.instances.placement import Placement
from optgap.solvers.conflicts import conflict
from optgap.validation.explaining import statements_of
from optgap_cluster import why_stays
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump


def placement(instances: int, machines: int, seed: int = 0) -> Placement:
    """Return an instance whose machines have room for all but a few."""
    rng = np.random.default_rng(seed)
    latency = np.where(rng.random((instances, machines)) < 0.3, np.nan, 1.0)
    latency[:5, 2:], latency[:5, :2] = np.nan, 1.0
    capacity = np.full(machines, 2 * instances // machines)
    capacity[:2] = 2
    return Placement(name="p", latency=latency.tolist(), capacity=capacity.tolist())


def cluster(items: int, machines: int, seed: int = 0) -> Consolidation:
    """Return a cluster with room in sum, in which two items must share too small a machine."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 8, (items, 2))
    room = (1.6 * sizes.sum(axis=0) / machines).astype(int).tolist()
    names = [f"m{j}" for j in range(machines)]
    pods = [{"name": f"p{i}", "demand": sizes[i].tolist()} for i in range(items)]
    for i in range(12):
        pods[i]["allowed_machines"] = names[:2]
        pods[i]["demand"] = [room[0] // 5, 1]
    return Consolidation(
        name="c",
        resources=["cpu", "memory"],
        machines=[{"name": name, "capacity": room} for name in names],
        items=pods,
        empty_machines="any",
    )


def running(items: int, machines: int, seed: int = 0) -> Consolidation:
    """Return a cluster that runs at half of its room, with migrations that cost 1 to 3."""
    rng = np.random.default_rng(seed)
    pods = [
        {
            "name": f"p{i}",
            "demand": [int(rng.integers(1, 4))],
            "machine": f"m{i % machines}",
            "migration_cost": int(rng.integers(1, 4)),
        }
        for i in range(items)
    ]
    rooms = [{"name": f"m{j}", "capacity": [10]} for j in range(machines)]
    return Consolidation(name="running", resources=["cpu"], machines=rooms, items=pods)


def my_cluster(nodes: int, pods: int) -> Consolidation:
    """Return the cluster of the page "My cluster"."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.json"
        path.write_text(json.dumps(generate_dump(1, nodes=nodes, pods=pods)))
        return read_cluster([path]).instance


def explain(cases: list[tuple[str, Any]]) -> int:
    """Print a line per instance; return how many conflicts are not proven to be minimal."""
    unproven = 0
    for label, instance in cases:
        begun = time.process_time()
        conflict(statements_of(instance).form, Run("minimize", time_limit=120))
        middle = time.process_time()
        found = optgap.explain(instance, time_limit=120)
        seconds = time.process_time() - middle
        unproven += not found.minimal
        print(f"{label:20} {found.size:4} statements, minimal: {found.minimal}, "
              f"conflict {middle - begun:6.2f} s, all {seconds:6.2f} s")  # fmt: skip
    return unproven


def stay(instance: Consolidation) -> None:
    """Print how long it takes to say why every node of a plan stays."""
    begun = time.process_time()
    plan = optgap.solve(instance, "column-generation", time_limit=30)
    middle = time.process_time()
    answers = why_stays(instance, plan, time_limit=300)
    seconds = time.process_time() - middle
    kinds = dict(Counter(answer.kind for answer in answers))
    print(f"{instance.name:20} {len(answers):4} nodes in use {kinds}, {seconds:6.2f} s, "
          f"the plan {middle - begun:.2f} s")  # fmt: skip


def sweep(instance: Consolidation, budgets: int) -> None:
    """Print how long a sweep takes beside one solve."""
    begun = time.process_time()
    optgap.solve(instance.replaced(migration_budget=budgets // 2), "column-generation")
    middle = time.process_time()
    rows = optgap.sweep(instance, "migration_budget", range(budgets), ["column-generation"])
    one, every = middle - begun, time.process_time() - middle
    steps = len({row.outcomes["column-generation"].objective for row in rows})
    print(
        f"{instance.name:20} {budgets:4} budgets, {steps} steps, {every / one:.1f} times one solve"
    )


def main() -> None:
    """Print one line per instance; the exit code is 1 where a conflict is not proven minimal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small instances")
    smoke = parser.parse_args().smoke
    optgap.explain(placement(10, 3))  # what is imported and compiled once
    sizes = [(20, 8)] if smoke else [(60, 15), (200, 40)]
    cases: list[tuple[str, Any]] = [(f"placement {n} x {m}", placement(n, m)) for n, m in sizes]
    for n, m in [(30, 6)] if smoke else [(120, 12)]:
        cases.append((f"cluster {n} x {m}", cluster(n, m)))
    unproven = explain(cases)
    stay(optgap.load("consolidation/kubernetes-small" if smoke else "consolidation/ecs-12"))
    if not smoke:
        stay(my_cluster(30, 300))
    sweep(running(12, 6) if smoke else running(30, 12), 5 if smoke else 21)
    sys.exit(1 if unproven else 0)


if __name__ == "__main__":
    main()
