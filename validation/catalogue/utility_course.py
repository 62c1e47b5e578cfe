"""utility_course in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.utility_course import UtilityCourse


def entry() -> Problem:
    from ...instances import utility_course as instances
    from ..judge import utility_course as judge

    return Problem(
        name="utility_course",
        title="cores of approximate jobs over all epochs of a horizon",
        paper="SLAQ and ReLAQS (Stafman, Princeton 2019), 3.3, 3.5, 4.3 to 4.5",
        instance=instances.UtilityCourse,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="myopia",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import utility_course as formulation
    from ...heuristics import utility_course as heuristics
    from .methods.utility_course import exact

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact,
                "all epochs in one program, proven by prices",
                "not in the thesis",
                ("highs", "scip"),  # CP-SAT takes no rows of several progress variables
            ),
            Method(
                "myopic",
                "heuristic",
                heuristics.myopic,
                "epoch by epoch, the next core where the error falls most",
                "Alg. 4, Alg. 5",
            ),
            Method(
                "myopic-exact",
                "heuristic",
                heuristics.myopic_exact,
                "epoch by epoch, each one optimal",
                "3.3.3",
            ),
            Method(
                "srpt",
                "heuristic",
                heuristics.srpt,
                "all cores to the job with least left",
                "not in the thesis",
            ),
            Method(
                "weighted-fair",
                "baseline",
                heuristics.weighted_fair,
                "shares by weight and gain",
                "4.4",
            ),
            Method("fair", "baseline", heuristics.fair, "equal shares", "3.4, 4.4"),
        ),
    )


def _loads(_: UtilityCourse, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    return Loads(
        "core epochs", "job", {name: sum(each) for name, each in decision["cores"].items()}
    )


def _counts(instance: Any, _: str) -> bool:
    """Errors fall: a method that is punished for working shows nothing."""
    return all(bool((np.diff(job.error) < 0).all()) for job in instance.jobs)


_GROUND = Ground(
    {
        "jobs": (2, 4),
        "epochs": (4, 8),
        "cores": (2, 4),
        "batches": (2, 6),
        "gap": (0.0, 2.0),
        "curve": ["geometric", "estimate"],
        "objective": ["mean-loss", "time-to"],
    },
    counts=_counts,
)
