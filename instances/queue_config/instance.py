"""queue_config: choose shares and policies of a group's queues for the waiting jobs.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.3, Algorithms 1 and 2.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Literal, Protocol, TypeAlias

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray, number_array
from ...core.faults import Fault, near_miss, repeated_names
from ...core.schema import (
    Count,
    Instance,
    Many,
    Name,
    Part,
    Positive,
    PositiveCount,
    PositiveShare,
    Rule,
    Share,
)

SUM_TOLERANCE = 1e-3  # shares are written with a few digits: 0.3333 three times is meant to be 1
_CLOSE = 1e-9


class Bounded(Protocol):
    """The interface of objects with bounds on a share, such as queues."""

    @property
    def min_share(self) -> float:
        """The minimum share."""

    @property
    def max_share(self) -> float:
        """The maximum share."""


def _shares_within(shares: Sequence[float], queue: Bounded, bounded: bool) -> list[float]:
    low, high = (queue.min_share, queue.max_share) if bounded else (0.0, 1.0)
    return [s for s in sorted(shares) if low - _CLOSE <= s <= high + _CLOSE]


def count_vectors(shares: Sequence[float], queues: Sequence[Bounded], *, bounded: bool) -> int:
    """Return an estimate of the number of share vectors, by dynamic programming over sums."""
    counts = {0.0: 1}
    for queue in queues:
        following: dict[float, int] = {}
        for total, count in counts.items():
            for share in _shares_within(shares, queue, bounded):
                reached = round(total + share, 4)
                if reached <= 1 + SUM_TOLERANCE:
                    following[reached] = following.get(reached, 0) + count
        counts = following
    return sum(count for total, count in counts.items() if total >= 1 - SUM_TOLERANCE)


def share_vectors(
    shares: Sequence[float], queues: Sequence[Bounded], *, bounded: bool = True
) -> FloatArray:
    """Return all vectors of one share per queue that are within bounds and sum to 1."""
    allowed = [_shares_within(shares, queue, bounded) for queue in queues]
    prefixes: list[tuple[float, ...]] = [()]
    for k, options in enumerate(allowed):
        rest_low = sum(min(shares, default=math.inf) for shares in allowed[k + 1 :])
        rest_high = sum(max(shares, default=-math.inf) for shares in allowed[k + 1 :])
        prefixes = [
            (*prefix, s)
            for prefix in prefixes
            for s in options
            if sum(prefix) + s + rest_low <= 1 + SUM_TOLERANCE
            and sum(prefix) + s + rest_high >= 1 - SUM_TOLERANCE
        ]
    return np.array(prefixes, dtype=np.float64).reshape(len(prefixes), len(queues))


def weight_vectors(
    weights: Sequence[float], queues: Sequence[Bounded], *, bounded: bool = True
) -> FloatArray:
    """Return all vectors of one weight per queue, divided by their sum, without repetitions."""
    chosen = np.array(list(itertools.product(sorted(weights), repeat=len(queues))), dtype=float)
    vectors = chosen / chosen.sum(axis=1)[:, None]
    _, first = np.unique(np.round(vectors, 9), axis=0, return_index=True)
    vectors = vectors[np.sort(first)]
    if bounded:
        low = np.array([queue.min_share for queue in queues])
        high = np.array([queue.max_share for queue in queues])
        inside: BoolArray = (vectors >= low - _CLOSE) & (vectors <= high + _CLOSE)
        vectors = vectors[inside.all(axis=1)]
    return np.asarray(vectors, dtype=np.float64)


Scheduler: TypeAlias = Literal["capacity", "fair"]
Policy: TypeAlias = Literal["fifo", "fair", "drf", "edf", "lrtf"]
POLICIES: tuple[Policy, ...] = ("fifo", "fair", "drf", "edf", "lrtf")


class Queue(Part):
    """A queue of the group, with the minimum and maximum share of the resources."""

    name: Name
    min_share: Share = 0.0
    max_share: PositiveShare = 1.0


class GroupMachine(Part):
    """A machine of the group, and the number of containers that it holds."""

    name: Name
    containers: PositiveCount


class QueuedJob(Part):
    """A job: its queue, its submission time, and the durations of its tasks, in order.

    ``cores`` and ``memory`` (in MB) are the demand of one of its containers, used by DRF.
    ``deadline`` is used by EDF, ``machines`` restricts the job to some machines of its group.
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
        """The maximum number of containers that the job can use."""
        return min(self.max_containers, len(self.tasks))


