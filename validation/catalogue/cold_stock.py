"""The entry of cold_stock: Eigen (PVLDB 16(12), 2023), 4.3.2."""

from __future__ import annotations

from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize


def cold_stock() -> Problem:
    from ...instances import cold_stock as instances
    from ..checkers import cold_stock as judge

    return Problem(
        name="cold_stock",
        title="offline machines ordered and given back so that stock is cheap and few days short",
        paper="Eigen (PVLDB 2023), 4.3.2",
        instance=instances.ColdStock,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="figure-14",
        load_solving=_solving,
    )


def _solving() -> Solving:
    from ...formulations import cold_stock as formulation
    from ...heuristics import cold_stock as heuristics
    from ...solvers import cold_stock as solvers
    from .methods.exact import exact_unless

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                exact_unless(solvers.impossible, formulation),
                "mixed integer program in Pyomo",
                "not in the paper",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "table over the stock added, with the front over short days, certified",
                "not in the paper",
            ),
            Method(
                "minimum-stock",
                "heuristic",
                heuristics.minimum_stock,
                "as little as keeps every forecast day until the next arrival from shortage",
                "Alg. 4 and 5, corrected",
            ),
            Method(
                "rolling",
                "heuristic",
                heuristics.rolling,
                "the exact plan for the forecast, its first step taken at every review",
                "not in the paper",
            ),
            Method(
                "base-stock",
                "baseline",
                heuristics.base_stock,
                "orders up to the forecast demand of lead and period",
                "6.4, Fig. 14",
            ),
            Method(
                "constant-percentage",
                "baseline",
                heuristics.constant_percentage,
                "a percentage of the machines in use",
                "6.4, Fig. 14",
            ),
        ),
    )
