"""adaptive_config in the catalogue."""

from typing import Any

from .built_in import built_in
from .method import MIP_SOLVERS, Loads


def _loads(_: Any, decision: Any) -> Loads:
    """Return the containers of each group; of a course those of its last plan."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][-1]["groups"]
    return Loads("containers", "group", {name: own["containers"] for name, own in plan.items()})


problem = built_in(
    "adaptive_config",
    title="containers of groups and settings of their queues together, the mean latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.1 to 3.4, Eq. 1 to 3",
    demo="two-groups",
    first_plan="static-ratio",
    methods=[
        ("exact", "exact", "Eq. 1 to 3", *MIP_SOLVERS),
        ("exact", "dp", "Alg. 3, corrected"),
        ("exact", "lazy", "not in the paper"),
        ("exact", "hindsight", "not in the paper"),
        ("heuristic", "adapt", "3.1, 4.1"),
        ("heuristic", "rrs-dp", "3.3.3, 3.4"),
        ("baseline", "static-ratio", "4.5.2"),
        ("baseline", "static-fifo", "4.4"),
        ("baseline", "static-fair", "4.4"),
        ("baseline", "table2", "Table 2"),
    ],
    loads=_loads,
    draws={
        "groups": (2, 3),
        "jobs": (2, 4),
        "containers": (3, 8),
        "upper": (3, 6),
        "mean_gap": (0.5, 4.0),
        "objective": ["mean-job", "sum-of-means"],
    },
)
