"""L_g(r, s), the simulated mean latency of a group, and bounds below it (model, (4) and (5))."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray
from ..queue_config import GroupFields, QueuedJob, Simulator, UserGroup, alone, reachable

_CHUNK = 512
_SAFE = 1 - 1e-12  # bounds are computed again by the checker, in another order of additions


@dataclass(frozen=True)
class BestSetting:
    """The best setting of a group's grid with so many containers, and its summed latency."""

    number: int
    latency: float  # summed over the jobs; infinite if under no setting all of them run


def best_setting(group: UserGroup, containers: int) -> BestSetting:
    """Return the best setting of the whole grid: L*_g(r) = min_s L_g(r, s)."""
    means = grid_means(group, containers)
    number = int(np.argmin(means))
    return BestSetting(number, summed_latency(group, containers, number))


def grid_means(group: UserGroup, containers: int) -> FloatArray:
    """Return the mean latency under every setting of the grid."""
    simulator, size = Simulator.of_group(group, containers), group.grid_size
    return np.concatenate(
        [
            simulator.grid_latencies(group, np.arange(begin, min(begin + _CHUNK, size)))
            for begin in range(0, size, _CHUNK)
        ]
    )


def summed_latency(group: UserGroup, containers: int, number: int) -> float:
    """Return the latencies of a group's jobs under one setting, summed without rounding errors."""
    ends = Simulator.of_group(group, containers).completions(*group.setting(number)).tolist()
    return math.fsum(end - job.submitted for end, job in zip(ends, group.jobs, strict=True))


def least_latency(group: GroupFields, containers: int) -> float:
    """Return a bound below every summed latency with so many containers, (5).

    No job is faster than alone; and all together are no faster than on one machine that is as fast
    as all containers, which always serves the job with least work left.
    """
    return least_latencies(group, [containers])[0]


def least_latencies(group: GroupFields, counts: Iterable[int]) -> list[float]:
    """Return the bound for several numbers of containers; a job is timed once per own number."""
    known: dict[tuple[str, int], float] = {}
    bounds = []
    for containers in counts:
        times = []
        for job in group.jobs:
            key = job.name, min(job.most, reachable(job, containers, group))
            if key not in known:
                known[key] = alone(job, containers, group)
            times.append(known[key])
        bounds.append(max(math.fsum(times), srpt_of(group.jobs, containers)) * _SAFE)
    return bounds


def srpt_of(jobs: Sequence[QueuedJob], speed: int) -> float:
    """Return the latencies on one machine that serves the least work left first, in sum."""
    arrivals = sorted((max(0.0, job.submitted), float(job.tasks.sum()) / speed) for job in jobs)
    waiting: list[float] = []
    moment, total = 0.0, 0.0
    for begin, work in [*arrivals, (math.inf, 0.0)]:
        while waiting and moment < begin:
            served = min(waiting[0], begin - moment)
            moment += served
            if served >= waiting[0]:
                heapq.heappop(waiting)
                total += moment
            else:
                heapq.heapreplace(waiting, waiting[0] - served)
        moment = max(moment, begin) if begin < math.inf else moment
        heapq.heappush(waiting, work)
    return total - math.fsum(job.submitted for job in jobs)
