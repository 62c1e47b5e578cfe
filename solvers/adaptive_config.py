"""Exact algorithms of adaptive_config: for constant settings, and for sequences of settings.

`dp` and `lazy` divide the containers among the groups by simulated curves: the latency of a group
for each number of containers.  `hindsight` searches all sequences.  (5) stands for `least_latency`,
a lower bound on the summed latency of a group's jobs under each setting.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.arrays import FloatArray, IntArray
from ..core.kernels import in_threads
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.adaptive_config import (
    AdaptiveConfig,
    BestSetting,
    ContainerPlan,
    RunningCluster,
    best_setting,
    copy_state,
    first_plan,
    least_latencies,
    least_latency,
    srpt_of,
)
from ..instances.queue_config import JobProgress, UserGroup, latency_alone
from .allocation import Curves, LeastCost, least_amounts

__all__ = [
    "CurveTable",
    "GroupCurve",
    "answer_of",
    "cheap_bound",
    "course_decision",
    "dp",
    "hindsight",
    "impossible",
    "lazy",
]


MOST_GRID_WORK = 20_000  # settings times tasks that the checker simulates again for one pair
MOST_WORK = 5_000_000  # the same product, summed over all pairs
_CHECKED = 7e-6  # seconds that the checker takes for a setting's task, measured
_EXACT = 1024.0  # multiples of 1/1024 are added without rounding
_SAFE = 1 - 1e-12


@dataclass
class GroupCurve:
    """The latency curve of one user group over its allowed numbers of containers."""

    group: UserGroup
    lower: int
    divisor: int  # the divisor of summed latencies
    bound: FloatArray  # lower bounds (5) on the summed latency
    found: dict[int, BestSetting] = field(default_factory=dict)  # best settings, by containers

    @property
    def is_exact(self) -> bool:
        """Whether sums of this group's latencies have no rounding error."""
        numbers = np.concatenate([[job.submitted, *job.tasks] for job in self.group.jobs])
        return bool((np.rint(numbers * _EXACT) == numbers * _EXACT).all())

    def costs(self, stand_in: float) -> FloatArray:
        """Return the cost or its bound per number of containers, ``stand_in`` if infinite."""
        latency = self.bound.copy()
        safe = 1.0 if self.is_exact else _SAFE
        for r, best in self.found.items():
            latency[r - self.lower] = best.latency * safe
        cost: FloatArray = latency / self.divisor
        cost[~np.isfinite(cost)] = stand_in
        return cost


@dataclass
class CurveTable:
    """The latency curves of all user groups of an instance."""

    instance: AdaptiveConfig
    curves: list[GroupCurve]

    @staticmethod
    def of(instance: AdaptiveConfig) -> CurveTable:
        """Return the curves of an instance; before any simulation they contain lower bounds."""
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
        """Return a group's best queue setting, found by ``search`` (default: its whole grid)."""
        curve = self.curves[g]
        if containers not in curve.found:
            chosen = (search or best_setting)(curve.group, containers)
            curve.found[containers] = chosen
        return curve.found[containers]

    @property
    def stand_in(self) -> float:
        """A cost above that of all plans that run all jobs; it replaces infinite costs."""
        known = [
            value / curve.divisor
            for curve in self.curves
            for value in [*curve.bound, *(best.latency for best in curve.found.values())]
            if math.isfinite(value)
        ]
        return 2.0 * max(known, default=1.0) * len(self.curves) + 1.0

    def least(self, run: Run) -> LeastCost:
        """Return, per group, the containers over its minimum at the least cost known so far."""
        stand_in = self.stand_in
        curves = Curves.of([curve.costs(stand_in) for curve in self.curves])
        return least_amounts(curves, self.instance.containers - int(self.instance.lower.sum()), run)

    def plan(self, extra: IntArray) -> dict[str, Any] | None:
        """Return the plan of the minimums plus ``extra``; ``None`` if a job never runs."""
        counts = self.instance.lower + extra
        best = [self.simulate(g, int(count)) for g, count in enumerate(counts)]
        if not all(math.isfinite(run.latency) for run in best):
            return None
        return self.instance.plan(counts, np.array([run.number for run in best]))

    def cost(self, extra: IntArray) -> float:
        """Return the total cost if each group has ``extra`` containers beyond its minimum."""
        counts = (self.instance.lower + extra).tolist()
        return math.fsum(
            self.simulate(g, count).latency / curve.divisor
            for g, (curve, count) in enumerate(zip(self.curves, counts, strict=True))
        )

    @property
    def simulated(self) -> list[list[Any]]:
        """The simulated pairs of group and number of containers."""
        return [
            [curve.group.name, containers]
            for curve in self.curves
            for containers in sorted(curve.found)
        ]

    def is_checkable(self, seconds: float | None) -> bool:
        """Whether the checker can repeat the simulations (within ``seconds`` if given)."""
        works = [curve.group.grid_work for curve in self.curves for _ in curve.found]
        if seconds is not None and sum(works) * _CHECKED > seconds:
            return False
        return max(works, default=0) <= MOST_GRID_WORK and sum(works) <= MOST_WORK


