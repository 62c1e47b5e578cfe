"""Declaration of the problem cold_stock: methods, judge, generator and loads."""

from functools import partial
from typing import Any

import numpy as np

from ...instances.cold_stock import generate
from ..judge import cold_stock as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, baseline, exact_method, heuristic


def _future_is_known(instance: Any, method: str) -> bool:
    """Return whether the demand is certain, and the instance has the fields the method needs."""
    knows_demand = instance.forecasts is None and instance.history is None
    return knows_demand and (method != "constant-percentage" or instance.allocated is not None)


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the number of machines in stock at the end of each day."""
    come = np.zeros(instance.days)
    come[: len(instance.pipeline)] = instance.pipeline
    for k, day in enumerate(instance.reviews):
        come[day] -= decision["remove"][k]
        if day + instance.lead < instance.days:
            come[day + instance.lead] += decision["order"][k]
    stock = instance.stock + np.cumsum(come - instance.demand)
    return Loads("machines on hand", "day", np.maximum(stock, 0.0))


def _methods() -> Solving:
    from ...formulations import cold_stock as formulation
    from ...heuristics.cold_stock import (
        Outlook,
        base_stock,
        constant_percentage,
        minimum_stock,
        rolling,
    )
    from ...solvers.cold_stock import dp, impossible
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(
                exact,
                "not in the paper",
                *MIP_SOLVERS,
                summary="Mixed integer program in Pyomo",
                starts_from=partial(minimum_stock, outlook=Outlook()),
                refuses=impossible,
            ),
            exact_method(dp, "not in the paper"),
            heuristic(minimum_stock, "Alg. 4 and 5, corrected", parameters=Outlook),
            heuristic(rolling, "not in the paper", parameters=Outlook),
            baseline(base_stock, "6.4, Fig. 14", parameters=Outlook),
            baseline(constant_percentage, "6.4, Fig. 14"),
        ],
    )


problem = built_in(
    "cold_stock",
    check=judge.check,
    certified=judge.certified,
    title="Order and return offline machines; minimise stock with few short days",
    paper="Eigen (PVLDB 2023), 4.3.2",
    demo="figure-14",
    methods=_methods,
    steps=("minimum-stock", "dp", "exact"),
    loads=_loads,
    generate=generate,
    draws={
        "days": (6, 16),
        "forecasts": [False],  # the loss of a policy that knows the demand
        "period": (1, 4),
        "lead": (0, 5),
        "shape": ["turning", "increasing", "fluctuating", "decreasing"],
        "weekly": (0.0, 2.0),
        "law": ["cauchy", "laplace", "normal"],
        "stock": (0, 10),
        "order_cost": (0, 30),
        "max_short": [0],
        "short_cost": [0],
        "counts": _future_is_known,
    },
)
