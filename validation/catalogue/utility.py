"""utility in the catalogue."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Sense
from ...instances import utility as instances
from ..judge import utility as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS


def _sense(instance: instances.Utility) -> Sense:
    """Return the sense of an instance: the sum of gains is maximised, the worst loss minimised."""
    return "maximize" if instance.objective == "max-sum" else "minimize"


def _solving(problem: Problem) -> None:
    from ...formulations import utility as formulation
    from ...heuristics import utility as heuristics
    from ...solvers import utility as solvers
    from .methods.exact import exact

    both = "3.3.3, both programs"
    problem.formulate(formulation)
    problem.method(exact(formulation), kind="exact", paper=both, solvers=MIP_SOLVERS)
    problem.method(solvers.dp, kind="exact", paper="not in the thesis")
    problem.method(heuristics.greedy, kind="heuristic", paper="Alg. 4 and 5")
    problem.method(heuristics.threshold, kind="heuristic", paper="Alg. 4 and 5, vectorised")
    problem.method(heuristics.max_min_greedy, kind="heuristic", paper="3.3.3, with arg max")
    problem.method(heuristics.fair, kind="baseline", paper="3.5.1, fair scheduler")


def _cores_help(instance: instances.Utility, method: str) -> bool:
    """More cores make nobody worse, and the method is meant for the objective."""
    worst = instance.objective == "max-min"
    sign = -1 if worst else 1
    helps = all(bool((sign * np.diff(values) >= 0).all()) for values in instance.values)
    return helps and worst == (method == "max-min-greedy")


problem = Problem(
    "utility",
    instances.Utility,
    judge.JobCores,
    title="cores of an epoch to approximate jobs, quality growing most",
    paper="SLAQ and ReLAQS (utility scheduling), 3.3.3 and 4.3.7",
    demo="four-jobs",
    load=_solving,
    sense=_sense,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(lambda _, decision: Loads("cores", "job", decision["cores"]))
problem.generate(
    jobs=(2, 4),
    cores=(4, 10),
    max_cores=(3, 6),
    objective=["max-sum", "max-min"],
    shape=["concave", "steps", "rough"],
    counts=_cores_help,
)(instances.generate)