Search = Callable[[UserGroup, int], BestSetting]


def answer_of(table: CurveTable, least: LeastCost, plan: dict[str, Any] | None, run: Run) -> Answer:
    """Return a plan with its bound, which is certified if the checker can repeat simulations."""
    certified = least.proof != "tables" and table.is_checkable(run.time_limit)
    certificate = {"kind": least.proof, "price": least.price, "simulated": table.simulated}
    return Answer(
        decision=None if plan is None else table.instance.decision(plan),
        bound=least.bound,
        bound_kind="certified" if certified else "solver",
        certificate=certificate if certified else None,
        stopped=run.stopped,
    )


def impossible(instance: AdaptiveConfig) -> Answer | None:
    """Return a proof of infeasibility if the groups' minimums exceed the containers."""
    needed = int(instance.lower.sum())
    if needed <= instance.containers:
        return None
    largest = max(instance.groups, key=lambda group: group.lower)
    message = (
        f"the lower bounds of {len(instance.groups)} groups sum to {needed} containers, but "
        f"there are {instance.containers}; the largest is that of {largest.name} ({largest.lower})"
    )
    return Answer(infeasible=True, certificate={"kind": "lower-bounds"}, message=message)


def cheap_bound(instance: AdaptiveConfig, run: Run) -> CertifiedBound:
    """Return a bound that needs no simulation: it uses `least_latency` of the groups."""
    if instance.tuning is not None:
        return CertifiedBound(sequence_bound(instance), {"kind": "alone"})
    table = CurveTable.of(instance)
    least = table.least(run)
    if least.proof == "tables":
        return CertifiedBound(sequence_bound(instance), {"kind": "alone"})
    certificate: dict[str, Any] = {"kind": least.proof, "price": least.price, "simulated": []}
    return CertifiedBound(least.bound, certificate)


def sequence_bound(instance: AdaptiveConfig) -> float:
    """Return a lower bound for all sequences: `least_latency` with the most containers per group.

    The mean over all jobs is also at least the mean on one machine as fast as the whole cluster.
    """
    most = zip(instance.groups, instance.upper.tolist(), strict=True)
    latencies = [least_latency(group, count) for group, count in most]
    if instance.objective == "sum-of-means":
        means = zip(latencies, instance.groups, strict=True)
        return math.fsum(value / len(group.jobs) for value, group in means) * _SAFE
    jobs = [job for group in instance.groups for job in group.jobs]
    together = srpt_of(jobs, instance.containers)
    return max(math.fsum(latencies), together) / instance.jobs * _SAFE


NEVER = "no setting runs all jobs of all groups"


def dp(instance: AdaptiveConfig, run: Run) -> Answer:
    """Simulate all groups with all numbers of containers; then divide the containers (Alg. 3)."""
    if (refused := impossible(instance)) is not None:
        return refused
    table = CurveTable.of(instance)
    for g, curve in enumerate(table.curves):
        for containers in range(curve.lower, curve.lower + len(curve.bound)):
            if run.should_stop():
                return _so_far(table, run)
            table.simulate(g, containers)
    return _best_plan(table, run)


