"""Compiled: who is given the next container, within a queue and among queues."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import inner_njit
from .state import JobProgress, Workload, begin_tasks

_FIFO = 0
_DRF = 2  # any other policy than these two is fair


@inner_njit
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


@inner_njit
def _give(work: Workload, state: JobProgress, j: int, now: float) -> None:
    """Give job j one container now; its completion is worked out when all are given."""
    state.free_at[work.slot[j] + state.held[j]] = now
    state.held[j] += 1
    state.wanted[j] -= 1
    state.usage[work.queue[j]] += 1
    state.completion[j] = -1.0


@inner_njit
def _plan(work: Workload, state: JobProgress, q: int) -> None:
    """Run the remaining tasks of jobs with new containers, to know when they end."""
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = state.member[i]
        if state.completion[j] >= 0:
            continue
        held, task = state.held[j], work.first[j] + state.begun[j]
        for k in range(held):
            state.planned[k] = state.free_at[work.slot[j] + k]
        begin_tasks(state.planned, np.int64(0), held, work.tasks, task, work.first[j + 1], np.inf)
        state.completion[j] = state.planned[:held].max()


@inner_njit
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


@inner_njit
def allocate_own(
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


@inner_njit
def allocate_elastic(
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
