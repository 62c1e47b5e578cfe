"""adaptive_config: simulating only what an optimum could use, and sharing many containers.

Run ``python benchmarks/adaptive_config.py`` (a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import optgap
from optgap.core.run import Run
from optgap.instances.adaptive_config import generate
from optgap.instances.adaptive_config.curves import best_setting
from optgap.instances.queue_config import generate as queue_config
from optgap.solvers.allocation.dynamic_program import least_amounts
from optgap.solvers.allocation.lagrangian import Curves


def settings_per_second(smoke: bool) -> None:
    """Print how many settings of a group are simulated in a second."""
    for jobs, queues in ((14, 2), (30, 4)):
        group = queue_config(1, jobs=jobs, queues=queues, containers=8)
        best_setting(group, 8)  # compiles
        repeats = 1 if smoke else 20
        begun = time.perf_counter()
        for _ in range(repeats):
            best_setting(group, 8)
        rate = repeats * group.grid_size / (time.perf_counter() - begun)
        print(f"{jobs} jobs in {queues} queues: {rate:,.0f} settings a second")


def searches(sizes: tuple[int, ...]) -> None:
    """Print what `lazy` and `dp` simulate as the groups grow."""
    for groups in sizes:
        instance = generate(1, groups=groups, jobs=11, containers=10 * groups, queues=2, upper=24)
        for method in ("lazy", "dp"):
            begun = time.perf_counter()
            outcome = optgap.solve(instance, method, time_limit=120)
            total = time.perf_counter() - begun
            pairs = outcome.details.get("simulated_pairs")
            print(
                f"{groups} groups, {instance.jobs} jobs  {method:5}{outcome.seconds:8.2f} s, "
                f"judged {total:.2f} s, {pairs} pairs simulated, {outcome.status}, "
                f"{outcome.bound_kind}"
            )


def shared(sizes: tuple[int, ...], containers: int) -> None:
    """Print the seconds for sharing containers among groups whose curves are known.

    Each group has 96 containers on the mean; curves fall, and not convexly.
    """
    for groups in sizes:
        rng = np.random.default_rng(groups)
        room = containers * groups // 500
        costs = []
        for _ in range(groups):
            most = int(rng.integers(64, 321))
            falls = rng.exponential(1.0, most) * (rng.random(most) < 0.5) / np.arange(1, most + 1)
            costs.append(np.round(20 + np.concatenate([[0.0], -falls.cumsum()]) * 3, 3))
        for name, pruned in (("with a price", True), ("tables only", False)):
            begun = time.perf_counter()
            least = least_amounts(Curves.of(costs), room, Run(sense="minimize"), pruned=pruned)
            took = time.perf_counter() - begun
            print(f"{groups} groups, {room} containers, {name}: {took:.2f} s, by {least.proof}")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes")
    smoke = parser.parse_args().smoke
    settings_per_second(smoke)
    searches((4,) if smoke else (10, 20, 40))
    shared((50,) if smoke else (125, 250, 500, 1000), 48_000)


if __name__ == "__main__":
    main()
