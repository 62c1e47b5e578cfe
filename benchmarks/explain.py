"""Seconds and sizes of explanations: conflicts of placement and of clusters, and why nodes stay.

Run ``python benchmarks/explain.py`` (about a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.instances.placement import Placement


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


def main() -> None:
    """Print one line per instance; the exit code is 1 where a conflict is not proven minimal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small instances")
    smoke = parser.parse_args().smoke
    sizes = [(20, 8)] if smoke else [(60, 15), (200, 40)]
    cases = [(f"placement {n} x {m}", placement(n, m)) for n, m in sizes]
    for n, m in [(30, 6)] if smoke else [(120, 12)]:
        cases.append((f"cluster {n} x {m}", cluster(n, m)))
    unproven = 0
    for label, instance in cases:
        begun = time.perf_counter()
        found = optgap.explain(instance, time_limit=120)
        seconds = time.perf_counter() - begun
        unproven += not found.minimal
        print(f"{label:20} {found.size:4} statements, minimal: {found.minimal}, {seconds:6.2f} s")
    instance = optgap.load("consolidation/kubernetes-small" if smoke else "consolidation/ecs-12")
    plan = optgap.solve(instance, "column-generation", time_limit=30)
    begun = time.perf_counter()
    answers = optgap.explain(instance, plan)
    seconds = time.perf_counter() - begun
    print(f"{instance.name:20} {len(answers):4} nodes in use, {seconds:6.2f} s")
    sys.exit(1 if unproven else 0)


if __name__ == "__main__":
    main()
