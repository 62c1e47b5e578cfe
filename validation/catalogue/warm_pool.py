"""warm_pool in the catalogue."""

from typing import Any

import numpy as np

from .built_in import built_in
from .method import MIP_SOLVERS, Loads


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the warm memory that nobody uses, tick by tick."""
    held = np.array(decision["machines"]) * instance.machine_size
    return Loads("warm memory", "tick", np.maximum(held - instance.allocated, 0.0))


problem = built_in(
    "warm_pool",
    title="machines kept configured for the memory to come, few idle and few ticks short",
    paper="Eigen (PVLDB 2023), 4.2, Eq. 6-10",
    demo="three-days",
    program="Mixed integer program in Pyomo, in hindsight",
    first_plan="constant-percentage",
    methods=[
        ("exact", "exact", "not in the paper", *MIP_SOLVERS),
        ("exact", "dp", "not in the paper"),
        ("heuristic", "best-constant-margin", "(6)"),
        ("heuristic", "best-adaptive-margin", "(8), (9), corrected"),
        ("heuristic", "best-smoothed-margin", "(10), corrected"),
        ("heuristic", "es-constant-margin", "(6)"),
        ("heuristic", "es-adaptive-margin", "(8), (9), corrected"),
        ("heuristic", "es-smoothed-margin", "(10), corrected"),
        ("baseline", "constant-percentage", "4.2 and Fig. 11"),
        ("baseline", "es", "4.2 and Fig. 11"),
        ("baseline", "moving-average", "4.2 and Fig. 11"),
        ("baseline", "ar", "4.2 and Fig. 11"),
        ("baseline", "arima", "4.2 and Fig. 11"),
    ],
    loads=_loads,
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
