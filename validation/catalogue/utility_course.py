"""Declaration of the problem utility_course: methods, judge, generator and loads."""

from typing import Any

import numpy as np

from ...instances.utility_course import generate
from ..judge import utility_course as judge
from .built_in import CONTINUOUS, Solving, built_in
from .method import Loads, baseline, exact_method, heuristic


def _errors_fall(instance: Any, _: str) -> bool:
    """Return whether the errors of all jobs decrease, so that progress is never a loss."""
    return all(bool((np.diff(job.error) < 0).all()) for job in instance.jobs)


def _loads(_: Any, decision: Any) -> Loads:
    """Return the core epochs of each job, which are its cores summed over the epochs."""
    cores = {name: sum(counts) for name, counts in decision["cores"].items()}
    return Loads("core epochs", "job", cores)


def _methods() -> Solving:
    from ...formulations import utility_course as formulation
    from ...heuristics.utility_course import fair, myopic, myopic_exact, srpt, weighted_fair
    from .methods.utility_course import core_prices, exact

    return Solving(
        formulation,
        [
            exact_method(exact, "not in the thesis", *CONTINUOUS),
            exact_method(core_prices, "not in the thesis"),
            heuristic(myopic, "Alg. 4, Alg. 5"),
            heuristic(myopic_exact, "3.3.3"),
            heuristic(srpt, "not in the thesis"),
            baseline(weighted_fair, "4.4"),
            baseline(fair, "3.4, 4.4"),
        ],
    )


problem = built_in(
    "utility_course",
    check=judge.check,
    certified=judge.certified,
    title="Allocate cores over all epochs of a horizon; minimise the mean loss",
    paper="SLAQ and ReLAQS (Stafman, Princeton 2019), 3.3, 3.5, 4.3 to 4.5",
    certificate_cost=6.0,
    demo="myopia",
    methods=_methods,
    steps=("myopic", "core-prices", "exact"),
    loads=_loads,
    generate=generate,
    draws={
        "jobs": (2, 4),
        "epochs": (4, 8),
        "cores": (2, 4),
        "batches": (2, 6),
        "gap": (0.0, 2.0),
        "curve": ["geometric", "estimate"],
        "objective": ["mean-loss", "time-to"],
        "counts": _errors_fall,
    },
)
