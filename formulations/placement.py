"""placement as an integer program: the bottleneck assignment of Eq. 3.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big
Data Processing", PVLDB 15(11), 2022, section 5.2.  The paper minimises ``max B_ij L_ij``; here a
continuous T stands for that maximum.  A pair that cannot run has no variable.
"""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.placement import Placement


def build_model(instance: Placement, *, cutoff: float | None = None) -> pyo.ConcreteModel:
    """Return the integer program of Eq. 3.

    With a ``cutoff``, the value of a plan in hand, no variable is made where the latency
    exceeds it: such a pair is in no better plan.
    """
    with PauseGC():
        latency = instance.dense_latency()
        usable = ~np.isnan(latency)
        if cutoff is not None:
            usable &= latency <= cutoff
        rows, columns = np.nonzero(usable)
        return _model(instance, rows, columns, latency[rows, columns])


def _model(
    instance: Placement, rows: np.ndarray, columns: np.ndarray, values: np.ndarray
) -> pyo.ConcreteModel:
    m, n = instance.instances, instance.machines
    beta = instance.beta.tolist()
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, m - 1)
    model.MACHINES = pyo.RangeSet(0, n - 1)
    model.PAIRS = pyo.Set(
        dimen=2, initialize=list(zip(rows.tolist(), columns.tolist(), strict=True))
    )
    model.B = pyo.Var(model.PAIRS, domain=pyo.Binary, doc="B_ij: instance i runs on machine j")
    model.T = pyo.Var(domain=pyo.NonNegativeReals, doc="the stage latency")

    variables = list(model.B.values())
    by_row = np.split(np.arange(len(rows)), np.searchsorted(rows, np.arange(1, m)))
    by_column = np.split(
        np.argsort(columns, kind="stable"), np.searchsorted(np.sort(columns), np.arange(1, n))
    )

    @model.Objective(sense=pyo.minimize)
    def stage_latency(model: pyo.ConcreteModel) -> pyo.Expression:
        """Eq. 3: the slowest instance ends as early as possible."""
        return model.T

    # Eq. 3: Σ_j B_ij = 1
    @model.Constraint(model.INSTANCES)
    def assignment(_: pyo.ConcreteModel, i: int) -> tuple[int, LinearExpression, int]:
        """Every instance runs on exactly one machine."""
        return 1, _sum(variables, by_row[i]), 1

    # Eq. 3: Σ_i B_ij <= β_j
    @model.Constraint(model.MACHINES)
    def capacity(_: pyo.ConcreteModel, j: int) -> tuple[None, LinearExpression, int]:
        """Machine j takes at most β_j instances."""
        return None, _sum(variables, by_column[j]), beta[j]

    # Eq. 3: T >= Σ_j L_ij B_ij, one row per instance because exactly one B_ij is 1
    @model.Constraint(model.INSTANCES)
    def slowest(model: pyo.ConcreteModel, i: int) -> tuple[None, LinearExpression, int]:
        """The stage ends no earlier than instance i."""
        expression = _sum(variables, by_row[i], values[by_row[i]].tolist(), model.T)
        return None, expression, 0

    return model


def _sum(
    variables: list[pyo.Var],
    chosen: np.ndarray,
    coefficients: list[float] | None = None,
    minus: pyo.Var | None = None,
) -> LinearExpression:
    terms = [variables[k] for k in chosen.tolist()]
    if coefficients is None:
        return LinearExpression(terms)  # compiled faster than terms with a coefficient of 1
    if minus is not None:
        terms, coefficients = [*terms, minus], [*coefficients, -1]
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=terms)


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    machine = [-1] * len(model.INSTANCES)
    for (i, j), variable in model.B.items():
        if variable.value is not None and variable.value > 0.5:
            machine[i] = j
    return {"machine": machine}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    machine = decision["machine"]
    for (i, j), variable in model.B.items():
        variable.set_value(int(machine[i] == j), skip_validation=True)
