"""resource_plan in the catalogue."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Decision
from ...instances import resource_plan as instances
from ..hunting import DocumentAxis
from ..judge import FrontBounds
from ..judge import resource_plan as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS


def _solving(problem: Problem) -> None:
    from ...formulations import resource_plan as formulation
    from ...heuristics import resource_plan as heuristics
    from .methods.exact_front import exact_front, recommending

    def usual(instance: instances.ResourcePlan) -> str:
        pair = len(instance.having("max")) == len(instance.having("sum")) == 1
        return "raa-path" if pair else "exact"

    exact = exact_front(formulation)
    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="Eq. 4", solvers=MIP_SOLVERS)
    problem.method(heuristics.path_method, kind="exact", name="raa-path", paper="Alg. 3")
    problem.method(heuristics.raa_general, kind="heuristic", paper="Alg. 2")
    problem.method(recommending(problem, usual), kind="heuristic", paper="section 5.3, WUN")


def _loads(instance: instances.ResourcePlan, decision: Decision) -> Loads:
    """Return the first objective of the option that each instance uses."""
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    first = instance.objectives[0].name
    return Loads(f"{first} of the option chosen", "instance", instance.options.values[rows, 0])


problem = Problem(
    "resource_plan",
    instances.ResourcePlan,
    judge.ChosenOptions,
    title="one configuration per instance of a placed stage: the front of latency and cost",
    paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
    demo="fig7",
    load=_solving,
    front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
)
problem.check(judge.check)
problem.loads(_loads)
problem.generate(
    instances=(2, 5),
    options=(2, 4),
    maxima=(1, 2),
    sums=(1, 2),
    noise=(0.0, 0.5),
    axes=(DocumentAxis((("options", 0), ("instance_names", 0))),),
)(instances.generate)
