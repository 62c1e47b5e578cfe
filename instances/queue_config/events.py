"""Compiled core of Algorithms 1 and 2: the events of groups' schedulers under one setting.

Containers are handed out when a job arrives and when a job ends, which frees all of its containers.
A job may be given containers several times; each of its containers takes the next task as soon as
it is free (Algorithm 2).  Printed errors of both algorithms are corrected here: the allocation
moment is the completion time t*, a task starts on the container that is free *first*, and no job is
served before it is submitted.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from .handing_out import hand_out, limits_of
from .state import JobProgress, Scheduling, Setting, Workload


@kernel
def mean_latencies(
    work: Workload, rules: Scheduling, containers: IntArray, shares: FloatArray, policies: IntArray
) -> FloatArray:
    """Return the mean latency of the jobs for every pair of shares and policies."""
    means = np.empty(len(shares))
    for k in range(len(shares)):
        setting = Setting(containers, shares[k], policies[k])
        state = empty_course(work, len(rules.group))
        advance(work, rules, state, setting, np.inf)
        total = 0.0
        for j in range(len(work.queue)):
            total += state.completion[j] - work.submitted[j]
        means[k] = total / len(work.queue)
    return means


@kernel
def advance(
    work: Workload, rules: Scheduling, state: JobProgress, setting: Setting, until: float
) -> None:
    """Algorithm 1: allocate, go on to the next arrival or completion, free, and again.

    Stops before the events of the moment ``until``, or when nothing is left to happen.
    """
    jobs, limits = state.counts[1], limits_of(rules, setting)
    while True:
        now, arrived = state.clock[0], state.counts[0]
        for q in range(len(rules.group)):
            _end_jobs(state, q, now)
        while arrived < jobs and work.submitted[arrived] <= now:
            q = work.queue[arrived]
            state.member[state.room[q] + state.present[q]] = arrived
            state.present[q] += 1
            arrived += 1
        state.counts[0] = arrived
        hand_out(work, rules, state, setting, limits)
        # lines 12 and 13, corrected: the next moment is the first completion, or an arrival
        now = work.submitted[arrived] if arrived < jobs else np.inf
        for q in range(len(rules.group)):
            for i in range(state.room[q], state.room[q] + state.present[q]):
                now = min(now, state.completion[state.member[i]])
        if now >= until:
            state.clock[0] = until
            return
        state.clock[0] = now


@kernel
def empty_course(work: Workload, queues: int) -> JobProgress:
    """Return the state before the first job; queue q's jobs get their places from room[q] on."""
    jobs = len(work.queue)
    # room[q]: jobs of the queues before q
    room = np.zeros(queues, dtype=np.int64)
    for j in range(jobs):
        for q in range(work.queue[j] + 1, queues):
            room[q] += 1
    return JobProgress(
        np.zeros(jobs, dtype=np.int64),
        np.zeros(jobs, dtype=np.int64),
        np.full(jobs, np.inf),
        np.zeros(jobs, dtype=np.int64),
        np.zeros(jobs),
        np.zeros(work.slot[jobs]),
        np.zeros(work.most.max()),
        np.zeros(jobs, dtype=np.int64),
        room,
        np.zeros(queues, dtype=np.int64),
        np.zeros(queues, dtype=np.int64),
        np.zeros((jobs, work.allowed.shape[1]), dtype=np.int64),
        np.zeros(1),
        np.array([0, jobs]),
    )


@kernel(inner=True)
def _end_jobs(state: JobProgress, q: int, now: float) -> None:
    """Take the jobs of a queue that end by now out of it; their containers are free."""
    kept, begin = 0, state.room[q]
    for i in range(begin, begin + state.present[q]):
        j = state.member[i]
        if state.completion[j] <= now:
            state.usage[q] -= state.held[j]
        else:
            state.member[begin + kept] = j
            kept += 1
    state.present[q] = kept
