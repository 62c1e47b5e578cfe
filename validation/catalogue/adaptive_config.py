"""adaptive_config in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

if TYPE_CHECKING:
    from ...instances.adaptive_config import AdaptiveConfig


def entry() -> Problem:
    from ...instances import adaptive_config as instances
    from ..judge import adaptive_config as judge

    problem = Problem(
        "adaptive_config",
        instances.AdaptiveConfig,
        None,
        judge=judge,
        title="containers of groups and settings of their queues together, the mean latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.1 to 3.4, Eq. 1 to 3",
        demo="two-groups",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import adaptive_config as formulation
    from ...heuristics import adaptive_config as heuristics
    from ...solvers import adaptive_config as solvers
    from .methods.adaptive_config import exact

    problem.formulate(formulation)
    problem.method(
        exact,
        kind="exact",
        name="exact",
        summary="both levels in one integer program over simulated settings",
        paper="Eq. 1 to 3",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.dp, kind="exact", summary="all curves, then Algorithm 3", paper="Alg. 3, corrected"
    )
    problem.method(
        solvers.lazy, kind="exact", summary="curves where they matter", paper="not in the paper"
    )
    problem.method(
        solvers.hindsight,
        kind="exact",
        summary="the best sequence of settings, for tiny instances",
        paper="not in the paper",
    )
    problem.method(
        heuristics.adapt,
        kind="heuristic",
        summary="tuned at every moment for the jobs known then",
        paper="3.1, 4.1",
    )
    problem.method(
        heuristics.rrs_dp,
        kind="heuristic",
        summary="random search for every curve, then Algorithm 3",
        paper="3.3.3, 3.4",
    )
    problem.method(
        heuristics.static_ratio,
        kind="baseline",
        summary="static containers, best settings",
        paper="4.5.2",
    )
    problem.method(
        heuristics.static_fifo,
        kind="baseline",
        summary="static containers, equal shares, first come first served",
        paper="4.4",
    )
    problem.method(
        heuristics.static_fair,
        kind="baseline",
        summary="static containers, equal shares, jobs served evenly",
        paper="4.4",
    )
    problem.method(
        heuristics.table2,
        kind="baseline",
        summary="static containers, best of a short list of settings",
        paper="Table 2",
    )


def _loads(_: AdaptiveConfig, decision: Decision) -> Loads:
    """How a decision spreads its load; of a course its last plan."""
    plan = decision["groups"] if "groups" in decision else decision["settings"][-1]["groups"]
    return Loads("containers", "group", {name: own["containers"] for name, own in plan.items()})


_GROUND = Ground(
    {
        "groups": (2, 3),
        "jobs": (2, 4),
        "containers": (3, 8),
        "upper": (3, 6),
        "mean_gap": (0.5, 4.0),
        "objective": ["mean-job", "sum-of-means"],
    }
)
