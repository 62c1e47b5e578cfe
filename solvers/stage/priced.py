"""Method with prices of machines' resources: plans, and certified bounds on the whole front.

A linear program over clusters of instances and groups of machines has a few thousand columns.  With
the best latency of each pair its duals are the prices, and their bound is computed over all
instances.  With the worst latencies its solution is rounded to a plan.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.fronts import nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...core.schema import PositiveCount
from ...instances.stage import Stage, WorkLatency
from .impossible import impossible
from .pooled_plans import Packer, Plan, PooledProgram
from .pools import LeastCosts, clusters_by_work, machine_groups, pools_of, price_rows

_MOST_CELLS = 1_000_000  # entries of a latency table up to which its latencies are listed


def geometric(low: float, high: float, count: int) -> FloatArray:
    """Return ``count`` limits from ``low`` to ``high``, in geometric progression."""
    if not high > low:
        return np.array([low])
    return np.geomspace(low, high, count + 2)[1:-1]


def few_latencies(instance: Stage, low: float, high: float, most: int) -> FloatArray | None:
    """Return the distinct latencies between ``low`` and ``high``, or None if more than ``most``."""
    if np.prod(instance.shape, dtype=np.float64) > _MOST_CELLS:
        return None
    if isinstance(instance.latency, WorkLatency):
        table = instance.latency.written_out()
    else:
        table = instance.latency
    usable = (table > low) & (table < high) & instance.fits[None]
    values = np.unique(table[usable])
    return values if len(values) <= most else None


def coarse_to_fine(count: int) -> IntArray:
    """Return 0 … count - 1 in an order in which each number about halves the largest gap."""
    bits = max(1, int(count - 1).bit_length())
    places = [int(f"{k:0{bits}b}"[::-1], 2) for k in range(1 << bits)]
    return np.array([place for place in places if place < count], dtype=np.int64)


_AT_ONCE = 4  # thresholds whose bounds are computed in one pass
_MOST_WORK = 5e10  # choices times thresholds that a check may take
_CLOSE = 1e-3  # relative precision of the least possible latency
_HALVINGS = 60


def price_front(
    instance: Stage,
    run: Run,
    *,
    thresholds: Annotated[
        int,
        Field(ge=2, description="maximum number of latencies that get a bound and a plan"),
    ] = 64,
    clusters: Annotated[
        PositiveCount,
        Field(description="maximum number of clusters, each of instances with similar work"),
    ] = 128,
) -> Answer:
    """Find plans and certified bounds for latencies from the fastest to the cheapest plan."""
    if (blocked := impossible(instance)) is not None:
        return blocked
    with run.timed("build"):
        group = machine_groups(instance)
        pools = pools_of(instance, clusters_by_work(instance, clusters), group)
        rows = price_rows(instance, group)
        program = PooledProgram(pools, rows, instance.price)
        layout = LeastCosts.of(instance, group, rows, run.threads)
    most = max(2, min(thresholds, int(_MOST_WORK / layout.choices) - 1))
    search = PricedSearch(instance, run, program, layout, most)
    search.bound_and_plan(np.array([math.inf]))
    search.exclude_fast_plans()
    for limits in search.remaining_thresholds():
        if run.should_stop():
            break
        search.bound_and_plan(limits)
    return search.answer()


@dataclass
class PricedSearch:
    """The search: latency thresholds with their prices and bounds, and the plans found."""

    instance: Stage
    run: Run
    program: PooledProgram
    layout: LeastCosts
    most: int
    plans: list[Plan] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    steps: dict[float, tuple[float, FloatArray]] = field(default_factory=dict)  # bound, prices
    none_up_to: float = -math.inf
    none_price: FloatArray | None = None

    def __post_init__(self) -> None:
        self._packer = Packer(self.instance, self.program)
        self._numbers = list(range(self.instance.machines))  # one object for each machine

    def bound_and_plan(self, limits: FloatArray) -> None:
        """Add, for each latency limit, prices, a bound and, if possible, a plan."""
        best = self.program.pools.best
        prices: list[FloatArray] = []
        for limit in limits.tolist():
            relaxed = self.program.solve(best, limit, self.run)
            if relaxed is None:
                limits = limits[: len(prices)]
                break
            prices.append(relaxed.price)
            self._add(self._packer.plan(limit, self.run))
        if not prices:
            return
        bounds = self.layout.bounds(limits, np.array(prices))
        for limit, bound, price in zip(limits.tolist(), bounds.tolist(), prices, strict=True):
            self.steps[limit] = bound, price

    def _add(self, plan: Plan | None) -> None:
        if plan is None:
            return
        self.plans.append(plan)
        machine = [self._numbers[j] for j in plan.machine.tolist()]
        decision = {"machine": machine, "configuration": plan.configuration.tolist()}
        objectives = {"latency": plan.latency, "cost": plan.cost}
        self.points.append(Point(objectives=objectives, decision=decision))
        self.run.report_point(self.points[-1])

    def exclude_fast_plans(self) -> None:
        """Find by bisection the largest latency limit that provably no plan keeps."""
        slow = float(self.program.pools.best[np.isfinite(self.program.pools.best)].max())
        fast = float(self.program.pools.best.min())
        excluded: list[tuple[float, FloatArray]] = []
        middle = np.nextafter(fast, 0.0)
        for _ in range(_HALVINGS):
            price = self._excluding_prices(middle)
            if price is not None:
                excluded.append((middle, price))
                fast = max(fast, middle)
            elif excluded:
                slow = middle
            if not excluded or slow <= fast * (1 + _CLOSE) or self.run.should_stop():
                break
            middle = math.sqrt(fast * slow)
        if not self.run.should_stop():
            self._prove_excluded(excluded)

    def _excluding_prices(self, limit: float) -> FloatArray | None:
        """Return prices at which no plan seems to have a latency up to a limit, or ``None``."""
        pools = self.program.pools
        relaxed = self.program.solve(pools.best, limit, self.run, places_only=True)
        if relaxed is None or relaxed.missing.sum() <= 1e-6 * pools.size.sum():
            return None
        return relaxed.price

    def _prove_excluded(self, excluded: list[tuple[float, FloatArray]]) -> None:
        """Of ``excluded`` (rising limits) keep the largest that is excluded for all instances."""
        while excluded and self.none_price is None:
            latest = [excluded.pop() for _ in range(min(_AT_ONCE, len(excluded)))]
            limits = np.array([limit for limit, _ in latest])
            prices = np.array([price for _, price in latest])
            good = np.flatnonzero(self.layout.bounds(limits, prices, cost=False) > 0)
            if len(good):
                self.none_up_to, self.none_price = latest[good[0]]

    def remaining_thresholds(self) -> list[FloatArray]:
        """Return batches of latency thresholds, from wide to small distances between thresholds."""
        cheapest = min(self.plans, key=lambda plan: plan.cost, default=None)
        slowest = self.program.pools.worst[np.isfinite(self.program.pools.worst)].max(initial=0.0)
        high = float(slowest) if cheapest is None else cheapest.latency
        low = self.none_up_to
        if not low > 0:
            low = float(self.program.pools.best.min())
        few = few_latencies(self.instance, low, high, self.most - 1)
        limits = geometric(low, high, self.most - 1) if few is None else few
        order = coarse_to_fine(len(limits))
        return [limits[order[at : at + _AT_ONCE]] for at in range(0, len(order), _AT_ONCE)]

    def answer(self) -> Answer:
        """Return the nondominated plans, and the bounds with their certificate."""
        details: dict[str, Any] = {
            "clusters": len(self.program.pools.size),
            "machine_groups": self.program.pools.groups,
            "plans": len(self.plans),
        }
        front = None
        if self.plans:
            values = np.array([(plan.latency, plan.cost) for plan in self.plans])
            front = [self.points[k] for k in nondominated(values)]
        kept = self._kept_steps()
        rest: dict[str, Any] = {}
        if kept:
            rest["bound_front"] = [
                {"latency": _or_null(limit), "cost": max(0.0, bound)} for limit, bound, _ in kept
            ]
            rest["certificate"] = self._certificate(kept)
            rest["bound_kind"] = "certified"
        return Answer(
            front=front,
            front_complete=False if front else None,
            stopped=self.run.stopped,
            message=None if front else "rounding found no plan",
            details=details,
            **rest,
        )

    def _kept_steps(self) -> list[tuple[float, float, FloatArray]]:
        """Return (threshold, bound, prices) above the excluded latency, except weaker bounds."""
        if math.inf not in self.steps:
            return []
        kept: list[tuple[float, float, FloatArray]] = []
        for limit in sorted(self.steps, reverse=True):
            bound, price = self.steps[limit]
            if limit <= self.none_up_to or not math.isfinite(bound):
                continue
            if not kept or bound > kept[-1][1]:
                kept.append((limit, bound, price))
        return kept[::-1]

    def _certificate(self, kept: list[tuple[float, float, FloatArray]]) -> dict[str, Any]:
        none = None
        if self.none_price is not None:
            none = {"latency": self.none_up_to, "price": self.none_price.tolist()}
        return {
            "kind": "prices",
            "group": self.program.pools.group.tolist(),
            "rows": [[resource, unit] for resource, unit in self.program.rows.rows],
            "none_up_to": none,
            "steps": [
                {"latency": _or_null(limit), "price": price.tolist()} for limit, _, price in kept
            ],
        }


def _or_null(limit: float) -> float | None:
    return None if limit == math.inf else limit
