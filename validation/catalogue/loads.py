"""How a decision spreads its load: one number per machine, node, group, job or instance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Decision
from ...core.schema import Instance
from ...instances.cluster_ratio import ClusterRatio
from ...instances.consolidation import Consolidation
from ...instances.macrow import MacroW
from ...instances.microq import MicroQ
from ...instances.microw import MicroW
from ...instances.placement import Placement
from ...instances.queue_config import QueueConfig
from ...instances.resource_plan import ResourcePlan
from ...instances.stage import Stage
from ...instances.utility import Utility
from ..checkers.macrow import node_utilizations

MOST_KEPT = 200  # values of one decision that a report needs to draw its curve


@dataclass(frozen=True)
class Loads:
    """What is measured (``title``), on what (``unit``), and the values."""

    title: str
    unit: str
    values: Mapping[str, float] | FloatArray | list[float]

    def as_document(self) -> dict[str, Any]:
        """Return the values in falling order, thinned evenly where there are very many."""
        given = self.values.values() if isinstance(self.values, Mapping) else self.values
        falling = np.sort(np.array(list(given), dtype=float))[::-1]
        kept = np.unique(np.linspace(0, len(falling) - 1, MOST_KEPT).astype(int))
        return {
            "title": self.title,
            "unit": self.unit,
            "rank": (kept + 1).tolist(),
            "value": falling[kept].tolist(),
        }


def loads(problem: str, instance: Instance, decision: Decision) -> Loads:
    """Return the loads of a feasible decision."""
    return LOADS[problem](instance, decision)


def _placement(instance: Placement, decision: Decision) -> Loads:
    held = np.bincount(decision["machine"], minlength=instance.machines)
    shares = held / np.maximum(instance.beta, 1)
    return Loads("instances held, as a share of β", "machine", shares)


def _resource_plan(instance: ResourcePlan, decision: Decision) -> Loads:
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    first = instance.objectives[0].name
    return Loads(f"{first} of the option chosen", "instance", instance.options.values[rows, 0])


def _stage(instance: Stage, decision: Decision) -> Loads:
    taken = instance.configurations[np.array(decision["configuration"], dtype=np.int64)]
    held = np.zeros(instance.available.shape)
    np.add.at(held, np.array(decision["machine"], dtype=np.int64), taken)
    shares = held / np.where(instance.available > 0, instance.available, np.inf)
    return Loads("share taken of the scarcest resource", "machine", shares.max(axis=1))


def _macrow(instance: MacroW, decision: Decision) -> Loads:
    candidates = {pe: set(names) for pe, names in decision["candidates"].items()}
    return Loads("utilization", "node", node_utilizations(instance, candidates))


def _fractions(instance: MicroQ | MicroW, decision: Decision) -> Loads:
    share = dict.fromkeys((node.name for node in instance.nodes), 0.0)
    for row in decision["fraction"].values():
        for node, fraction in row.items():
            share[node] += fraction
    return Loads("share of the node given away", "node", share)


def _cluster_ratio(_: ClusterRatio, decision: Decision) -> Loads:
    return Loads("containers", "group", decision["containers"])


def _queue_config(_: QueueConfig, decision: Decision) -> Loads:
    return Loads("share of the cluster", "queue", decision["shares"])


def _consolidation(instance: Consolidation, decision: Decision) -> Loads:
    held: dict[str, FloatArray] = defaultdict(lambda: np.zeros(len(instance.resources)))
    for item in instance.items:
        held[decision["machine"][item.name]] += np.array(item.demand)
    capacity = {each.name: np.array(each.capacity) for each in instance.machines}
    shares = {
        name: float(np.max(load / np.where(capacity[name] > 0, capacity[name], np.inf)))
        for name, load in held.items()
    }
    return Loads("share taken of the scarcest resource", "machine in use", shares)


def _utility(_: Utility, decision: Decision) -> Loads:
    return Loads("cores", "job", decision["cores"])


LoadsFunction: TypeAlias = Callable[[Any, Decision], Loads]
LOADS: dict[str, LoadsFunction] = {
    "placement": _placement,
    "resource_plan": _resource_plan,
    "stage": _stage,
    "macrow": _macrow,
    "microq": _fractions,
    "microw": _fractions,
    "cluster_ratio": _cluster_ratio,
    "queue_config": _queue_config,
    "consolidation": _consolidation,
    "utility": _utility,
}