class GroupFields(Part):
    """The fields that `queue_config` and a group of `adaptive_config` have in common."""

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
        """Whether queues lend unused containers; by default only with the Fair scheduler."""
        return self.scheduler == "fair" if self.elastic is None else self.elastic

    @property
    def guarantees(self) -> bool:
        """Whether the bounds of queues limit their containers, instead of the choice of shares."""
        return self.bounds == "containers"

    @cached_property
    def share_grid(self) -> FloatArray:
        """All choices of one share per queue that sum to 1: choices x queues."""
        if self.weights is not None:
            return weight_vectors(self.weights, self.queues, bounded=not self.guarantees)
        return share_vectors(self.shares or (), self.queues, bounded=not self.guarantees)

    @cached_property
    def policy_grid(self) -> IntArray:
        """All choices of one policy per queue: choices x queues, as indices into `POLICIES`."""
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

    @property
    def grid_work(self) -> int:
        """The effort of simulating all settings: the number of settings times tasks."""
        return self.grid_size * sum(len(job.tasks) for job in self.jobs)

    def setting(self, number: int) -> tuple[FloatArray, IntArray]:
        """Return the shares and policies of the setting with a number in the grid."""
        row, column = divmod(number, len(self.policy_grid))
        return self.share_grid[row], self.policy_grid[column]

    def decision(self, number: int) -> dict[str, dict[str, float] | dict[str, str]]:
        """Return the decision for the setting with a number in the grid."""
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
        """Return the group's maximum of containers: as given, or as many as its jobs can use."""
        if self.upper is not None:
            return self.upper
        usable = sum(job.most for job in self.jobs)
        return max(self.lower, min(usable, containers))


_MOST_SETTINGS = 20_000_000
_MOST_VECTORS = 2_000_000  # maximum number of weight vectors, with proportional ones
_MOST_QUEUES = 64


def distinct_names(queues: tuple[Queue, ...], jobs: tuple[QueuedJob, ...]) -> Iterator[Fault]:
    """Queues and jobs have distinct names."""
    yield from repeated_names("queues", (queue.name for queue in queues))
    yield from repeated_names("jobs", (job.name for job in jobs))


def known_queues(queues: tuple[Queue, ...], jobs: tuple[QueuedJob, ...]) -> Iterator[Fault]:
    """Each job is in one of the queues."""
    names = {queue.name for queue in queues}
    for k, job in enumerate(jobs):
        if job.queue not in names:
            rule = f"is not a queue of this instance {near_miss(job.queue, names)}"
            yield Fault.of(f"jobs[{k}].queue", rule, job.queue)


def ordered_shares(queues: tuple[Queue, ...]) -> Iterator[Fault]:
    """The maximum share of a queue is not below its minimum."""
    for k, queue in enumerate(queues):
        if queue.max_share < queue.min_share:
            rule = f"must be >= min_share ({queue.min_share})"
            yield Fault.of(f"queues[{k}].max_share", rule, queue.max_share)


def policies_fit(
    scheduler: Scheduler, policies: tuple[Policy, ...], jobs: tuple[QueuedJob, ...]
) -> Iterator[Fault]:
    """The Capacity scheduler allows FIFO only; policies are distinct; EDF needs deadlines."""
    if scheduler == "capacity" and policies != ("fifo",):
        yield Fault.of("policies", "the capacity scheduler supports only 'fifo'", list(policies))
    if len(set(policies)) < len(policies):
        yield Fault.of("policies", "lists a policy twice", list(policies))
    if "edf" in policies and all(job.deadline is None for job in jobs):
        yield Fault.of("policies", "'edf' needs a job with a deadline", list(policies))


