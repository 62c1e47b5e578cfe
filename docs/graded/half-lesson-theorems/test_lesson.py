"""From bad examples to theorems: the heuristic, its worst instances, and an assumption."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

DRAWS = range(4)
# Machines, jobs, whether the jobs are sorted, and the ratio that Graham proved.
SIZES = (
    (2, 3, False, Fraction(3, 2)),
    (3, 7, False, Fraction(5, 3)),
    (2, 5, True, Fraction(7, 6)),
    (3, 7, True, Fraction(11, 9)),
)
LARGEST = 100


def scheduled(times: list[int], machines: int) -> tuple[list[int], int]:
    """Return the machines by list scheduling, and the end of this plan."""
    loads, machine = [0] * machines, []
    for time in times:
        machine.append(loads.index(min(loads)))
        loads[machine[-1]] += time
    return machine, max(loads)


def optimum(times: list[int], machines: int) -> int:
    """Return the earliest end, by all possible loads."""
    reached = {(0,) * machines}
    for time in times:
        reached = {
            tuple(sorted((*loads[:k], loads[k] + time, *loads[k + 1 :])))
            for loads in reached
            for k in range(machines)
        }
    return min(max(loads) for loads in reached)


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_plan(answer: Any, seed: int, draw: int) -> None:
    """Each job runs on the machine with the least load, the first one if several have it."""
    random = np.random.default_rng([seed, draw])
    times, machines = random.integers(1, 20, 8 + draw).tolist(), 2 + draw % 2
    machine = [int(j) for j in answer.list_scheduling(list(times), machines)]
    expected, _ = scheduled(times, machines)
    assert machine == expected, f"the times {times} give {expected}, not {machine}"


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_worst_times(answer: Any, seed: int, draw: int, give: Callable[..., None]) -> None:
    """2 points for the ratio of the theorem, 1 for half of the way from 1 to it."""
    machines, jobs, is_sorted, ratio = SIZES[(seed + draw) % len(SIZES)]
    times = [int(time) for time in answer.worst(jobs, machines, is_sorted)]
    if len(times) != jobs or not all(1 <= time <= LARGEST for time in times):
        give(0, f"{jobs} integers from 1 to {LARGEST} are asked for, not {times}")
    if is_sorted and times != sorted(times, reverse=True):
        give(0, f"the times {times} do not fall")
    reached = Fraction(scheduled(times, machines)[1], optimum(times, machines))
    words = f"on {times} the ratio is {reached}; the theorem allows {ratio}"
    give((reached >= 1 + (ratio - 1) / 2) + (reached >= ratio), words)


@pytest.mark.points(1)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_assumption(answer: Any, seed: int, draw: int) -> None:
    """The rules hold exactly if no job takes more than twice as long as another one."""
    random = np.random.default_rng([seed, draw, 1])
    for holds in (True, False):
        least = int(random.integers(5, 20))
        inner = random.integers(least, 2 * least + 1, 3).tolist()
        times = [least, *inner, 2 * least + (0 if holds else int(random.integers(1, 3)))]
        times = [times[k] for k in random.permutation(5)]
        rules = list(answer.alike(list(times)))
        assert rules, "your function yields no comparison"
        words = f"for the times {times} your rules say {all(rules)}, but {holds} is right"
        assert all(rules) == holds, words
