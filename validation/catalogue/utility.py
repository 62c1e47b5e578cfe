"""utility in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.outcome import Decision, Sense
from ..hunting import Ground
from .description import MIP_SOLVERS, Method, Problem, Solving
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.utility import Utility


def entry() -> Problem:
    from ...instances import utility as instances
    from ..judge import utility as judge

    return Problem(
        name="utility",
        title="cores of an epoch to approximate jobs, quality growing most",
        paper="SLAQ and ReLAQS (utility scheduling), 3.3.3 and 4.3.7",
        instance=instances.Utility,
        generate=instances.generate,
        sense=_sense,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="four-jobs",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _sense(instance: Utility) -> Sense:
    """Return the sense of an instance: the sum of gains is maximised, the worst loss minimised."""
    return "maximize" if instance.objective == "max-sum" else "minimize"


def _solving() -> Solving:
    from ...formulations import utility as formulation
    from ...heuristics import utility as heuristics
    from ...solvers import utility as solvers
    from .methods.exact import exact

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program in Pyomo",
                "3.3.3, both programs",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "dynamic program for the sum, level search for the worst; mostly certified",
                "not in the thesis",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "largest marginal gain first, with a certified bound",
                "Alg. 4 and 5",
            ),
            Method(
                "threshold",
                "heuristic",
                heuristics.threshold,
                "all gains sorted at once, for large clusters",
                "Alg. 4 and 5, vectorised",
            ),
            Method(
                "max-min-greedy",
                "heuristic",
                heuristics.max_min_greedy,
                "a core to the job that is worst off",
                "3.3.3, with arg max",
            ),
            Method("fair", "baseline", heuristics.fair, "equal shares", "3.5.1, fair scheduler"),
        ),
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
