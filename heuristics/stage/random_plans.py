"""Random and evolving choices for `stage`, all evaluated at once: shared by the baselines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.dominance import nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.stage import Stage


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Objectives of some choices, one row each, and how much they violate."""

    values: FloatArray  # latency and cost
    violation: FloatArray  # 0: feasible


def evaluate(instance: Stage, machine: IntArray, configuration: IntArray) -> Evaluated:
    """Return latency, cost and violation of rows of choices (rows x instances).

    The violation is the sum of all overloads as shares of what a machine has, plus one for every
    instance that cannot run.
    """
    rows, m = machine.shape
    latency = instance.seconds(np.arange(m)[None, :], configuration, machine)
    missing = np.isnan(latency)
    seconds = np.where(missing, instance.largest_latency, latency)
    cost = (seconds * instance.price[configuration]).sum(axis=1)
    flat = (np.arange(rows)[:, None] * instance.machines + machine).ravel()
    violation = missing.sum(axis=1).astype(np.float64)
    for r in range(instance.demand.shape[1]):
        weights = instance.demand[configuration.ravel(), r]
        load = np.bincount(flat, weights=weights, minlength=rows * instance.machines)
        room = instance.room[:, r]
        over = load.reshape(rows, instance.machines) - room
        shares = np.maximum(over, 0.0) / np.where(room > 0, room, 1.0)
        violation += shares.sum(axis=1)
    return Evaluated(np.column_stack([seconds.max(axis=1), cost]), violation)


class Archive:
    """The nondominated feasible choices seen so far."""

    def __init__(self, instance: Stage, run: Run) -> None:
        self._run = run
        self.values = np.empty((0, 2))
        self.machine = np.empty((0, instance.instances), dtype=np.int64)
        self.configuration = np.empty((0, instance.instances), dtype=np.int64)
        self.seen = 0
        self.infeasible = 0

    def add(self, machine: IntArray, configuration: IntArray, found: Evaluated) -> None:
        """Take in evaluated choices."""
        self.seen += len(machine)
        good = found.violation <= 0
        self.infeasible += int((~good).sum())
        values = np.vstack([self.values, found.values[good]])
        if not len(values):
            return
        kept = nondominated(values)
        self.values = values[kept]
        self.machine = np.vstack([self.machine, machine[good]])[kept]
        self.configuration = np.vstack([self.configuration, configuration[good]])[kept]
        self._run.report_front(self.points(np.arange(len(kept))))

    def points(self, chosen: IntArray) -> list[Point]:
        """Return some of the choices as points of a front."""
        return [
            Point(
                objectives={
                    "latency": float(self.values[k, 0]),
                    "cost": float(self.values[k, 1]),
                },
                decision={
                    "machine": self.machine[k].tolist(),
                    "configuration": self.configuration[k].tolist(),
                },
            )
            for k in chosen.tolist()
        ]

    def answer(self, chosen: IntArray, details: dict[str, Any]) -> Answer:
        """Return the answer of a baseline."""
        details = {**details, "choices": self.seen, "infeasible_choices": self.infeasible}
        if not len(self.values):
            message = f"none of {self.seen} choices is feasible"
            return Answer(stopped=self._run.stopped, message=message, details=details)
        return Answer(
            front=self.points(chosen),
            front_complete=False,
            stopped=self._run.stopped,
            details=details,
        )
