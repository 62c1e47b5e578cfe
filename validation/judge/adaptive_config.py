"""The judge of adaptive_config: one plan or a sequence of plans, simulated in plain Python."""

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, TypeAlias

import numpy as np
from pydantic import Field, Strict

from ...core.schema import Part
from ...instances.adaptive_config import AdaptiveConfig
from ...instances.queue_config import QueuedJob, UserGroup
from .cluster_ratio import LowerBoundsExceed, bounds, supply
from .forms import Decision, Whole, name_faults
from .judging import Judge
from .proofs.claims import UnprovenError, refuse_supply
from .proofs.lagrange_multiplier import Parties, SharedPrice, proven_by_price
from .queue_config import (
    MOST_GRID_WORK,
    GroupSetting,
    JobsAlone,
    QueueSetting,
    grid_work,
    latency,
    latency_alone,
    least_on_grid,
    setting_violations,
    simulate_cluster,
)
from .tolerances import ROUNDING
from .verdict import Violation, malformation

__all__ = ["ClusterCourse", "certified", "check"]


class GroupPlan(QueueSetting):
    """A group's containers, and the shares and policies of its queues."""

    containers: Whole


class Moment(Part):
    """The plans of all groups from one moment (in seconds) on."""

    at: float
    groups: dict[str, GroupPlan]


class ClusterCourse(Decision):
    """A plan for each group; with tuning: ``settings``, a list of moments with their plans."""

    groups: dict[str, GroupPlan] | None = None
    settings: Annotated[list[Moment], Field(min_length=1)] | None = None

    def faults(self, instance: AdaptiveConfig) -> Iterator[Violation]:
        """Yield form faults: fields of the other kind of plan, wrong moments, unknown names."""
        yield from super().faults(instance)
        key, other = ("groups", "settings")[:: 1 if instance.tuning is None else -1]
        if getattr(self, key) is None:
            yield malformation(key, "required key is missing")
        if other in self.model_fields_set:
            yield malformation(other, "unknown key")
        for k, moment in enumerate(self.settings or ()):
            if instance.tuning is not None:
                yield from _moment_faults(instance.tuning.interval, self.settings or [], k)
            yield from _plan_faults(instance, f"settings[{k}].groups", moment.groups)
        if self.groups is not None:
            yield from _plan_faults(instance, "groups", self.groups)


def _plan_faults(
    instance: AdaptiveConfig, place: str, plans: dict[str, GroupPlan]
) -> Iterator[Violation]:
    """Yield a fault for each missing or unknown group, and the faults of a group's queues."""
    groups = {group.name: group for group in instance.groups}
    yield from name_faults(place, plans, [("groups", dict.fromkeys(groups))])
    for name, group in groups.items():
        if name not in plans:
            yield malformation(f"{place}.{name}", "required key is missing")
            continue
        for fault in plans[name].faults(group):
            yield malformation(f"{place}.{name}.{fault.where}", fault.message)


def _moment_faults(interval: float, settings: list[Moment], k: int) -> Iterator[Violation]:
    """Yield a fault for moment ``k``: moments increase from 0 in multiples of ``interval``."""
    at, place = settings[k].at, f"settings[{k}].at"
    steps = at / interval
    if k == 0 and at != 0:
        yield malformation(place, f"must be 0 (found {at!r})")
    elif abs(steps - round(steps)) > ROUNDING * max(1.0, abs(steps)):
        yield malformation(place, f"must be a multiple of {interval:.15g} (found {at!r})")
    elif k and not settings[k - 1].at < at:
        yield malformation(place, "must be later than the previous moment")


def check(instance: AdaptiveConfig, decision: ClusterCourse, judge: Judge) -> float | None:
    """Check by simulation; the objective is the jobs' mean latency or the sum of group means."""
    # a plan without tuning holds from the start
    course = decision.settings or [Moment(at=0.0, groups=decision.groups or {})]
    for moment in course:
        label = "" if len(course) == 1 else f"at {moment.at:.15g}: "
        judge.violations += _plan_violations(instance, moment.groups, label)
    if judge.violations:
        return None
    timeline = []
    for moment in course:
        plans = moment.groups.items()
        settings = {name: GroupSetting(g.containers, g.shares, g.policies) for name, g in plans}
        timeline.append((moment.at, settings))
    groups = {group.name: group for group in instance.groups}
    held = simulate_cluster(groups, instance.containers, timeline)
    for (group, job), allocations in held.items():
        if not allocations:
            judge.fault("starved", f"job {job} of {group}", "gets no container")
    if judge.violations:
        return None
    latencies = {
        name: [latency(job, held[name, job.name]) for job in group.jobs]
        for name, group in groups.items()
    }
    means = {name: math.fsum(each) / len(each) for name, each in latencies.items()}
    every = [seconds for each in latencies.values() for seconds in each]
    per_job = math.fsum(every) / len(every)
    summed = math.fsum(means.values())
    judge.details = {
        "mean_of_jobs": per_job,
        "sum_of_means": summed,
        "longest_latency": max(every),
        "group_means": means,
    }
    return summed if instance.objective == "sum-of-means" else per_job


