"""Declaration of the problem utility: methods, judge, generator and loads."""

from typing import Any

import numpy as np

from ...instances.utility import generate
from ..judge import utility as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, baseline, exact_method, heuristic


def _cores_help(instance: Any, method: str) -> bool:
    """Return whether more cores never harm a job, and the method suits the objective's kind."""
    worst = instance.objective == "max-min"
    sign = -1 if worst else 1
    helps = all(bool((sign * np.diff(values) >= 0).all()) for values in instance.values)
    return helps and worst == (method == "max-min-greedy")


def _methods() -> Solving:
    from ...formulations import utility as formulation
    from ...heuristics.utility import fair, greedy, max_min_greedy, threshold
    from ...solvers.utility import dp
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(exact, "3.3.3, both programs", *MIP_SOLVERS, starts_from=greedy),
            exact_method(dp, "not in the thesis"),
            heuristic(greedy, "Alg. 4 and 5"),
            heuristic(threshold, "Alg. 4 and 5, vectorised"),
            heuristic(max_min_greedy, "3.3.3, with arg max"),
            baseline(fair, "3.5.1, fair scheduler"),
        ],
    )


problem = built_in(
    "utility",
    check=judge.check,
    certified=judge.certified,
    title="Allocate the cores of one epoch to approximate jobs; maximise quality",
    paper="SLAQ and ReLAQS (utility scheduling), 3.3.3 and 4.3.7",
    demo="four-jobs",
    sense=lambda instance: "maximize" if instance.objective == "max-sum" else "minimize",
    methods=_methods,
    steps=lambda instance: (
        "threshold" if instance.objective == "max-sum" else "max-min-greedy",
        "dp",
        "exact",
    ),
    loads=("cores", "job", "cores"),
    generate=generate,
    draws={
        "jobs": (2, 4),
        "cores": (4, 10),
        "max_cores": (3, 6),
        "objective": ["max-sum", "max-min"],
        "shape": ["concave", "steps", "rough"],
        "counts": _cores_help,
    },
)
