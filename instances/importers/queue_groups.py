"""AdaptiveConfig's two levels: latency curves of groups are the data to divide a cluster.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, sections 3.2 (Eq. 2 and 3) and 4.5.
"""

from collections.abc import Mapping

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import input_error
from ..cluster_ratio import ClusterRatio, Group
from ..queue_config import QueueConfig, Scheduler, Simulator, generate

_SAME = 1e-9


def latency_curve(group: QueueConfig, lower: int, upper: int) -> FloatArray:
    """Return the least mean latency of the grid's settings for lower … upper containers.

    The entry is infinite if under each setting some job never runs.
    """
    numbers = np.arange(group.grid_size)
    return np.array(
        [
            Simulator.of(group, containers).grid_latencies(group, numbers).min()
            for containers in range(lower, upper + 1)
        ]
    )


def cluster_of_queues(
    groups: Mapping[str, QueueConfig], containers: int, *, name: str
) -> ClusterRatio:
    """Return the cluster_ratio instance for some groups.

    A group's lower bound is the minimum number of containers with which all its jobs run.  The
    upper bound is the minimum with which each job is as fast as alone, or all containers of the
    cluster.
    """
    made = []
    for label, group in groups.items():
        fastest = float(Simulator.of(group, containers).alone().mean())
        lower = 1
        latencies: list[float] = []
        for r in range(1, containers + 1):
            latency = float(latency_curve(group, r, r)[0])
            if np.isinf(latency):
                lower, latencies = r + 1, []
                continue
            latencies.append(latency)
            if latency <= fastest * (1 + _SAME):
                break
        if not latencies:
            rule = f"cannot run all of its jobs on {containers} containers"
            raise input_error(f"groups.{label}", rule)
        upper = lower + len(latencies) - 1
        made.append(Group(name=label, lower=lower, upper=upper, latency=np.array(latencies)))
    return ClusterRatio(name=name, containers=containers, groups=tuple(made))


def random_groups(seed: int, *, groups: int, mean_gap: float = 2.0) -> dict[str, QueueConfig]:
    """Return groups of different sizes and schedulers, for a cluster as in section 4.5."""
    rng = np.random.default_rng(seed)
    made = {}
    for k in range(groups):
        scheduler: Scheduler = "fair" if rng.random() < 0.5 else "capacity"
        jobs = int(rng.integers(4, 20))
        made[f"g{k + 1}"] = generate(
            int(rng.integers(1 << 30)), jobs=jobs, scheduler=scheduler, mean_gap=mean_gap
        )
    return made
