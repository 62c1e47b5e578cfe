"""Declaration of the problem eviction: methods, judge, generator and loads."""

from typing import Any

from ...instances.eviction import generate
from ..judge import eviction as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, exact_method, heuristic


def _resources_are_few_enough(instance: Any, method: str) -> bool:
    """Return whether the method accepts the instance's resources; `primal-dual` accepts one."""
    return method != "primal-dual" or len(instance.need) <= 1


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the temperature of each evicted instance."""
    evicted = set(decision["evict"])
    pairs = zip(instance.residents, instance.temperatures, strict=True)
    heat = {resident.name: float(heat) for resident, heat in pairs if resident.name in evicted}
    return Loads("temperature", "evicted instance", heat)


def _methods() -> Solving:
    from ...formulations import eviction as formulation
    from ...heuristics.eviction import coldest_first, greedy, primal_dual, round_relaxation
    from ...solvers.eviction import dp, impossible
    from .methods.exact import exact

    return Solving(
        formulation,
        [
            exact_method(
                exact,
                "not in the paper",
                *MIP_SOLVERS,
                summary="Knapsack cover in Pyomo",
                refuses=impossible,
            ),
            exact_method(dp, "not in the paper"),
            heuristic(coldest_first, "5.2, read as a rule"),
            heuristic(greedy, "not in the paper"),
            heuristic(round_relaxation, "not in the paper", name="rounded"),
            heuristic(primal_dual, "Carnes and Shmoys 2015"),
        ],
    )


problem = built_in(
    "eviction",
    check=judge.check,
    certified=judge.certified,
    title="Evict instances so that one can grow; minimise their temperature",
    paper="Eigen (PVLDB 2023), 5.2",
    certificate_cost=1.5,
    demo="four-small",
    methods=_methods,
    steps=("rounded", "dp", "exact"),
    loads=_loads,
    generate=generate,
    draws={
        "residents": (3, 8),
        "resources": (1, 2),
        "correlation": (0.0, 1.0),
        "need": (0.1, 0.6),
        "keep": (0.0, 0.2),
        "counts": _resources_are_few_enough,
    },
)
