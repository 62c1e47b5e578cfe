"""Lesson 4, flows and prices: the answers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pyomo.environ as pyo

from optgap.algebra import Variables, total
from optgap.own_models import solve


def witness(matrix: list[list[int]]) -> tuple[list[int], list[int]] | None:
    """Return the first square part with another determinant; few rows have few parts."""
    array = np.array(matrix)
    rows, columns = array.shape
    for size in range(1, min(rows, columns) + 1):
        for some in combinations(range(rows), size):
            for others in combinations(range(columns), size):
                if abs(round(np.linalg.det(array[np.ix_(some, others)]))) > 1:
                    return list(some), list(others)
    return None


def flow(goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]) -> Any:
    """Return the largest flow from nodes to PEs, solved; its matrix is totally unimodular."""
    model = pyo.ConcreteModel("flow")
    model.P = pyo.Set(initialize=list(goals))
    model.N = pyo.Set(initialize=list(mips))
    model.A = pyo.Set(dimen=2, initialize=[(p, n) for p in goals for n in may_use[p]])
    model.f = Variables(model.A, lower=0)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    model.out = pyo.Objective(expr=total(model.f), sense=pyo.maximize)
    model.goal = pyo.Constraint(
        model.P, rule=lambda model, p: sum(model.f[p, n] for n in may_use[p]) <= goals[p]
    )
    model.held = pyo.Constraint(
        model.N,
        rule=lambda model, n: sum(model.f[p, n] for p in goals if n in may_use[p]) <= mips[n],
    )
    solve(model, gap=0.0)
    return model


def prices(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the dual prices: what is missed is the goals minus the flow."""
    model = flow(goals, mips, may_use)
    pe = {p: 1 - round(abs(model.dual[model.goal[p]])) for p in goals}
    node = {n: round(abs(model.dual[model.held[n]])) for n in mips}
    return pe, node


def plan(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> dict[str, dict[str, int]]:
    """Return the flow, which is whole by itself."""
    model = flow(goals, mips, may_use)
    return {p: {n: round(pyo.value(model.f[p, n])) for n in may_use[p]} for p in goals}
