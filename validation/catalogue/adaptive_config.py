"""adaptive_config in the catalogue."""

from __future__ import annotations

from ...core.outcome import Decision
from ...instances import adaptive_config as instances
from ..judge import adaptive_config as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS


def _solving(problem: Problem) -> None:
    from ...formulations import adaptive_config as formulation
    from ...heuristics import adaptive_config as heuristics
    from ...solvers import adaptive_config as solvers
    from .methods.adaptive_config import exact

    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="Eq. 1 to 3", solvers=MIP_SOLVERS)
    problem.method(solvers.dp, kind="exact", paper="Alg. 3, corrected")
    problem.method(solvers.lazy, kind="exact", paper="not in the paper")
    problem.method(solvers.hindsight, kind="exact", paper="not in the paper")
    problem.method(heuristics.adapt, kind="heuristic", paper="3.1, 4.1")
    problem.method(heuristics.rrs_dp, kind="heuristic", paper="3.3.3, 3.4")
    problem.method(heuristics.static_ratio, kind="baseline", paper="4.5.2")
    problem.method(heuristics.static_fifo, kind="baseline", paper="4.4")
    problem.method(heuristics.static_fair, kind="baseline", paper="4.4")
    problem.method(heuristics.table2, kind="baseline", paper="Table 2")


def _loads(_: instances.AdaptiveConfig, decision: Decision) -> Loads:
    """Return the containers of each group; of a course those of its last plan."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][-1]["groups"]
    return Loads("containers", "group", {name: own["containers"] for name, own in plan.items()})


problem = Problem(
    "adaptive_config",
    instances.AdaptiveConfig,
    judge.ClusterCourse,
    title="containers of groups and settings of their queues together, the mean latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.1 to 3.4, Eq. 1 to 3",
    demo="two-groups",
    load=_solving,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(_loads)
problem.generate(
    groups=(2, 3),
    jobs=(2, 4),
    containers=(3, 8),
    upper=(3, 6),
    mean_gap=(0.5, 4.0),
    objective=["mean-job", "sum-of-means"],
)(instances.generate)
