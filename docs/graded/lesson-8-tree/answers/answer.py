"""Lesson 8, branch and bound: the answers."""

from __future__ import annotations

from itertools import combinations
from math import floor


def cover(cores: list[int], room: int, x: list[float]) -> list[int] | None:
    """Try all sets of jobs, small ones first."""
    for size in range(1, len(x) + 1):
        for jobs in combinations(range(len(x)), size):
            too_many = sum(cores[i] for i in jobs) > room
            if too_many and sum(x[i] for i in jobs) > size - 1 + 1e-6:
                return list(jobs)
    return None


def best(worth: list[int], cores: list[int], room: int) -> list[int]:
    """Branch on the job that the relaxation splits; the relaxation fills by worth per core."""
    order = sorted(range(len(worth)), key=lambda i: -worth[i] / cores[i])
    incumbent: tuple[int, list[int]] = (0, [])
    waiting: list[dict[int, int]] = [{}]
    while waiting:
        fixed = waiting.pop()
        chosen = [i for i, choice in fixed.items() if choice]
        left = room - sum(cores[i] for i in chosen)
        if left < 0:
            continue
        value, split = float(sum(worth[i] for i in chosen)), None
        for i in (i for i in order if i not in fixed):
            if cores[i] > left:
                split, value = i, value + worth[i] * left / cores[i]
                break
            left, value = left - cores[i], value + worth[i]
            chosen.append(i)
        if floor(value + 1e-6) <= incumbent[0]:
            continue
        if split is None:
            incumbent = round(value), chosen
        else:
            waiting += [{**fixed, split: choice} for choice in (0, 1)]
    return incumbent[1]


def gap(plans: list[int], waiting: list[float]) -> float:
    """Return the distance of the best plan to the largest bound, rounded down."""
    incumbent = max(plans)
    bound = max([incumbent, *(floor(value + 1e-6) for value in waiting)])
    return (bound - incumbent) / incumbent
