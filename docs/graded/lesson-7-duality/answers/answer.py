"""Lesson 7, duality: the answers."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

Matrix = list[list[int]]


def prices(c: list[int], a: Matrix, b: list[int]) -> list[float]:
    """Return the dual prices of the constraints; linprog minimises, which changes their signs."""
    return [-float(price) for price in linprog(-np.array(c), A_ub=a, b_ub=b).ineqlin.marginals]


def farkas(a: Matrix, b: list[int]) -> list[float] | None:
    """Return the factors with the smallest right-hand side of their sum, if it is below 0."""
    least = linprog(b, A_ub=-np.transpose(a), b_ub=np.zeros(len(a[0])), bounds=(0, 1))
    if least.fun > -1e-6:
        return None
    return [max(0.0, float(factor)) for factor in least.x]
