"""Lesson 8, branch and bound: is the cut violated, the plan optimal, and the gap right?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, count
from math import floor
from typing import Any

import numpy as np
import pytest

DRAWS = range(4)
CUT = (True, False, True, True)
Task = tuple[list[int], list[int], int]


def draw_task(seed: int, draw: int, attempt: int, jobs: int) -> Task:
    """Return worths, cores and the room of a machine."""
    random = np.random.default_rng([seed, draw, attempt])
    cores = random.integers(4, 30, jobs)
    worth = cores + random.integers(1, 12, jobs)
    return worth.tolist(), cores.tolist(), int(cores.sum() // 2)


def relaxation(task: Task) -> list[float]:
    """Return the solution of the relaxation: filled by worth per core."""
    worth, cores, room = task
    x = [0.0] * len(worth)
    for i in sorted(range(len(worth)), key=lambda i: -worth[i] / cores[i]):
        x[i] = min(1.0, room / cores[i])
        room -= min(room, cores[i])
    return x


def cuts(task: Task, x: list[float]) -> list[tuple[int, ...]]:
    """Return all sets of jobs whose cut is violated."""
    _, cores, room = task
    return [
        jobs
        for size in range(1, len(x) + 1)
        for jobs in combinations(range(len(x)), size)
        if sum(cores[i] for i in jobs) > room and sum(x[i] for i in jobs) > size - 1 + 1e-6
    ]


@cache
def hidden_point(seed: int, draw: int) -> tuple[Task, list[float]]:
    """Return a task and a solution of its relaxation, which violates a cut or none."""
    for attempt in count():
        task = draw_task(seed, draw, attempt, 8)
        x = relaxation(task)
        if bool(cuts(task, x)) != CUT[draw]:
            x = [0.5] * 8  # which violates no cut, since every job alone has enough cores
        if bool(cuts(task, x)) == CUT[draw]:
            return task, x
    raise AssertionError("the draws never end")


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_cut(answer: Any, seed: int, draw: int, give: Callable[..., None]) -> None:
    """The jobs need too many cores, and the solution of the relaxation has too many of them."""
    (_, cores, room), x = hidden_point(seed, draw)
    found = answer.cover(list(cores), room, list(x))
    if found is None:
        give(0 if CUT[draw] else 2, f"{[round(v, 3) for v in x]} violates a cut, but you name none")
        return
    jobs = sorted({int(i) for i in found})
    if not all(0 <= i < len(cores) for i in jobs):
        give(0, f"jobs are counted from 0 to {len(cores) - 1}, and you name {jobs}")
    needed, value = sum(cores[i] for i in jobs), sum(x[i] for i in jobs)
    if needed <= room:
        give(0, f"jobs {jobs} need {needed} cores and all can run: there are {room}")
    words = f"the sum of x over jobs {jobs} is {value:g}, which does not violate <= {len(jobs) - 1}"
    give(2 if value > len(jobs) - 1 + 1e-6 else 0, words)


@cache
def hidden(seed: int, draw: int) -> tuple[Task, int, int]:
    """Return a task, the worth of its best plan, and that of filling by worth per core."""
    for attempt in count():
        task = draw_task(seed, draw, attempt, 12 + 2 * draw)
        worth, cores, room = task
        table = [0] * (room + 1)
        for value, need in zip(worth, cores, strict=True):
            for free in range(room, need - 1, -1):
                table[free] = max(table[free], table[free - need] + value)
        left, simple = room, 0
        for i in sorted(range(len(worth)), key=lambda i: -worth[i] / cores[i]):
            if cores[i] <= left:
                left, simple = left - cores[i], simple + worth[i]
        if simple < table[room]:
            return task, table[room], simple
    raise AssertionError("the draws never end")


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_plan(answer: Any, seed: int, draw: int, give: Callable[..., None]) -> None:
    """2 points for the optimum, 1 for a plan that is as good as filling by worth per core."""
    (worth, cores, room), optimum, simple = hidden(seed, draw)
    jobs = [int(i) for i in answer.best(list(worth), list(cores), room)]
    if len(set(jobs)) < len(jobs) or not all(0 <= i < len(worth) for i in jobs):
        give(0, f"a plan names each job at most once, from 0 to {len(worth) - 1}, not {jobs}")
    needed, reached = sum(cores[i] for i in jobs), sum(worth[i] for i in jobs)
    if needed > room:
        give(0, f"your plan needs {needed} cores; there are {room}")
    words = f"your plan is worth {reached}; the optimum is {optimum}"
    give((reached >= simple) + (reached >= optimum), words)


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_gap(answer: Any, seed: int, draw: int) -> None:
    """Bounds are rounded down, and none is below the incumbent."""
    random = np.random.default_rng([seed, draw])
    plans = random.integers(80, 100, 3).tolist()
    top = max(plans) + (0.4 if draw == 0 else float(random.integers(1, 20)) + 0.6)
    waiting = [top, *(top - random.integers(1, 30, 2)).tolist()]
    expected = (floor(top) - max(plans)) / max(plans)
    found = float(answer.gap(list(plans), list(waiting)))
    words = f"plans {plans} and open parts {waiting}: the gap is {expected:.4f}, not {found:.4f}"
    assert abs(found - expected) < 1e-6, words
