"""adaptive_config: both levels of AdaptiveConfig as one problem, once or at every tuning moment.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, sections 3.1 to 3.4 and 4.1 to 4.5, Eq. 1 to 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.schema import Count, Instance, Many, Part, Positive, PositiveCount, Rule
from ..queue_config import UserGroup
from .rules import distinct_groups, ordered_bounds, start_fits, submitted_in_time, valid_groups

Objective = Literal["mean-job", "sum-of-means"]


class StartSetting(Part):
    """The setting of a group before the first tuning."""

    containers: Count
    shares: dict[str, float]
    policies: dict[str, str]


class Tuning(Part):
    """When settings may change, and which are in force at first."""

    interval: Positive
    trigger: Literal["new-job", "always"] = "new-job"
    start: dict[str, StartSetting] | None = None


class AdaptiveConfig(Instance):
    """R containers, user groups with queues and jobs, and perhaps the moments of tuning."""

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
        """The least containers of each group."""
        return np.array([group.lower for group in self.groups], dtype=np.int64)

    @cached_property
    def upper(self) -> IntArray:
        """The most containers of each group; by default what its jobs can use together."""
        return np.array([group.most_of(self.containers) for group in self.groups], dtype=np.int64)

    @property
    def jobs(self) -> int:
        """|J|, the number of jobs of all groups."""
        return sum(len(group.jobs) for group in self.groups)

    @cached_property
    def weight(self) -> FloatArray:
        """ω_g: the share of the group's jobs (Eq. 1), or 1 (Eq. 3)."""
        if self.objective == "sum-of-means":
            return np.ones(len(self.groups))
        return np.array([len(group.jobs) / self.jobs for group in self.groups])

    def plan(self, containers: IntArray, numbers: IntArray) -> dict[str, Any]:
        """Return the groups' settings: containers, and a setting of each grid by its number."""
        return {
            group.name: {"containers": int(count), **group.decision(int(number))}
            for group, count, number in zip(self.groups, containers, numbers, strict=True)
        }

    def decision(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """Return the decision that keeps one plan all the time."""
        groups = dict(plan)
        if self.tuning is None:
            return {"groups": groups}
        return {"settings": [{"at": 0.0, "groups": groups}]}
