"""macrow in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.macrow import MacroW


def entry() -> Problem:
    from ...instances import macrow as instances
    from ..judge import macrow as judge

    return Problem(
        name="macrow",
        title="candidate nodes for processing elements, nodes and links in balance",
        paper="SODA, 5.2, (4)-(33)",
        instance=instances.MacroW,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-clusters",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import macrow as formulation
    from ...heuristics import macrow as heuristics
    from .methods import macrow as methods

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                methods.exact,
                "mixed integer program in Pyomo",
                "(4)-(28), corrected",
                ("highs", "scip"),
            ),
            Method(
                "components",
                "exact",
                heuristics.components,
                "columns for components of streams: plans, and a bound certified by prices",
                "5.2.2",
            ),
            Method(
                "relaxation",
                "exact",
                methods.relaxation,
                "linear program over kinds of nodes: a bound",
                "5.2.2",
                ("highs", "scip", "glop"),
            ),
            Method(
                "top-level",
                "exact",
                methods.top_level,
                "TopLevelMILP: a bound for one cluster per PE",
                "5.2.3.1, (29)-(33)",
                ("highs", "scip"),
            ),
            Method(
                "hierarchical",
                "heuristic",
                methods.hierarchical,
                "TopLevelMILP, BottomLevelILPs side by side, miniW",
                "Fig. 11",
                ("highs", "scip"),
            ),
            Method(
                "miniw",
                "heuristic",
                heuristics.miniw,
                "local search with 1-opt and 2-opt moves and perturbation",
                "5.2.3.3",
            ),
            Method(
                "round-robin",
                "baseline",
                heuristics.round_robin,
                "the node with the fewest PEs, in turn",
                "7.2.1",
            ),
            Method("random", "baseline", heuristics.random, "nodes at random", "7.2.1"),
        ),
    )


def _loads(instance: MacroW, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    from ..judge.macrow import node_utilizations

    candidates = {pe: set(names) for pe, names in decision["candidates"].items()}
    return Loads("utilization", "node", node_utilizations(instance, candidates))


_GROUND = Ground(
    {
        "jobs": (1, 2),
        "pes": (3, 6),
        "nodes": (2, 4),
        "clusters": (1, 2),
        "restricted": (0.0, 0.5),
        "pinned": (0.0, 0.5),
        "traffic": (0.0, 3.0),
    }
)
