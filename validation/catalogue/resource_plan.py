"""resource_plan in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import DocumentAxis, Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...core.outcome import Answer
    from ...instances.resource_plan import ResourcePlan


def entry() -> Problem:
    from ...instances import resource_plan as instances
    from ..judge import FrontBounds
    from ..judge import resource_plan as judge

    return Problem(
        name="resource_plan",
        title="one configuration per instance of a placed stage: the front of latency and cost",
        paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
        instance=instances.ResourcePlan,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="fig7",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
        front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
    )


def _solving() -> Solving:
    from ...formulations import resource_plan as formulation
    from ...heuristics import resource_plan as heuristics
    from .methods.exact_front import exact_front, recommending

    exact = exact_front(formulation)
    fronts: dict[str, Callable[..., Answer]] = {
        "exact": exact,
        "raa-path": heuristics.path_method,
        "raa-general": heuristics.raa_general,
    }

    def usual(instance: ResourcePlan) -> str:
        pair = len(instance.having("max")) == len(instance.having("sum")) == 1
        return "raa-path" if pair else "exact"

    return Solving(
        formulation,
        (
            Method("exact", "exact", exact, "ε-constraint over Pyomo", "Eq. 4", MIP_SOLVERS),
            Method(
                "raa-path",
                "exact",
                heuristics.path_method,
                "one sort of all moves: the full front of a max and a sum",
                "Alg. 3",
            ),
            Method(
                "raa-general",
                "heuristic",
                heuristics.raa_general,
                "weighted sums under every limit on the maxima",
                "Alg. 2",
            ),
            Method(
                "wun",
                "heuristic",
                recommending(fronts, usual),
                "recommends the point of a front nearest to utopia",
                "section 5.3, WUN",
            ),
        ),
    )


def _loads(instance: ResourcePlan, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    first = instance.objectives[0].name
    return Loads(f"{first} of the option chosen", "instance", instance.options.values[rows, 0])


_GROUND = Ground(
    {
        "instances": (2, 5),
        "options": (2, 4),
        "maxima": (1, 2),
        "sums": (1, 2),
        "noise": (0.0, 0.5),
    },
    (DocumentAxis((("options", 0),)),),
)
