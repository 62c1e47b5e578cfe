"""The entry of eviction: Eigen (PVLDB 16(12), 2023), 5.2."""

from __future__ import annotations

from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize


def eviction() -> Problem:
    from ...instances import eviction as instances
    from ..checkers import eviction as judge

    return Problem(
        name="eviction",
        title="the coldest instances that leave a node room for one of them to grow",
        paper="Eigen (PVLDB 2023), 5.2",
        instance=instances.Eviction,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="four-databases",
        load_solving=_solving,
    )


def _solving() -> Solving:
    from ...formulations import eviction as formulation
    from ...heuristics import eviction as heuristics
    from ...solvers import eviction as solvers
    from .methods.exact import exact_unless

    return Solving(
        formulation.build_model,
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
