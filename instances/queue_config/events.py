"""Compiled core of Algorithms 1 and 2: the events of a group's scheduler under one setting.

Containers are handed out when a job arrives and when a job ends, which frees all of its containers.
A job may be given containers several times; each of its containers takes the next task as soon as
it is free (Algorithm 2).  Printed errors of both algorithms are corrected here: the allocation
moment is the completion time t*, a task starts on the container that is free *first*, and no job is
served before it is submitted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from ...core.arrays import FloatArray, IntArray

_FIFO, _FAIR, _DRF = 0, 1, 2


class Workload(NamedTuple):
    """The jobs in the order of submission; job j has ``tasks[first[j]:first[j + 1]]``.

    ``slot[j]`` is where the containers of job j begin in an array of all of them.
    """

    queue: IntArray
    submitted: FloatArray
    first: IntArray
    tasks: FloatArray
    most: IntArray
    slot: IntArray
    dominant: FloatArray


class JobProgress(NamedTuple):
    """The state of a simulation.

    Per job its containers, tasks begun, completion time, and how many containers more it can use;
    for every container when it is free.  ``member[room[q] : room[q] + present[q]]`` are the jobs in
    queue q that have not ended, in the order of submission; ``usage`` counts containers per queue.
    """

    held: IntArray
    begun: IntArray
    completion: FloatArray
    wanted: IntArray
    free_at: FloatArray
    planned: FloatArray
    member: IntArray
    room: IntArray
    present: IntArray
    usage: IntArray


@njit(cache=True, nogil=True)
def mean_latencies(
    work: Workload,
    containers: int,
    elastic: bool,
    caps: IntArray,
    shares: FloatArray,
    policies: IntArray,
) -> FloatArray:
    """Return the mean latency of the jobs for every pair of shares and policies."""
    means = np.empty(len(shares))
    for k in range(len(shares)):
        ends = completions(work, containers, elastic, caps, shares[k], policies[k])
        means[k] = (ends - work.submitted).mean()
    return means


@njit(cache=True, nogil=True)
def completions(
    work: Workload,
    containers: int,
    elastic: bool,
    caps: IntArray,
    shares: FloatArray,
    policies: IntArray,
) -> FloatArray:
    """Algorithm 1: allocate, go on to the next arrival or completion, free, and again."""
    jobs = len(work.queue)
    state = _nothing_begun(work, len(shares))
    own = _entitled(shares, containers)
    free, arrived, now = containers, 0, 0.0
    while True:
        while arrived < jobs and work.submitted[arrived] <= now:
            q = work.queue[arrived]
            state.member[state.room[q] + state.present[q]] = arrived
            state.present[q] += 1
            arrived += 1
        if elastic and free > 0:
            free -= _allocate_elastic(work, state, free, shares, caps, policies, now)
        elif not elastic:
            for q in range(len(shares)):
                _allocate_own(work, state, q, own[q], policies[q], now)
        # lines 12 and 13, corrected: the next moment is the first completion, or an arrival
        now = work.submitted[arrived] if arrived < jobs else np.inf
        for q in range(len(shares)):
            for i in range(state.room[q], state.room[q] + state.present[q]):
                now = min(now, state.completion[state.member[i]])
        if now == np.inf:
            return state.completion
        for q in range(len(shares)):
            free += _end_jobs(state, q, now)


@njit(cache=True, nogil=True)
def _nothing_begun(work: Workload, queues: int) -> JobProgress:
    """Return the state before the first job; queue q's jobs get their places from room[q] on."""
    jobs = len(work.queue)
    room = np.zeros(queues, dtype=np.int64)
    for j in range(jobs):
        if work.queue[j] + 1 < queues:
            room[work.queue[j] + 1] += 1
    return JobProgress(
        np.zeros(jobs, dtype=np.int64),
        np.zeros(jobs, dtype=np.int64),
        np.full(jobs, np.inf),
        np.zeros(jobs, dtype=np.int64),
        np.zeros(work.slot[jobs]),
        np.zeros(work.most.max()),
        np.zeros(jobs, dtype=np.int64),
        room.cumsum(),
        np.zeros(queues, dtype=np.int64),
        np.zeros(queues, dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def _end_jobs(state: JobProgress, q: int, now: float) -> int:
    """Take the jobs of a queue that end by now out of it; return how many containers they free."""
    freed, kept, begin = 0, 0, state.room[q]
    for i in range(begin, begin + state.present[q]):
        j = state.member[i]
        if state.completion[j] <= now:
            freed += state.held[j]
        else:
            state.member[begin + kept] = j
            kept += 1
    state.present[q] = kept
    state.usage[q] -= freed
    return freed


@njit(cache=True, nogil=True)
def _entitled(shares: FloatArray, containers: int) -> IntArray:
    """Return whole containers in proportion to the shares, the rest to the largest remainders."""
    exact = shares / shares.sum() * containers
    own: IntArray = np.floor(exact + 1e-9).astype(np.int64)
    remainder = exact - own
    for _ in range(containers - own.sum()):
        q = np.argmax(remainder)
        own[q] += 1
        remainder[q] = -1.0
    return own


@njit(cache=True, nogil=True)
def begin_tasks(
    free_at: FloatArray, begin: int, end: int, tasks: FloatArray, task: int, last: int, until: float
) -> int:
    """Algorithm 2, lines 14 to 18 with min: tasks begin on the container that is free first.

    Begins tasks ``task`` to ``last - 1`` on the containers ``begin`` to ``end - 1`` as long as one
    of these is free by ``until``; returns the first task that did not begin.
    """
    if begin == end:
        return task
    while task < last:
        first = begin
        for container in range(begin + 1, end):
            if free_at[container] < free_at[first]:
                first = container
        if free_at[first] > until:
            break
        free_at[first] += tasks[task]
        task += 1
    return task


@njit(cache=True, nogil=True)
def _count_wanted(work: Workload, state: JobProgress, q: int, now: float) -> None:
    """Find out how many more containers each job of a queue can use now."""
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = state.member[i]
        if state.held[j] < work.most[j]:
            begin, last = work.slot[j], work.first[j + 1]
            end = begin + state.held[j]
            task = work.first[j] + state.begun[j]
            task = begin_tasks(state.free_at, begin, end, work.tasks, task, last, now)
            state.begun[j] = task - work.first[j]
            state.wanted[j] = min(work.most[j] - state.held[j], last - task)
        else:
            state.wanted[j] = 0


@njit(cache=True, nogil=True)
def _give(work: Workload, state: JobProgress, j: int, now: float) -> None:
    """Give job j one container now; its completion is worked out when all are given."""
    state.free_at[work.slot[j] + state.held[j]] = now
    state.held[j] += 1
    state.wanted[j] -= 1
    state.usage[work.queue[j]] += 1
    state.completion[j] = -1.0


@njit(cache=True, nogil=True)
def _plan(work: Workload, state: JobProgress, q: int) -> None:
    """Run the remaining tasks of jobs with new containers, to know when they end."""
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = state.member[i]
        if state.completion[j] >= 0:
            continue
        held, task = state.held[j], work.first[j] + state.begun[j]
        for k in range(held):
            state.planned[k] = state.free_at[work.slot[j] + k]
        begin_tasks(state.planned, 0, held, work.tasks, task, work.first[j + 1], np.inf)
        state.completion[j] = state.planned[:held].max()


@njit(cache=True, nogil=True)
def _next_job(work: Workload, state: JobProgress, q: int, policy: int) -> int:
    """Return the job of a queue that its policy serves next, or -1."""
    chosen: int = -1
    least = np.inf
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = int(state.member[i])
        if state.wanted[j] <= 0:
            continue
        if policy == _FIFO:
            return j
        rank = float(state.held[j])
        if policy == _DRF:
            rank *= work.dominant[j]
        if rank < least:
            chosen, least = j, rank
    return chosen


@njit(cache=True, nogil=True)
def _allocate_own(
    work: Workload, state: JobProgress, q: int, own: int, policy: int, now: float
) -> None:
    """Capacity scheduler: a queue hands out its own containers and no others (Fig. 7a)."""
    if state.usage[q] >= own:
        return
    _count_wanted(work, state, q, now)
    while state.usage[q] < own:
        j = _next_job(work, state, q, policy)
        if j < 0:
            break
        _give(work, state, j, now)
    _plan(work, state, q)


@njit(cache=True, nogil=True)
def _allocate_elastic(
    work: Workload,
    state: JobProgress,
    free: int,
    shares: FloatArray,
    caps: IntArray,
    policies: IntArray,
    now: float,
) -> int:
    """Fair scheduler: the next container goes to the queue that has least for its share.

    Queues without demand are passed over, so that others use their containers (Fig. 7b, 7c).
    """
    following = np.empty(len(shares), dtype=np.int64)
    for q in range(len(shares)):
        _count_wanted(work, state, q, now)
        following[q] = _next_job(work, state, q, policies[q])
    given = 0
    while given < free:
        chosen, least = -1, np.inf
        for q in range(len(shares)):
            if following[q] >= 0 and state.usage[q] < caps[q]:
                rank = state.usage[q] / shares[q]
                if rank < least:
                    chosen, least = q, rank
        if chosen < 0:
            break
        _give(work, state, following[chosen], now)
        following[chosen] = _next_job(work, state, chosen, policies[chosen])
        given += 1
    for q in range(len(shares)):
        _plan(work, state, q)
    return given
