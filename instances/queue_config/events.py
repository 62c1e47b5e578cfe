"""Compiled core of Algorithms 1 and 2: the events of a group's scheduler under one setting.

Containers are handed out when a job arrives and when a job ends, which frees all of its containers.
A job may be given containers several times; each of its containers takes the next task as soon as
it is free (Algorithm 2).  Printed errors of both algorithms are corrected here: the allocation
moment is the completion time t*, a task starts on the container that is free *first*, and no job is
served before it is submitted.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import inner_njit
from .handing_out import allocate_elastic, allocate_own
from .state import JobProgress, Workload


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
            free -= allocate_elastic(work, state, free, shares, caps, policies, now)
        elif not elastic:
            for q in range(len(shares)):
                allocate_own(work, state, q, own[q], policies[q], now)
        # lines 12 and 13, corrected: the next moment is the first completion, or an arrival
        now = work.submitted[arrived] if arrived < jobs else np.inf
        for q in range(len(shares)):
            for i in range(state.room[q], state.room[q] + state.present[q]):
                now = min(now, state.completion[state.member[i]])
        if now == np.inf:
            return state.completion
        for q in range(len(shares)):
            free += _end_jobs(state, q, now)


@inner_njit
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


@inner_njit
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


@inner_njit
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
