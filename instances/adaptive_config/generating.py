"""Random clusters of groups, of both schedulers."""

from __future__ import annotations

import numpy as np

from ...core.faults import check_range
from ...core.memory import check_size
from ..queue_config import Scheduler, UserGroup
from ..queue_config import generate as queue_config
from .instance import AdaptiveConfig, Objective, Tuning


def generate(
    seed: int,
    *,
    groups: int = 3,
    jobs: int = 6,
    containers: int = 12,
    queues: int = 2,
    upper: int | None = 8,
    scheduler: Scheduler | None = None,
    mean_gap: float = 2.0,
    objective: Objective = "mean-job",
    interval: float | None = None,
) -> AdaptiveConfig:
    """Return a random cluster.

    A group has between half and one and a half times ``jobs``; its jobs, queues and grid are those
    of a random `queue_config`.  ``scheduler`` is one for all, or drawn for each group.  With an
    ``interval`` the settings may change at its multiples.
    """
    check_range(groups=(groups, 1), jobs=(jobs, 1), queues=(queues, 1, 4))
    check_range(containers=(containers, groups), mean_gap=(mean_gap, 0.0))
    check_size(parts=2 * groups * (1 + jobs), numbers=8 * groups * jobs)
    rng = np.random.default_rng(seed)
    made = []
    for g in range(groups):
        drawn: Scheduler = "fair" if rng.random() < 0.5 else "capacity"
        group = queue_config(
            int(rng.integers(1 << 30)),
            jobs=int(rng.integers(max(1, jobs // 2), jobs + jobs // 2 + 1)),
            queues=queues,
            containers=max(queues, containers),
            scheduler=scheduler or drawn,
            mean_gap=mean_gap,
        )
        most = min(containers, sum(job.most for job in group.jobs))
        made.append(
            UserGroup(
                name=f"g{g + 1}",
                upper=most if upper is None else max(1, min(upper, most)),
                scheduler=group.scheduler,
                queues=group.queues,
                shares=group.shares,
                policies=group.policies,
                jobs=group.jobs,
            )
        )
    return AdaptiveConfig(
        name=f"adaptive-config-{groups}x{jobs}-s{seed}",
        containers=containers,
        objective=objective,
        groups=tuple(made),
        tuning=None if interval is None else Tuning(interval=interval),
    )
