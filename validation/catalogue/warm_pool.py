"""Declaration of the problem warm_pool: methods, judge, generator and loads."""

from typing import Any

import numpy as np

from ...instances.warm_pool import generate
from ..judge import warm_pool as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, baseline, exact_method, heuristic


def _steps(instance: Any) -> tuple[str, ...]:
    """Return the methods of `auto`.

    Without a limit on short ticks, `dp` takes no longer than the bound of a rule.
    """
    return ("dp",) if instance.max_short is None else ("constant-percentage", "dp", "exact")


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the memory of each tick that is configured but not used."""
    held = np.array(decision["machines"]) * instance.machine_size
    return Loads("warm memory", "tick", np.maximum(held - instance.allocated, 0.0))


def _methods() -> Solving:
    from ...formulations import warm_pool as formulation
    from ...heuristics.warm_pool import (
        AdaptiveGrid,
        AdaptiveParameters,
        ConstantGrid,
        MarginParameters,
        SmoothedGrid,
        SmoothedParameters,
        ar,
        arima,
        best_adaptive_margin,
        best_constant_margin,
        best_smoothed_margin,
        constant_percentage,
        es,
        es_adaptive_margin,
        es_constant_margin,
        es_smoothed_margin,
        moving_average,
    )
    from ...solvers.warm_pool import dp, impossible
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(
                exact,
                "not in the paper",
                *MIP_SOLVERS,
                summary="Mixed integer program in Pyomo, in hindsight",
                starts_from=constant_percentage,
                refuses=impossible,
            ),
            exact_method(dp, "not in the paper"),
            heuristic(best_constant_margin, "(6)", parameters=ConstantGrid),
            heuristic(best_adaptive_margin, "(8), (9), corrected", parameters=AdaptiveGrid),
            heuristic(best_smoothed_margin, "(10), corrected", parameters=SmoothedGrid),
            heuristic(es_constant_margin, "(6)", parameters=MarginParameters),
            heuristic(es_adaptive_margin, "(8), (9), corrected", parameters=AdaptiveParameters),
            heuristic(es_smoothed_margin, "(10), corrected", parameters=SmoothedParameters),
            baseline(constant_percentage, "4.2 and Fig. 11"),
            baseline(es, "4.2 and Fig. 11"),
            baseline(moving_average, "4.2 and Fig. 11"),
            baseline(ar, "4.2 and Fig. 11"),
            baseline(arima, "4.2 and Fig. 11"),
        ],
    )


problem = built_in(
    "warm_pool",
    check=judge.check,
    certified=judge.certified,
    title="Keep machines ready for future memory demand; minimise idle machines and shortages",
    paper="Eigen (PVLDB 2023), 4.2, Eq. 6-10",
    demo="three-days",
    demo_method="es-smoothed-margin",
    methods=_methods,
    steps=_steps,
    loads=_loads,
    generate=generate,
    draws={
        "ticks": (8, 24),
        "per_day": [6, 12, 24],
        "machines": (3, 8),
        "machine_size": [8],
        "noise": (0.0, 0.1),
        "bursts": (0.0, 2.0),
        "burst": (0.1, 0.5),
        "max_up": (1, 3),
        "max_down": (1, 3),
        "short_cost": (1, 100),
    },
)
