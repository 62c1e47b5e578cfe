"""resource_plan in the catalogue."""

from typing import Any

import numpy as np

from .built_in import built_in
from .method import MIP_SOLVERS, Loads
from .search_space import DocumentAxis


def _usual(instance: Any) -> str:
    pair = len(instance.having("max")) == len(instance.having("sum")) == 1
    return "raa-path" if pair else "exact"


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the first objective of the option that each instance uses."""
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    first = instance.objectives[0].name
    return Loads(f"{first} of the option chosen", "instance", instance.options.values[rows, 0])


problem = built_in(
    "resource_plan",
    title="one configuration per instance of a placed stage: the front of latency and cost",
    paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
    demo="fig7",
    recommends=_usual,
    methods=[
        ("exact", "exact", "Eq. 4", *MIP_SOLVERS),
        ("exact", "raa-path = path_method", "Alg. 3"),
        ("heuristic", "raa-general", "Alg. 2"),
    ],
    loads=_loads,
    draws={
        "instances": (2, 5),
        "options": (2, 4),
        "maxima": (1, 2),
        "sums": (1, 2),
        "noise": (0.0, 0.5),
        "axes": (DocumentAxis((("options", 0), ("instance_names", 0))),),
    },
)
