"""consolidation in the catalogue."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Decision
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
        judge.MachineOfItem,
        title="items of a cluster onto as few machines as a migration budget allows",
        paper="Eigen (PVLDB 2023), 4.1",
        demo="exchange",
        load=_solving,
        suits=_suits,
        first_choice=_first_choice,
    )
    problem.check(judge.check)
    problem.certified(judge.certified)
    problem.generate(
        machines=(3, 5),
        kind=["ecs"],  # the machines that hold fewest items
        load=(0.2, 0.6),
        running=[True, False],
        budget=[None, 0.2, 0.5],
        counts=_online_or_offline,
    )(clusters.generate)
    problem.loads(_loads)
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import consolidation as formulation
    from ...heuristics import consolidation as heuristics
    from .methods.consolidation import columns_from, exact_explained

    problem.formulate(formulation)
    problem.method(
        exact_explained(formulation),
        kind="exact",
        name="exact",
        summary="Integer program over items and machines in Pyomo",
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
        summary="Patterns of machines priced by knapsacks, diving, bound with re-checked prices",
        paper="not in the paper",
    )
    equations = {"diagonal": "Eq. 1-3", "bottleneck": "Eq. 1, 2, 4", "dot-product": "Eq. 1, 2, 5"}
    for policy, where in equations.items():
        problem.method(
            heuristics.vro_online(policy),
            name=f"vro-online-{policy}",
            summary=f"Place requests by loss, then {policy}",
            paper=where,
        )
    for policy in heuristics.CODES:
        problem.method(
            heuristics.vro_offline(policy),
            name=f"vro-offline-{policy}",
            summary=f"Empty machines within the budget, by loss, then {policy}",
            paper="Alg. 1",
        )
    for policy in heuristics.CODES:
        problem.method(
            heuristics.vro_offline_exchange(policy),
            name=f"vro-offline-{policy}-exchange",
            summary=f"Exchange items, then empty machines, by loss, then {policy}",
            paper="Alg. 1-3, corrected",
        )
    own = "6.1, baselines"
    for function, where in (
        (heuristics.drain_first_fit, own),
        (heuristics.drain_best_fit, own),
        (heuristics.karpenter, "kubernetes-sigs/karpenter"),
        (heuristics.cluster_autoscaler, "kubernetes/autoscaler"),
        (heuristics.first_fit_decreasing, "not in the paper"),
        (heuristics.first_fit, own),
        (heuristics.best_fit, own),
        (heuristics.most_allocated, own),
        (heuristics.rtcr, own),
        (heuristics.worst_fit, own),
    ):
        problem.method(function, kind="baseline", paper=where)


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
