"""Lesson 5, column generation: the answers."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import linprog


def patterns_of(capacity: int, sizes: list[int]) -> Any:
    """Return all patterns that cannot take another item, a row each; few kinds have few."""
    counts = product(*(range(capacity // size + 1) for size in sizes))
    full = (a for a in counts if capacity - min(sizes) < np.dot(a, sizes) <= capacity)
    return np.array(list(full))


def fewest(patterns: Any, demand: list[int], *, integral: bool) -> Any:
    """Return the solution of the program that counts patterns."""
    ones, most = np.ones(len(patterns)), -np.array(demand)
    return linprog(ones, A_ub=-patterns.T, b_ub=most, integrality=int(integral))


def prices(capacity: int, sizes: list[int], demand: list[int]) -> list[float]:
    """Return the dual prices of the relaxed program over all patterns."""
    relaxed = fewest(patterns_of(capacity, sizes), demand, integral=False)
    return [max(0.0, -float(price)) for price in relaxed.ineqlin.marginals]


def pack(capacity: int, sizes: list[int], demand: list[int]) -> list[list[int]]:
    """Return the patterns of the integer program, without the items that are too many."""
    patterns = patterns_of(capacity, sizes)
    counts = np.rint(fewest(patterns, demand, integral=True).x).astype(int)
    left = np.array(demand)
    plan = []
    for pattern in np.repeat(patterns, counts, axis=0):
        plan.append(np.minimum(pattern, left).tolist())
        left = left - plan[-1]
    return plan
