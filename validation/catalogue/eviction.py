"""eviction in the catalogue: Eigen (PVLDB 16(12), 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.outcome import Decision
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.eviction import Eviction


def entry() -> Problem:
    from ...instances import eviction as instances
    from ..judge import eviction as judge

    problem = Problem(
        "eviction",
        instances.Eviction,
        judge.Evictions,
        title="the coldest instances that leave a node room for one of them to grow",
        paper="Eigen (PVLDB 2023), 5.2",
        demo="four-small",
        load=_solving,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        residents=(3, 8),
        resources=(1, 2),
        correlation=(0.0, 1.0),
        need=(0.1, 0.6),
        keep=(0.0, 0.2),
        counts=_resources_are_few_enough,
    )(instances.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import eviction as formulation
    from ...heuristics import eviction as heuristics
    from ...solvers import eviction as solvers
    from .methods.exact import exact_unless

    problem.formulate(formulation)
    problem.method(
        exact_unless(solvers.impossible, formulation),
        kind="exact",
        name="exact",
        summary="Knapsack cover in Pyomo",
        paper="not in the paper",
        solvers=MIP_SOLVERS,
    )
    problem.method(solvers.dp, kind="exact", paper="not in the paper")
    problem.method(heuristics.coldest_first, paper="5.2, read as a rule")
    problem.method(heuristics.greedy, paper="not in the paper")
    problem.method(heuristics.primal_dual, paper="Carnes and Shmoys 2015")


def _resources_are_few_enough(instance: Any, method: str) -> bool:
    """The primal-dual method takes one missing resource."""
    return method != "primal-dual" or len(instance.need) <= 1


def _loads(instance: Eviction, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    evicted = set(decision["evict"])
    pairs = zip(instance.residents, instance.temperatures, strict=True)
    heat = {resident.name: float(heat) for resident, heat in pairs if resident.name in evicted}
    return Loads("temperature", "evicted instance", heat)
