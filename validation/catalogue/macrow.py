"""macrow in the catalogue."""

from typing import Any

from .built_in import CONTINUOUS, built_in
from .method import Loads


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the utilization of each node."""
    from ..judge.macrow import node_utilizations

    candidates = {pe: set(names) for pe, names in decision["candidates"].items()}
    return Loads("utilization", "node", node_utilizations(instance, candidates))


problem = built_in(
    "macrow",
    title="candidate nodes for processing elements, nodes and links in balance",
    paper="SODA, 5.2, (4)-(33)",
    demo="two-clusters",
    methods=[
        ("exact", "exact", "(4)-(28), corrected", *CONTINUOUS),
        ("exact", "components", "5.2.2"),
        ("exact", "relaxation", "5.2.2", *CONTINUOUS, "glop"),
        ("exact", "top-level", "5.2.3.1, (29)-(33)", *CONTINUOUS),
        ("heuristic", "hierarchical", "Fig. 11", *CONTINUOUS),
        ("heuristic", "miniw", "5.2.3.3"),
        ("baseline", "round-robin", "7.2.1"),
        ("baseline", "random", "7.2.1"),
    ],
    loads=_loads,
    draws={
        "jobs": (1, 2),
        "pes": (3, 6),
        "nodes": (2, 4),
        "clusters": (1, 2),
        "restricted": (0.0, 0.5),
        "pinned": (0.0, 0.5),
        "traffic": (0.0, 3.0),
    },
)
