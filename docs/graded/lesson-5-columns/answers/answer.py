"""Lesson 5, column generation: the answers."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pyomo.environ as pyo

from optgap.algebra import Variables, dot, total, values
from optgap.own_models import solve


def patterns_of(capacity: int, sizes: list[int]) -> Any:
    """Return all patterns that cannot take another item, a row each; few kinds have few."""
    counts = product(*(range(capacity // size + 1) for size in sizes))
    full = (a for a in counts if capacity - min(sizes) < np.dot(a, sizes) <= capacity)
    return np.array(list(full))


def master(patterns: Any, demand: list[int], domain: Any) -> Any:
    """Return the program that counts patterns."""
    model = pyo.ConcreteModel("master")
    model.P = pyo.RangeSet(0, len(patterns) - 1)
    model.K = pyo.RangeSet(0, len(demand) - 1)
    model.z = Variables(model.P, domain=domain)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    model.machines = pyo.Objective(expr=total(model.z))
    model.packed = pyo.Constraint(
        model.K, rule=lambda model, k: dot(patterns[:, k], model.z) >= demand[k]
    )
    return model


def prices(capacity: int, sizes: list[int], demand: list[int]) -> list[float]:
    """Return the dual prices of the relaxed program over all patterns."""
    model = master(patterns_of(capacity, sizes), demand, pyo.NonNegativeReals)
    solve(model)
    return [max(0.0, model.dual[model.packed[k]]) for k in model.K]


def pack(capacity: int, sizes: list[int], demand: list[int]) -> list[list[int]]:
    """Return the patterns of the whole-number program, without the items that are too many."""
    patterns = patterns_of(capacity, sizes)
    model = master(patterns, demand, pyo.NonNegativeIntegers)
    solve(model, gap=0.0)
    left = np.array(demand)
    plan = []
    for pattern, times in zip(patterns, np.rint(values(model.z)).astype(int), strict=True):
        for _ in range(times):
            plan.append(np.minimum(pattern, left).tolist())
            left = left - plan[-1]
    return plan
