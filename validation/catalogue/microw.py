"""microw in the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.outcome import Answer, Decision
from ...core.run import Run
from .description import Problem
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.microw import MicroW


def entry() -> Problem:
    from ...instances import microw as instances
    from ..judge import microw as judge

    problem = Problem(
        "microw",
        instances.MicroW,
        judge.NodeFractions,
        title="fractions of nodes to processing elements, near their goals, changing little",
        paper="SODA, 5.4, (47)-(53)",
        demo="three-pes",
        load=_solving,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        pes=(3, 6),
        nodes=(2, 3),
        load=(0.6, 1.3),
        candidates=(1, 2),
        drift=(0.0, 1.0),
        ranged=(0.0, 0.5),
        fixed=(0.0, 0.3),
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import microw as formulation
    from ...heuristics import microw as heuristics
    from ...solvers import microw as solvers
    from .methods.exact import exact as exact_solved

    solved = exact_solved(formulation)

    def exact(instance: Any, run: Run) -> Answer:
        """Solve the mixed integer program in Pyomo; say in words why nothing is feasible."""
        answer = solved(instance, run)
        if answer.infeasible:
            return replace(answer, message=heuristics.impossible(instance, run) or answer.message)
        if answer.bound is not None and answer.bound <= instance.noise:
            # the checker calls a PE on goal up to this much
            return replace(answer, bound=min(answer.bound, 0.0))
        return answer

    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="(47)-(53)", solvers=("highs", "scip"))
    problem.method(solvers.flow_lp, kind="exact", paper="5.4.3")
    problem.method(heuristics.flow, paper="5.4.3, Fig. 15")
    problem.method(heuristics.keep, kind="baseline", paper="-")


def _loads(instance: MicroW, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("share of the node given away", "node", share)