def lazy(instance: AdaptiveConfig, run: Run) -> Answer:
    """Simulate only the (group, number of containers) pairs of the cheapest plan, and repeat.

    Before its simulation a pair costs a lower bound. Hence a cheapest plan is optimal as soon as
    all of its pairs are simulated.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    table = CurveTable.of(instance)
    best, value = None, float("inf")
    while not run.should_stop():
        least = table.least(run)
        counts = (instance.lower + least.amounts).tolist()
        new = [g for g, count in enumerate(counts) if count not in table.curves[g].found]
        in_threads(run.threads, table.simulate, new, [counts[g] for g in new])
        cost = table.cost(least.amounts)
        if cost < value:
            best, value = table.plan(least.amounts), cost
            run.report(cost, least.bound, None if best is None else instance.decision(best))
        if not new:
            return _best_plan(table, run)
    least = table.least(run)
    return _of_sequences(instance, answer_of(table, least, best, run), run)


def _so_far(table: CurveTable, run: Run) -> Answer:
    """Return the cheapest plan and the bound of curves that are only partly simulated."""
    least = table.least(run)
    plan = table.plan(least.amounts)
    return _of_sequences(table.instance, answer_of(table, least, plan, run), run)


def _best_plan(table: CurveTable, run: Run) -> Answer:
    """Return the cheapest plan of simulated curves with its bound, or report infeasibility."""
    least = table.least(run)
    plan = table.plan(least.amounts)
    if plan is None:
        return Answer(infeasible=True, message=NEVER)
    run.report(table.cost(least.amounts), None, table.instance.decision(plan))
    details = {"simulated_pairs": len(table.simulated)}
    answer = answer_of(table, least, plan, run)
    return _of_sequences(table.instance, Answer(**{**vars(answer), "details": details}), run)


def _of_sequences(instance: AdaptiveConfig, answer: Answer, run: Run) -> Answer:
    """Return the answer; with tuning, its bound is replaced by a bound on sequences of plans."""
    if instance.tuning is None:
        return answer
    return cheap_bound(instance, run).answer(
        answer.decision,
        stopped=answer.stopped,
        message="best plan with constant settings; changing settings may be better",
        details=answer.details,
    )


_MOST_PLANS = 100_000
_LESS = 1e-12  # relative tolerance: a better sequence has to be better by more


def hindsight(instance: AdaptiveConfig, run: Run) -> Answer:
    """Search all sequences of plans depth first; prune by lower bounds on jobs' latencies."""
    if (refused := impossible(instance)) is not None:
        return refused
    if instance.tuning is None:
        return Answer(message="this method needs an instance with `tuning`")
    bound = cheap_bound(instance, run)
    plans = every_plan(instance)
    if plans is None:
        message = f"each moment has more than {_MOST_PLANS:,} possible plans, too many to search"
        return bound.answer(None, message=message)
    search = _Search(instance, run, plans)
    search.go()
    if search.best is None:
        if search.stopped:
            return bound.answer(None, stopped=run.stopped)
        return Answer(infeasible=True, message="no sequence of settings runs all jobs")
    decision = course_decision(instance, search.best)
    if search.stopped:
        return bound.answer(decision, stopped=run.stopped)
    return Answer(decision=decision, bound=search.value, bound_kind="solver")


def every_plan(instance: AdaptiveConfig) -> list[ContainerPlan] | None:
    """Return all plans, with the instance's first plan first; ``None`` if there are too many."""
    sizes = [group.grid_size for group in instance.groups]
    widths = (instance.upper - instance.lower + 1).tolist()
    if math.prod(sizes) * math.prod(widths) > _MOST_PLANS:
        return None
    ranges = zip(instance.lower.tolist(), instance.upper.tolist(), strict=True)
    counts = [
        counts
        for counts in itertools.product(*(range(low, high + 1) for low, high in ranges))
        if sum(counts) <= instance.containers
    ]
    numbers = list(itertools.product(*(range(size) for size in sizes)))
    first = first_plan(instance)
    plans = [ContainerPlan(c, n) for c in reversed(counts) for n in numbers]
    return [first, *(plan for plan in plans if plan != first)]


