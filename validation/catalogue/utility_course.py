"""utility_course in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.utility_course import UtilityCourse


def entry() -> Problem:
    from ...instances import utility_course as instances
    from ..judge import utility_course as judge

    problem = Problem(
        "utility_course",
        instances.UtilityCourse,
        None,
        judge=judge,
        title="cores of approximate jobs over all epochs of a horizon",
        paper="SLAQ and ReLAQS (Stafman, Princeton 2019), 3.3, 3.5, 4.3 to 4.5",
        demo="myopia",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import utility_course as formulation
    from ...heuristics import utility_course as heuristics
    from .methods.utility_course import exact

    problem.formulate(formulation)
    problem.method(
        exact,
        kind="exact",
        name="exact",
        summary="all epochs in one program, proven by prices",
        paper="not in the thesis",
        solvers=("highs", "scip"),
    )
    problem.method(
        heuristics.myopic,
        kind="heuristic",
        summary="epoch by epoch, the next core where the error falls most",
        paper="Alg. 4, Alg. 5",
    )
    problem.method(
        heuristics.myopic_exact,
        kind="heuristic",
        summary="epoch by epoch, each one optimal",
        paper="3.3.3",
    )
    problem.method(
        heuristics.srpt,
        kind="heuristic",
        summary="all cores to the job with least left",
        paper="not in the thesis",
    )
    problem.method(
        heuristics.weighted_fair, kind="baseline", summary="shares by weight and gain", paper="4.4"
    )
    problem.method(heuristics.fair, kind="baseline", summary="equal shares", paper="3.4, 4.4")


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
