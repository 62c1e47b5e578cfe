"""warm_pool in the catalogue: Eigen (PVLDB 16(12), 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.warm_pool import WarmPool


def entry() -> Problem:
    from ...instances import warm_pool as instances
    from ..judge import warm_pool as judge

    problem = Problem(
        "warm_pool",
        instances.WarmPool,
        judge.WarmMachines,
        title="machines kept configured for the memory to come, few idle and few ticks short",
        paper="Eigen (PVLDB 2023), 4.2, Eq. 6-10",
        demo="three-days",
        load=_solving,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        ticks=(8, 24),
        per_day=[6, 12, 24],
        machines=(3, 8),
        machine_size=[8],
        noise=(0.0, 0.1),
        bursts=(0.0, 2.0),
        burst=(0.1, 0.5),
        max_up=(1, 3),
        max_down=(1, 3),
        short_cost=(1, 100),
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import warm_pool as formulation
    from ...heuristics import warm_pool as heuristics
    from ...solvers import warm_pool as solvers
    from .methods.exact import exact_unless

    problem.formulate(formulation)
    problem.method(
        exact_unless(solvers.impossible, formulation),
        kind="exact",
        name="exact",
        summary="Mixed integer program in Pyomo, in hindsight",
        paper="not in the paper",
        solvers=MIP_SOLVERS,
    )
    problem.method(solvers.dp, kind="exact", paper="not in the paper")
    problem.method(heuristics.best_constant_margin, paper="(6)")
    problem.method(heuristics.best_adaptive_margin, paper="(8), (9), corrected")
    problem.method(heuristics.best_smoothed_margin, paper="(10), corrected")
    problem.method(heuristics.es_constant_margin, paper="(6)")
    problem.method(heuristics.es_adaptive_margin, paper="(8), (9), corrected")
    problem.method(heuristics.es_smoothed_margin, paper="(10), corrected")
    h = heuristics
    for rule in (h.constant_percentage, h.es, h.moving_average, h.ar, h.arima):
        problem.method(rule, kind="baseline", paper="4.2 and Fig. 11")


def _loads(instance: WarmPool, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    held = np.array(decision["machines"]) * instance.machine_size
    return Loads("warm memory", "tick", np.maximum(held - instance.allocated, 0.0))
