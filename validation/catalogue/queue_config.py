"""queue_config in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.queue_config import QueueConfig


def entry() -> Problem:
    from ...instances import queue_config as instances
    from ..judge import queue_config as judge

    return Problem(
        name="queue_config",
        title="shares and policies of a group's queues, the mean latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
        instance=instances.QueueConfig,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="fig7-fair",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
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
    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program over the simulated grid",
                "Eq. 1",
                MIP_SOLVERS,
            ),
            Method("exhaustive", "exact", solvers.exhaustive, "every setting simulated", "3.3.3"),
            Method(
                "rrs", "heuristic", heuristics.rrs, "recursive random search", "3.3.3, Prop. 3.1"
            ),
            *(
                Method(name, "baseline", function, summary, "4.4, representative settings")
                for name, function, summary in statics
            ),
        ),
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
