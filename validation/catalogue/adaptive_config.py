"""adaptive_config in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.outcome import Decision
from ..hunting import Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.adaptive_config import AdaptiveConfig


def entry() -> Problem:
    from ...instances import adaptive_config as instances
    from ..judge import adaptive_config as judge

    return Problem(
        name="adaptive_config",
        title="containers of groups and settings of their queues together, the mean latency least",
        paper="AdaptiveConfig (TPDS 2019), 3.1 to 3.4, Eq. 1 to 3",
        instance=instances.AdaptiveConfig,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-groups",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import adaptive_config as formulation
    from ...heuristics import adaptive_config as heuristics
    from ...solvers import adaptive_config as solvers
    from .methods.adaptive_config import exact

    return Solving(
        formulation,
        (
            Method(
                "exact",
                "exact",
                exact,
                "both levels in one integer program over simulated settings",
                "Eq. 1 to 3",
                MIP_SOLVERS,
            ),
            Method("dp", "exact", solvers.dp, "all curves, then Algorithm 3", "Alg. 3, corrected"),
            Method("lazy", "exact", solvers.lazy, "curves where they matter", "not in the paper"),
            Method(
                "hindsight",
                "exact",
                solvers.hindsight,
                "the best sequence of settings, for tiny instances",
                "not in the paper",
            ),
            Method(
                "adapt",
                "heuristic",
                heuristics.adapt,
                "tuned at every moment for the jobs known then",
                "3.1, 4.1",
            ),
            Method(
                "rrs-dp",
                "heuristic",
                heuristics.rrs_dp,
                "random search for every curve, then Algorithm 3",
                "3.3.3, 3.4",
            ),
            Method(
                "static-ratio",
                "baseline",
                heuristics.static_ratio,
                "static containers, best settings",
                "4.5.2",
            ),
            Method(
                "static-fifo",
                "baseline",
                heuristics.static_fifo,
                "static containers, equal shares, first come first served",
                "4.4",
            ),
            Method(
                "static-fair",
                "baseline",
                heuristics.static_fair,
                "static containers, equal shares, jobs served evenly",
                "4.4",
            ),
            Method(
                "table2",
                "baseline",
                heuristics.table2,
                "static containers, best of a short list of settings",
                "Table 2",
            ),
        ),
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
