"""Declaration of the problem adaptive_config: methods, judge, generator and loads."""

from typing import Any

from ...instances.adaptive_config import generate
from ..judge import adaptive_config as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, baseline, exact_method, heuristic


def _loads(_: Any, decision: Any) -> Loads:
    """Return the containers of each group in the decision's last plan."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][-1]["groups"]
    return Loads("containers", "group", {name: own["containers"] for name, own in plan.items()})


def _methods() -> Solving:
    from ...formulations import adaptive_config as formulation
    from ...heuristics.adaptive_config import (
        Effort,
        adapt,
        rrs_dp,
        static_fair,
        static_fifo,
        static_ratio,
        table2,
    )
    from ...solvers.adaptive_config import dp, hindsight, impossible, lazy
    from .methods.adaptive_config import exact, why_infeasible

    return Solving(
        formulation,
        [
            exact_method(
                exact,
                "Eq. 1 to 3",
                *MIP_SOLVERS,
                starts_from=static_ratio,
                refuses=impossible,
                explains=why_infeasible,
            ),
            exact_method(dp, "Alg. 3, corrected"),
            exact_method(lazy, "not in the paper"),
            exact_method(hindsight, "not in the paper"),
            heuristic(adapt, "3.1, 4.1"),
            heuristic(rrs_dp, "3.3.3, 3.4", parameters=Effort),
            baseline(static_ratio, "4.5.2"),
            baseline(static_fifo, "4.4"),
            baseline(static_fair, "4.4"),
            baseline(table2, "Table 2"),
        ],
    )


def _steps(instance: Any) -> list[str]:
    """Return the methods of `auto`: `lazy` alone is exact if the judge cannot repeat all pairs."""
    from ...solvers.adaptive_config import MOST_WORK

    counts = (instance.upper - instance.lower + 1).tolist()
    pairs = zip(instance.groups, counts, strict=True)
    is_large = sum(group.grid_work * count for group, count in pairs) > MOST_WORK
    if is_large:
        return ["static-fifo", "lazy"]
    return ["static-fifo", "static-ratio", "dp", "exact"]


problem = built_in(
    "adaptive_config",
    check=judge.check,
    certified=judge.certified,
    title="Choose containers and queue settings together; minimise mean latency",
    paper="AdaptiveConfig (TPDS 2019), 3.1 to 3.4, Eq. 1 to 3",
    certificate_cost=5.0,
    demo="two-groups",
    demo_method="rrs-dp",
    methods=_methods,
    steps=_steps,
    loads=_loads,
    generate=generate,
    draws={
        "groups": (2, 3),
        "jobs": (2, 4),
        "containers": (3, 8),
        "upper": (3, 6),
        "mean_gap": (0.5, 4.0),
        "objective": ["mean-job", "sum-of-means"],
    },
)
