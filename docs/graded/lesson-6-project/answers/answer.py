"""Lesson 6, a project: the answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
from scipy.optimize import linear_sum_assignment

Latency = list[list[float]]
Rule = Callable[[Latency, list[int]], list[int]]


def rule(latency: Latency, room: list[int]) -> list[int]:
    """Search the least threshold at which an assignment uses no slower pair."""
    place = np.repeat(np.arange(len(room)), room)
    wide = np.array(latency)[:, place]
    values = np.unique(wide)
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        too_slow = wide > values[middle]
        rows, columns = linear_sum_assignment(too_slow)
        low, high = (middle + 1, high) if too_slow[rows, columns].any() else (low, middle)
    rows, columns = linear_sum_assignment(wide > values[low])
    return place[columns].tolist()


def hunt(rule: Rule, draw: Callable[[int], int]) -> tuple[Latency, list[int]]:
    """Change one latency at a time, and keep what makes the rule worse beside the best plan."""
    room = [1, 1, 1]
    best = [[float(1 + draw(100)) for _ in room] for _ in room]
    for step in range(3_000):
        tried = [list(row) for row in best]
        if step % 50 == 0 and excess(rule, best, room) < 3:
            tried = [[float(1 + draw(100)) for _ in room] for _ in room]
        tried[draw(3)][draw(3)] = float(1 + draw(100))
        if excess(rule, tried, room) >= excess(rule, best, room):
            best = tried
    return best, room


def excess(rule: Rule, latency: Latency, room: list[int]) -> float:
    """Return how many times the best latency a rule takes, by trying all plans."""
    machine = rule([list(row) for row in latency], list(room))
    mine = max(latency[i][j] for i, j in enumerate(machine))
    plans = permutations(range(len(room)))
    return mine / min(max(latency[i][j] for i, j in enumerate(plan)) for plan in plans)
