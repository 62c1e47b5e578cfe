"""adaptive_config: both levels of AdaptiveConfig as one problem, static or with tuning.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, sections 3.1 to 3.4 and 4.1 to 4.5, Eq. 1 to 3.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.faults import Fault, check_range, near_miss, repeated_names
from ...core.memory import check_size
from ...core.schema import Count, Instance, Many, Part, Positive, PositiveCount, Rule, rule_faults
from ..queue_config import QueueConfig, Scheduler, UserGroup
from ..queue_config import generate as queue_config

_CLOSE = 1e-9


def distinct_groups(groups: tuple[UserGroup, ...]) -> Iterator[Fault]:
    """Groups have distinct names."""
    yield from repeated_names("groups", (group.name for group in groups))


def ordered_bounds(groups: tuple[UserGroup, ...]) -> Iterator[Fault]:
    """The maximum number of containers of a group is not below its minimum."""
    for g, group in enumerate(groups):
        if group.upper is not None and group.upper < group.lower:
            yield Fault.of(f"groups[{g}].upper", f"must be >= lower ({group.lower})", group.upper)


def valid_groups(groups: tuple[UserGroup, ...], containers: int) -> Iterator[Fault]:
    """Each group satisfies the rules of `queue_config`; its machines can hold its maximum."""
    for g, group in enumerate(groups):
        values = {field: getattr(group, field) for field in type(group).model_fields}
        for fault in rule_faults(QueueConfig, {**values, "containers": group.most_of(containers)}):
            yield Fault(f"groups[{g}].{fault.place}", fault.rule, fault.value)


def start_fits(groups: tuple[UserGroup, ...], containers: int, tuning: Any) -> Iterator[Fault]:
    """The setting before the first tuning names each group, and satisfies the group's bounds."""
    start = None if tuning is None else tuning.start
    if start is None:
        return
    names = {group.name for group in groups}
    for name in sorted(set(start) - names):
        yield Fault(f"tuning.start.{name}", f"is not a group {near_miss(name, names)}")
    for name in sorted(names - set(start)):
        yield Fault(f"tuning.start.{name}", "required key is missing")
    total = sum(setting.containers for setting in start.values())
    if total > containers:
        rule = f"uses more than the {containers} containers of the cluster"
        yield Fault.of("tuning.start", rule, total)
    for group in groups:
        if group.name in start:
            yield from _on_the_grid(group, start[group.name], containers)


def _on_the_grid(group: UserGroup, setting: Any, containers: int) -> Iterator[Fault]:
    """The first setting of a group satisfies its bounds, and belongs to its grid of settings."""
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
        yield Fault.of(place, "is not a setting of the group's grid", setting.shares)


def number_of(group: UserGroup, shares: dict[str, float], policies: dict[str, str]) -> int | None:
    """Return the number of the setting with these shares and policies in the grid, or None."""
    for number in range(group.grid_size):
        setting = group.decision(number)
        close = all(abs(setting["shares"][q] - shares[q]) <= _CLOSE for q in shares)  # type: ignore[operator]
        if close and setting["policies"] == policies:
            return number
    return None


def submitted_in_time(groups: tuple[UserGroup, ...], tuning: Any) -> Iterator[Fault]:
    """With tuning, no job is submitted before the first moment of tuning."""
    for g, group in enumerate(groups if tuning is not None else ()):
        for k, job in enumerate(group.jobs):
            if job.submitted < 0:
                place = f"groups[{g}].jobs[{k}].submitted"
                yield Fault.of(place, "must be >= 0 if `tuning` is given", job.submitted)


Objective = Literal["mean-job", "sum-of-means"]


class StartSetting(Part):
    """The containers and queue settings of a group before the first tuning."""

    containers: Count
    shares: dict[str, float]
    policies: dict[str, str]


class Tuning(Part):
    """The moments at which settings may change, and the settings before the first one."""

    interval: Positive
    trigger: Literal["new-job", "always"] = "new-job"
    start: dict[str, StartSetting] | None = None


