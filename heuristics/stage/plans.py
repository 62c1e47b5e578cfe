"""Plans on a fixed placement, as they are found: repaired where a machine is overloaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.dominance import nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.stage import Stage
from .capacity_repair import repair
from .fixed_placement import Placed


@dataclass
class Plans:
    """Plans of a stage as they are found, and what became of those that overload a machine.

    With a placement ``fixed``, plans are repaired where a machine is overloaded, else dropped.
    """

    instance: Stage
    fixed: Placed | None
    run: Run
    values: list[tuple[float, float]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    seen: int = 0
    overloaded: int = 0
    repaired: int = 0

    def __post_init__(self) -> None:
        if self.fixed is None:
            return
        self._members = np.argsort(self.fixed.machine, kind="stable")
        machines = np.arange(self.instance.machines + 1)
        self._starts = np.searchsorted(self.fixed.machine[self._members], machines)
        self._listed = self.fixed.machine.tolist()  # one list for all plans

    def add(self, used: IntArray) -> None:
        """Take in a plan on the fixed placement; the limit of its repair is its own latency."""
        assert self.fixed is not None
        instance, fixed = self.instance, self.fixed
        self.seen += 1
        limit = float(fixed.latency[np.arange(instance.instances), used].max())
        if not np.isfinite(limit):
            return
        used = used.copy()
        before = used.copy()
        arrays = (fixed.latency, fixed.cost, instance.demand, instance.room)
        if not repair(used, limit, self._members, self._starts, *arrays):
            self.overloaded += 1
            return
        if (used != before).any():
            self.overloaded += 1
            self.repaired += 1
        self.keep(fixed.machine, used)

    def keep(self, machine: IntArray, used: IntArray) -> None:
        """Take in a plan that overloads no machine."""
        seconds = self.instance.chosen(machine, used)
        cost = float((seconds * self.instance.price[used]).sum())
        self.values.append((float(seconds.max()), cost))
        fixed = self.fixed is not None and machine is self.fixed.machine
        listed = self._listed if fixed else machine.tolist()
        self.decisions.append({"machine": listed, "configuration": used.tolist()})
        objectives = dict(zip(("latency", "cost"), self.values[-1], strict=True))
        self.run.report_point(Point(objectives=objectives, decision=self.decisions[-1]))

    def answer(self, details: dict[str, Any]) -> Answer:
        """Return the nondominated plans."""
        details = {
            **details,
            "plans": self.seen,
            "overloaded": self.overloaded,
            "repaired": self.repaired,
            "dropped": self.overloaded - self.repaired,
        }
        if not self.values:
            message = "every plan overloads a machine" if self.seen else "no plan was found in time"
            return Answer(stopped=self.run.stopped, message=message, details=details)
        front = [
            Point(
                objectives={"latency": self.values[k][0], "cost": self.values[k][1]},
                decision=self.decisions[k],
            )
            for k in nondominated(np.array(self.values))
        ]
        return Answer(front=front, front_complete=False, stopped=self.run.stopped, details=details)
