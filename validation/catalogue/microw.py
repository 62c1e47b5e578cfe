"""Declaration of the problem microw: methods, judge, generator and loads."""

from ...instances.microw import MicroW, generate
from ..judge import microw as judge
from .built_in import CONTINUOUS, Solving, built_in
from .method import baseline, exact_method, heuristic, shares_of_nodes


def _methods() -> Solving:
    from ...formulations import microw as formulation
    from ...heuristics.microw import direct, flow, keep
    from ...solvers.microw import flow_lp
    from .methods.microw import exact

    return Solving(
        formulation,
        [
            exact_method(exact, "(47)-(53)", *CONTINUOUS, starts_from=flow),
            exact_method(flow_lp, "5.4.3"),
            heuristic(flow, "5.4.3, Fig. 15"),
            heuristic(direct, "not in the paper"),
            baseline(keep, "-"),
        ],
    )


MOST_SHARES = 100_000  # of a model: of more it would take minutes and gigabytes


def _steps(instance: MicroW) -> tuple[str, ...]:
    """Return the methods of `auto`; `exact` is one of them if its model is small enough.

    `direct` is needed only if `flow-lp` has no plan, or is not needed to judge one plan more.
    """
    if len(instance.shares) <= MOST_SHARES:
        return "direct", "flow-lp", "flow", "exact"
    has_plan = instance.max_touched_nodes is None and all(
        p.max_change is None for p in instance.pes
    )
    return ("flow-lp", "flow") if has_plan else ("direct", "flow-lp", "flow")


problem = built_in(
    "microw",
    check=judge.check,
    certified=judge.certified,
    title="Allocate node fractions to processing elements; stay near the goals",
    paper="SODA, 5.4, (47)-(53)",
    certificate_cost=1.0,
    demo="three-pes",
    methods=_methods,
    steps=_steps,
    loads=shares_of_nodes,
    generate=generate,
    draws={
        "pes": (3, 6),
        "nodes": (2, 3),
        "load": (0.6, 1.3),
        "candidates": (1, 2),
        "drift": (0.0, 1.0),
        "ranged": (0.0, 0.5),
        "fixed": (0.0, 0.3),
    },
)
