"""stage as a multi-objective integer program: Definition 5.2 of the stage optimizer.

Lyu et al., PVLDB 15(11), 2022, section 5.1.  The product of B_ij and Θ_i in the definition is
linear here, because a binary x_ijk chooses machine and configuration together.  What cannot run,
or does not fit on a machine even when alone there, has no variable.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.goals import Largest
from ..core.outcome import Decision
from ..instances.stage import Stage


def build_model(instance: Stage, *, machine: Sequence[int] | None = None) -> pyo.ConcreteModel:
    """Return the integer program of Def. 5.2, with latency as its active objective.

    With the ``machine`` of every instance given, only the configurations are left to choose:
    Eq. 9 of appendix A.
    """
    with PauseGC():
        usable = ~np.isnan(instance.latency).transpose(0, 2, 1) & instance.fits.T[None, :, :]
        if machine is not None:
            usable &= (
                np.arange(instance.machines)[None, :, None] == np.array(machine)[:, None, None]
            )
        return _model(instance, *np.nonzero(usable))


def _model(
    instance: Stage, rows: np.ndarray, columns: np.ndarray, used: np.ndarray
) -> pyo.ConcreteModel:
    m, n = instance.instances, instance.machines
    model = pyo.ConcreteModel(name=instance.name)
    model.INSTANCES = pyo.RangeSet(0, m - 1)
    model.MACHINES = pyo.RangeSet(0, n - 1)
    model.RESOURCES = pyo.RangeSet(0, instance.available.shape[1] - 1)
    choices = list(zip(rows.tolist(), columns.tolist(), used.tolist(), strict=True))
    model.CHOICES = pyo.Set(dimen=3, initialize=choices)
    model.OBJECTIVES = pyo.Set(initialize=["latency", "cost"])
    model.x = pyo.Var(
        model.CHOICES, domain=pyo.Binary, doc="x_ijk: instance i on machine j with configuration k"
    )
    model.L = pyo.Var(domain=pyo.NonNegativeReals, doc="the stage latency")
    variables = list(model.x.values())
    seconds = instance.latency[rows, used, columns]
    cost = (seconds * instance.price[used]).tolist()
    by_row = np.split(np.arange(len(rows)), np.searchsorted(rows, np.arange(1, m)))
    order = np.argsort(columns, kind="stable")
    by_column = np.split(order, np.searchsorted(columns[order], np.arange(1, n)))

    # Def. 5.2: Σ_j B_ij = 1, and one Θ_i
    @model.Constraint(model.INSTANCES)
    def one_choice(_: pyo.ConcreteModel, i: int) -> tuple[int, LinearExpression, int]:
        """Every instance runs on one machine with one configuration."""
        return 1, _sum(variables, by_row[i]), 1

    # Def. 5.2: Σ_i B_ij Θ_i^r <= U_j^r
    @model.Constraint(model.MACHINES, model.RESOURCES)
    def capacity(_: pyo.ConcreteModel, j: int, r: int) -> tuple[None, LinearExpression, float]:
        """The instances on machine j take no more of resource r than there is."""
        taken = instance.configurations[used[by_column[j]], r]
        return None, _sum(variables, by_column[j], taken), float(instance.available[j, r])

    alpha = instance.max_per_machine
    if alpha is not None:
        # Eq. 3 and 8: Σ_i B_ij <= α
        @model.Constraint(model.MACHINES)
        def places(_: pyo.ConcreteModel, j: int) -> tuple[None, LinearExpression, int | None]:
            """Machine j runs at most α instances."""
            return None, _sum(variables, by_column[j]), alpha

    # Def. 5.2: L >= Σ_jk f(i, k, j) x_ijk, one row per instance as exactly one x_ijk is 1
    @model.Constraint(model.INSTANCES)
    def at_least(model: pyo.ConcreteModel, i: int) -> tuple[None, LinearExpression, int]:
        """The stage ends no earlier than instance i."""
        return None, _sum(variables, by_row[i], seconds[by_row[i]], model.L), 0

    # Def. 5.2: min L and min C = Σ_ijk f(i, k, j) (w·Θ_k) x_ijk
    @model.Objective(model.OBJECTIVES, sense=pyo.minimize)
    def objective(model: pyo.ConcreteModel, name: str) -> pyo.Expression:
        """The stage ends early, and costs little."""
        if name == "latency":
            return model.L
        return LinearExpression(linear_coefs=cost, linear_vars=variables)

    model.objective["cost"].deactivate()
    return model


def _sum(
    variables: list[pyo.Var],
    chosen: np.ndarray,
    coefficients: np.ndarray | None = None,
    minus: pyo.Var | None = None,
) -> LinearExpression:
    terms = [variables[k] for k in chosen.tolist()]
    factors = [1] * len(terms) if coefficients is None else coefficients.tolist()
    if minus is not None:
        terms, factors = [*terms, minus], [*factors, -1]
    return LinearExpression(constant=0, linear_coefs=factors, linear_vars=terms)


def largest(model: pyo.ConcreteModel, instance: Stage) -> dict[str, Largest]:
    """Return the variables and values that make up the stage latency."""
    choices = list(model.CHOICES)
    values = np.array([instance.latency[i, k, j] for i, j, k in choices], dtype=np.float64)
    return {
        "latency": Largest(
            variables=list(model.x.values()),
            values=values,
            group=[i for i, _, _ in choices],
            rows=list(model.at_least.values()),
        )
    }


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    machine = [-1] * len(model.INSTANCES)
    configuration = [-1] * len(model.INSTANCES)
    for (i, j, k), variable in model.x.items():
        if variable.value is not None and variable.value > 0.5:
            machine[i], configuration[i] = j, k
    return {"machine": machine, "configuration": configuration}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the values of a decision, to start from."""
    machine, configuration = decision["machine"], decision["configuration"]
    for (i, j, k), variable in model.x.items():
        variable.set_value(int(machine[i] == j and configuration[i] == k), skip_validation=True)
