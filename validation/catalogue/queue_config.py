"""Declaration of the problem queue_config: methods, judge, generator and loads."""

from ...instances.queue_config import generate
from ..judge import queue_config as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, baseline, exact_method, heuristic


def _methods() -> Solving:
    from ...formulations import queue_config as formulation
    from ...heuristics.queue_config import (
        Effort,
        rrs,
        static_drf,
        static_fair,
        static_fifo,
        static_work,
    )
    from ...solvers.queue_config import exhaustive, why_infeasible
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(
                exact, "Eq. 1", *MIP_SOLVERS, starts_from=static_fifo, explains=why_infeasible
            ),
            exact_method(exhaustive, "3.3.3"),
            heuristic(rrs, "3.3.3, Prop. 3.1", parameters=Effort),
            baseline(static_fifo, "4.4, representative settings"),
            baseline(static_fair, "4.4, representative settings"),
            baseline(static_drf, "4.4, representative settings"),
            baseline(static_work, "4.4, representative settings"),
        ],
    )


problem = built_in(
    "queue_config",
    check=judge.check,
    certified=judge.certified,
    title="Choose shares and policies of queues; minimise mean latency",
    paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
    demo="fig7-fair",
    methods=_methods,
    steps=("static-fifo", "exhaustive", "exact"),
    loads=("share of the cluster", "queue", "shares"),
    generate=generate,
    draws={
        "jobs": (3, 6),
        "queues": (2, 2),
        "containers": (3, 6),
        "scheduler": ["fair", "capacity"],
        "mean_gap": (0.5, 5.0),
    },
)
