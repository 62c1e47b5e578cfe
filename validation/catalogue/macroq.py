"""macroq in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.outcome import Decision, Sense
from ..hunting import Ground
from .description import Method, Problem, Solving
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.macroq import MacroQ


def entry() -> Problem:
    from ...instances import macroq as instances
    from ..judge import macroq as judge

    return Problem(
        name="macroq",
        title="jobs admitted by rank, their templates and mips, importance greatest",
        paper="SODA, 5.1, (1)-(3)",
        instance=instances.MacroQ,
        generate=instances.generate,
        sense=_maximize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="table-vii",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _maximize(_: Any) -> Sense:
    return "maximize"


def _solving() -> Solving:
    from ...formulations import macroq as formulation
    from ...heuristics import macroq as heuristics
    from ...solvers import macroq as solvers
    from .methods import macroq as composed

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                composed.exact,
                "mixed integer program in Pyomo, waterline by waterline",
                "(1)-(3), with rows for rank legality",
                ("highs", "scip"),
            ),
            Method(
                "waterline",
                "exact",
                solvers.waterline,
                "dynamic program of curves by waterline, mostly certified",
                "not in the paper",
            ),
            Method(
                "nsdp",
                "exact",
                solvers.nsdp,
                "labels on a grid, exact there, and a bound without the grid",
                "5.1.3, corrected",
            ),
            Method(
                "relaxation",
                "exact",
                composed.relaxation,
                "linear program by waterline: a bound, certified by prices",
                "not in the paper",
                ("highs",),
            ),
            Method(
                "fig10",
                "heuristic",
                heuristics.fig10,
                "granularities, waterlines, lists, components",
                "Fig. 10",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "prefixes of the waterline's jobs by importance per mips",
                "end of 5.1.3",
            ),
            Method(
                "rank-order",
                "baseline",
                heuristics.rank_order,
                "by rank, then importance per mips, while least mips fit",
                "not in the paper",
            ),
            Method(
                "even",
                "baseline",
                heuristics.even,
                "admitted by rank, the same mips for every PE",
                "not in the paper",
            ),
        ),
    )


def _loads(instance: MacroQ, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    mips = {}
    for job in instance.jobs:
        given = decision["jobs"].get(job.name, {}).get("mips", 0.0)
        mips[job.name] = sum(given.values()) if isinstance(given, dict) else given
    return Loads("mips", "job", mips)


_GROUND = Ground(
    {
        "shape": ["curves", "dac"],
        "jobs": (2, 5),
        "pes": (6, 10),
        "templates": (1, 2),
        "ranks": (1, 3),
        "reads": (0.0, 0.8),
        "load": (1.1, 4.0),
        "points": (2, 6),
        "concave": [True, False],
        "products": [False],
        "granularity": [None],
    }
)
