"""Lesson 2, a certificate: the answers."""

from __future__ import annotations

import numpy as np


def certificate(latency: list[list[float]], room: list[int]) -> tuple[float, list[int]]:
    """Return the optimum, and the instances that an unplaced one reaches by paths below it."""
    threshold = max(latency[i][j] for i, j in enumerate(plan(latency, room)))
    reached, _ = _placed(np.array(latency) < threshold, room)
    return threshold, sorted(reached)


def plan(latency: list[list[float]], room: list[int]) -> list[int]:
    """Return the plan of the least threshold at which all can be placed."""
    values = np.unique(np.array(latency)[np.isfinite(latency)])
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if _placed(np.array(latency) <= values[middle], room)[0]:
            low = middle + 1
        else:
            high = middle
    return _placed(np.array(latency) <= values[low], room)[1]


def _placed(usable: np.ndarray, room: list[int]) -> tuple[set[int], list[int]]:
    """Place one instance after the other along augmenting paths.

    Where one cannot be placed, return all instances that its paths reach: their machines are full.
    """
    machine = [-1] * len(usable)
    for first in range(len(usable)):
        came_from: dict[int, int] = {}
        reached, waiting = {first}, [first]
        goal = None
        while waiting and goal is None:
            i = waiting.pop()
            for j in np.flatnonzero(usable[i]).tolist():
                if j in came_from:
                    continue
                came_from[j] = i
                there = [k for k, at in enumerate(machine) if at == j]
                if len(there) < room[j]:
                    goal = j
                    break
                waiting += [k for k in there if k not in reached]
                reached |= set(there)
        if goal is None:
            return reached, machine
        while goal is not None:
            i = came_from[goal]
            machine[i], goal = goal, machine[i] if i != first else None
    return set(), machine
