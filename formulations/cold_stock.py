"""cold_stock as a mixed integer program: orders and removals at reviews, short days counted.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.3.2 states the problem without a model.  N_t is
the stock without decisions; decisions add to it, so that the bounds on stock and backlog are tight.
"""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.outcome import Decision
from ..instances.cold_stock import ColdStock


def build_model(instance: ColdStock) -> pyo.ConcreteModel:
    """Return the program with a stock, a backlog and a short day per day."""
    with PauseGC():
        model = _variables(instance)
        _objective(model, instance)
        _balance(model, instance)
        _removals(model, instance)
        _short_days(model, instance)
    return model


def _free(instance: ColdStock) -> np.ndarray:
    """N_t from t = -1 on: the stock that there is without orders and removals."""
    steps = (instance.due - instance.taken) / instance.parts
    return np.concatenate([[0.0], np.cumsum(steps)]) + instance.stock


def _variables(instance: ColdStock) -> pyo.ConcreteModel:
    free = _free(instance)
    needed = [0, *np.ceil(-free).astype(int).tolist(), *np.floor(-free).astype(int).tolist()]
    most = max(needed) - min(needed)
    amounts = pyo.NonNegativeIntegers if instance.parts == 1 else pyo.NonNegativeReals
    model = pyo.ConcreteModel(name=instance.name)
    model.DAYS = pyo.RangeSet(0, instance.days - 1)
    model.REVIEWS = pyo.Set(initialize=list(instance.reviews))
    last = instance.days - 1 - instance.lead
    model.ORDERS = pyo.Set(initialize=[day for day in instance.reviews if day <= last])
    model.q = pyo.Var(model.ORDERS, domain=pyo.NonNegativeIntegers, bounds=(0, most), doc="q_k")
    model.r = pyo.Var(model.REVIEWS, domain=pyo.NonNegativeIntegers, bounds=(0, most), doc="r_k")
    highest = free[1:] + max(0, *needed)
    lowest = _lowest(instance, free)
    model.s = pyo.Var(
        model.DAYS, domain=amounts, bounds=lambda _, t: (0, max(0.0, highest[t])), doc="stock"
    )
    model.b = pyo.Var(model.DAYS, domain=amounts, bounds=lambda _, t: (0, -lowest[t]), doc="owed")
    model.z = pyo.Var(model.DAYS, domain=pyo.Binary, doc="1 where the day is short")
    return model


def _lowest(instance: ColdStock, free: np.ndarray) -> list[float]:
    """L_t, the lowest that the stock can be: removals leave nothing owed on their day."""
    lowest, most_idle = [], -np.inf
    for day in range(instance.days):
        if day in instance.reviews:
            most_idle = max(most_idle, free[day])
        now = float(free[day + 1])
        lowest.append(min(0.0, now, now - most_idle))
    return lowest


def _objective(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    # (1) min h Σ s_t + c Σ q_k + e Σ r_k + σ Σ z_t
    @model.Objective(sense=pyo.minimize)
    def cost(model: pyo.ConcreteModel) -> LinearExpression:
        """Stock costs every day, an order, a removal and a short day once each."""
        terms = (
            (model.s, instance.holding_cost),
            (model.q, instance.order_cost),
            (model.r, instance.removal_cost),
            (model.z, instance.short_cost),
        )
        return LinearExpression(
            constant=0,
            linear_coefs=[price for group, price in terms for _ in group],
            linear_vars=[variable for group, _ in terms for variable in group.values()],
        )


def _balance(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    change = ((instance.due - instance.taken) / instance.parts).tolist()

    # (2) s_t - b_t = s_{t-1} - b_{t-1} + a_t - d_t + q_{t-l} - r_t
    @model.Constraint(model.DAYS)
    def balance(model: pyo.ConcreteModel, t: int) -> tuple[float, LinearExpression, float]:
        """What is there, less what is owed, changes by what comes and goes."""
        coefs, variables = [1, -1], [model.s[t], model.b[t]]
        if t > 0:
            coefs, variables = [*coefs, -1, 1], [*variables, model.s[t - 1], model.b[t - 1]]
        if t - instance.lead in model.ORDERS:
            coefs, variables = [*coefs, -1], [*variables, model.q[t - instance.lead]]
        if t in model.REVIEWS:
            coefs, variables = [*coefs, 1], [*variables, model.r[t]]
        side = change[t] + (instance.stock if t == 0 else 0)
        left = LinearExpression(constant=0, linear_coefs=coefs, linear_vars=variables)
        return side, left, side


def _removals(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    # (3) r_k <= s_{k-1}
    @model.Constraint(model.REVIEWS)
    def removed_from_stock(
        model: pyo.ConcreteModel, k: int
    ) -> tuple[None, LinearExpression, float]:
        """Only machines that the day before left on hand are given back."""
        coefs, variables = [1], [model.r[k]]
        if k > 0:
            coefs, variables = [1, -1], [model.r[k], model.s[k - 1]]
        left = LinearExpression(constant=0, linear_coefs=coefs, linear_vars=variables)
        return None, left, instance.stock if k == 0 else 0


def _short_days(model: pyo.ConcreteModel, instance: ColdStock) -> None:
    # (4) b_t <= -L_t z_t
    @model.Constraint(model.DAYS)
    def owed_when_short(model: pyo.ConcreteModel, t: int) -> tuple[None, LinearExpression, int]:
        """Machines are owed on short days only."""
        coefs = [1, -model.b[t].ub]
        left = LinearExpression(
            constant=0, linear_coefs=coefs, linear_vars=[model.b[t], model.z[t]]
        )
        return None, left, 0

    # (5) s_t <= U_t (1 - z_t)
    @model.Constraint(model.DAYS)
    def held_otherwise(model: pyo.ConcreteModel, t: int) -> tuple[None, LinearExpression, float]:
        """Machines are on hand only where the day is not short."""
        most = model.s[t].ub
        left = LinearExpression(
            constant=0, linear_coefs=[1, most], linear_vars=[model.s[t], model.z[t]]
        )
        return None, left, most

    # (6) Σ z_t <= K
    if instance.max_short is not None:

        @model.Constraint()
        def max_short(model: pyo.ConcreteModel) -> tuple[None, LinearExpression, int | None]:
            """No more days are short than may be."""
            days = list(model.z.values())
            total = LinearExpression(constant=0, linear_coefs=[1] * len(days), linear_vars=days)
            return None, total, instance.max_short


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    orders = {k: round(variable.value or 0) for k, variable in model.q.items()}
    return {
        "order": [orders.get(k, 0) for k in model.REVIEWS],
        "remove": [round(model.r[k].value or 0) for k in model.REVIEWS],
    }


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the orders and removals of a decision, to start from."""
    for number, k in enumerate(model.REVIEWS):
        model.r[k].set_value(decision["remove"][number], skip_validation=True)
        if k in model.ORDERS:
            model.q[k].set_value(decision["order"][number], skip_validation=True)
