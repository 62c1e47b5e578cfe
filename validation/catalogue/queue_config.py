"""queue_config in the catalogue."""

from __future__ import annotations

from ...instances import queue_config as instances
from ..judge import queue_config as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS


def _solving(problem: Problem) -> None:
    from ...formulations import queue_config as formulation
    from ...heuristics import queue_config as heuristics
    from ...solvers import queue_config as solvers
    from .methods.exact import exact, explained

    problem.formulate(formulation)
    solved = explained(exact(formulation), solvers.starved)
    problem.method(solved, kind="exact", paper="Eq. 1", solvers=MIP_SOLVERS)
    problem.method(solvers.exhaustive, kind="exact", paper="3.3.3")
    problem.method(heuristics.rrs, kind="heuristic", paper="3.3.3, Prop. 3.1")
    for rule in ("fifo", "fair", "drf", "work"):
        static = getattr(heuristics, f"static_{rule}")
        problem.method(static, kind="baseline", paper="4.4, representative settings")


problem = Problem(
    "queue_config",
    instances.QueueConfig,
    judge.QueueSetting,
    title="shares and policies of a group's queues, the mean latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
    demo="fig7-fair",
    load=_solving,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(lambda _, decision: Loads("share of the cluster", "queue", decision["shares"]))
problem.generate(
    jobs=(3, 6),
    queues=(2, 2),
    containers=(3, 6),
    scheduler=["fair", "capacity"],
    mean_gap=(0.5, 5.0),
)(instances.generate)
