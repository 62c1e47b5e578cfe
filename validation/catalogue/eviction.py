"""eviction in the catalogue: Eigen (PVLDB 16(12), 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.outcome import Decision
from ..hunting import Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.eviction import Eviction


def entry() -> Problem:
    from ...instances import eviction as instances
    from ..judge import eviction as judge

    return Problem(
        name="eviction",
        title="the coldest instances that leave a node room for one of them to grow",
        paper="Eigen (PVLDB 2023), 5.2",
        instance=instances.Eviction,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="four-small",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import eviction as formulation
    from ...heuristics import eviction as heuristics
    from ...solvers import eviction as solvers
    from .methods.exact import exact_unless

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact_unless(solvers.impossible, formulation),
                "knapsack cover in Pyomo",
                "not in the paper",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "table over what is still needed, certified",
                "not in the paper",
            ),
            Method(
                "coldest-first",
                "heuristic",
                heuristics.coldest_first,
                "by rising temperature until there is room",
                "5.2, read as a rule",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "coldest for the share of the need that it covers",
                "not in the paper",
            ),
            Method(
                "primal-dual",
                "heuristic",
                heuristics.primal_dual,
                "prices raised until somebody leaves; at most twice the optimum",
                "Carnes and Shmoys 2015",
            ),
        ),
    )


def _resources_are_few_enough(instance: Any, method: str) -> bool:
    """The primal-dual method takes one missing resource."""
    return method != "primal-dual" or len(instance.need) <= 1


def _loads(instance: Eviction, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    evicted = set(decision["evict"])
    pairs = zip(instance.residents, instance.temperatures, strict=True)
    heat = {resident.name: float(heat) for resident, heat in pairs if resident.name in evicted}
    return Loads("temperature", "evicted instance", heat)


_GROUND = Ground(
    {
        "residents": (3, 8),
        "resources": (1, 2),
        "correlation": (0.0, 1.0),
        "need": (0.1, 0.6),
        "keep": (0.0, 0.2),
    },
    counts=_resources_are_few_enough,
)
