"""microq in the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.outcome import Answer, Decision
from ...core.run import Run
from .description import Problem
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.microq import MicroQ


def entry() -> Problem:
    from ...instances import microq as instances
    from ..judge import microq as judge

    problem = Problem(
        "microq",
        instances.MicroQ,
        judge.PacedMips,
        title="mips to components of paced processing elements, importance greatest",
        paper="SODA, 5.3, (34)-(46)",
        demo="two-components",
        load=_solving,
        sense="maximize",
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        components=(2, 3),
        pes=(1, 2),
        nodes=(2, 3),
        segments=(2, 3),
        load=(0.8, 2.5),
        candidates=(1, 2),
        rough=(0.0, 1.0),
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import microq as formulation
    from ...heuristics import microq as heuristics
    from ...solvers import microq as solvers
    from .methods.exact import exact as exact_solved
    from .methods.started import start_from, with_start

    solved = exact_solved(formulation)

    def exact(instance: Any, run: Run, *, start: bool = True) -> Answer:
        """Solve the mixed integer program in Pyomo; name the component that cannot be served.

        ``start`` lets the engine begin from the plan of ``iterative``.  The search meets good plans
        itself, and smaller programs took HiGHS most of its time.
        """
        if start:
            start_from(heuristics.iterative, problem.check, instance, run)
        run.small_programs = False
        answer = with_start(problem.check, instance, solved(instance, run), run)
        if not answer.infeasible:
            return answer

        def is_infeasible(part: Any) -> bool:
            return solved(part, run.inner()).infeasible

        return replace(
            answer, message=solvers.impossible(instance, is_infeasible) or answer.message
        )

    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="(34)-(43), corrected", solvers=("highs", "scip"))
    problem.method(solvers.relaxation, kind="exact", paper="(44)-(46), Fig. 13")
    problem.method(heuristics.iterative, paper="Fig. 12 and 14")


def _loads(instance: MicroQ, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("share of the node given away", "node", share)
