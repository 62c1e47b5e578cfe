"""queue_config in the catalogue."""

from .built_in import built_in
from .method import MIP_SOLVERS

problem = built_in(
    "queue_config",
    title="shares and policies of a group's queues, the mean latency least",
    paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
    demo="fig7-fair",
    first_plan="static-fifo",
    methods=[
        ("exact", "exact", "Eq. 1", *MIP_SOLVERS),
        ("exact", "exhaustive", "3.3.3"),
        ("heuristic", "rrs", "3.3.3, Prop. 3.1"),
        ("baseline", "static-fifo", "4.4, representative settings"),
        ("baseline", "static-fair", "4.4, representative settings"),
        ("baseline", "static-drf", "4.4, representative settings"),
        ("baseline", "static-work", "4.4, representative settings"),
    ],
    loads=("share of the cluster", "queue", "shares"),
    draws={
        "jobs": (3, 6),
        "queues": (2, 2),
        "containers": (3, 6),
        "scheduler": ["fair", "capacity"],
        "mean_gap": (0.5, 5.0),
    },
)
