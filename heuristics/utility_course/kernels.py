"""Compiled: one epoch after the other, cores handed out by a rule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...instances.utility_course import Jobs, after_epoch, error_at, is_over

MYOPIC, FAIR, WEIGHTED, SHORTEST = 0, 1, 2, 3
_DONE = 1e-9  # as large a share of the work may be missing


class SharedCores(NamedTuple):
    """Cores, what each job may have of them, and the rule that hands them out.

    ``needs`` are the core seconds of a job that count; ``floor`` the cores that a running job has
    before the rule, as far as there are enough for all.
    """

    cores: int
    arrives: IntArray
    least: IntArray
    most: IntArray
    weight: FloatArray
    needs: FloatArray
    floor: int
    rule: int


class JobHeap(NamedTuple):
    """Jobs in a heap, the most deserving first; of equal ones the first."""

    job: IntArray
    rank: FloatArray


@kernel
def course(
    jobs: Jobs, cluster: SharedCores, plan: IntArray, x: FloatArray, begin: int, end: int
) -> None:
    """Write the cores of all jobs for the epochs from ``begin`` to ``end`` - 1."""
    count = len(x)
    running = np.zeros(count, dtype=np.int64)
    queue = JobHeap(np.zeros(count, dtype=np.int64), np.zeros(count))
    for t in range(begin, end):
        size = 0
        for q in range(count):
            plan[q, t] = 0
            if t >= cluster.arrives[q] and not is_over(jobs, q, x[q]):
                running[size] = q
                size += 1
        _hand_out(jobs, cluster, running[:size], queue, plan[:, t], x)
        for q in running[:size]:
            x[q] = after_epoch(jobs, q, x[q], float(plan[q, t]))


@kernel(inner=True)
def _hand_out(
    jobs: Jobs,
    cluster: SharedCores,
    running: IntArray,
    queue: JobHeap,
    cores: IntArray,
    x: FloatArray,
) -> None:
    """Give the cores of one epoch to the jobs that run."""
    free, size = cluster.cores, 0
    # First the least of each job; the heap then holds those that can take more, worthiest on top.
    floor = min(cluster.floor, cluster.cores // max(1, len(running)))
    for q in running:
        cores[q] = min(max(cluster.least[q], min(floor, cluster.most[q])), free)
        free -= cores[q]
    for q in running:
        if cores[q] < cluster.most[q]:
            queue.job[size], queue.rank[size] = q, _rank(jobs, cluster, q, x[q], cores[q])
            size += 1
    for place in range(size // 2 - 1, -1, -1):
        _sink(queue, size, place)
    while free > 0 and size > 0:
        place = 0
        if cluster.rule == MYOPIC and queue.rank[0] <= 0:
            place = _shortest_job(jobs, queue, size, x)  # no core helps in this epoch alone
        q = queue.job[place]
        cores[q] += 1
        free -= 1
        if cores[q] < cluster.most[q]:
            queue.rank[place] = _rank(jobs, cluster, q, x[q], cores[q])
        else:
            size -= 1  # it has all that it can take
            queue.job[place], queue.rank[place] = queue.job[size], queue.rank[size]
        _sink(queue, size, place)
        _rise(queue, place)


@kernel(inner=True)
def _rank(jobs: Jobs, cluster: SharedCores, q: int, x: float, cores: int) -> float:
    """Return how much a job deserves one core more; never negative."""
    if cluster.rule == FAIR:
        return 1.0 / (cores + 1.0)
    if cluster.rule == SHORTEST:
        reached = _work_at(jobs, q, after_epoch(jobs, q, x, float(cores)))
        if reached >= cluster.needs[q] * (1 - _DONE):
            return 0.0  # more cores end nothing sooner
        left: float = cluster.needs[q] - _work_at(jobs, q, x)
        return 1.0 / (1.0 + left)
    first = 0 if cluster.rule == WEIGHTED else cores
    now = error_at(jobs, q, after_epoch(jobs, q, x, float(first)))
    then = error_at(jobs, q, after_epoch(jobs, q, x, float(first + 1)))
    fall: float = max(0.0, cluster.weight[q] * (now - then))
    if cluster.rule == WEIGHTED:  # shares in proportion to the gain of the first core
        return fall / (cores + 1.0)
    return fall


@kernel(inner=True)
def _work_at(jobs: Jobs, q: int, x: float) -> float:
    """Return the core seconds of x mini-batches, without overhead."""
    i = np.floor(x)
    work: float = jobs.base[q] * x + jobs.growth[q] * (i * (i + 1) / 2 + (x - i) * (i + 1))
    return work


@kernel(inner=True)
def _before(queue: JobHeap, one: int, other: int) -> bool:
    if queue.rank[one] != queue.rank[other]:
        before: bool = queue.rank[one] > queue.rank[other]
        return before
    first: bool = queue.job[one] < queue.job[other]
    return first


@kernel(inner=True)
def _heap_swap(queue: JobHeap, one: int, other: int) -> None:
    queue.job[one], queue.job[other] = queue.job[other], queue.job[one]
    queue.rank[one], queue.rank[other] = queue.rank[other], queue.rank[one]


@kernel(inner=True)
def _sink(queue: JobHeap, size: int, place: int) -> None:
    while True:
        child = 2 * place + 1
        if child >= size:
            return
        if child + 1 < size and _before(queue, child + 1, child):
            child += 1
        if not _before(queue, child, place):
            return
        _heap_swap(queue, child, place)
        place = child


@kernel(inner=True)
def _rise(queue: JobHeap, place: int) -> None:
    while place > 0 and _before(queue, place, (place - 1) // 2):
        _heap_swap(queue, place, (place - 1) // 2)
        place = (place - 1) // 2


@kernel(inner=True)
def _shortest_job(jobs: Jobs, queue: JobHeap, size: int, x: FloatArray) -> int:
    """Return the place of the job with least left among those that may take a core."""
    chosen, least = 0, np.inf
    for place in range(size):
        q = queue.job[place]
        left = jobs.first[q + 1] - jobs.first[q] - 1 - x[q]
        if left < least or (left == least and q < queue.job[chosen]):
            chosen, least = place, left
    return chosen
