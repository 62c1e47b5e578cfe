"""Heuristics of adaptive_config: random search of curves, static settings, and periodic tuning.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, sections 3.3.3, 3.4, 4.3 to 4.5.  Tuning at run time (3.1, 4.1) uses, at each moment,
the best settings for the jobs known then.  A group is searched if one of its jobs arrived since the
last moment; if any group is searched, the containers are divided again.  Groups that are not
searched keep their settings.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.adaptive_config import (
    AdaptiveConfig,
    BestSetting,
    ContainerPlan,
    RunningCluster,
    best_setting,
    copy_state,
    even_containers,
    even_setting,
    first_plan,
    summed_latency,
)
from ..instances.queue_config import (
    POLICIES,
    JobProgress,
    Policy,
    Setting,
    Simulator,
    UserGroup,
    advance,
)
from ..solvers.adaptive_config import CurveTable, cheap_bound, course_decision, impossible
from ..solvers.allocation import Curves, least_amounts
from .queue_config import Effort, sample, work_shares

__all__ = ["Effort", "adapt", "rrs_dp", "static_fair", "static_fifo", "static_ratio", "table2"]


_SAMPLES = 82  # number of samples, by Proposition 3.1 with p = 0.99 and g = 1/18.4
_LESS = 1e-12  # the relative decrease by which a plan must be better


def adapt(
    instance: AdaptiveConfig,
    run: Run,
    *,
    search: Annotated[
        Literal["exhaustive", "rrs"], Field(description="search method for a group's settings")
    ] = "exhaustive",
) -> Answer:
    """Tune periodically: at each moment, adopt the best simulated plan for the known jobs."""
    if (refused := impossible(instance)) is not None:
        return refused
    if instance.tuning is None:
        return Answer(message="this method needs an instance with `tuning`")
    tuner = _Tuner(instance, run, search)
    tuner.go()
    value = tuner.cluster.cost(tuner.state)
    bound = cheap_bound(instance, run)
    if not math.isfinite(value):
        message = "under the adopted plans, a job never runs"
        return bound.answer(None, stopped=run.stopped, message=message)
    decision = course_decision(instance, tuner.course)
    run.report(value, bound.value, decision, bound.certificate)
    details = {"tunings": tuner.tunings, "changes": len(decision["settings"]) - 1}
    return bound.answer(decision, stopped=run.stopped, details=details)


@dataclass
class _Tuner:
    """The state of a simulation of periodic tuning; ``course`` lists (time, plan) so far."""

    instance: AdaptiveConfig
    run: Run
    search: str
    course: list[tuple[float, ContainerPlan]] = field(default_factory=list)
    tunings: int = 0

    def __post_init__(self) -> None:
        self.cluster = RunningCluster.of(self.instance)
        self.state = self.cluster.start_state()
        self.plan = first_plan(self.instance)
        self.rng = np.random.default_rng(self.run.seed)
        submitted, group_of = self.cluster.work.submitted, self.cluster.group_of
        self.arrivals = [submitted[group_of == g] for g in range(len(self.instance.groups))]

    def go(self) -> None:
        """Simulate all tuning moments, until no later moment can change the plan."""
        tuning = self.instance.tuning
        assert tuning is not None
        last, k = -math.inf, 0
        while not self.run.should_stop():
            at = k * tuning.interval
            came = [bool(((a > last) & (a <= at)).any()) for a in self.arrivals]
            known = any(bool((a <= at).any()) for a in self.arrivals)
            searched = [True] * len(came) if tuning.trigger == "always" and known else came
            if any(searched):
                self.plan = self._tune(at, searched)
                self.tunings += 1
            self.course.append((at, self.plan))
            over = self.cluster.run_to_end(self.state, self.plan)
            if self._nothing_to_tune(at, tuning.trigger, over):
                self.state = over
                return
            self.cluster.go_on(self.state, self.plan, (k + 1) * tuning.interval)
            last, k = at, k + 1
        self.state = self.cluster.run_to_end(self.state, self.plan)

    def _nothing_to_tune(self, at: float, trigger: str, over: JobProgress) -> bool:
        """Return whether no job arrives or ends after ``at`` in a way that triggers a search."""
        if any(bool((a > at).any()) for a in self.arrivals):
            return False
        left = over.completion[np.isfinite(over.completion)]
        return trigger == "new-job" or not bool((left > at).any())

    def _tune(self, at: float, searched: list[bool]) -> ContainerPlan:
        """Return the best plan for the known jobs; only ``searched`` groups get new settings."""
        known = int((self.cluster.work.submitted <= at).sum())
        curves, choices = [], []
        for g, group in enumerate(self.instance.groups):
            state = self.cluster.part(self.state, g, known)
            low, high = int(self.instance.lower[g]), int(self.instance.upper[g])
            present = self.plan.numbers[g]
            numbers = self._candidates(group, present) if searched[g] else [present]
            curve, best = self._curve(g, state, range(low, high + 1), numbers)
            curves.append(curve)
            choices.append(best)
        finite = [value for curve in curves for value in curve.tolist() if math.isfinite(value)]
        stand_in = 2.0 * max(finite, default=1.0) * len(curves) + 1.0
        costs = [np.where(np.isfinite(curve), curve, stand_in) for curve in curves]
        room = self.instance.containers - int(self.instance.lower.sum())
        extra = np.array(self.plan.containers) - self.instance.lower
        amounts = least_amounts(Curves.of(costs), room, self.run.inner()).amounts
        if _total(costs, amounts) >= _total(costs, extra) * (1 - _LESS):
            amounts = extra
        numbers_then = [int(best[x]) for best, x in zip(choices, amounts.tolist(), strict=True)]
        return ContainerPlan(tuple((self.instance.lower + amounts).tolist()), tuple(numbers_then))

    def _candidates(self, group: UserGroup, present: int) -> list[int]:
        """Return the numbers of the settings to try for a group, the present setting first."""
        size = group.grid_size
        tried = list(range(size))
        if self.search == "rrs" and size > _SAMPLES:
            tried = self.rng.choice(size, _SAMPLES, replace=False).tolist()
        return [present, *(n for n in tried if n != present)]

    def _curve(
        self, g: int, state: JobProgress, containers: range, numbers: list[int]
    ) -> tuple[FloatArray, list[int]]:
        """Return the least latency of unfinished jobs, and its setting, by number of containers."""
        group, (work, rules) = self.instance.groups[g], self.cluster.parts[g]
        now, known = float(state.clock[0]), int(state.counts[1])
        open_jobs = np.zeros(len(group.jobs), dtype=bool)
        open_jobs[:known] = ~((state.completion[:known] <= now) & (state.completion[:known] >= 0))
        per_job = float(self.instance.weight[g]) / len(group.jobs)
        costs, best = np.full(len(containers), math.inf), [numbers[0]] * len(containers)
        for k, count in enumerate(containers):
            for number in numbers:
                copy = copy_state(state)
                shares, policies = group.setting(number)
                setting = Setting(np.array([count]), shares, policies)
                advance(work, rules, copy, setting, math.inf)
                ends = copy.completion[open_jobs] - work.submitted[open_jobs]
                value = per_job * math.fsum(ends.tolist())
                if value < costs[k] * (1 - _LESS):
                    costs[k], best[k] = value, number
        return costs, best


def _total(costs: list[FloatArray], amounts: np.ndarray) -> float:
    return math.fsum(float(cost[x]) for cost, x in zip(costs, amounts.tolist(), strict=True))


def rrs_dp(instance: AdaptiveConfig, run: Run, effort: Effort) -> Answer:
    """Search each group's settings at random, then divide the containers by Algorithm 3."""
    effort.check()
    if (refused := impossible(instance)) is not None:
        return refused
    rng = np.random.default_rng(run.seed)

    def search(group: UserGroup, containers: int) -> BestSetting:
        simulator, best = Simulator.of_group(group, containers), 0
        for number, _ in sample(group, simulator, effort, rng):
            best = max(0, number)
        return BestSetting(best, summed_latency(group, containers, best))

    table = CurveTable.of(instance)
    for g, curve in enumerate(table.curves):
        for containers in range(curve.lower, curve.lower + len(curve.bound)):
            if run.should_stop():
                break
            table.simulate(g, containers, search)
    amounts = table.least(run).amounts  # by searched curves, which prove nothing
    counts = instance.lower + amounts
    settings = [table.simulate(g, int(count), search) for g, count in enumerate(counts)]
    return _answer(instance, run, counts, settings)


