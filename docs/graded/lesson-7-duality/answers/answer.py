"""Lesson 7, duality: the answers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pyomo.environ as pyo

from optgap.algebra import Variables, dot, values
from optgap.own_models import solve

Matrix = list[list[int]]


def prices(c: list[int], a: Matrix, b: list[int]) -> list[float]:
    """Return the last row of the tableau below the slacks."""
    rows = np.hstack([a, np.eye(len(b), dtype=int), np.array(b)[:, None]])
    tableau = np.vstack([rows, [*(-value for value in c), *[0] * (len(b) + 1)]]) * Fraction(1)
    while pivot(tableau):
        pass
    return [float(value) for value in tableau[-1, len(c) : -1]]


def pivot(tableau: np.ndarray) -> bool:
    """Let the first variable with a negative entry grow, if there is one."""
    grows = np.flatnonzero(tableau[-1, :-1] < 0)
    if not grows.size:
        return False
    column = int(grows[0])
    ratios = [row[-1] / row[column] if row[column] > 0 else np.inf for row in tableau[:-1]]
    tight = int(np.argmin(ratios))
    tableau[tight] = tableau[tight] / tableau[tight, column]
    for k in range(len(tableau)):
        if k != tight:
            tableau[k] = tableau[k] - tableau[k, column] * tableau[tight]
    return True


def farkas(a: Matrix, b: list[int]) -> list[float] | None:
    """Return the factors with the smallest right-hand side of their sum, if it is below 0."""
    matrix = np.array(a)
    model = pyo.ConcreteModel("factors")
    model.y = Variables(range(len(b)), lower=0, upper=1)
    model.least = pyo.Objective(expr=dot(np.array(b), model.y))
    model.vanish = pyo.Constraint(
        range(matrix.shape[1]), rule=lambda model, j: dot(matrix[:, j], model.y) >= 0
    )
    if solve(model).objective > -1e-6:
        return None
    return [max(0.0, float(value)) for value in values(model.y)]
