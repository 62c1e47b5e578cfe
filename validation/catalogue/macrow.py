"""macrow in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
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
        judge.CandidateNodes,
        title="candidate nodes for processing elements, nodes and links in balance",
        paper="SODA, 5.2, (4)-(33)",
        demo="two-clusters",
        load=_solving,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        jobs=(1, 2),
        pes=(3, 6),
        nodes=(2, 4),
        clusters=(1, 2),
        restricted=(0.0, 0.5),
        pinned=(0.0, 0.5),
        traffic=(0.0, 3.0),
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import macrow as formulation
    from ...heuristics import macrow as heuristics
    from .methods import macrow as methods

    problem.formulate(formulation)
    engines = ("highs", "scip")
    problem.method(methods.exact, kind="exact", paper="(4)-(28), corrected", solvers=engines)
    problem.method(heuristics.components, kind="exact", paper="5.2.2")
    problem.method(methods.relaxation, kind="exact", paper="5.2.2", solvers=(*engines, "glop"))
    problem.method(methods.top_level, kind="exact", paper="5.2.3.1, (29)-(33)", solvers=engines)
    problem.method(methods.hierarchical, paper="Fig. 11", solvers=engines)
    problem.method(heuristics.miniw, paper="5.2.3.3")
    problem.method(heuristics.round_robin, kind="baseline", paper="7.2.1")
    problem.method(heuristics.random, kind="baseline", paper="7.2.1")


def _loads(instance: MacroW, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    from ..judge.macrow import node_utilizations

    candidates = {pe: set(names) for pe, names in decision["candidates"].items()}
    return Loads("utilization", "node", node_utilizations(instance, candidates))
