"""Algorithms 1 and 2 in plain Python, as a sequence of allocations per job.

The simulation is written from the description in the paper.  It shares nothing with the compiled
one that the methods use.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict

from ....instances.queue_config import QueueConfig, QueuedJob

CLOSE = 1e-9  # two shares this close are equal


def execution(job: QueuedJob, allocations: list[tuple[float, int]]) -> list[float]:
    """Algorithm 2, corrected: return when each task begins, and at the end when the job ends.

    ``allocations`` holds (moment, containers).  Tasks that could begin before the next moment do;
    the rest waits for the containers that come then.
    """
    free: list[float] = []
    begins: list[float] = []
    end = 0.0
    tasks = job.tasks.tolist()
    moments = [moment for moment, _ in allocations[1:]] + [math.inf]
    for (moment, count), following in zip(allocations, moments, strict=True):
        for _ in range(count):
            heapq.heappush(free, moment)
        while len(begins) < len(tasks) and free[0] < following:
            begin = heapq.heappop(free)
            finish = begin + tasks[len(begins)]
            begins.append(begin)
            heapq.heappush(free, finish)
            end = max(end, finish)
    return [*begins, max([end, *free])]


def simulate(
    instance: QueueConfig, shares: dict[str, float], policies: dict[str, str]
) -> dict[str, list[tuple[float, int]]]:
    """Algorithm 1, corrected: return the allocations of each job, as (moment, containers)."""
    given: dict[str, list[tuple[float, int]]] = {job.name: [] for job in instance.jobs}
    waiting = sorted(instance.jobs, key=lambda job: job.submitted)
    present: list[QueuedJob] = []
    moment = 0.0
    while True:
        while waiting and waiting[0].submitted <= moment:
            present.append(waiting.pop(0))
        _allocate(instance, present, given, shares, policies, moment)
        ends = {job.name: execution(job, given[job.name])[-1] for job in present if given[job.name]}
        moments = [*ends.values(), *(job.submitted for job in waiting[:1])]
        if not moments:
            return given
        moment = min(moments)
        present = [job for job in present if ends.get(job.name, math.inf) > moment]


def _allocate(
    instance: QueueConfig,
    present: list[QueuedJob],
    given: dict[str, list[tuple[float, int]]],
    shares: dict[str, float],
    policies: dict[str, str],
    moment: float,
) -> None:
    """Hand out free containers one by one until nobody may take another (line 4)."""
    held = {job.name: sum(count for _, count in given[job.name]) for job in present}
    more = {job.name: _useful(job, given[job.name], held[job.name], moment) for job in present}
    new: dict[str, int] = defaultdict(int)
    own = _own_containers(instance, shares)
    while True:
        candidates = []
        for number, queue in enumerate(instance.queues):
            members = [job for job in present if job.queue == queue.name]
            used = sum(held[job.name] for job in members)
            eager = [job for job in members if more[job.name] > 0]
            if instance.scheduler == "capacity":
                allowed = used < own[queue.name]
            else:
                most = max(1, math.floor(queue.max_share * instance.containers + CLOSE))
                allowed = used < most and sum(held.values()) < instance.containers
            if eager and allowed:
                candidates.append((used / shares[queue.name], number, eager))
        if not candidates:
            break
        _, number, eager = min(candidates, key=lambda each: each[:2])
        job = _first_served(policies[instance.queues[number].name], eager, held)
        held[job.name] += 1
        more[job.name] -= 1
        new[job.name] += 1
    for name, count in new.items():
        given[name].append((moment, count))


def _useful(job: QueuedJob, allocations: list[tuple[float, int]], held: int, moment: float) -> int:
    """Return how many more containers a job can use: up to its most, and to its tasks left."""
    begun = 0
    if allocations:
        begun = sum(begin <= moment for begin in execution(job, allocations)[:-1])
    left = len(job.tasks) - begun
    return min(min(job.max_containers, len(job.tasks)) - held, left)


def _first_served(policy: str, eager: list[QueuedJob], held: dict[str, int]) -> QueuedJob:
    """FIFO: the first submitted; fair: the fewest containers; DRF: the least dominant share."""
    if policy == "fifo":
        return eager[0]
    if policy == "fair":
        return min(eager, key=lambda job: held[job.name])
    return min(eager, key=lambda job: held[job.name] * max(job.cores, job.memory / 2048.0))


def _own_containers(instance: QueueConfig, shares: dict[str, float]) -> dict[str, int]:
    """Return the whole containers of each queue: its share, the rest by largest remainders."""
    names = [queue.name for queue in instance.queues]
    total = sum(shares[name] for name in names)
    exact = {name: shares[name] / total * instance.containers for name in names}
    own = {name: math.floor(exact[name] + CLOSE) for name in names}
    by_remainder = sorted(names, key=lambda name: own[name] - exact[name])
    for name in by_remainder[: instance.containers - sum(own.values())]:
        own[name] += 1
    return own
