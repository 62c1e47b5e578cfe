"""consolidation in the catalogue."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Decision
from ..hunting import Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS, Method

if TYPE_CHECKING:
    from ...instances.consolidation import Consolidation


_MOST_PAIRS = 20_000  # of items and machines, for the exact program to be a first choice
_PLACING = ("first-fit", "best-fit", "worst-fit", "most-allocated", "rtcr", "first-fit-decreasing")


def entry() -> Problem:
    from ...instances import consolidation as instances
    from ...instances.consolidation import generating as clusters
    from ..judge import consolidation as judge

    problem = Problem(
        "consolidation",
        instances.Consolidation,
        None,
        judge=judge,
        title="items of a cluster onto as few machines as a migration budget allows",
        paper="Eigen (PVLDB 2023), 4.1",
        demo="exchange",
        load=_solving,
        suits=_suits,
        first_choice=_first_choice,
    )
    problem.generate(clusters.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import consolidation as formulation
    from ...heuristics import consolidation as heuristics
    from .methods.consolidation import columns_from, exact_explained

    vro = (
        ("diagonal", heuristics.vro_online("diagonal"), "Eq. 1-3"),
        ("bottleneck", heuristics.vro_online("bottleneck"), "Eq. 1, 2, 4"),
        ("dot-product", heuristics.vro_online("dot-product"), "Eq. 1, 2, 5"),
    )
    baselines = (
        ("first-fit", heuristics.first_fit, "the first machine with room"),
        ("best-fit", heuristics.best_fit, "least left by the Euclidean norm"),
        ("most-allocated", heuristics.most_allocated, "Kubernetes' MostAllocated"),
        ("rtcr", heuristics.rtcr, "Kubernetes' RequestedToCapacityRatio"),
        ("worst-fit", heuristics.worst_fit, "most left by the Euclidean norm"),
    )
    problem.formulate(formulation)
    problem.method(
        exact_explained(formulation),
        kind="exact",
        name="exact",
        summary="integer program over items and machines in Pyomo",
        paper="4.1.2",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        columns_from(
            heuristics.drain_best_fit,
            heuristics.karpenter,
            heuristics.mixed,
            heuristics.slotted,
            heuristics.mended,
            heuristics.refilled,
            heuristics.settled,
        ),
        kind="exact",
        name="column-generation",
        summary="patterns of machines priced by knapsacks, diving, bound with re-checked prices",
        paper="not in the paper",
    )
    problem.adopt(
        *(
            Method(
                f"vro-online-{name}",
                "heuristic",
                function,
                f"requests by loss, then {name}",
                where,
            )
            for name, function, where in vro
        )
    )
    problem.adopt(
        *(
            Method(
                f"vro-offline-{name}",
                "heuristic",
                heuristics.vro_offline(name),
                f"machines emptied within the budget, by loss, then {name}",
                "Alg. 1",
            )
            for name in heuristics.CODES
        )
    )
    problem.adopt(
        *(
            Method(
                f"vro-offline-{name}-exchange",
                "heuristic",
                heuristics.vro_offline_exchange(name),
                f"items exchanged, then machines emptied, by loss, then {name}",
                "Alg. 1-3, corrected",
            )
            for name in heuristics.CODES
        )
    )
    problem.method(
        heuristics.drain_first_fit,
        kind="baseline",
        summary="machines emptied by rising cost, first fit",
        paper="6.1, baselines",
    )
    problem.method(
        heuristics.drain_best_fit,
        kind="baseline",
        summary="machines emptied by rising cost, best fit",
        paper="6.1, baselines",
    )
    problem.method(
        heuristics.karpenter,
        kind="baseline",
        summary="prefixes of machines by binary search, then single ones, one new machine at most",
        paper="kubernetes-sigs/karpenter",
    )
    problem.method(
        heuristics.cluster_autoscaler,
        kind="baseline",
        summary="machines below one half, one after the other, if their items fit elsewhere",
        paper="kubernetes/autoscaler",
    )
    problem.method(
        heuristics.first_fit_decreasing,
        kind="baseline",
        summary="all requests known, by falling size, first fit",
        paper="not in the paper",
    )
    problem.adopt(
        *(
            Method(name, "baseline", function, f"requests online: {what}", "6.1, baselines")
            for name, function, what in baselines
        )
    )


def _suits(instance: Consolidation, method: Method) -> bool:
    """Methods that only place requests are left out where nothing is to be placed.

    So is the program over items and machines where it has too many pairs of them.
    """
    if method.name == "exact":
        return _few_pairs(instance) or not instance.rules
    places = method.name.startswith("vro-online") or method.name in _PLACING
    return not places or any(item.machine is None for item in instance.items)


def _few_pairs(instance: Consolidation) -> bool:
    return len(instance.items) * len(instance.sites) <= _MOST_PAIRS


def _first_choice(instance: Consolidation) -> str:
    """The exact program where it is small; else columns, which come with a bound at any size."""
    large = instance.objective == "price" or not _few_pairs(instance)
    return "column-generation" if instance.rules and large else "exact"


def _online_or_offline(instance: Any, method: str) -> bool:
    """Methods that place requests have nothing but requests, methods that move have none."""
    movers = ("vro-offline", "drain", "karpenter", "cluster-autoscaler")
    offline = method.startswith(movers) or method == "exact"
    return all((item.machine is not None) == offline for item in instance.items)


def _loads(instance: Consolidation, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    held: dict[str, FloatArray] = defaultdict(lambda: np.zeros(len(instance.resources)))
    for item in instance.items:
        held[decision["machine"][item.name]] += np.array(item.demand)
    capacity = {each.name: np.array(each.capacity) for each in instance.sites}
    shares = {
        name: float(np.max(load / np.where(capacity[name] > 0, capacity[name], np.inf)))
        for name, load in held.items()
    }
    return Loads("share taken of the scarcest resource", "machine in use", shares)


_GROUND = Ground(
    {
        "machines": (3, 5),
        "kind": ["ecs"],  # the machines that hold fewest items
        "load": (0.2, 0.6),
        "running": [True, False],
        "budget": [None, 0.2, 0.5],
    },
    counts=_online_or_offline,
)
