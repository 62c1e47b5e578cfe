"""consolidation at size: Table 1 and Figure 9 (a) on generated clusters.

Run ``python benchmarks/consolidation.py`` (minutes) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import optgap
from optgap.core.run import Run
from optgap.heuristics.consolidation.online import placed_online
from optgap.heuristics.consolidation.policies import (
    BEST_FIT,
    CODES,
    FIRST_FIT,
    MOST_ALLOCATED,
    RTCR,
    WORST_FIT,
    PackingPolicy,
    vro,
)
from optgap.instances.consolidation import Consolidation, Item, Machine
from optgap.instances.consolidation.generate import MachineKind, generate

COLUMNS = {
    "FF": "drain-first-fit",
    "BF": "drain-best-fit",
    "Diag": "vro-offline-diagonal",
    "Diag+": "vro-offline-diagonal-exchange",
    "Bott": "vro-offline-bottleneck",
    "Bott+": "vro-offline-bottleneck-exchange",
    "DP": "vro-offline-dot-product",
    "DP+": "vro-offline-dot-product-exchange",
}
# kind, machines and load: as many machines as in Table 1, the load leaves about as many to empty
CLUSTERS: tuple[tuple[MachineKind, int, float], ...] = (
    ("physical", 445, 0.60),
    ("physical", 158, 0.55),
    ("physical", 211, 0.53),
    ("physical", 203, 0.58),
    ("physical3", 298, 0.56),
    ("physical3", 350, 0.63),
    ("ecs", 451, 0.65),
    ("ecs", 230, 0.87),
    ("ecs", 281, 0.78),
    ("ecs", 1476, 0.88),
)


def table_1(clusters: tuple[tuple[MachineKind, int, float], ...], time_limit: float) -> None:
    """Print emptied machines per method beside the most that the bound leaves possible."""
    print("cluster        items " + "".join(f"{name:>7s}" for name in COLUMNS) + "  at most  total")
    for seed, (kind, machines, load) in enumerate(clusters, start=1):
        instance = generate(seed, machines=machines, kind=kind, load=load)
        found = [optgap.solve(instance, m, time_limit=time_limit) for m in COLUMNS.values()]
        total = int(instance.occupied.sum())
        most = total - int(max(outcome.bound or 0 for outcome in found))
        emptied = "".join(f"{outcome.details['emptied']:7d}" for outcome in found)
        print(f"{kind:10s} {seed:2d} {len(instance.items):7d} {emptied} {most:8d} {total:6d}")


def figure_9a(machines: int, time_limit: float) -> None:
    """Print emptied machines against the migration budget."""
    names = ("drain-first-fit", "drain-best-fit", COLUMNS["Bott+"])
    print("\nbudget  " + "  ".join(names) + "  at most")
    for percent in range(0, 24, 4):
        instance = generate(1, machines=machines, load=0.55, budget=percent / 100)
        found = [optgap.solve(instance, name, time_limit=time_limit) for name in names]
        most = int(instance.occupied.sum()) - int(found[0].bound or 0)
        print(f"{percent:5d}%  {[o.details['emptied'] for o in found]} {most}")


def seconds(machines: int, time_limit: float) -> None:
    """Print the time of each offline method on a cluster of about 13 items per machine."""
    instance = generate(7, machines=machines, load=0.88)
    print(f"\n{machines} machines, {len(instance.items)} items")
    for name in COLUMNS.values():
        begun = time.perf_counter()
        outcome = optgap.solve(instance, name, time_limit=time_limit)
        took = time.perf_counter() - begun
        print(f"{name:34s} {took:7.2f} s, {outcome.details['emptied']} emptied, {outcome.stopped}")


def crowded(parts: int, machines: int, requests: int) -> Consolidation:
    """Return a cluster of several generated ones, and requests."""
    listed: list[Machine] = []
    items: list[Item] = []
    for part in range(parts):
        cluster = generate(1000 + part, machines=machines, kind="physical3", load=0.75)
        for machine in cluster.machines:
            listed.append(machine.model_copy(update={"name": f"{part}-{machine.name}"}))
        for item in cluster.items:
            named = {"name": f"{part}-{item.name}", "machine": f"{part}-{item.machine}"}
            items.append(item.model_copy(update=named))
    asked = generate(9, machines=4, kind="physical3", requests=requests).items[-requests:]
    items += [item.model_copy(update={"name": f"new-{item.name}"}) for item in asked]
    return Consolidation(
        name="crowded", resources=cluster.resources, machines=tuple(listed), items=tuple(items)
    )


def online(instance: Consolidation) -> None:
    """Print how many requests a second each policy places, compiled before."""
    policies = {
        "first-fit": PackingPolicy(FIRST_FIT),
        "best-fit": PackingPolicy(BEST_FIT),
        "worst-fit": PackingPolicy(WORST_FIT),
        "most-allocated": PackingPolicy(MOST_ALLOCATED),
        "rtcr": PackingPolicy(RTCR),
    }
    for name, code in CODES.items():
        policies[f"vro-online-{name}"] = vro(instance, code, 1.0, 0.0, 0.1, "l2")
    requests = int((instance.home < 0).sum())
    running = len(instance.items) - requests
    print(f"\n{len(instance.machines)} machines hold {running} items, {requests} requests")
    small = generate(1, machines=2, requests=1)
    placed_online(small, Run("minimize"), policies["best-fit"], small.home)  # compiles
    for name, policy in policies.items():
        begun = time.perf_counter()
        machine = placed_online(instance, Run("minimize"), policy, instance.home)
        took = time.perf_counter() - begun
        done, rate = (machine >= 0).sum() - running, requests / took
        print(f"{name:24s} {done:6d} placed, {rate:8.0f} a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    table_1((("ecs", 20, 0.6),) if smoke else CLUSTERS, 180.0)
    figure_9a(20 if smoke else 200, 60.0)
    seconds(20 if smoke else 1640, 180.0)
    online(crowded(2, 20, 50) if smoke else crowded(100, 1000, 20_000))


if __name__ == "__main__":
    main()
