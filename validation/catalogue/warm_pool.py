"""warm_pool in the catalogue: Eigen (PVLDB 16(12), 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS, Method

if TYPE_CHECKING:
    from ...instances.warm_pool import WarmPool


def entry() -> Problem:
    from ...instances import warm_pool as instances
    from ..judge import warm_pool as judge

    problem = Problem(
        "warm_pool",
        instances.WarmPool,
        None,
        judge=judge,
        title="machines kept configured for the memory to come, few idle and few ticks short",
        paper="Eigen (PVLDB 2023), 4.2, Eq. 6-10",
        demo="three-days",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import warm_pool as formulation
    from ...heuristics import warm_pool as heuristics
    from ...solvers import warm_pool as solvers
    from .methods.exact import exact_unless

    best = (
        ("best-constant-margin", heuristics.best_constant_margin, "(6)"),
        ("best-adaptive-margin", heuristics.best_adaptive_margin, "(8), (9), corrected"),
        ("best-smoothed-margin", heuristics.best_smoothed_margin, "(10), corrected"),
    )
    rules = (
        ("es-constant-margin", heuristics.es_constant_margin, "smoothing, one margin", "(6)"),
        (
            "es-adaptive-margin",
            heuristics.es_adaptive_margin,
            "smoothing, a margin as sharp as the latest bend",
            "(8), (9), corrected",
        ),
        (
            "es-smoothed-margin",
            heuristics.es_smoothed_margin,
            "smoothing, a margin that falls smoothly",
            "(10), corrected",
        ),
    )
    baselines = (
        (
            "constant-percentage",
            heuristics.constant_percentage,
            "a percentage more than is in use",
        ),
        ("es", heuristics.es, "exponential smoothing"),
        ("moving-average", heuristics.moving_average, "the mean of the last values"),
        ("ar", heuristics.ar, "autoregression, fitted anew in every tick"),
        ("arima", heuristics.arima, "ARIMA(2, 1, 1), fitted anew in every tick"),
    )
    problem.formulate(formulation)
    problem.method(
        exact_unless(solvers.impossible, formulation),
        kind="exact",
        name="exact",
        summary="mixed integer program in Pyomo, in hindsight",
        paper="not in the paper",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.dp,
        kind="exact",
        summary="table over machines, with the front over short ticks, certified",
        paper="not in the paper",
    )
    problem.adopt(
        *(
            Method(
                name,
                "heuristic",
                function,
                "the rule with its best parameters in hindsight, over a grid",
                where,
            )
            for name, function, where in best
        )
    )
    problem.adopt(
        *(Method(name, "heuristic", function, what, where) for name, function, what, where in rules)
    )
    problem.adopt(
        *(
            Method(name, "baseline", function, what, "4.2 and Fig. 11")
            for name, function, what in baselines
        )
    )


def _loads(instance: WarmPool, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    held = np.array(decision["machines"]) * instance.machine_size
    return Loads("warm memory", "tick", np.maximum(held - instance.allocated, 0.0))


_GROUND = Ground(
    {
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
    }
)
