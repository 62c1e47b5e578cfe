"""What must hold between the fields of an adaptive_config instance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.faults import Fault, near_miss, repeated_names
from ...core.schema import rule_faults
from ..queue_config import QueueConfig, UserGroup

_CLOSE = 1e-9


def distinct_groups(groups: tuple[UserGroup, ...]) -> Iterator[Fault]:
    """No two groups share a name."""
    yield from repeated_names("groups", (group.name for group in groups))


def ordered_bounds(groups: tuple[UserGroup, ...]) -> Iterator[Fault]:
    """The most containers of a group are not below its least."""
    for g, group in enumerate(groups):
        if group.upper is not None and group.upper < group.lower:
            yield Fault.of(f"groups[{g}].upper", f"must be >= lower ({group.lower})", group.upper)


def valid_groups(groups: tuple[UserGroup, ...], containers: int) -> Iterator[Fault]:
    """Every group keeps the rules of `queue_config`; its machines hold its most containers."""
    for g, group in enumerate(groups):
        values = {field: getattr(group, field) for field in type(group).model_fields}
        for fault in rule_faults(QueueConfig, {**values, "containers": group.most_of(containers)}):
            yield Fault(f"groups[{g}].{fault.place}", fault.rule, fault.value)


def start_fits(groups: tuple[UserGroup, ...], containers: int, tuning: Any) -> Iterator[Fault]:
    """The first setting names every group, and is one that may be chosen."""
    start = None if tuning is None else tuning.start
    if start is None:
        return
    names = {group.name for group in groups}
    for name in sorted(set(start) - names):
        yield Fault(f"tuning.start.{name}", f"is no group {near_miss(name, names)}")
    for name in sorted(names - set(start)):
        yield Fault(f"tuning.start.{name}", "required key is missing")
    total = sum(setting.containers for setting in start.values())
    if total > containers:
        rule = f"gives more than the {containers} containers of the cluster"
        yield Fault.of("tuning.start", rule, total)
    for group in groups:
        if group.name in start:
            yield from _on_the_grid(group, start[group.name], containers)


def _on_the_grid(group: UserGroup, setting: Any, containers: int) -> Iterator[Fault]:
    """The first setting of a group is within its bounds and on its grid."""
    place = f"tuning.start.{group.name}"
    upper = group.most_of(containers)
    if not group.lower <= setting.containers <= upper:
        rule = f"must be from {group.lower} to {upper}"
        yield Fault.of(f"{place}.containers", rule, setting.containers)
    names = [queue.name for queue in group.queues]
    for key, values in (("shares", setting.shares), ("policies", setting.policies)):
        if set(values) != set(names):
            rule = f"must have one entry for each of {', '.join(names)}"
            yield Fault.of(f"{place}.{key}", rule, values)
            return
    if number_of(group, setting.shares, setting.policies) is None:
        yield Fault.of(place, "is no setting of the group's grid", setting.shares)


def number_of(group: UserGroup, shares: dict[str, float], policies: dict[str, str]) -> int | None:
    """Return which setting of a group's grid has these shares and policies."""
    for number in range(group.grid_size):
        setting = group.decision(number)
        close = all(abs(setting["shares"][q] - shares[q]) <= _CLOSE for q in shares)  # type: ignore[operator]
        if close and setting["policies"] == policies:
            return number
    return None


def submitted_in_time(groups: tuple[UserGroup, ...], tuning: Any) -> Iterator[Fault]:
    """With tuning, nothing has been submitted before the first moment."""
    for g, group in enumerate(groups if tuning is not None else ()):
        for k, job in enumerate(group.jobs):
            if job.submitted < 0:
                place = f"groups[{g}].jobs[{k}].submitted"
                yield Fault.of(place, "must be >= 0 with tuning", job.submitted)