def _plan_violations(
    instance: AdaptiveConfig, plan: Mapping[str, GroupPlan], moment: str
) -> Iterator[Violation]:
    """Yield a plan's violations of the bounds, the grids, and the number of containers."""
    for group, upper in zip(instance.groups, most_containers(instance), strict=True):
        own, where = plan[group.name], f"{moment}group {group.name}"
        yield from bounds(where, own.containers, group.lower, upper)
        for fault in setting_violations(group, own.shares, own.policies):
            yield replace(fault, where=f"{where}, {fault.where}")
    used = sum(plan[group.name].containers for group in instance.groups)
    yield from supply(f"{moment}cluster", used, instance.containers)


def most_containers(instance: AdaptiveConfig) -> list[int]:
    """Return each group's maximum containers: the given number, or all that its jobs can use."""
    usable = [
        sum(min(job.max_containers, len(job.tasks)) for job in group.jobs)
        for group in instance.groups
    ]
    return [
        max(group.lower, min(most, instance.containers)) if group.upper is None else group.upper
        for group, most in zip(instance.groups, usable, strict=True)
    ]


# If a grid is not simulated, (5) bounds its latency: no job is faster than when it is alone, and
# all jobs together are no faster than on one machine with the speed of all containers.
MOST_WORK = 5_000_000  # settings times tasks of all grids together: less than a minute

GroupCount: TypeAlias = Annotated[tuple[str, int], Strict(False)]


class SimulatedPrice(SharedPrice):
    """A certificate: a price per container; the listed (group, containers) are simulated again."""

    simulated: list[GroupCount]


def certified(
    instance: AdaptiveConfig,
    certificate: SimulatedPrice | JobsAlone | LowerBoundsExceed,
    claim: float | None,
) -> float | None:
    """Return the bound of a certificate, or ``None`` if lower bounds exclude every plan."""
    if isinstance(certificate, LowerBoundsExceed):
        least = sum(group.lower for group in instance.groups)
        refuse_supply(least, instance.containers, "the lower bounds")
        return None
    if isinstance(certificate, JobsAlone):
        return _sequence_bound(instance)
    if instance.tuning is not None:
        raise UnprovenError("with `tuning`, only the kind `alone` proves a bound")
    parties = _parties(instance, _pairs(instance, certificate.simulated))
    return proven_by_price(parties, instance.containers, certificate, claim)


def _pairs(instance: AdaptiveConfig, simulated: list[GroupCount]) -> set[GroupCount]:
    """Return the (group, containers) pairs to simulate again; refuse too much work."""
    groups, work = {group.name: group for group in instance.groups}, 0
    for name, counts in Counter(name for name, _ in dict.fromkeys(simulated)).items():
        if name not in groups:
            raise UnprovenError(f"`simulated` contains {name!r}, which is not a group")
        own = grid_work(groups[name])
        work += own * counts
        if own > MOST_GRID_WORK or work > MOST_WORK:
            raise UnprovenError("the grids are too large to be simulated again")
    return set(simulated)


def _parties(instance: AdaptiveConfig, pairs: set[GroupCount]) -> Parties:
    """Return the groups as `Parties`: a lower bound on the cost of each number of containers."""
    costs, every_job = [], sum(len(group.jobs) for group in instance.groups)
    for group, upper in zip(instance.groups, most_containers(instance), strict=True):
        divisor = every_job if instance.objective == "mean-job" else len(group.jobs)
        latencies = [
            least_on_grid(group, r) if (group.name, r) in pairs else _least(group, r)
            for r in range(group.lower, upper + 1)
        ]
        costs.append(np.array([latency / divisor for latency in latencies]))
    every = np.concatenate(costs)
    finite = every[np.isfinite(every)]
    # a plan with a job that never runs is infeasible; its cost is a number above those of all plans
    above = 8.0 * float(finite.max(initial=1.0)) * len(costs) + 8.0
    lows = np.array([group.lower for group in instance.groups])
    return Parties(lows, [np.where(np.isfinite(cost), cost, above) for cost in costs])


def _least(group: UserGroup, containers: int) -> float:
    """Return a lower bound on a group's summed latency with any setting of its queues."""
    one_by_one = math.fsum(latency_alone(group, job, containers) for job in group.jobs)
    return max(one_by_one, _shortest_first(group.jobs, containers))


def _shortest_first(jobs: Iterable[QueuedJob], speed: int) -> float:
    """Return the least summed latency on one machine, which serves the shortest remaining job."""
    coming = sorted((max(0.0, job.submitted), math.fsum(job.tasks) / speed) for job in jobs)
    left: list[float] = []  # a heap
    moment, ends = 0.0, []
    while coming or left:
        if not left:
            moment = max(moment, coming[0][0])
        while coming and coming[0][0] <= moment:
            heapq.heappush(left, coming.pop(0)[1])
        until = coming[0][0] if coming else math.inf
        served = min(left[0], until - moment)
        moment += served
        heapq.heapreplace(left, left[0] - served)
        if left[0] <= 0:
            ends.append(moment)
            heapq.heappop(left)
    return math.fsum(ends) - math.fsum(job.submitted for job in jobs)


def _sequence_bound(instance: AdaptiveConfig) -> float:
    """Return a bound for all sequences of plans: each group always has its most containers."""
    latencies = list(map(_least, instance.groups, most_containers(instance)))
    if instance.objective == "sum-of-means":
        means = zip(latencies, instance.groups, strict=True)
        return math.fsum(latency / len(group.jobs) for latency, group in means)
    jobs = [job for group in instance.groups for job in group.jobs]
    together = _shortest_first(jobs, instance.containers)
    return max(math.fsum(latencies), together) / len(jobs)
