"""Declaration of the problem macroq: methods, judge, generator and loads."""

from typing import Any

from ...instances.macroq import generate
from ..judge import macroq as judge
from .built_in import CONTINUOUS, Solving, built_in
from .method import Loads, baseline, exact_method, heuristic


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the mips that each admitted job gets."""
    mips = {}
    for job in instance.jobs:
        given = decision["jobs"].get(job.name, {}).get("mips", 0.0)
        mips[job.name] = sum(given.values()) if isinstance(given, dict) else given
    return Loads("mips", "job", mips)


def _methods() -> Solving:
    from ...formulations import macroq as formulation
    from ...heuristics.macroq import Fig10Parameters, even, fig10, greedy, rank_order
    from ...solvers.macroq import nsdp, waterline
    from .methods.macroq import exact, relaxation

    return Solving(
        formulation,
        [
            exact_method(
                exact, "(1)-(3), with rows for rank legality", *CONTINUOUS, starts_from=greedy
            ),
            exact_method(waterline, "not in the paper"),
            exact_method(nsdp, "5.1.3, corrected"),
            exact_method(relaxation, "not in the paper", "highs"),
            heuristic(fig10, "Fig. 10", parameters=Fig10Parameters),
            heuristic(greedy, "end of 5.1.3"),
            baseline(rank_order, "not in the paper"),
            baseline(even, "not in the paper"),
        ],
    )


problem = built_in(
    "macroq",
    check=judge.check,
    certified=judge.certified,
    title="Admit jobs by rank and allocate MIPS; maximise importance",
    paper="SODA, 5.1, (1)-(3)",
    certificate_cost=6.0,
    demo="table-vii",
    sense="maximize",
    methods=_methods,
    steps=("greedy", "waterline", "exact"),
    loads=_loads,
    generate=generate,
    draws={
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
    },
)
