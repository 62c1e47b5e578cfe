"""Declaration of the problem macrow: methods, judge, generator and loads."""

from typing import Any

from ...instances.macrow import generate
from ..judge import macrow as judge
from .built_in import CONTINUOUS, Solving, built_in
from .method import Loads, baseline, exact_method, heuristic


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the utilization of each node."""
    from ..judge.macrow import node_utilizations

    candidates = {pe: set(names) for pe, names in decision["candidates"].items()}
    return Loads("utilization", "node", node_utilizations(instance, candidates))


def _methods() -> Solving:
    from ...formulations import macrow as formulation
    from ...heuristics.macrow import (
        ComponentParameters,
        HierarchyParameters,
        MiniWParameters,
        components,
        miniw,
        random,
        round_robin,
    )
    from .methods.macrow import exact, hierarchical, relaxation, top_level

    return Solving(
        formulation,
        [
            exact_method(exact, "(4)-(28), corrected", *CONTINUOUS),
            exact_method(components, "5.2.2", parameters=ComponentParameters),
            exact_method(relaxation, "5.2.2", *CONTINUOUS),
            exact_method(top_level, "5.2.3.1, (29)-(33)", *CONTINUOUS),
            heuristic(hierarchical, "Fig. 11", *CONTINUOUS, parameters=HierarchyParameters),
            heuristic(miniw, "5.2.3.3", parameters=MiniWParameters),
            baseline(round_robin, "7.2.1"),
            baseline(random, "7.2.1"),
        ],
    )


_MANY = 1_000_000  # pairs of PE and node: a greedy plan takes minutes, and so does a model


def _steps(instance: Any) -> tuple[str, ...]:
    """Return the methods of `auto`, which are fewer and faster for many PEs and nodes."""
    many = len(instance.pes) * len(instance.nodes) > _MANY
    return ("round-robin", "components") if many else ("miniw", "components", "exact")


problem = built_in(
    "macrow",
    check=judge.check,
    certified=judge.certified,
    title="Choose candidate nodes for processing elements; balance nodes and links",
    paper="SODA, 5.2, (4)-(33)",
    demo="two-clusters",
    demo_method="miniw",
    certificate_cost=100.0,
    methods=_methods,
    steps=_steps,
    loads=_loads,
    generate=generate,
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
