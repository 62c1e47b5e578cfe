"""Declaration of the problem consolidation: methods, judge, generator and loads."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...instances.consolidation import generate as clusters
from ..judge import consolidation as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, Method, baseline, exact_method, heuristic

_MOST_PAIRS = 20_000  # of items and machines, for the exact program to be tried
_FEW_PAIRS = 2_000  # for it to be tried before columns
_PLACING = ("vro-online", "first-fit", "best-fit", "worst-fit", "most-allocated", "rtcr")
_MOVING = ("exact", "vro-offline", "drain", "karpenter", "cluster-autoscaler", "price-guided")
_EQUATIONS = {"diagonal": "Eq. 1-3", "bottleneck": "Eq. 1, 2, 4", "dot-product": "Eq. 1, 2, 5"}


def _policies() -> Iterator[Method]:
    """Yield three methods for each policy: VRO online, VRO offline, and VRO with exchanges."""
    from ...heuristics.consolidation import (
        CODES,
        ExchangeParameters,
        LossParameters,
        OfflineParameters,
        vro_offline,
        vro_offline_exchange,
        vro_online,
    )

    for policy, equations in _EQUATIONS.items():
        yield heuristic(
            partial(vro_online, code=CODES[policy]),
            equations,
            parameters=LossParameters,
            name=f"vro-online-{policy}",
            summary=f"Place requests by loss; break ties by {policy}",
        )
    for policy in _EQUATIONS:
        yield heuristic(
            partial(vro_offline, code=CODES[policy]),
            "Alg. 1",
            parameters=OfflineParameters,
            name=f"vro-offline-{policy}",
            summary=f"Empty machines within the budget; place by loss, then by {policy}",
        )
    for policy in _EQUATIONS:
        yield heuristic(
            partial(vro_offline_exchange, code=CODES[policy]),
            "Alg. 1-3, corrected",
            parameters=ExchangeParameters,
            name=f"vro-offline-{policy}-exchange",
            summary=f"Exchange items, then empty machines; place by loss, then {policy}",
        )


def _suits(instance: Any, method: Method) -> bool:
    """Return whether a comparison runs a method on an instance by default.

    Methods that only place new items need an instance with new items.  With rules, `exact` needs at
    most `_MOST_PAIRS` pairs of item and machine.
    """
    if method.name == "exact":
        return _few_pairs(instance) or not instance.rules
    requests = any(item.machine is None for item in instance.items)
    return requests or not method.name.startswith(_PLACING)


def _pairs(instance: Any) -> int:
    return len(instance.items) * len(instance.sites)


def _few_pairs(instance: Any) -> bool:
    return _pairs(instance) <= _MOST_PAIRS


def _steps(instance: Any) -> tuple[str, ...]:
    """Return the methods of `auto`, which depend on the number of pairs of item and machine."""
    from .methods.consolidation import has_few_sizes

    if has_few_sizes(instance):
        return ("column-generation",)
    columns = instance.rules and instance.objective == "price"
    if not columns and _pairs(instance) <= _FEW_PAIRS:
        return ("price-guided", "exact")
    last = () if columns or not _few_pairs(instance) else ("exact",)
    return ("price-guided", "column-generation", *last)


def _online_or_offline(instance: Any, method: str) -> bool:
    """Return whether all items run, for a method that moves items, or else none of them."""
    moves = method.startswith(_MOVING)
    return all((item.machine is not None) == moves for item in instance.items)


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the load of each machine in use: the used share of its scarcest resource."""
    held: dict[str, FloatArray] = defaultdict(lambda: np.zeros(len(instance.resources)))
    for item in instance.items:
        if item.name in decision["machine"]:
            held[decision["machine"][item.name]] += np.array(item.demand)
    capacity = {site.name: np.array(site.capacity) for site in instance.sites}
    shares = {
        name: float(np.max(load / np.where(capacity[name] > 0, capacity[name], np.inf)))
        for name, load in held.items()
    }
    return Loads("used share of the scarcest resource", "machine in use", shares)


def _methods() -> Solving:
    from ...formulations import consolidation as formulation
    from ...heuristics.consolidation import (
        AutoscalerParameters,
        BalancedParameters,
        KarpenterParameters,
        best_fit,
        cluster_autoscaler,
        drain_best_fit,
        drain_first_fit,
        first_fit,
        first_fit_decreasing,
        karpenter,
        karpenter_balanced,
        most_allocated,
        price_guided,
        rtcr,
        worst_fit,
    )
    from ...solvers.consolidation import ColumnParameters
    from .methods.consolidation import column_generation, exact, fewer_moves

    return Solving(
        formulation,
        [
            *_policies(),
            exact_method(exact, "4.1.2", *MIP_SOLVERS, starts_from=first_fit),
            exact_method(column_generation, "not in the paper", parameters=ColumnParameters),
            heuristic(price_guided, "CvxCluster, arXiv:2605.01614"),
            baseline(drain_first_fit, "6.1, baselines"),
            baseline(drain_best_fit, "6.1, baselines"),
            baseline(karpenter, "kubernetes-sigs/karpenter", parameters=KarpenterParameters),
            baseline(
                karpenter_balanced,
                "kubernetes-sigs/karpenter, Balanced",
                parameters=BalancedParameters,
            ),
            baseline(cluster_autoscaler, "kubernetes/autoscaler", parameters=AutoscalerParameters),
            baseline(first_fit_decreasing, "not in the paper"),
            baseline(first_fit, "6.1, baselines"),
            baseline(best_fit, "6.1, baselines"),
            baseline(most_allocated, "6.1, baselines"),
            baseline(rtcr, "6.1, baselines"),
            baseline(worst_fit, "6.1, baselines"),
        ],
        fewer_moves,
    )


def _begin(instance: Any, method: str, run: Any) -> None:
    """Report the present placement as the first plan, for methods that improve a plan."""
    from .methods.consolidation import has_few_sizes, report_present

    columns = method in ("auto", "column-generation") and not has_few_sizes(instance)
    if columns or method.startswith(_MOVING):  # with few sizes, greedy plans are soon better
        report_present(instance, run)


problem = built_in(
    "consolidation",
    check=judge.check,
    begin=_begin,
    certified=judge.certified,
    claims_beside=judge.claims_beside,
    title="Pack running items onto few machines within a migration budget",
    paper="Eigen (PVLDB 2023), 4.1",
    certificate_cost=0.5,
    demo="exchange",
    demo_method="vro-offline-diagonal",
    suits=_suits,
    steps=_steps,
    polishes=True,
    methods=_methods,
    loads=_loads,
    generate=clusters.generate,
    draws={
        "machines": (3, 5),
        "kind": ["ecs"],  # the machines that hold fewest items
        "load": (0.2, 0.6),
        "running": [True, False],
        "budget": [None, 0.2, 0.5],
        "counts": _online_or_offline,
    },
)