def static_ratio(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep fixed numbers of containers (default: shares by task seconds), with best settings."""
    if (refused := impossible(instance)) is not None:
        return refused
    counts = _static_containers(instance)
    settings = [
        best_setting(group, int(count))
        for group, count in zip(instance.groups, counts, strict=True)
    ]
    return _answer(instance, run, counts, settings)


def static_fifo(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep fixed numbers of containers and equal queue shares; serve jobs in order of arrival."""
    return _static(instance, run, "fifo")


def static_fair(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep fixed numbers of containers and equal queue shares, with the Fair policy if offered."""
    return _static(instance, run, "fair")


def table2(instance: AdaptiveConfig, run: Run) -> Answer:
    """Use the best of a few settings in every group, like the static tuning of Table 2.

    These settings have equal shares or shares by waiting work, and one policy for all queues.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    counts = _static_containers(instance)
    settings = []
    for group, count in zip(instance.groups, counts.tolist(), strict=True):
        numbers = dict.fromkeys(_representative(group))
        tried = [BestSetting(n, summed_latency(group, count, n)) for n in numbers]
        settings.append(min(tried, key=lambda each: each.latency))
    return _answer(instance, run, counts, settings)


def _static(instance: AdaptiveConfig, run: Run, policy: Policy) -> Answer:
    if (refused := impossible(instance)) is not None:
        return refused
    counts = _static_containers(instance)
    settings = []
    for group, count in zip(instance.groups, counts.tolist(), strict=True):
        used = policy if policy in group.policies else group.policies[0]
        number = even_setting(group, policy=POLICIES.index(used))
        settings.append(BestSetting(number, summed_latency(group, count, number)))
    return _answer(instance, run, counts, settings)


def _representative(group: UserGroup) -> list[int]:
    """Return the settings that have one policy for all queues, and equal or work-based shares."""
    wanted = (None, work_shares(group))
    policies = [POLICIES.index(policy) for policy in group.policies]
    return [even_setting(group, shares, policy) for shares in wanted for policy in policies]


def _static_containers(instance: AdaptiveConfig) -> IntArray:
    """Return the instance's static containers if feasible, else shares by task seconds."""
    stated = [group.static for group in instance.groups]
    if all(number is not None for number in stated):
        containers = np.array(stated, dtype=np.int64)
        within = (containers >= instance.lower) & (containers <= instance.upper)
        if within.all() and containers.sum() <= instance.containers:
            return containers
    work = [sum(float(job.tasks.sum()) for job in group.jobs) for group in instance.groups]
    # with fewer containers than queues, a queue of small share may never get one
    queues = np.array([len({job.queue for job in group.jobs}) for group in instance.groups])
    return even_containers(instance, np.array(work), queues)


def _answer(
    instance: AdaptiveConfig, run: Run, counts: IntArray, settings: list[BestSetting]
) -> Answer:
    """Return an answer with a quickly computed bound, without a plan if some job never runs."""
    if not all(math.isfinite(setting.latency) for setting in settings):
        bound = cheap_bound(instance, run)
        return bound.answer(None, message="under these settings, a job never runs")
    plan = instance.plan(counts, np.array([setting.number for setting in settings]))
    decision = instance.decision(plan)
    per_group = instance.weight / np.array([len(group.jobs) for group in instance.groups])
    latencies = [setting.latency for setting in settings]
    value = float((per_group * latencies).sum())
    run.report(value, None, decision)
    bound = cheap_bound(instance, run)
    run.report(None, bound.value, None, bound.certificate)
    return bound.answer(decision)
