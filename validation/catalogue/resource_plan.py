"""resource_plan in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import DocumentAxis, Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...core.outcome import Answer
    from ...instances.resource_plan import ResourcePlan


def entry() -> Problem:
    from ...instances import resource_plan as instances
    from ..judge import FrontBounds
    from ..judge import resource_plan as judge

    problem = Problem(
        "resource_plan",
        instances.ResourcePlan,
        None,
        judge=judge,
        title="one configuration per instance of a placed stage: the front of latency and cost",
        paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
        demo="fig7",
        load=_solving,
        front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
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

    problem.formulate(formulation)
    problem.method(
        exact,
        kind="exact",
        name="exact",
        summary="ε-constraint over Pyomo",
        paper="Eq. 4",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        heuristics.path_method,
        kind="exact",
        name="raa-path",
        summary="one sort of all moves: the full front of a max and a sum",
        paper="Alg. 3",
    )
    problem.method(
        heuristics.raa_general,
        kind="heuristic",
        summary="weighted sums under every limit on the maxima",
        paper="Alg. 2",
    )
    problem.method(
        recommending(fronts, usual),
        kind="heuristic",
        name="wun",
        summary="recommends the point of a front nearest to utopia",
        paper="section 5.3, WUN",
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
