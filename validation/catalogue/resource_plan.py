"""Declaration of the problem resource_plan: methods, judge, generator and loads."""

from typing import Any

import numpy as np

from ...instances.resource_plan import generate
from ..judge import FrontBounds
from ..judge import resource_plan as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, exact_method, heuristic
from .search_space import DocumentAxis


def _loads(instance: Any, decision: Any) -> Loads:
    """Return, for each instance, the value of its chosen option in the first objective."""
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    first = instance.objectives[0].name
    return Loads(f"{first} of the chosen option", "instance", instance.options.values[rows, 0])


def _methods() -> Solving:
    from ...formulations import resource_plan as formulation
    from ...heuristics.resource_plan import path_method, raa_general
    from .methods.exact_front import WunParameters, exact_front
    from .methods.resource_plan import wun

    return Solving(
        formulation,
        [
            exact_method(exact_front, "Eq. 4", *MIP_SOLVERS, name="exact"),
            exact_method(path_method, "Alg. 3", name="raa-path"),
            heuristic(raa_general, "Alg. 2"),
            heuristic(wun, "section 5.3, WUN", parameters=WunParameters),
        ],
    )


problem = built_in(
    "resource_plan",
    check=judge.check,
    front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
    title="Choose a configuration for each placed instance; minimise latency and cost",
    paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
    demo="fig7",
    methods=_methods,
    steps=("raa-general", "raa-path", "exact"),
    loads=_loads,
    generate=generate,
    draws={
        "instances": (2, 5),
        "options": (2, 4),
        "maxima": (1, 2),
        "sums": (1, 2),
        "noise": (0.0, 0.5),
        "axes": (DocumentAxis((("options", 0), ("instance_names", 0))),),
    },
)
