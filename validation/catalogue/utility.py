"""utility in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision, Sense
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.utility import Utility


def entry() -> Problem:
    from ...instances import utility as instances
    from ..judge import utility as judge

    problem = Problem(
        "utility",
        instances.Utility,
        None,
        judge=judge,
        title="cores of an epoch to approximate jobs, quality growing most",
        paper="SLAQ and ReLAQS (utility scheduling), 3.3.3 and 4.3.7",
        demo="four-jobs",
        load=_solving,
        sense=_sense,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _sense(instance: Utility) -> Sense:
    """Return the sense of an instance: the sum of gains is maximised, the worst loss minimised."""
    return "maximize" if instance.objective == "max-sum" else "minimize"


def _solving(problem: Problem) -> None:
    from ...formulations import utility as formulation
    from ...heuristics import utility as heuristics
    from ...solvers import utility as solvers
    from .methods.exact import exact

    problem.formulate(formulation)
    problem.method(
        exact(formulation),
        kind="exact",
        name="exact",
        summary="integer program in Pyomo",
        paper="3.3.3, both programs",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.dp,
        kind="exact",
        summary="dynamic program for the sum, level search for the worst; mostly certified",
        paper="not in the thesis",
    )
    problem.method(
        heuristics.greedy,
        kind="heuristic",
        summary="largest marginal gain first, with a certified bound",
        paper="Alg. 4 and 5",
    )
    problem.method(
        heuristics.threshold,
        kind="heuristic",
        summary="all gains sorted at once, for large clusters",
        paper="Alg. 4 and 5, vectorised",
    )
    problem.method(
        heuristics.max_min_greedy,
        kind="heuristic",
        summary="a core to the job that is worst off",
        paper="3.3.3, with arg max",
    )
    problem.method(
        heuristics.fair, kind="baseline", summary="equal shares", paper="3.5.1, fair scheduler"
    )


def _cores_help(instance: Any, method: str) -> bool:
    """More cores make nobody worse, and the method is meant for the objective."""
    worst = instance.objective == "max-min"
    sign = -1 if worst else 1
    helps = all(bool((sign * np.diff(values) >= 0).all()) for values in instance.values)
    return helps and worst == (method == "max-min-greedy")


def _loads(_: Utility, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    return Loads("cores", "job", decision["cores"])


_GROUND = Ground(
    {
        "jobs": (2, 4),
        "cores": (4, 10),
        "max_cores": (3, 6),
        "objective": ["max-sum", "max-min"],
        "shape": ["concave", "steps", "rough"],
    },
    counts=_cores_help,
)
