"""The judge of adaptive_config: bounds, grids, the containers of the cluster, and the latency."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ....instances.adaptive_config import AdaptiveConfig
from ....instances.queue_config import UserGroup
from ..queue_config.decision import form_faults, setting_violations
from ..queue_config.simulation import GroupSetting, execution, simulate_cluster
from ..tolerances import ROUNDING
from ..verdict import Verdict, Violation, key_faults, malformed, rejected


def check(instance: AdaptiveConfig, decision: Any) -> Verdict:
    """Judge ``{"groups": …}``, or with tuning ``{"settings": [{"at": 0, "groups": …}, …]}``."""
    faults, course = _course(instance, decision)
    if faults:
        return rejected(faults)
    violations = [
        violation
        for at, plan in course
        for violation in _plan_violations(
            instance, plan, "" if len(course) == 1 else f"at {at:g}: "
        )
    ]
    if violations:
        return rejected(violations)
    timeline = [(at, {name: _setting(own) for name, own in plan.items()}) for at, plan in course]
    groups = {group.name: group for group in instance.groups}
    given = simulate_cluster(groups, instance.containers, timeline)
    stuck = [key for key, allocations in given.items() if not allocations]
    if stuck:
        return rejected(
            [
                Violation("starved", f"job {job} of {group}", None, "is given no container")
                for group, job in stuck
            ]
        )
    latencies = {
        group.name: [
            execution(job, given[group.name, job.name])[-1] - job.submitted for job in group.jobs
        ]
        for group in instance.groups
    }
    return _verdict(instance, latencies)


def _verdict(instance: AdaptiveConfig, latencies: Mapping[str, list[float]]) -> Verdict:
    means = {name: math.fsum(each) / len(each) for name, each in latencies.items()}
    every = [latency for each in latencies.values() for latency in each]
    per_job = math.fsum(every) / len(every)
    summed = math.fsum(means.values())
    objective = summed if instance.objective == "sum-of-means" else per_job
    details = {"mean_of_jobs": per_job, "sum_of_means": summed, "longest_latency": max(every)}
    return Verdict(objective=objective, details={**details, "group_means": means})


def _course(
    instance: AdaptiveConfig, decision: Any
) -> tuple[list[Violation], list[tuple[float, dict[str, Any]]]]:
    """Return what is malformed, and the moments with their plans."""
    if instance.tuning is None:
        faults = key_faults(decision, ["groups"])
        return faults or _form(instance, decision["groups"], "groups."), [
            (0.0, {} if faults else decision["groups"])
        ]
    faults = key_faults(decision, ["settings"])
    if faults:
        return faults, []
    settings = decision["settings"]
    if not isinstance(settings, list) or not settings:
        return [malformed("settings", "must be a list of at least one setting")], []
    course = []
    for k, entry in enumerate(settings):
        found = [*key_faults(entry, ["at", "groups"])]
        found = found or _moment_faults(instance, settings, k)
        faults += found or _form(instance, entry["groups"], f"settings[{k}].groups.")
        if not found:
            course.append((float(entry["at"]), entry["groups"]))
    return faults, course


def _moment_faults(instance: AdaptiveConfig, settings: list[Any], k: int) -> list[Violation]:
    """Moments are multiples of the interval; the first is 0, and they grow."""
    assert instance.tuning is not None
    at, place = settings[k]["at"], f"settings[{k}].at"
    if type(at) not in (int, float) or not math.isfinite(at):
        return [malformed(place, f"must be a number, is {at!r}")]
    if k == 0 and at != 0:
        return [malformed(place, f"must be 0, is {at!r}")]
    steps = at / instance.tuning.interval
    if abs(steps - round(steps)) > ROUNDING * max(1.0, abs(steps)):
        return [malformed(place, f"must be a multiple of {instance.tuning.interval:g}, is {at!r}")]
    if k and not settings[k - 1]["at"] < at:
        return [malformed(place, "must be after the moment before")]
    return []


def _form(instance: AdaptiveConfig, plan: Any, place: str) -> list[Violation]:
    """Return what is malformed in a plan: groups, containers, shares, policies."""
    if not isinstance(plan, dict):
        return [malformed(place.rstrip("."), "must be an object with an entry for each group")]
    groups = {group.name: group for group in instance.groups}
    faults = [
        malformed(f"{place}{n}", "the group is missing") for n in sorted(set(groups) - set(plan))
    ]
    for name, own in plan.items():
        if name not in groups:
            faults.append(malformed(f"{place}{name}", "there is no such group"))
            continue
        found = key_faults(own, ["containers", "shares", "policies"])
        if found:
            faults += found
        elif type(own["containers"]) is not int:
            rule = f"must be a whole number, is {own['containers']!r}"
            faults.append(malformed(f"{place}{name}.containers", rule))
        else:
            faults += form_faults(groups[name], own, f"{place}{name}.")
    return faults


def _plan_violations(
    instance: AdaptiveConfig, plan: Mapping[str, Any], moment: str
) -> list[Violation]:
    """Return which bounds and grids a plan leaves, and whether it has too many containers."""
    violations = []
    for group, upper in zip(instance.groups, _upper(instance), strict=True):
        own = plan[group.name]
        violations += _bounds(group, own["containers"], upper, moment)
        violations += [
            Violation(
                each.constraint,
                f"{moment}group {group.name}, {each.where}",
                each.amount,
                each.message,
            )
            for each in setting_violations(group, own["shares"], own["policies"])
        ]
    used = sum(plan[group.name]["containers"] for group in instance.groups)
    if used > instance.containers:
        excess = float(used - instance.containers)
        message = f"the groups get {used} containers, the cluster has {instance.containers}"
        violations.append(Violation("containers", f"{moment}cluster", excess, message))
    return violations


def _bounds(group: UserGroup, count: int, upper: int, moment: str) -> list[Violation]:
    where = f"{moment}group {group.name}"
    if count < group.lower:
        message = f"gets {count} containers, its lower bound is {group.lower}"
        return [Violation("lower", where, float(group.lower - count), message)]
    if count > upper:
        message = f"gets {count} containers, its upper bound is {upper}"
        return [Violation("upper", where, float(count - upper), message)]
    return []


def _upper(instance: AdaptiveConfig) -> list[int]:
    """Return the most containers of each group: stated, or what its jobs can use together."""
    usable = [
        sum(min(job.max_containers, len(job.tasks)) for job in group.jobs)
        for group in instance.groups
    ]
    return [
        max(group.lower, min(most, instance.containers)) if group.upper is None else group.upper
        for group, most in zip(instance.groups, usable, strict=True)
    ]


def _setting(own: Mapping[str, Any]) -> GroupSetting:
    return GroupSetting(own["containers"], own["shares"], own["policies"])
