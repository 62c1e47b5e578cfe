"""The curves of all groups: best settings where they are known, bounds (5) elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.adaptive_config import AdaptiveConfig, BestSetting, best_setting, least_latencies
from ...instances.queue_config import UserGroup
from ..allocation import Curves, LeastCost, least_amounts

MOST_GRID_WORK = 20_000  # settings times tasks that the checker simulates again for one pair
MOST_WORK = 400_000  # and for all pairs together
_CHECKED = 4e-5  # seconds that the checker takes for a setting's task, measured
_EXACT = 1024.0  # multiples of 1/1024 are added without rounding
_SAFE = 1 - 1e-12


@dataclass
class GroupCurve:
    """One group from its least to its most containers."""

    group: UserGroup
    lower: int
    divisor: int  # of summed latencies
    bound: FloatArray  # below every summed latency, (5)
    found: dict[int, BestSetting] = field(default_factory=dict)  # by containers

    @property
    def is_exact(self) -> bool:
        """Whether latencies of this group are added without rounding."""
        numbers = np.concatenate([[job.submitted, *job.tasks] for job in self.group.jobs])
        return bool((np.rint(numbers * _EXACT) == numbers * _EXACT).all())

    def costs(self, stand_in: float) -> FloatArray:
        """Return what each number of containers costs, a stand-in where a job never runs."""
        latency = self.bound.copy()
        safe = 1.0 if self.is_exact else _SAFE
        for r, best in self.found.items():
            latency[r - self.lower] = best.latency * safe
        cost: FloatArray = latency / self.divisor
        cost[~np.isfinite(cost)] = stand_in
        return cost


@dataclass
class CurveTable:
    """The curves of all groups of an instance."""

    instance: AdaptiveConfig
    curves: list[GroupCurve]

    @staticmethod
    def of(instance: AdaptiveConfig) -> CurveTable:
        """Return the curves with no setting simulated yet."""
        per_group = instance.objective == "sum-of-means"
        curves = [
            GroupCurve(
                group,
                int(low),
                len(group.jobs) if per_group else instance.jobs,
                np.array(least_latencies(group, range(int(low), int(high) + 1))),
            )
            for group, low, high in zip(
                instance.groups, instance.lower, instance.upper, strict=True
            )
        ]
        return CurveTable(instance, curves)

    def simulate(self, g: int, containers: int, search: Search | None = None) -> BestSetting:
        """Return the best setting of a group, by its whole grid unless a search is given."""
        curve = self.curves[g]
        if containers not in curve.found:
            chosen = (search or best_setting)(curve.group, containers)
            curve.found[containers] = chosen
        return curve.found[containers]

    @property
    def stand_in(self) -> float:
        """More than any plan costs under which all jobs run."""
        known = [
            value / curve.divisor
            for curve in self.curves
            for value in [*curve.bound, *(best.latency for best in curve.found.values())]
            if math.isfinite(value)
        ]
        return 2.0 * max(known, default=1.0) * len(self.curves) + 1.0

    def least(self, run: Run) -> LeastCost:
        """Return the cheapest containers of all groups by the curves as they are known."""
        stand_in = self.stand_in
        curves = Curves.of([curve.costs(stand_in) for curve in self.curves])
        return least_amounts(curves, self.instance.containers - int(self.instance.lower.sum()), run)

    def plan(self, extra: IntArray) -> dict[str, Any] | None:
        """Return the plan with these containers beyond the least; ``None`` if a job never runs."""
        counts = self.instance.lower + extra
        best = [self.simulate(g, int(count)) for g, count in enumerate(counts)]
        if not all(math.isfinite(run.latency) for run in best):
            return None
        return self.instance.plan(counts, np.array([run.number for run in best]))

    def cost(self, extra: IntArray) -> float:
        """Return what the plan with these containers costs."""
        counts = (self.instance.lower + extra).tolist()
        return math.fsum(
            self.simulate(g, count).latency / curve.divisor
            for g, (curve, count) in enumerate(zip(self.curves, counts, strict=True))
        )

    @property
    def simulated(self) -> list[list[Any]]:
        """The pairs of group and containers whose whole grid was simulated."""
        return [
            [curve.group.name, containers]
            for curve in self.curves
            for containers in sorted(curve.found)
        ]

    def is_checkable(self, seconds: float | None) -> bool:
        """Whether the checker can simulate the same grids again, in some seconds if given."""
        works = [
            curve.group.grid_size * sum(len(job.tasks) for job in curve.group.jobs)
            for curve in self.curves
            for _ in curve.found
        ]
        if seconds is not None and sum(works) * _CHECKED > max(0.0, seconds):
            return False
        return max(works, default=0) <= MOST_GRID_WORK and sum(works) <= MOST_WORK


Search = Callable[[UserGroup, int], BestSetting]


def answer_of(table: CurveTable, least: LeastCost, plan: dict[str, Any] | None, run: Run) -> Answer:
    """Return the answer with a plan and the bound that curves, price and core prove."""
    certified = least.proof != "tables" and table.is_checkable(run.remaining)
    certificate = {"kind": least.proof, "price": least.price, "simulated": table.simulated}
    return Answer(
        decision=None if plan is None else table.instance.decision(plan),
        bound=least.bound,
        bound_kind="certified" if certified else "solver",
        certificate=certificate if certified else None,
        stopped=run.stopped,
    )
