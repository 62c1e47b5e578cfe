"""queue_config in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS, Method

if TYPE_CHECKING:
    from ...instances.queue_config import QueueConfig


def entry() -> Problem:
    from ...instances import queue_config as instances
    from ..judge import queue_config as judge

    problem = Problem(
        "queue_config",
        instances.QueueConfig,
        None,
        judge=judge,
        title="shares and policies of a group's queues, the mean latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
        demo="fig7-fair",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import queue_config as formulation
    from ...heuristics import queue_config as heuristics
    from ...solvers import queue_config as solvers
    from .methods.exact import exact

    statics = (
        ("static-fifo", heuristics.static_fifo, "equal shares, first come first served"),
        ("static-fair", heuristics.static_fair, "equal shares, jobs served evenly"),
        ("static-drf", heuristics.static_drf, "equal shares, jobs by dominant share"),
        ("static-work", heuristics.static_work, "shares by waiting work, first come first served"),
    )
    problem.formulate(formulation)
    problem.method(
        exact(formulation),
        kind="exact",
        name="exact",
        summary="integer program over the simulated grid",
        paper="Eq. 1",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.exhaustive, kind="exact", summary="every setting simulated", paper="3.3.3"
    )
    problem.method(
        heuristics.rrs,
        kind="heuristic",
        summary="recursive random search",
        paper="3.3.3, Prop. 3.1",
    )
    problem.adopt(
        *(
            Method(name, "baseline", function, summary, "4.4, representative settings")
            for name, function, summary in statics
        )
    )


def _loads(_: QueueConfig, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    return Loads("share of the cluster", "queue", decision["shares"])


_GROUND = Ground(
    {
        "jobs": (3, 6),
        "queues": (2, 2),
        "containers": (3, 6),
        "scheduler": ["fair", "capacity"],
        "mean_gap": (0.5, 5.0),
    }
)
