"""cluster_ratio in the catalogue."""

from __future__ import annotations

import numpy as np

from ...instances import cluster_ratio as instances
from ..judge import cluster_ratio as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS


def _solving(problem: Problem) -> None:
    from ...formulations import cluster_ratio as formulation
    from ...heuristics import cluster_ratio as heuristics
    from ...solvers import cluster_ratio as solvers
    from .methods.exact import exact, explained

    problem.formulate(formulation)
    solved = explained(exact(formulation), solvers.too_few_containers)
    problem.method(solved, kind="exact", paper="Eq. 3", solvers=MIP_SOLVERS)
    problem.method(solvers.dp, kind="exact", paper="Alg. 3, corrected")
    problem.method(heuristics.greedy, kind="heuristic", paper="not in the paper")
    problem.method(heuristics.proportional, kind="baseline", paper="4.5.2, static ratios")


def _latency_falls(instance: instances.ClusterRatio, _: str) -> bool:
    """More containers make nobody slower."""
    return all(bool((np.diff(group.latency) <= 0).all()) for group in instance.groups)


problem = Problem(
    "cluster_ratio",
    instances.ClusterRatio,
    judge.GroupContainers,
    title="containers of a cluster to user groups, the summed latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
    demo="three-groups",
    load=_solving,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(lambda _, decision: Loads("containers", "group", decision["containers"]))
problem.generate(
    groups=(2, 4),
    containers=(6, 16),
    curve=["waves", "convex", "rough"],
    demand=(1.0, 3.0),
    counts=_latency_falls,
)(instances.generate)
