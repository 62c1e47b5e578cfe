"""macroq in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from .description import Problem
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.macroq import MacroQ


def entry() -> Problem:
    from ...instances import macroq as instances
    from ..judge import macroq as judge

    problem = Problem(
        "macroq",
        instances.MacroQ,
        judge.AdmittedJobs,
        title="jobs admitted by rank, their templates and mips, importance greatest",
        paper="SODA, 5.1, (1)-(3)",
        demo="table-vii",
        load=_solving,
        sense="maximize",
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        shape=["curves", "dac"],
        jobs=(2, 5),
        pes=(6, 10),
        templates=(1, 2),
        ranks=(1, 3),
        reads=(0.0, 0.8),
        load=(1.1, 4.0),
        points=(2, 6),
        concave=[True, False],
        products=[False],
        granularity=[None],
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import macroq as formulation
    from ...heuristics import macroq as heuristics
    from ...solvers import macroq as solvers
    from .methods import macroq as composed

    problem.formulate(formulation)
    rows = "(1)-(3), with rows for rank legality"
    problem.method(composed.exact, kind="exact", paper=rows, solvers=("highs", "scip"))
    problem.method(solvers.waterline, kind="exact", paper="not in the paper")
    problem.method(solvers.nsdp, kind="exact", paper="5.1.3, corrected")
    problem.method(composed.relaxation, kind="exact", paper="not in the paper", solvers=("highs",))
    problem.method(heuristics.fig10, paper="Fig. 10")
    problem.method(heuristics.greedy, paper="end of 5.1.3")
    problem.method(heuristics.rank_order, kind="baseline", paper="not in the paper")
    problem.method(heuristics.even, kind="baseline", paper="not in the paper")


def _loads(instance: MacroQ, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    mips = {}
    for job in instance.jobs:
        given = decision["jobs"].get(job.name, {}).get("mips", 0.0)
        mips[job.name] = sum(given.values()) if isinstance(given, dict) else given
    return Loads("mips", "job", mips)
