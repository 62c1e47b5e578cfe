"""cold_stock in the catalogue: Eigen (PVLDB 16(12), 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.cold_stock import ColdStock


def entry() -> Problem:
    from ...instances import cold_stock as instances
    from ..judge import cold_stock as judge

    problem = Problem(
        "cold_stock",
        instances.ColdStock,
        judge.StockOrders,
        title="offline machines ordered and given back so that stock is cheap and few days short",
        paper="Eigen (PVLDB 2023), 4.3.2",
        demo="figure-14",
        load=_solving,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        days=(6, 16),
        forecasts=[False],  # the loss of a policy that knows the demand
        period=(1, 4),
        lead=(0, 5),
        shape=["turning", "increasing", "fluctuating", "decreasing"],
        weekly=(0.0, 2.0),
        law=["cauchy", "laplace", "normal"],
        stock=(0, 10),
        order_cost=(0, 30),
        max_short=[0],
        short_cost=[0],
        counts=_future_is_known,
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import cold_stock as formulation
    from ...heuristics import cold_stock as heuristics
    from ...solvers import cold_stock as solvers
    from .methods.exact import exact_unless

    problem.formulate(formulation)
    problem.method(
        exact_unless(solvers.impossible, formulation),
        kind="exact",
        name="exact",
        summary="Mixed integer program in Pyomo",
        paper="not in the paper",
        solvers=MIP_SOLVERS,
    )
    problem.method(solvers.dp, kind="exact", paper="not in the paper")
    problem.method(heuristics.minimum_stock, paper="Alg. 4 and 5, corrected")
    problem.method(heuristics.rolling, paper="not in the paper")
    problem.method(heuristics.base_stock, kind="baseline", paper="6.4, Fig. 14")
    problem.method(heuristics.constant_percentage, kind="baseline", paper="6.4, Fig. 14")


def _future_is_known(instance: Any, method: str) -> bool:
    """Policies receive the future demand; constant-percentage also the machines in use."""
    knows_demand = instance.forecasts is None and instance.history is None
    return knows_demand and (method != "constant-percentage" or instance.allocated is not None)


def _loads(instance: ColdStock, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    come = np.zeros(instance.days)
    come[: len(instance.pipeline)] = instance.pipeline
    for k, day in enumerate(instance.reviews):
        come[day] -= decision["remove"][k]
        if day + instance.lead < instance.days:
            come[day + instance.lead] += decision["order"][k]
    stock = instance.stock + np.cumsum(come - instance.demand)
    return Loads("machines on hand", "day", np.maximum(stock, 0.0))
