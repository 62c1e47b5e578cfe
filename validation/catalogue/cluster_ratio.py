"""cluster_ratio in the catalogue."""

from typing import Any

import numpy as np

from .built_in import built_in
from .method import MIP_SOLVERS


def _latency_falls(instance: Any, _: str) -> bool:
    """More containers make nobody slower."""
    return all(bool((np.diff(group.latency) <= 0).all()) for group in instance.groups)


problem = built_in(
    "cluster_ratio",
    title="containers of a cluster to user groups, the summed latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
    demo="three-groups",
    first_plan="greedy",
    methods=[
        ("exact", "exact", "Eq. 3", *MIP_SOLVERS),
        ("exact", "dp", "Alg. 3, corrected"),
        ("heuristic", "greedy", "not in the paper"),
        ("baseline", "proportional", "4.5.2, static ratios"),
    ],
    loads=("containers", "group", "containers"),
    draws={
        "groups": (2, 4),
        "containers": (6, 16),
        "curve": ["waves", "convex", "rough"],
        "demand": (1.0, 3.0),
        "counts": _latency_falls,
    },
)
