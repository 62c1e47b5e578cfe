"""The best sequence of settings, with all jobs known beforehand; for tiny instances."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.adaptive_config import (
    AdaptiveConfig,
    ClusterPlan,
    RunningCluster,
    copied,
    first_plan,
)
from ...instances.queue_config import JobProgress, alone
from .bounds import cheap_bound, impossible

_MOST_PLANS = 100_000
_LESS = 1e-12  # relative


def hindsight(instance: AdaptiveConfig, run: Run) -> Answer:
    """Search all sequences of settings depth first, cut off by (5) for jobs that have not ended."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    if instance.tuning is None:
        return Answer(message="only an instance with tuning has a sequence of settings")
    bound = cheap_bound(instance, run)
    plans = every_plan(instance)
    if plans is None:
        message = f"there are more than {_MOST_PLANS:,} settings at every moment"
        return bound.answer(None, message=message)
    search = _Search(instance, run, plans)
    search.go()
    if search.best is None:
        if search.stopped:
            return bound.answer(None, stopped=run.stopped)
        return Answer(infeasible=True, message="under no sequence of settings all jobs run")
    decision = course_decision(instance, search.best)
    if search.stopped:
        return bound.answer(decision, stopped=run.stopped)
    return Answer(decision=decision, bound=search.value, bound_kind="solver")


def every_plan(instance: AdaptiveConfig) -> list[ClusterPlan] | None:
    """Return all plans, the first one of the instance in front; ``None`` if there are too many."""
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
    plans = [ClusterPlan(c, n) for c in reversed(counts) for n in numbers]
    return [first, *(plan for plan in plans if plan != first)]


def course_decision(
    instance: AdaptiveConfig, course: list[tuple[float, ClusterPlan]]
) -> dict[str, Any]:
    """Return the decision of a course: the moments at which the plan changes."""
    settings: list[dict[str, Any]] = []
    last = None
    for at, plan in course:
        if plan != last:
            groups = instance.plan(np.array(plan.containers), np.array(plan.numbers))
            settings.append({"at": at, "groups": groups})
        last = plan
    return {"settings": settings}


class _Search:
    """The search: a course so far, and the best one found."""

    def __init__(self, instance: AdaptiveConfig, run: Run, plans: list[ClusterPlan]) -> None:
        self.instance, self.run, self.plans = instance, run, plans
        self.cluster = RunningCluster.of(instance)
        assert instance.tuning is not None
        self.interval = instance.tuning.interval
        self.value, self.stopped = math.inf, False
        self.best: list[tuple[float, ClusterPlan]] | None = None
        in_file = [
            alone(job, int(most), group)
            for group, most in zip(instance.groups, instance.upper, strict=True)
            for job in group.jobs
        ]
        self.alone = np.array(in_file)[self.cluster.order]
        per_job = instance.weight / np.array([len(group.jobs) for group in instance.groups])
        self.weight = per_job[self.cluster.group_of]

    def go(self) -> None:
        """Search from the beginning."""
        self._from(self.cluster.start_state(), [], 0)

    def _from(self, state: JobProgress, course: list[tuple[float, ClusterPlan]], k: int) -> None:
        at = k * self.interval
        present = course[-1][1] if course else self.plans[0]
        for plan in [present, *(plan for plan in self.plans if plan != present)]:
            if self.run.should_stop():
                self.stopped = True
                return
            longer = [*course, (at, plan)]
            self._try_to_the_end(state, plan, longer)
            following = copied(state)
            self.cluster.go_on(following, plan, (k + 1) * self.interval)
            if self._bound_below(following) < self.value * (1 - _LESS) and not self._is_over(
                following
            ):
                self._from(following, longer, k + 1)

    def _try_to_the_end(
        self, state: JobProgress, plan: ClusterPlan, course: list[tuple[float, ClusterPlan]]
    ) -> None:
        value = self.cluster.cost(self.cluster.run_to_end(state, plan))
        if value < self.value * (1 - _LESS):
            self.value, self.best = value, course
            self.run.report(value, None, course_decision(self.instance, course))

    def _is_over(self, state: JobProgress) -> bool:
        """Whether all jobs have ended."""
        return bool((state.completion <= state.clock[0]).all())

    def _bound_below(self, state: JobProgress) -> float:
        """Return the cost of ended jobs, and (5) for the others."""
        now, submitted = float(state.clock[0]), self.cluster.work.submitted
        ended = (state.completion < now) & (state.completion >= 0)
        least = np.maximum(self.alone, now - submitted)
        latency = np.where(ended, state.completion - submitted, least)
        return float((self.weight * latency).sum())