class AdaptiveConfig(Instance):
    """Containers, user groups with queues and jobs, and optionally the moments of tuning."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_groups,
        ordered_bounds,
        valid_groups,
        start_fits,
        submitted_in_time,
    )

    problem: Literal["adaptive_config"] = "adaptive_config"
    containers: PositiveCount
    objective: Objective = "mean-job"
    groups: Annotated[Many[UserGroup], Field(min_length=1)]
    tuning: Tuning | None = None

    @cached_property
    def lower(self) -> IntArray:
        """The minimum number of containers of each group."""
        return np.array([group.lower for group in self.groups], dtype=np.int64)

    @cached_property
    def upper(self) -> IntArray:
        """The maximum containers of each group; if not given, those its jobs can use."""
        return np.array([group.most_of(self.containers) for group in self.groups], dtype=np.int64)

    @property
    def jobs(self) -> int:
        """|J|, the number of jobs of all groups."""
        return sum(len(group.jobs) for group in self.groups)

    @cached_property
    def weight(self) -> FloatArray:
        """ω_g, the weight of each group: its fraction of all jobs (Eq. 1), or 1 (Eq. 3)."""
        if self.objective == "sum-of-means":
            return np.ones(len(self.groups))
        return np.array([len(group.jobs) / self.jobs for group in self.groups])

    def plan(self, containers: IntArray, numbers: IntArray) -> dict[str, Any]:
        """Return a plan by group: its containers, and the setting with its number."""
        return {
            group.name: {"containers": int(count), **group.decision(int(number))}
            for group, count, number in zip(self.groups, containers, numbers, strict=True)
        }

    def decision(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """Return the decision that keeps one plan at all moments."""
        groups = dict(plan)
        if self.tuning is None:
            return {"groups": groups}
        return {"settings": [{"at": 0.0, "groups": groups}]}


def generate(
    seed: int,
    *,
    groups: int = 3,
    jobs: int = 6,
    containers: int = 12,
    queues: int = 2,
    upper: int | None = 8,
    scheduler: Scheduler | None = None,
    mean_gap: float = 2.0,
    objective: Objective = "mean-job",
    interval: float | None = None,
) -> AdaptiveConfig:
    """Return a random cluster.

    A group has 0.5 to 1.5 times ``jobs`` jobs; its jobs, queues and grid are those of a random
    `queue_config`.  ``scheduler`` is the same for all groups, or None: drawn for each.  With an
    ``interval`` settings may change at its multiples.
    """
    check_range(groups=(groups, 1), jobs=(jobs, 1), queues=(queues, 1, 4))
    check_range(containers=(containers, groups), mean_gap=(mean_gap, 0.0))
    check_size(parts=2 * groups * (1 + jobs), numbers=8 * groups * jobs)
    rng = np.random.default_rng(seed)
    made = []
    for g in range(groups):
        drawn: Scheduler = "fair" if rng.random() < 0.5 else "capacity"
        group = queue_config(
            int(rng.integers(1 << 30)),
            jobs=int(rng.integers(max(1, jobs // 2), jobs + jobs // 2 + 1)),
            queues=queues,
            containers=max(queues, containers),
            scheduler=scheduler or drawn,
            mean_gap=mean_gap,
        )
        most = min(containers, sum(job.most for job in group.jobs))
        made.append(
            UserGroup(
                name=f"g{g + 1}",
                upper=most if upper is None else max(1, min(upper, most)),
                scheduler=group.scheduler,
                queues=group.queues,
                shares=group.shares,
                policies=group.policies,
                jobs=group.jobs,
            )
        )
    return AdaptiveConfig(
        name=f"adaptive-config-{groups}x{jobs}-s{seed}",
        containers=containers,
        objective=objective,
        groups=tuple(made),
        tuning=None if interval is None else Tuning(interval=interval),
    )
