"""A group of users: its queues and jobs, and the settings that its scheduler may have."""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.schema import Count, Many, Name, Part, Positive, PositiveCount, PositiveShare, Share
from .grid import share_vectors, weight_vectors

Scheduler: TypeAlias = Literal["capacity", "fair"]
Policy: TypeAlias = Literal["fifo", "fair", "drf", "edf", "lrtf"]
POLICIES: tuple[Policy, ...] = ("fifo", "fair", "drf", "edf", "lrtf")


class Queue(Part):
    """A queue of the group and the least and most of the resources that it may have."""

    name: Name
    min_share: Share = 0.0
    max_share: PositiveShare = 1.0


class GroupMachine(Part):
    """A machine of the group and the containers that it holds."""

    name: Name
    containers: PositiveCount


class QueuedJob(Part):
    """A job: its queue, when it was submitted, the durations of its tasks in their order.

    ``cores`` and ``memory`` (in MB) are the needs of one of its containers; they matter to DRF.
    ``deadline`` matters to EDF, ``machines`` limits the job to some machines of its group.
    """

    name: Name
    queue: Name
    submitted: float = 0.0
    tasks: Annotated[FloatArray, *number_array(1, above=0)]
    cores: Positive = 1.0
    memory: Positive = 2048.0
    max_containers: Annotated[int, Field(ge=1)]
    deadline: float | None = None
    machines: Annotated[Many[Name], Field(min_length=1)] | None = None

    @property
    def most(self) -> int:
        """The most containers that it can use."""
        return min(self.max_containers, len(self.tasks))


class GroupFields(Part):
    """What `queue_config` and each group of `adaptive_config` state alike."""

    scheduler: Scheduler
    queues: Annotated[Many[Queue], Field(min_length=1)]
    shares: Annotated[Many[PositiveShare], Field(min_length=1)] | None = None
    weights: Annotated[Many[Positive], Field(min_length=1)] | None = None
    policies: Annotated[Many[Policy], Field(min_length=1)] = ("fifo",)
    one_policy: bool | None = None
    elastic: bool | None = None
    bounds: Literal["shares", "containers"] | None = None
    machines: Annotated[Many[GroupMachine], Field(min_length=1)] | None = None
    jobs: Annotated[Many[QueuedJob], Field(min_length=1)]

    @property
    def is_elastic(self) -> bool:
        """Whether queues lend their idle containers; the Fair scheduler does unless it is said."""
        return self.scheduler == "fair" if self.elastic is None else self.elastic

    @property
    def guarantees(self) -> bool:
        """Whether the bounds of queues hold for containers, and not for the choice of shares."""
        return self.bounds == "containers"

    @cached_property
    def share_grid(self) -> FloatArray:
        """Every choice of shares that sums to 1, one row each."""
        if self.weights is not None:
            return weight_vectors(self.weights, self.queues, bounded=not self.guarantees)
        return share_vectors(self.shares or (), self.queues, bounded=not self.guarantees)

    @cached_property
    def policy_grid(self) -> IntArray:
        """Every choice of one policy per queue, as numbers into `POLICIES`."""
        numbers = [POLICIES.index(policy) for policy in self.policies]
        count = len(self.queues)
        if self.one_policy:
            return np.repeat(np.array(numbers, dtype=np.int64)[:, None], count, axis=1)
        choices = itertools.product(numbers, repeat=count)
        return np.array(list(choices), dtype=np.int64).reshape(-1, count)

    @cached_property
    def grid_size(self) -> int:
        """The number of settings: choices of shares times choices of policies."""
        offered = len(self.policies)
        return len(self.share_grid) * (offered if self.one_policy else offered ** len(self.queues))

    def setting(self, number: int) -> tuple[FloatArray, IntArray]:
        """Return the shares and policies of one setting of the grid."""
        row, column = divmod(number, len(self.policy_grid))
        return self.share_grid[row], self.policy_grid[column]

    def decision(self, number: int) -> dict[str, dict[str, float] | dict[str, str]]:
        """Return the decision that stands for one setting of the grid."""
        shares, policies = self.setting(number)
        names = [queue.name for queue in self.queues]
        chosen = [POLICIES[policy] for policy in policies.tolist()]
        return {
            "shares": dict(zip(names, shares.tolist(), strict=True)),
            "policies": dict(zip(names, chosen, strict=True)),
        }


class UserGroup(GroupFields):
    """A group of `adaptive_config`: bounds on its containers, and the fields of `queue_config`."""

    name: Name
    lower: PositiveCount = 1
    upper: PositiveCount | None = None
    static: Count | None = None

    def most_of(self, containers: int) -> int:
        """The most containers of the group: stated, or what its jobs can use of so many."""
        if self.upper is not None:
            return self.upper
        usable = sum(job.most for job in self.jobs)
        return max(self.lower, min(usable, containers))
