"""The judge of adaptive_config: bounds, grids, the containers of the cluster, and the latency."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from ....core.schema import Part
from ....instances.adaptive_config import AdaptiveConfig
from ..cluster_ratio import bounds, supply
from ..forms import Decision, Whole, name_faults
from ..judging import Judge
from ..queue_config.decision import QueueSetting, latency, setting_violations
from ..queue_config.simulation import GroupSetting, simulate_cluster
from ..tolerances import ROUNDING
from ..verdict import Violation, malformed


class GroupPlan(QueueSetting):
    """The containers of a group, and the setting of its queues."""

    containers: Whole


class Moment(Part):
    """The plans of all groups from a moment on."""

    at: float
    groups: dict[str, GroupPlan]


class ClusterCourse(Decision):
    """A plan for every group; with tuning ``settings``, which hold the plans of some moments."""

    groups: dict[str, GroupPlan] | None = None
    settings: Annotated[list[Moment], Field(min_length=1)] | None = None

    def faults(self, instance: AdaptiveConfig) -> Iterator[Violation]:
        """Yield keys of the other kind of plan, wrong moments, and names of no group or queue."""
        yield from super().faults(instance)
        key, other = ("groups", "settings")[:: 1 if instance.tuning is None else -1]
        if getattr(self, key) is None:
            yield malformed(key, "required key is missing")
        if other in self.model_fields_set:
            yield malformed(other, "unknown key")
        for k, moment in enumerate(self.settings or ()):
            if instance.tuning is not None:
                yield from _moment_faults(instance.tuning.interval, self.settings or [], k)
            yield from _plan_faults(instance, f"settings[{k}].groups", moment.groups)
        if self.groups is not None:
            yield from _plan_faults(instance, "groups", self.groups)


def _plan_faults(
    instance: AdaptiveConfig, place: str, plans: dict[str, GroupPlan]
) -> Iterator[Violation]:
    """Yield groups that are missing or unknown, and the same for the queues of each group."""
    groups = {group.name: group for group in instance.groups}
    yield from name_faults(place, plans, [("groups", dict.fromkeys(groups))])
    for name, group in groups.items():
        if name not in plans:
            yield malformed(f"{place}.{name}", "required key is missing")
            continue
        for fault in plans[name].faults(group):
            yield malformed(f"{place}.{name}.{fault.where}", fault.message)


def _moment_faults(interval: float, settings: list[Moment], k: int) -> Iterator[Violation]:
    """Moments are multiples of the interval; the first is 0, and they grow."""
    at, place = settings[k].at, f"settings[{k}].at"
    steps = at / interval
    if k == 0 and at != 0:
        yield malformed(place, f"must be 0, is {at!r}")
    elif abs(steps - round(steps)) > ROUNDING * max(1.0, abs(steps)):
        yield malformed(place, f"must be a multiple of {interval:g}, is {at!r}")
    elif k and not settings[k - 1].at < at:
        yield malformed(place, "must be after the moment before")


def check(instance: AdaptiveConfig, decision: ClusterCourse, judge: Judge) -> float | None:
    """Judge plans of all groups; the objective is the mean latency, per job or per group."""
    # a plan without tuning holds from the start
    course = decision.settings or [Moment(at=0.0, groups=decision.groups or {})]
    for moment in course:
        label = "" if len(course) == 1 else f"at {moment.at:g}: "
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
            judge.fault("starved", f"job {job} of {group}", "is given no container")
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
    """Yield which bounds and grids a plan leaves, and whether it has too many containers."""
    for group, upper in zip(instance.groups, most_containers(instance), strict=True):
        own, where = plan[group.name], f"{moment}group {group.name}"
        yield from bounds(where, own.containers, group.lower, upper)
        for fault in setting_violations(group, own.shares, own.policies):
            yield replace(fault, where=f"{where}, {fault.where}")
    used = sum(plan[group.name].containers for group in instance.groups)
    yield from supply(f"{moment}cluster", used, instance.containers)


def most_containers(instance: AdaptiveConfig) -> list[int]:
    """Return the most containers of each group: stated, or what its jobs can use together."""
    usable = [
        sum(min(job.max_containers, len(job.tasks)) for job in group.jobs)
        for group in instance.groups
    ]
    return [
        max(group.lower, min(most, instance.containers)) if group.upper is None else group.upper
        for group, most in zip(instance.groups, usable, strict=True)
    ]
