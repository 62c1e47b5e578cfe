"""Lesson 7, duality: what do the prices prove, and do the factors prove that there is no plan?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pyomo.environ as pyo
import pytest

from optgap.own_models import solve

DRAWS = range(4)
INFEASIBLE = (True, False, True, True)
SLIP = 1e-7  # of a sum in floating-point numbers


def optimum(c: Any, a: Any, b: Any) -> float | None:
    """Return the optimum of max c x with a x <= b and x >= 0, or None if there is no plan."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(len(c)), domain=pyo.NonNegativeReals)
    model.worth = pyo.Objective(
        expr=sum(int(v) * model.x[j] for j, v in enumerate(c)), sense=pyo.maximize
    )
    model.rows = pyo.ConstraintList()
    for row, side in zip(a, b, strict=True):
        model.rows.add(pyo.quicksum(int(v) * model.x[j] for j, v in enumerate(row)) <= int(side))
    value = solve(model).objective
    return None if value is None else float(value)


@cache
def program(seed: int, draw: int) -> tuple[Any, Any, Any, float]:
    """Return a hidden program and its optimum, which no single constraint proves."""
    for attempt in count():
        random = np.random.default_rng([seed, draw, attempt])
        a = random.integers(1, 9, (3 + draw, 3))
        b, c = random.integers(20, 60, 3 + draw), random.integers(1, 9, 3)
        best = optimum(c, a, b)
        single = min(side * max(c / row) for row, side in zip(a, b, strict=True))
        if best is not None and best < 0.97 * single:
            return c, a, b, best
    raise AssertionError("the draws never end")


@cache
def system(seed: int, draw: int) -> tuple[Any, Any]:
    """Return a hidden system with a solution or without; no constraint alone excludes all plans."""
    for attempt in count():
        random = np.random.default_rng([seed, draw, attempt])
        upper = random.integers(1, 6, (3, 3 + draw % 2))
        lower = -random.integers(0, 4, (3, 3 + draw % 2))
        a, b = np.vstack([upper, lower]), np.array([*random.integers(10, 25, 3), *[-8] * 3])
        has_plan = optimum(np.zeros(a.shape[1]), a, b) is not None
        alone = any((row >= 0).all() and side < 0 for row, side in zip(a, b, strict=True))
        if has_plan != INFEASIBLE[draw] and not alone:
            return a, b
    raise AssertionError("the draws never end")


@pytest.mark.points(3)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_prices_prove_the_optimum(
    answer: Any, seed: int, draw: int, give: Callable[..., None]
) -> None:
    """3 points for the optimum, to a millionth; 1 point for prices that prove any bound."""
    c, a, b, best = program(seed, draw)
    y = np.array([float(v) for v in answer.prices(c.tolist(), a.tolist(), b.tolist())])
    if y.shape != b.shape or not np.isfinite(y).all() or y.min() < -SLIP:
        give(0, f"{len(b)} prices of at least 0 are asked for, not {y.tolist()}")
    missing = c - y @ a
    if missing.max() > SLIP:
        j = int(missing.argmax())
        words = f"variable {j} earns {c[j]}, but your prices charge {c[j] - missing[j]:g} for it"
        give(0, f"{words}: they prove nothing")
    words = f"your prices prove {y @ b:g}; the optimum is {best:g}"
    give(3 if y @ b <= best * (1 + 1e-6) else 1, words)


@pytest.mark.points(2)
@pytest.mark.parametrize("draw", DRAWS)
def test_the_factors_prove_that_there_is_no_plan(
    answer: Any, seed: int, draw: int, give: Callable[..., None]
) -> None:
    """Their sum reads 0 <= a negative number; where there is a plan, None is right."""
    a, b = system(seed, draw)
    found = answer.farkas(a.tolist(), b.tolist())
    if found is None:
        give(0 if INFEASIBLE[draw] else 2, "you say that there is a plan; there is none")
        return
    y = np.array([float(v) for v in found])
    if y.shape != b.shape or not np.isfinite(y).all() or y.min() < 0:
        give(0, f"{len(b)} factors of at least 0 are asked for, not {y.tolist()}")
    size = max(1.0, float(y.max()))
    if (y @ a).min() < -SLIP * size:
        give(0, f"the sum of the constraints has the coefficient {(y @ a).min():g}, less than 0")
    words = f"the sum of the constraints has the right-hand side {y @ b:g}, which is not below 0"
    give(2 if y @ b < -1e-6 * size else 0, words)