def bounds_fit(scheduler: Scheduler, elastic: bool | None, bounds: str | None) -> Iterator[Fault]:
    """Only queues that lend their containers can have guaranteed ones."""
    lends = scheduler == "fair" if elastic is None else elastic
    if bounds == "containers" and not lends:
        yield Fault.of("bounds", "'containers' needs an elastic scheduler", bounds)


def shares_sum_to_one(
    shares: tuple[float, ...] | None,
    weights: tuple[float, ...] | None,
    queues: tuple[Queue, ...],
    policies: tuple[Policy, ...],
    one_policy: bool | None,
    bounds: str | None,
) -> Iterator[Fault]:
    """Shares or weights are given; some choice satisfies the bounds; the grid is not too large."""
    if (shares is None) == (weights is None):
        rule = "is missing: give shares or weights" if shares is None else "conflicts with weights"
        yield Fault("shares", rule)
        return
    key, parts = ("shares", shares) if shares is not None else ("weights", weights)
    assert parts is not None
    if len(set(parts)) < len(parts):
        yield Fault.of(key, f"lists a {key[:-1]} twice", list(parts))
    count, bounded = len(queues), bounds != "containers"
    if count > _MOST_QUEUES:
        yield Fault.of("queues", f"must be at most {_MOST_QUEUES} queues", count)
        return
    choices = _count_choices(shares, weights, queues, bounded=bounded)
    if choices * len(policies) ** (1 if one_policy else count) > _MOST_SETTINGS:
        rule = f"give more than {_MOST_SETTINGS:,} settings for {count} queues"
        yield Fault.of(key, rule, list(parts))
        return
    if shares is not None:
        vectors = share_vectors(shares, queues, bounded=bounded)
    else:
        vectors = weight_vectors(parts, queues, bounded=bounded)
    if len(vectors) == 0:
        rule = f"no shares of the {count} queues within their bounds sum to 1"
        yield Fault.of(key, rule, list(parts))


def _count_choices(
    shares: tuple[float, ...] | None,
    weights: tuple[float, ...] | None,
    queues: tuple[Queue, ...],
    *,
    bounded: bool,
) -> int:
    """Return an estimate of the number of choices of shares, very large for many weights."""
    if shares is not None:
        return count_vectors(shares, queues, bounded=bounded)
    vectors = len(weights or ()) ** len(queues)
    return vectors if vectors <= _MOST_VECTORS else _MOST_SETTINGS + 1


def known_machines(
    machines: tuple[GroupMachine, ...] | None, jobs: tuple[QueuedJob, ...], containers: int
) -> Iterator[Fault]:
    """Machines hold exactly all containers; jobs refer to machines of their group."""
    names = {machine.name for machine in machines or ()}
    if machines is not None:
        yield from repeated_names("machines", (machine.name for machine in machines))
        total = sum(machine.containers for machine in machines)
        if total != containers:
            yield Fault.of("machines", f"must have {containers} containers in total", total)
    for k, job in enumerate(jobs):
        for i, name in enumerate(job.machines or ()):
            if name not in names:
                rule = f"is not a machine of the group {near_miss(name, names)}"
                yield Fault.of(f"jobs[{k}].machines[{i}]", rule, name)


class QueueConfig(GroupFields, Instance):
    """Containers of one group, its queues, the grid of settings, and the waiting jobs."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        known_queues,
        ordered_shares,
        policies_fit,
        bounds_fit,
        shares_sum_to_one,
        known_machines,
    )

    problem: Literal["queue_config"] = "queue_config"
    containers: Annotated[int, Field(ge=1)]
