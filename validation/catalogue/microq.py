"""microq in the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.outcome import Answer, Decision, Sense
from ...core.run import Run
from ..hunting import Ground
from .description import Method, Problem, Solving
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.microq import MicroQ


def entry() -> Problem:
    from ...instances import microq as instances
    from ..judge import microq as judge

    return Problem(
        name="microq",
        title="mips to components of paced processing elements, importance greatest",
        paper="SODA, 5.3, (34)-(46)",
        instance=instances.MicroQ,
        generate=instances.generate,
        sense=_maximize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-components",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _maximize(_: Any) -> Sense:
    return "maximize"


def _solving() -> Solving:
    from ...formulations import microq as formulation
    from ...heuristics import microq as heuristics
    from ...solvers import microq as solvers
    from ..judge.microq import check
    from .methods.exact import exact
    from .methods.started import start_from, with_start

    solved = exact(formulation)

    def explained_exact(instance: Any, run: Run, *, start: bool = True) -> Answer:
        """Solve the program; name the component that cannot be served.

        ``start`` lets the engine begin from the plan of ``iterative``.  The search meets good plans
        itself, and smaller programs took HiGHS most of its time.
        """
        if start:
            start_from(heuristics.iterative, check, instance, run)
        run.small_programs = False
        answer = with_start(check, instance, solved(instance, run), run)
        if not answer.infeasible:
            return answer

        def is_infeasible(part: Any) -> bool:
            return solved(part, run.inner()).infeasible

        return replace(
            answer, message=solvers.impossible(instance, is_infeasible) or answer.message
        )

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                explained_exact,
                "mixed integer program in Pyomo",
                "(34)-(43), corrected",
                ("highs", "scip"),
            ),
            Method(
                "relaxation",
                "exact",
                solvers.relaxation,
                "flow without pacing: a bound, certified by prices",
                "(44)-(46), Fig. 13",
            ),
            Method(
                "iterative",
                "heuristic",
                heuristics.iterative,
                "linear programs with the pacing of current segments",
                "Fig. 12 and 14",
            ),
        ),
    )


def _loads(instance: MicroQ, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("share of the node given away", "node", share)


_GROUND = Ground(
    {
        "components": (2, 3),
        "pes": (1, 2),
        "nodes": (2, 3),
        "segments": (2, 3),
        "load": (0.8, 2.5),
        "candidates": (1, 2),
        "rough": (0.0, 1.0),
    }
)
