"""macrow in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.macrow import MacroW


def entry() -> Problem:
    from ...instances import macrow as instances
    from ..judge import macrow as judge

    problem = Problem(
        "macrow",
        instances.MacroW,
        None,
        judge=judge,
        title="candidate nodes for processing elements, nodes and links in balance",
        paper="SODA, 5.2, (4)-(33)",
        demo="two-clusters",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import macrow as formulation
    from ...heuristics import macrow as heuristics
    from .methods import macrow as methods

    problem.formulate(formulation)
    problem.method(
        methods.exact,
        kind="exact",
        summary="mixed integer program in Pyomo",
        paper="(4)-(28), corrected",
        solvers=("highs", "scip"),
    )
    problem.method(
        heuristics.components,
        kind="exact",
        summary="columns for components of streams: plans, and a bound certified by prices",
        paper="5.2.2",
    )
    problem.method(
        methods.relaxation,
        kind="exact",
        summary="linear program over kinds of nodes: a bound",
        paper="5.2.2",
        solvers=("highs", "scip", "glop"),
    )
    problem.method(
        methods.top_level,
        kind="exact",
        summary="TopLevelMILP: a bound for one cluster per PE",
        paper="5.2.3.1, (29)-(33)",
        solvers=("highs", "scip"),
    )
    problem.method(
        methods.hierarchical,
        kind="heuristic",
        summary="TopLevelMILP, BottomLevelILPs side by side, miniW",
        paper="Fig. 11",
        solvers=("highs", "scip"),
    )
    problem.method(
        heuristics.miniw,
        kind="heuristic",
        summary="local search with 1-opt and 2-opt moves and perturbation",
        paper="5.2.3.3",
    )
    problem.method(
        heuristics.round_robin,
        kind="baseline",
        summary="the node with the fewest PEs, in turn",
        paper="7.2.1",
    )
    problem.method(heuristics.random, kind="baseline", summary="nodes at random", paper="7.2.1")


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