def course_decision(
    instance: AdaptiveConfig, course: list[tuple[float, ContainerPlan]]
) -> dict[str, Any]:
    """Convert a sequence of plans to a decision: settings, and the times at which they change."""
    settings: list[dict[str, Any]] = []
    last = None
    for at, plan in course:
        if plan != last:
            groups = instance.plan(np.array(plan.containers), np.array(plan.numbers))
            settings.append({"at": at, "groups": groups})
        last = plan
    return {"settings": settings}


class _Search:
    """A depth-first search over sequences of plans, with the best sequence so far."""

    def __init__(self, instance: AdaptiveConfig, run: Run, plans: list[ContainerPlan]) -> None:
        self.instance, self.run, self.plans = instance, run, plans
        self.cluster = RunningCluster.of(instance)
        assert instance.tuning is not None
        self.interval = instance.tuning.interval
        self.value, self.stopped = math.inf, False
        self.best: list[tuple[float, ContainerPlan]] | None = None
        in_file = [
            latency_alone(job, int(most), group)
            for group, most in zip(instance.groups, instance.upper, strict=True)
            for job in group.jobs
        ]
        self.alone = np.array(in_file)[self.cluster.order]
        per_job = instance.weight / np.array([len(group.jobs) for group in instance.groups])
        self.weight = per_job[self.cluster.group_of]

    def go(self) -> None:
        """Run the search, with a stack of the plans that are still untried at each moment."""
        stack = [self._following(self.cluster.start_state(), [], 0)]
        while stack and not self.stopped:
            deeper = next(stack[-1], None)
            if deeper is None:
                stack.pop()
            else:
                stack.append(self._following(*deeper))

    def _following(
        self, state: JobProgress, course: list[tuple[float, ContainerPlan]], k: int
    ) -> Iterator[tuple[JobProgress, list[tuple[float, ContainerPlan]], int]]:
        """Yield (jobs' progress, plans so far, step) where a better sequence may follow."""
        present = course[-1][1] if course else self.plans[0]
        for plan in [present, *(plan for plan in self.plans if plan != present)]:
            if self.run.should_stop():
                self.stopped = True
                return
            longer = [*course, (k * self.interval, plan)]
            self._try_to_the_end(state, plan, longer)
            following = copy_state(state)
            self.cluster.go_on(following, plan, (k + 1) * self.interval)
            may_be_better = self._bound_below(following) < self.value * (1 - _LESS)
            is_over = (following.completion <= following.clock[0]).all()
            if may_be_better and not is_over and not self._stands(state, following):
                yield following, longer, k + 1

    def _stands(self, before: JobProgress, after: JobProgress) -> bool:
        """Whether waiting is useless, because no job has progressed and none will arrive."""
        will_end = np.isfinite(before.completion) & (before.completion >= before.clock[0])
        comes = before.counts[0] < before.counts[1]
        return not will_end.any() and not comes and bool((before.held == after.held).all())

    def _try_to_the_end(
        self, state: JobProgress, plan: ContainerPlan, course: list[tuple[float, ContainerPlan]]
    ) -> None:
        value = self.cluster.cost(self.cluster.run_to_end(state, plan))
        if value < self.value * (1 - _LESS):
            self.value, self.best = value, course
            self.run.report(value, None, course_decision(self.instance, course))

    def _bound_below(self, state: JobProgress) -> float:
        """Return a lower bound on the final cost of all sequences from a state.

        An unfinished job takes at least its latency alone, and at least its time so far.
        """
        now, submitted = float(state.clock[0]), self.cluster.work.submitted
        ended = (state.completion < now) & (state.completion >= 0)
        least = np.maximum(self.alone, now - submitted)
        latency = np.where(ended, state.completion - submitted, least)
        return float((self.weight * latency).sum())
