"""Models on which engines need long, for the tests of limits and interrupts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyomo.environ as pyo
import pytest

ModelMaker = Callable[..., pyo.ConcreteModel]


def market_split(rows: int, columns: int, *, slack: bool) -> pyo.ConcreteModel:
    """Split weights exactly in half in several rows at once (Cornuéjols and Dawande, 1998).

    With slack every choice is feasible and the deviation is minimised; without it, finding a
    feasible choice, or proving that there is none, is out of reach at these sizes.
    """
    rng = np.random.default_rng(7)
    weights = rng.integers(0, 100, size=(rows, columns)).tolist()
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(columns), domain=pyo.Binary)
    model.over = pyo.Var(range(rows), domain=pyo.Integers, bounds=(0, 10000 if slack else 0))
    model.under = pyo.Var(range(rows), domain=pyo.Integers, bounds=(0, 10000 if slack else 0))

    @model.Constraint(range(rows))
    def split(model: pyo.ConcreteModel, row: int) -> object:
        taken = pyo.quicksum(weights[row][j] * model.x[j] for j in range(columns))
        return taken + model.under[row] - model.over[row] == sum(weights[row]) // 2

    deviation = pyo.quicksum(model.over.values()) + pyo.quicksum(model.under.values())
    model.deviation = pyo.Objective(expr=deviation)
    return model


@pytest.fixture
def hard_split() -> ModelMaker:
    """Return the maker of market-split models."""
    return market_split
