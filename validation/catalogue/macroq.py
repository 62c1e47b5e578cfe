"""macroq in the catalogue."""

from typing import Any

from .built_in import CONTINUOUS, built_in
from .method import Loads


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the mips of each job."""
    mips = {}
    for job in instance.jobs:
        given = decision["jobs"].get(job.name, {}).get("mips", 0.0)
        mips[job.name] = sum(given.values()) if isinstance(given, dict) else given
    return Loads("mips", "job", mips)


problem = built_in(
    "macroq",
    title="jobs admitted by rank, their templates and mips, importance greatest",
    paper="SODA, 5.1, (1)-(3)",
    demo="table-vii",
    sense="maximize",
    first_plan="greedy",
    methods=[
        ("exact", "exact", "(1)-(3), with rows for rank legality", *CONTINUOUS),
        ("exact", "waterline", "not in the paper"),
        ("exact", "nsdp", "5.1.3, corrected"),
        ("exact", "relaxation", "not in the paper", "highs"),
        ("heuristic", "fig10", "Fig. 10"),
        ("heuristic", "greedy", "end of 5.1.3"),
        ("baseline", "rank-order", "not in the paper"),
        ("baseline", "even", "not in the paper"),
    ],
    loads=_loads,
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
