"""utility_course in the catalogue."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Decision
from ...instances import utility_course as instances
from ..judge import utility_course as judge
from .description import Problem
from .loads import Loads


def _solving(problem: Problem) -> None:
    from ...formulations import utility_course as formulation
    from ...heuristics import utility_course as heuristics
    from .methods.utility_course import exact

    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="not in the thesis", solvers=("highs", "scip"))
    problem.method(heuristics.myopic, kind="heuristic", paper="Alg. 4, Alg. 5")
    problem.method(heuristics.myopic_exact, kind="heuristic", paper="3.3.3")
    problem.method(heuristics.srpt, kind="heuristic", paper="not in the thesis")
    problem.method(heuristics.weighted_fair, kind="baseline", paper="4.4")
    problem.method(heuristics.fair, kind="baseline", paper="3.4, 4.4")


def _errors_fall(instance: instances.UtilityCourse, _: str) -> bool:
    """A method that is punished for working shows nothing."""
    return all(bool((np.diff(job.error) < 0).all()) for job in instance.jobs)


def _loads(_: instances.UtilityCourse, decision: Decision) -> Loads:
    """Return the cores of each job, summed over the epochs."""
    cores = {name: sum(counts) for name, counts in decision["cores"].items()}
    return Loads("core epochs", "job", cores)


problem = Problem(
    "utility_course",
    instances.UtilityCourse,
    judge.CourseCores,
    title="cores of approximate jobs over all epochs of a horizon",
    paper="SLAQ and ReLAQS (Stafman, Princeton 2019), 3.3, 3.5, 4.3 to 4.5",
    demo="myopia",
    load=_solving,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(_loads)
problem.generate(
    jobs=(2, 4),
    epochs=(4, 8),
    cores=(2, 4),
    batches=(2, 6),
    gap=(0.0, 2.0),
    curve=["geometric", "estimate"],
    objective=["mean-loss", "time-to"],
    counts=_errors_fall,
)(instances.generate)
