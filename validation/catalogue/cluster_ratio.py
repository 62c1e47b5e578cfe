"""Declaration of the problem cluster_ratio: methods, judge, generator and loads."""

from typing import Any

import numpy as np

from ...instances.cluster_ratio import generate
from ..judge import cluster_ratio as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, baseline, exact_method, heuristic


def _latency_falls(instance: Any, _: str) -> bool:
    """Return whether more containers never increase the latency of a job."""
    return all(bool((np.diff(group.latency) <= 0).all()) for group in instance.groups)


def _methods() -> Solving:
    from ...formulations import cluster_ratio as formulation
    from ...heuristics.cluster_ratio import greedy, proportional
    from ...solvers.cluster_ratio import dp, why_infeasible
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(exact, "Eq. 3", *MIP_SOLVERS, starts_from=greedy, explains=why_infeasible),
            exact_method(dp, "Alg. 3, corrected"),
            heuristic(greedy, "not in the paper"),
            baseline(proportional, "4.5.2, static ratios"),
        ],
    )


problem = built_in(
    "cluster_ratio",
    check=judge.check,
    certified=judge.certified,
    title="Divide a cluster's containers among user groups; minimise total latency",
    paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
    demo="three-groups",
    demo_method="dp",
    methods=_methods,
    steps=("greedy", "dp", "exact"),
    loads=("containers", "group", "containers"),
    generate=generate,
    draws={
        "groups": (2, 4),
        "containers": (6, 16),
        "curve": ["waves", "convex", "rough"],
        "demand": (1.0, 3.0),
        "counts": _latency_falls,
    },
)
