"""Entries of AdaptiveConfig (Han et al., TPDS 2019) and of SLAQ and ReLAQS (utility scheduling)."""

from __future__ import annotations

from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize


def cluster_ratio() -> Problem:
    from ..instances import cluster_ratio as instances
    from . import cluster_ratio as judge

    return Problem(
        name="cluster_ratio",
        title="containers of a cluster to user groups, the summed latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.4, Eq. 3",
        instance=instances.ClusterRatio,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="three-groups",
        load_solving=_cluster_ratio_solving,
    )


def _cluster_ratio_solving() -> Solving:
    from ..formulations import cluster_ratio as formulation
    from ..heuristics import cluster_ratio as heuristics
    from ..solvers import cluster_ratio as solvers
    from .exact import exact

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program in Pyomo",
                "Eq. 3",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "dynamic program over what a price leaves open, mostly certified",
                "Alg. 3, corrected",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "largest marginal saving first, with a certified bound",
                "not in the paper",
            ),
            Method(
                "proportional",
                "baseline",
                heuristics.proportional,
                "in proportion to the upper bounds",
                "4.5.2, static ratios",
            ),
        ),
    )
