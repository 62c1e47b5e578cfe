"""cluster_ratio in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.cluster_ratio import ClusterRatio


def entry() -> Problem:
    from ...instances import cluster_ratio as instances
    from ..judge import cluster_ratio as judge

    problem = Problem(
        "cluster_ratio",
        instances.ClusterRatio,
        None,
        judge=judge,
        title="containers of a cluster to user groups, the summed latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
        demo="three-groups",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import cluster_ratio as formulation
    from ...heuristics import cluster_ratio as heuristics
    from ...solvers import cluster_ratio as solvers
    from .methods.exact import exact

    problem.formulate(formulation)
    problem.method(
        exact(formulation),
        kind="exact",
        name="exact",
        summary="integer program in Pyomo",
        paper="Eq. 3",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.dp,
        kind="exact",
        summary="dynamic program over what a price leaves open, mostly certified",
        paper="Alg. 3, corrected",
    )
    problem.method(
        heuristics.greedy,
        kind="heuristic",
        summary="largest marginal saving first, with a certified bound",
        paper="not in the paper",
    )
    problem.method(
        heuristics.proportional,
        kind="baseline",
        summary="in proportion to the upper bounds",
        paper="4.5.2, static ratios",
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
