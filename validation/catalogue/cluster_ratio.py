"""cluster_ratio in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision
from ..hunting import Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.cluster_ratio import ClusterRatio


def entry() -> Problem:
    from ...instances import cluster_ratio as instances
    from ..judge import cluster_ratio as judge

    return Problem(
        name="cluster_ratio",
        title="containers of a cluster to user groups, the summed latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
        instance=instances.ClusterRatio,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="three-groups",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import cluster_ratio as formulation
    from ...heuristics import cluster_ratio as heuristics
    from ...solvers import cluster_ratio as solvers
    from .methods.exact import exact

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program in Pyomo",
                "Eq. 3",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "dynamic program over what a price leaves open, mostly certified",
                "Alg. 3, corrected",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "largest marginal saving first, with a certified bound",
                "not in the paper",
            ),
            Method(
                "proportional",
                "baseline",
                heuristics.proportional,
                "in proportion to the upper bounds",
                "4.5.2, static ratios",
            ),
        ),
    )


def _latency_falls(instance: Any, _: str) -> bool:
    """More containers make nobody slower."""
    return all(bool((np.diff(group.latency) <= 0).all()) for group in instance.groups)


def _loads(_: ClusterRatio, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    return Loads("containers", "group", decision["containers"])


_GROUND = Ground(
    {
        "groups": (2, 4),
        "containers": (6, 16),
        "curve": ["waves", "convex", "rough"],
        "demand": (1.0, 3.0),
    },
    counts=_latency_falls,
)
