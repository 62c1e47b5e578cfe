"""Heuristics of utility_course, which allocate cores epoch by epoch without lookahead.

They are Algorithms 4 and 5 with true curves, equal shares, and shortest first (Stafman, "Utility
Scheduling for Multi-Tenant Clusters", Princeton, 2019, sections 3.3.3 and 4.3.6).  A scheduler can
also predict later errors from those that it has seen: SLAQ 3.3.2 and ReLAQS 4.3.4 fit a curve to
the errors of a job; a job without a mini-batch has an equal share (4.4).
"""

import heapq
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer
from ..core.run import Run
from ..core.schema import Count
from ..instances.utility import FEWEST_POINTS, fit
from ..instances.utility_course import (
    CourseJob,
    Jobs,
    UtilityCourse,
    after_epoch,
    error_at,
    errors_of,
    is_over,
    jobs_of,
    value_of,
)
from ..solvers.allocation import Curves, least_amounts
from ..solvers.utility_course import cheap_bound, core_seconds, impossible
from .utility import equal_shares

__all__ = ["fair", "myopic", "myopic_exact", "srpt", "weighted_fair"]


MYOPIC, FAIR, WEIGHTED, SHORTEST = 0, 1, 2, 3
_DONE = 1e-9  # the share of a job's work that may be missing at its end


class SharedCores(NamedTuple):
    """The cores of a cluster, each job's arrival and bounds on cores, and the allocation rule.

    ``needs`` are the core seconds until a job ends or reaches its level (see `_needs`).  Before the
    rule applies, every running job gets ``floor`` cores if there are enough for all.
    """

    cores: int
    arrives: IntArray
    least: IntArray
    most: IntArray
    weight: FloatArray
    needs: FloatArray
    floor: int
    rule: int


@kernel
def course(
    jobs: Jobs, cluster: SharedCores, plan: IntArray, x: FloatArray, begin: int, end: int
) -> None:
    """Write ``plan`` (cores, jobs x epochs) for epochs from ``begin`` to ``end`` - 1; update x."""
    count = len(x)
    running = np.zeros(count, dtype=np.int64)
    for t in range(begin, end):
        size = 0
        for q in range(count):
            plan[q, t] = 0
            if t >= cluster.arrives[q] and not is_over(jobs, q, x[q]):
                running[size] = q
                size += 1
        _hand_out(jobs, cluster, running[:size], plan[:, t], x)
        for q in running[:size]:
            x[q] = after_epoch(jobs, q, x[q], float(plan[q, t]))


