"""Random queue_config instances: groups of queues with jobs."""

import numpy as np

from ...core.faults import check_range
from ...core.memory import check_size
from .instance import Policy, Queue, QueueConfig, QueuedJob, Scheduler

_OFFERED: tuple[Policy, ...] = ("fifo", "fair", "drf")


def generate(
    seed: int,
    *,
    jobs: int = 14,
    queues: int = 2,
    containers: int = 8,
    scheduler: Scheduler = "fair",
    mean_gap: float = 5.0,
) -> QueueConfig:
    """Return a random group.

    Jobs arrive by a Poisson process and go to the queues at random.  A job has a geometric number
    of tasks (mean 6) with lognormal durations around a median of its own, and asks for up to 4
    containers; one in three needs twice the memory.  Two queues take shares of sixths, three
    queues of eighths, four queues of tenths.
    """
    check_range(jobs=(jobs, 1), queues=(queues, 1, 4), containers=(containers, queues))
    check_range(mean_gap=(mean_gap, 0.0))
    check_size(parts=jobs, numbers=6 * jobs)
    rng = np.random.default_rng(seed)
    steps = {1: 1, 2: 6, 3: 8, 4: 10}[queues]
    shares = tuple(round(k / steps, 4) for k in range(1, steps - queues + 2))
    arrivals = np.round(rng.exponential(mean_gap, jobs).cumsum(), 1) if mean_gap else np.zeros(jobs)
    made = []
    for k in range(jobs):
        tasks = rng.geometric(1 / 6)
        durations = rng.lognormal(np.log(rng.uniform(2.0, 20.0)), 0.3, tasks)
        made.append(
            QueuedJob(
                name=f"j{k + 1}",
                queue=f"q{rng.integers(queues) + 1}",
                submitted=float(arrivals[k]),
                tasks=np.maximum(0.5, np.round(2 * durations) / 2),
                memory=4096.0 if rng.random() < 1 / 3 else 2048.0,
                max_containers=int(rng.integers(1, 5)),
            )
        )
    return QueueConfig(
        name=f"queue-config-{jobs}x{queues}-{scheduler}-s{seed}",
        scheduler=scheduler,
        containers=containers,
        queues=tuple(Queue(name=f"q{q + 1}") for q in range(queues)),
        shares=shares,
        policies=_OFFERED if scheduler == "fair" else ("fifo",),
        jobs=tuple(made),
    )
