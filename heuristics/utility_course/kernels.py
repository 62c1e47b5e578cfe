"""Compiled: one epoch after the other, cores handed out by a rule."""

from __future__ import annotations

import numpy as np
from numba import njit

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import inner_njit
from ...instances.utility_course.progress import Jobs, after_epoch, error_at, is_over

MYOPIC, FAIR, WEIGHTED, SHORTEST = 0, 1, 2, 3


@njit(cache=True, nogil=True)
def course(
    jobs: Jobs,
    arrives: IntArray,
    least: IntArray,
    most: IntArray,
    weight: FloatArray,
    needs: FloatArray,
    cores: int,
    rule: int,
    plan: IntArray,
    x: FloatArray,
    begin: int,
    end: int,
) -> None:
    """Write the cores of all jobs for the epochs from ``begin`` to ``end`` - 1."""
    count = len(arrives)
    given = np.zeros(count, dtype=np.int64)
    gain, now = np.zeros(count), np.zeros(count)
    for t in range(begin, end):
        free = cores
        for q in range(count):
            given[q], gain[q] = 0, -1.0
            if t >= arrives[q] and not is_over(jobs, q, x[q]):
                given[q] = min(least[q], free)
                free -= given[q]
                now[q] = error_at(jobs, q, after_epoch(jobs, q, x[q], float(given[q])))
                if given[q] < most[q]:
                    gain[q] = _rank(jobs, q, x[q], given[q], now[q], weight[q], needs[q], rule)
        while free > 0:
            best = -1
            for q in range(count):
                if gain[q] >= 0 and (best < 0 or gain[q] > gain[best]):
                    best = q
            if best < 0:
                break
            if rule == MYOPIC and gain[best] <= 0:
                best = _least_left(jobs, x, gain, needs)
            given[best] += 1
            free -= 1
            now[best] = error_at(jobs, best, after_epoch(jobs, best, x[best], float(given[best])))
            gain[best] = -1.0
            if given[best] < most[best]:
                gain[best] = _rank(
                    jobs, best, x[best], given[best], now[best], weight[best], needs[best], rule
                )
        for q in range(count):
            plan[q, t] = given[q]
            x[q] = after_epoch(jobs, q, x[q], float(given[q]))


@inner_njit
def _rank(
    jobs: Jobs,
    q: int,
    x: float,
    given: int,
    now: float,
    weight: float,
    need: float,
    rule: int,
) -> float:
    """Return how much a job deserves one core more; never negative."""
    if rule == FAIR:
        return 1.0 / (given + 1.0)
    if rule == SHORTEST:
        return 1.0 / (1.0 + max(0.0, need - x))
    then = error_at(jobs, q, after_epoch(jobs, q, x, float(given + 1)))
    fall = max(0.0, weight * (now - then))
    if rule == WEIGHTED:  # shares in proportion to the gain of the first core
        one = max(
            0.0, weight * (error_at(jobs, q, x) - error_at(jobs, q, after_epoch(jobs, q, x, 1.0)))
        )
        return one / (given + 1.0)
    return fall


@inner_njit
def _least_left(jobs: Jobs, x: FloatArray, gain: FloatArray, needs: FloatArray) -> int:
    """Return the job with least left among those that may take a core."""
    chosen: int = -1
    least = np.inf
    for q in range(len(x)):
        left = jobs.first[q + 1] - jobs.first[q] - 1 - x[q]
        if gain[q] >= 0 and left < least:
            chosen, least = q, left
    return chosen