@kernel(inner=True)
def _hand_out(
    jobs: Jobs,
    cluster: SharedCores,
    running: IntArray,
    cores: IntArray,
    x: FloatArray,
) -> None:
    """Write to ``cores`` the cores of the running jobs in one epoch, by the cluster's rule."""
    free = cluster.cores
    # First the least of each job; the heap then holds those that can take more, worthiest on top.
    floor = min(cluster.floor, cluster.cores // max(1, len(running)))
    for q in running:
        cores[q] = min(max(cluster.least[q], min(floor, cluster.most[q])), free)
        free -= cores[q]
    heap = [
        (-_rank(jobs, cluster, q, x[q], cores[q]), q) for q in running if cores[q] < cluster.most[q]
    ]
    heapq.heapify(heap)
    while free > 0 and len(heap) > 0:
        place = 0
        if cluster.rule == MYOPIC and heap[0][0] >= 0:
            place = _shortest_job(jobs, heap, x)  # no core helps in this epoch alone
        q = heap[place][1]
        cores[q] += 1
        free -= 1
        if cores[q] < cluster.most[q]:
            following = (-_rank(jobs, cluster, q, x[q], cores[q]), q)
        else:
            following = heap.pop()  # the job has all that it can take
            if place == len(heap):
                continue
        if place == 0:
            heapq.heapreplace(heap, following)
        else:
            heap[place] = following
            heapq.heapify(heap)


@kernel(inner=True)
def _rank(jobs: Jobs, cluster: SharedCores, q: int, x: float, cores: int) -> float:
    """Return a job's priority for one more core under the rule, at least 0."""
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
    """Return the core seconds of a job's first x mini-batches, without their overhead."""
    i = np.floor(x)
    work: float = jobs.base[q] * x + jobs.growth[q] * (i * (i + 1) / 2 + (x - i) * (i + 1))
    return work


@kernel(inner=True)
def _shortest_job(jobs: Jobs, heap: list[tuple[float, int]], x: FloatArray) -> int:
    """Return the position in the heap of the job with the fewest remaining mini-batches."""
    chosen, least = 0, np.inf
    for place in range(len(heap)):
        q = heap[place][1]
        left = jobs.first[q + 1] - jobs.first[q] - 1 - x[q]
        if left < least or (left == least and q < heap[chosen][1]):
            chosen, least = place, left
    return chosen


_PREDICTED_DONE = 1e-12  # the part of a mini-batch that may be missing at its end


def predicted_course(jobs: Jobs, cluster: SharedCores, epochs: int, run: Run) -> IntArray:
    """Return the cores (jobs x epochs) of a scheduler that predicts errors from earlier errors."""
    count = len(cluster.arrives)
    plan, x = np.zeros((count, epochs), dtype=np.int64), np.zeros(count)
    believed = jobs._replace(error=jobs.error.copy())
    seen, batches = np.zeros(count, dtype=np.int64), np.diff(jobs.first) - 1
    for t in range(epochs):
        if run.should_stop():
            break
        running = np.flatnonzero((cluster.arrives <= t) & (x < batches - _PREDICTED_DONE)).tolist()
        done = np.floor(x + _PREDICTED_DONE).astype(np.int64)
        for q in running:
            if done[q] > seen[q]:
                _believe(jobs, believed, q, int(done[q]))
                seen[q] = done[q]
        course(believed, _equal_for_new(cluster, running, done), plan, x, t, t + 1)
    return plan


def _believe(jobs: Jobs, believed: Jobs, q: int, done: int) -> None:
    """Write a job's errors to ``believed``: known ones up to ``done``, then predicted ones."""
    error = jobs.error[jobs.first[q] : jobs.first[q + 1]]
    later = np.arange(done + 1, len(error), dtype=np.float64)
    known = slice(jobs.first[q], jobs.first[q] + done + 1)
    believed.error[known] = error[: done + 1]
    believed.error[jobs.first[q] + done + 1 : jobs.first[q + 1]] = _continue_curve(
        error[: done + 1], later
    )


def _continue_curve(error: FloatArray, later: FloatArray) -> FloatArray:
    """Return ``later`` errors by the best-fitting curve, but none above the last known error."""
    history = np.stack([np.arange(len(error), dtype=np.float64), error], axis=1)
    curves = [fit(history, "superlinear", refined=False)]
    if len(error) >= FEWEST_POINTS:
        curves.append(fit(history, "sublinear", refined=False))
    nearest = min(curves, key=lambda curve: curve.error)
    return np.clip(nearest.loss(later), 0.0, error[-1])


def _equal_for_new(cluster: SharedCores, running: list[int], done: IntArray) -> SharedCores:
    """Return the cluster in which jobs without a finished mini-batch get exactly equal shares."""
    new = [q for q in running if done[q] == 0]
    if not new:
        return cluster
    order = new + [q for q in running if done[q] > 0]
    least, most = cluster.least.copy(), cluster.most.copy()
    shares = cluster.least[order] + equal_shares(
        cluster.least[order], cluster.most[order], cluster.cores
    )
    least[new] = most[new] = shares[: len(new)]
    return cluster._replace(least=least, most=most)


_CHUNK = 50  # epochs between two checks of the time


def myopic(
    instance: UtilityCourse,
    run: Run,
    *,
    predict: Annotated[
        bool, Field(description="predict errors from past errors, instead of reading them")
    ] = False,
    min_cores: Annotated[
        Count, Field(description="minimum cores of each running job, if there are enough for all")
    ] = 0,
) -> Answer:
    """Allocate each core of an epoch to the job whose error falls most (Algorithms 4 and 5).

    With ``predict`` future errors are predicted from past errors, and a job without past errors
    gets an equal share.  Every running job gets ``min_cores`` if there are enough for all.
    """
    refused = impossible(instance)
    if predict and refused is None:
        cluster = cluster_of(instance, MYOPIC, min_cores)
        plan = predicted_course(jobs_of(instance), cluster, instance.epochs, run)
        return _answer(instance, run, plan)
    return _by_rule(instance, run, MYOPIC, min_cores)


def fair(instance: UtilityCourse, run: Run) -> Answer:
    """Divide the cores of every epoch equally."""
    return _by_rule(instance, run, FAIR)


def weighted_fair(instance: UtilityCourse, run: Run) -> Answer:
    """Divide the cores of each epoch in proportion to weight times fall of error by one core."""
    return _by_rule(instance, run, WEIGHTED)


def srpt(instance: UtilityCourse, run: Run) -> Answer:
    """Give all usable cores to the job with least remaining work, then to the next job."""
    return _by_rule(instance, run, SHORTEST)


def myopic_exact(instance: UtilityCourse, run: Run) -> Answer:
    """Allocate the cores of each epoch to minimise the weighted sum of errors at its end."""
    if (refused := impossible(instance)) is not None:
        return refused
    jobs, weight = jobs_of(instance), instance.share
    plan, x = np.zeros((len(instance.jobs), instance.epochs), dtype=np.int64), _zeros(instance)
    for t in range(instance.epochs):
        if run.should_stop():
            break
        running = [
            q
            for q, job in enumerate(instance.jobs)
            if job.arrives <= t and x[q] < job.batches - 1e-12
        ]
        curves = [
            np.array(
                [
                    weight[q] * error_at(jobs, q, after_epoch(jobs, q, x[q], float(a)))
                    for a in range(int(instance.least[q]), int(instance.most[q]) + 1)
                ]
            )
            for q in running
        ]
        room = instance.cores - int(instance.least[running].sum())
        if running and room >= 0:
            extra = least_amounts(Curves.of(curves), room, run.inner()).amounts
            plan[running, t] = instance.least[running] + extra
            _give_the_rest(instance, plan[:, t], running, x)
        for q in running:
            x[q] = after_epoch(jobs, q, x[q], float(plan[q, t]))
    return _answer(instance, run, plan)


def _give_the_rest(
    instance: UtilityCourse, given: IntArray, running: list[int], x: FloatArray
) -> None:
    """Add unused cores to ``given``, first for the jobs with the fewest remaining mini-batches."""
    rest = instance.cores - int(given.sum())
    for q in sorted(running, key=lambda q: instance.jobs[q].batches - float(x[q])):
        more = min(rest, int(instance.most[q]) - int(given[q]))
        given[q] += more
        rest -= more


def _by_rule(instance: UtilityCourse, run: Run, rule: int, floor: int = 0) -> Answer:
    if (refused := impossible(instance)) is not None:
        return refused
    jobs, cluster, x = jobs_of(instance), cluster_of(instance, rule, floor), _zeros(instance)
    plan = np.zeros((len(instance.jobs), instance.epochs), dtype=np.int64)
    for begin in range(0, instance.epochs, _CHUNK):
        if run.should_stop():
            break
        course(jobs, cluster, plan, x, begin, min(begin + _CHUNK, instance.epochs))
    return _answer(instance, run, plan)


def cluster_of(instance: UtilityCourse, rule: int, floor: int) -> SharedCores:
    """Return the cluster's cores, the jobs' bounds and the rule for the kernel `course`."""
    return SharedCores(
        cores=instance.cores,
        arrives=instance.arrives,
        least=instance.least,
        most=instance.most,
        weight=np.array([job.weight for job in instance.jobs]),
        needs=np.array([_needs(instance, job) for job in instance.jobs]),
        floor=floor,
        rule=rule,
    )


def _needs(instance: UtilityCourse, job: CourseJob) -> float:
    """Return a job's core seconds until its end, or to its level (infinite if never reached)."""
    if instance.objective == "mean-loss":
        return float(job.work[-1])
    needed = core_seconds(instance, job)
    return np.inf if needed is None else needed


def _zeros(instance: UtilityCourse) -> FloatArray:
    return np.zeros(len(instance.jobs))


def _answer(instance: UtilityCourse, run: Run, plan: IntArray) -> Answer:
    cores = plan.astype(np.float64)
    errors = errors_of(jobs_of(instance), instance.arrives, cores)
    decision = instance.decision(cores.astype(np.int64))
    bound = cheap_bound(instance)
    value = value_of(instance, errors)
    run.report(value, None if bound is None else bound.value, decision)
    if bound is None:
        return Answer(decision=decision, stopped=run.stopped)
    return bound.answer(decision, stopped=run.stopped)
