"""Entries of AdaptiveConfig (Han et al., TPDS 2019) and of SLAQ and ReLAQS (utility scheduling)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Sense
from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize

if TYPE_CHECKING:
    from ...instances.utility import Utility


def cluster_ratio() -> Problem:
    from ...instances import cluster_ratio as instances
    from ..checkers import cluster_ratio as judge

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
    from ...formulations import cluster_ratio as formulation
    from ...heuristics import cluster_ratio as heuristics
    from ...solvers import cluster_ratio as solvers
    from .methods.exact import exact

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


def utility() -> Problem:
    from ...instances import utility as instances
    from ..checkers import utility as judge

    return Problem(
        name="utility",
        title="cores of an epoch to approximate jobs, quality growing most",
        paper="SLAQ and ReLAQS (utility scheduling), 3.3.3 and 4.3.7",
        instance=instances.Utility,
        generate=instances.generate,
        sense=_utility_sense,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="four-jobs",
        load_solving=_utility_solving,
    )


def _utility_sense(instance: Utility) -> Sense:
    """Return the sense of an instance: the sum of gains is maximised, the worst loss minimised."""
    return "maximize" if instance.objective == "max-sum" else "minimize"


def _utility_solving() -> Solving:
    from ...formulations import utility as formulation
    from ...heuristics import utility as heuristics
    from ...solvers import utility as solvers
    from .methods.exact import exact

    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program in Pyomo",
                "3.3.3, both programs",
                MIP_SOLVERS,
            ),
            Method(
                "dp",
                "exact",
                solvers.dp,
                "dynamic program for the sum, level search for the worst; mostly certified",
                "not in the thesis",
            ),
            Method(
                "greedy",
                "heuristic",
                heuristics.greedy,
                "largest marginal gain first, with a certified bound",
                "Alg. 4 and 5",
            ),
            Method(
                "threshold",
                "heuristic",
                heuristics.threshold,
                "all gains sorted at once, for large clusters",
                "Alg. 4 and 5, vectorised",
            ),
            Method(
                "max-min-greedy",
                "heuristic",
                heuristics.max_min_greedy,
                "a core to the job that is worst off",
                "3.3.3, with arg max",
            ),
            Method("fair", "baseline", heuristics.fair, "equal shares", "3.5.1, fair scheduler"),
        ),
    )


def queue_config() -> Problem:
    from ...instances import queue_config as instances
    from ..checkers import queue_config as judge

    return Problem(
        name="queue_config",
        title="shares and policies of a group's queues, the mean latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.3, Algorithms 1 and 2",
        instance=instances.QueueConfig,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="fig7-fair",
        load_solving=_queue_config_solving,
    )


def _queue_config_solving() -> Solving:
    from ...formulations import queue_config as formulation
    from ...heuristics import queue_config as heuristics
    from ...solvers import queue_config as solvers
    from .methods.exact import exact

    statics = (
        ("static-fifo", heuristics.static_fifo, "equal shares, first come first served"),
        ("static-fair", heuristics.static_fair, "equal shares, jobs served evenly"),
        ("static-drf", heuristics.static_drf, "equal shares, jobs by dominant share"),
        ("static-work", heuristics.static_work, "shares by waiting work, first come first served"),
    )
    return Solving(
        formulation.build_model,
        (
            Method(
                "exact",
                "exact",
                exact(formulation),
                "integer program over the simulated grid",
                "Eq. 1",
                MIP_SOLVERS,
            ),
            Method("exhaustive", "exact", solvers.exhaustive, "every setting simulated", "3.3.3"),
            Method(
                "rrs", "heuristic", heuristics.rrs, "recursive random search", "3.3.3, Prop. 3.1"
            ),
            *(
                Method(name, "baseline", function, summary, "4.4, representative settings")
                for name, function, summary in statics
            ),
        ),
    )
