"""queue_config: simulated settings a second, exhaustive beside random search, and both levels.

Run ``python benchmarks/queue_config.py`` (half a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import optgap
from optgap.instances.importers import cluster_of_queues, random_groups
from optgap.instances.queue_config import QueueConfig, generate
from optgap.instances.queue_config.simulation import Simulator


def simulated_settings(instance: QueueConfig) -> None:
    """Time the compiled simulation, and the checker's plain one, on the settings of a grid."""
    simulator = Simulator.of(instance)
    numbers = np.arange(instance.grid_size)
    simulator.grid_latencies(instance, numbers[:1])
    begun = time.perf_counter()
    simulator.grid_latencies(instance, numbers)
    fast = len(numbers) / (time.perf_counter() - begun)
    check = optgap.problem_named("queue_config").judge
    begun = time.perf_counter()
    for number in numbers[:50].tolist():
        check(instance, instance.decision(number))
    slow = min(50, len(numbers)) / (time.perf_counter() - begun)
    jobs, queues = len(instance.jobs), len(instance.queues)
    print(
        f"{jobs} jobs, {queues} queues: {fast:8.0f} settings a second compiled, "
        f"{slow:6.0f} by the checker, ratio {fast / slow:.0f}"
    )


def searches(instance: QueueConfig) -> None:
    """Compare the methods on one instance."""
    best = optgap.solve(instance, "exhaustive")
    print(f"\n{instance.name}: {instance.grid_size} settings")
    for method in ("exhaustive", "rrs", "static-fifo", "static-fair", "static-drf", "static-work"):
        outcome = optgap.solve(instance, method)
        ratio = outcome.objective / best.objective
        simulated = outcome.details.get("simulated", 1)
        print(
            f"{method:12s} {outcome.seconds:8.3f} s  latency / optimum {ratio:.4f}  "
            f"{simulated} simulated"
        )


def two_levels(groups: int, containers: int) -> None:
    """Run both levels of a cluster, as in section 4.5."""
    made = random_groups(1, groups=groups)
    begun = time.perf_counter()
    whole = cluster_of_queues(made, containers, name="two-levels")
    below = time.perf_counter() - begun
    outcome = optgap.solve(whole, "dp")
    fixed = optgap.solve(whole, "proportional")
    print(
        f"\n{groups} groups, {containers} containers: curves {below:.2f} s, dp "
        f"{outcome.seconds:.3f} s ({outcome.status}), fixed ratios / optimum "
        f"{fixed.objective / outcome.objective:.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    jobs, queues = (10, 2) if smoke else (50, 4)
    instance = generate(5, jobs=jobs, queues=queues, containers=16, mean_gap=2.0)
    simulated_settings(instance)
    searches(instance)
    two_levels(*((3, 16) if smoke else (40, 400)))


if __name__ == "__main__":
    main()
