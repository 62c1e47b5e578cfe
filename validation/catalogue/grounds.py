"""Hunting grounds: for each problem the small instances among which bad ones are searched for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..hunting.mutations import Axis


def everything(_: Any, __: str) -> bool:
    """Let every valid instance count."""
    return True


@dataclass(frozen=True)
class Ground:
    """Ranges (two numbers) or choices (a list) of the generator's parameters; axes of arrays.

    ``counts`` says of an instance and a method whether a loss there would mean anything.
    """

    parameters: Mapping[str, tuple[float, float] | list[Any]]
    axes: tuple[Axis, ...] = field(default=())
    counts: Callable[[Any, str], bool] = everything

    def draw(self, rng: np.random.Generator) -> dict[str, Any]:
        """Return random parameters; a range of whole numbers gives whole numbers."""
        return {name: _drawn(given, rng) for name, given in self.parameters.items()}


def _drawn(given: tuple[float, float] | list[Any], rng: np.random.Generator) -> Any:
    if isinstance(given, list):
        return given[rng.integers(len(given))]
    low, high = given
    if isinstance(low, int) and isinstance(high, int):
        return int(rng.integers(low, high + 1))
    return float(rng.uniform(low, high))


_INSTANCES = (("latency", 0), ("input_rows", 0))
_MACHINES = (
    ("latency", 1),
    ("capacity", 0),
    ("available", 0),
    ("machine_group", 0),
    ("utilization", 0),
)


def _latency_falls(instance: Any, _: str) -> bool:
    """More containers make nobody slower."""
    return all(bool((np.diff(group.latency) <= 0).all()) for group in instance.groups)


def _cores_help(instance: Any, method: str) -> bool:
    """More cores make nobody worse, and the method is meant for the objective."""
    worst = instance.objective == "max-min"
    sign = -1 if worst else 1
    helps = all(bool((sign * np.diff(values) >= 0).all()) for values in instance.values)
    return helps and worst == (method == "max-min-greedy")


def _online_or_offline(instance: Any, method: str) -> bool:
    """Methods that place requests have nothing but requests, methods that move have none."""
    offline = method.startswith(("vro-offline", "drain")) or method == "exact"
    return all((item.machine is not None) == offline for item in instance.items)


GROUNDS: dict[str, Ground] = {
    "placement": Ground(
        {
            "instances": (2, 6),
            "machines": (2, 4),
            "slack": (1.0, 2.0),
            "groups": (1, 4),
            "noise": (0.0, 0.5),
        },
        (Axis(_INSTANCES), Axis(_MACHINES)),
    ),
    "resource_plan": Ground(
        {
            "instances": (2, 5),
            "options": (2, 4),
            "maxima": (1, 2),
            "sums": (1, 2),
            "noise": (0.0, 0.5),
        },
        (Axis((("options", 0),)),),
    ),
    "stage": Ground(
        {
            "instances": (2, 5),
            "machines": (2, 3),
            "configurations": (2, 3),
            "slack": (1.1, 2.0),
            "pressure": (0.2, 1.0),
            "column_order": [True, False],
        },
        (
            Axis((("latency", 0),)),
            Axis((("latency", 2), ("available", 0))),
            Axis((("latency", 1), ("configurations", 0))),
        ),
    ),
    "macrow": Ground(
        {
            "jobs": (1, 2),
            "pes": (3, 6),
            "nodes": (2, 4),
            "clusters": (1, 2),
            "restricted": (0.0, 0.5),
            "pinned": (0.0, 0.5),
            "traffic": (0.0, 3.0),
        }
    ),
    "microq": Ground(
        {
            "components": (2, 3),
            "pes": (1, 2),
            "nodes": (2, 3),
            "segments": (2, 3),
            "load": (0.8, 2.5),
            "candidates": (1, 2),
            "rough": (0.0, 1.0),
        }
    ),
    "microw": Ground(
        {
            "pes": (3, 6),
            "nodes": (2, 3),
            "load": (0.6, 1.3),
            "candidates": (1, 2),
            "drift": (0.0, 1.0),
            "ranged": (0.0, 0.5),
            "fixed": (0.0, 0.3),
        }
    ),
    "cluster_ratio": Ground(
        {
            "groups": (2, 4),
            "containers": (6, 16),
            "curve": ["waves", "convex", "rough"],
            "demand": (1.0, 3.0),
        },
        counts=_latency_falls,
    ),
    "queue_config": Ground(
        {
            "jobs": (3, 6),
            "queues": (2, 2),
            "containers": (3, 6),
            "scheduler": ["fair", "capacity"],
            "mean_gap": (0.5, 5.0),
        }
    ),
    "consolidation": Ground(
        {
            "machines": (3, 5),
            "kind": ["ecs"],  # the machines that hold fewest items
            "load": (0.2, 0.6),
            "running": [True, False],
            "budget": [None, 0.2, 0.5],
        },
        counts=_online_or_offline,
    ),
    "utility": Ground(
        {
            "jobs": (2, 4),
            "cores": (4, 10),
            "max_cores": (3, 6),
            "objective": ["max-sum", "max-min"],
            "shape": ["concave", "steps", "rough"],
        },
        counts=_cores_help,
    ),
}
