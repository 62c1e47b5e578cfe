"""queue_config: shares and scheduling policies of a group's queues, for the jobs now waiting.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.3, Algorithms 1 and 2.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.faults import Fault, check_range, near_miss, repeated_names
from ...core.schema import Instance, Many, Name, Part, Positive, PositiveShare, Rule

Scheduler: TypeAlias = Literal["capacity", "fair"]
Policy: TypeAlias = Literal["fifo", "fair", "drf"]
POLICIES: tuple[Policy, ...] = ("fifo", "fair", "drf")
SUM_TOLERANCE = 1e-3  # shares are written with a few digits: 0.3333 three times is meant to be 1
_MOST_SETTINGS = 20_000_000
_MOST_QUEUES = 64


class Queue(Part):
    """A queue of the group and the least and most of the resources that it may have."""

    name: Name
    min_share: Annotated[float, Field(ge=0, le=1)] = 0.0
    max_share: PositiveShare = 1.0


class QueuedJob(Part):
    """A job: its queue, when it was submitted, the durations of its tasks in their order.

    ``cores`` and ``memory`` (in MB) are the needs of one of its containers; they matter to DRF.
    """

    name: Name
    queue: Name
    submitted: float = 0.0
    tasks: Annotated[FloatArray, *number_array(1, above=0)]
    cores: Positive = 1.0
    memory: Positive = 2048.0
    max_containers: Annotated[int, Field(ge=1)]


def distinct_names(queues: tuple[Queue, ...], jobs: tuple[QueuedJob, ...]) -> Iterator[Fault]:
    """No two queues and no two jobs share a name."""
    yield from repeated_names("queues", (queue.name for queue in queues))
    yield from repeated_names("jobs", (job.name for job in jobs))


def known_queues(queues: tuple[Queue, ...], jobs: tuple[QueuedJob, ...]) -> Iterator[Fault]:
    """Every job is in one of the queues."""
    names = {queue.name for queue in queues}
    for k, job in enumerate(jobs):
        if job.queue not in names:
            rule = f"is no queue of this instance {near_miss(job.queue, names)}"
            yield Fault.of(f"jobs[{k}].queue", rule, job.queue)


def ordered_shares(queues: tuple[Queue, ...]) -> Iterator[Fault]:
    """The most of a queue is not below its least."""
    for k, queue in enumerate(queues):
        if queue.max_share < queue.min_share:
            rule = f"must be >= min_share ({queue.min_share})"
            yield Fault.of(f"queues[{k}].max_share", rule, queue.max_share)


def policies_fit(scheduler: Scheduler, policies: tuple[Policy, ...]) -> Iterator[Fault]:
    """The Capacity scheduler knows FIFO only; no policy is listed twice."""
    if scheduler == "capacity" and policies != ("fifo",):
        yield Fault.of("policies", "the capacity scheduler has 'fifo' only", list(policies))
    if len(set(policies)) < len(policies):
        yield Fault.of("policies", "lists a policy twice", list(policies))


def shares_sum_to_one(
    shares: tuple[float, ...], queues: tuple[Queue, ...], policies: tuple[Policy, ...]
) -> Iterator[Fault]:
    """Some choice of shares within the queues' bounds sums to 1, and they can be enumerated."""
    if len(set(shares)) < len(shares):
        yield Fault.of("shares", "lists a share twice", list(shares))
    if len(queues) > _MOST_QUEUES or settings_counted(shares, queues, policies) > _MOST_SETTINGS:
        rule = f"give more than {_MOST_SETTINGS:,} settings for {len(queues)} queues"
        yield Fault.of("shares", rule, list(shares))
        return
    if len(share_vectors(shares, queues)) == 0:
        rule = f"no choice for {len(queues)} queues within their bounds sums to 1"
        yield Fault.of("shares", rule, list(shares))


def settings_counted(
    shares: tuple[float, ...], queues: tuple[Queue, ...], policies: tuple[Policy, ...]
) -> int:
    """Return about how many settings there are, by the sums that shares lead to."""
    counts = {0.0: 1}
    for queue in queues:
        allowed = [s for s in shares if queue.min_share - 1e-9 <= s <= queue.max_share + 1e-9]
        following: dict[float, int] = {}
        for total, count in counts.items():
            for share in allowed:
                reached = round(total + share, 4)
                if reached <= 1 + SUM_TOLERANCE:
                    following[reached] = following.get(reached, 0) + count
        counts = following
    whole = sum(count for total, count in counts.items() if total >= 1 - SUM_TOLERANCE)
    return whole * int(len(policies) ** len(queues))


def share_vectors(shares: tuple[float, ...], queues: tuple[Queue, ...]) -> FloatArray:
    """Return every choice of one share per queue within its bounds that sums to 1, in order."""
    allowed = [
        [s for s in sorted(shares) if queue.min_share - 1e-9 <= s <= queue.max_share + 1e-9]
        for queue in queues
    ]
    prefixes: list[tuple[float, ...]] = [()]
    for k, options in enumerate(allowed):
        rest_low = sum(min(each, default=math.inf) for each in allowed[k + 1 :])
        rest_high = sum(max(each, default=-math.inf) for each in allowed[k + 1 :])
        prefixes = [
            (*prefix, s)
            for prefix in prefixes
            for s in options
            if sum(prefix) + s + rest_low <= 1 + SUM_TOLERANCE
            and sum(prefix) + s + rest_high >= 1 - SUM_TOLERANCE
        ]
    return np.array(prefixes, dtype=np.float64).reshape(len(prefixes), len(queues))


class QueueConfig(Instance):
    """Containers of one group, its queues, the grid of settings and the jobs that wait."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        known_queues,
        ordered_shares,
        policies_fit,
        shares_sum_to_one,
    )

    problem: Literal["queue_config"] = "queue_config"
    scheduler: Scheduler
    containers: Annotated[int, Field(ge=1)]
    queues: Annotated[Many[Queue], Field(min_length=1)]
    shares: Annotated[Many[PositiveShare], Field(min_length=1)]
    policies: Annotated[Many[Policy], Field(min_length=1)] = ("fifo",)
    jobs: Annotated[Many[QueuedJob], Field(min_length=1)]

    @cached_property
    def share_grid(self) -> FloatArray:
        """Every choice of shares that sums to 1, one row each."""
        return share_vectors(self.shares, self.queues)

    @cached_property
    def policy_grid(self) -> IntArray:
        """Every choice of one policy per queue, as numbers into `POLICIES`."""
        numbers = [POLICIES.index(policy) for policy in self.policies]
        choices = itertools.product(numbers, repeat=len(self.queues))
        return np.array(list(choices), dtype=np.int64).reshape(-1, len(self.queues))

    @property
    def grid_size(self) -> int:
        """The number of settings: choices of shares times choices of policies."""
        return len(self.share_grid) * int(len(self.policies) ** len(self.queues))

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


def generate(
    seed: int,
    *,
    jobs: int = 14,
    queues: int = 2,
    containers: int = 8,
    scheduler: Scheduler = "fair",
    mean_gap: float = 5.0,
) -> QueueConfig:
    """Return a random group.

    Jobs arrive by a Poisson process and go to the queues at random.  A job has a geometric number
    of tasks (mean 6) with lognormal durations around a median of its own, and asks for up to 4
    containers; one in three needs twice the memory.  Two queues take shares of sixths, three
    queues of eighths, four queues of tenths.
    """
    check_range(jobs=(jobs, 1), queues=(queues, 1, 4), containers=(containers, queues))
    check_range(mean_gap=(mean_gap, 0.0))
    rng = np.random.default_rng(seed)
    steps = {1: 1, 2: 6, 3: 8, 4: 10}[queues]
    shares = tuple(round(k / steps, 4) for k in range(1, steps - queues + 2))
    arrivals = np.round(rng.exponential(mean_gap, jobs).cumsum(), 1) if mean_gap else np.zeros(jobs)
    made = []
    for k in range(jobs):
        tasks = rng.geometric(1 / 6)
        durations = rng.lognormal(np.log(rng.uniform(2.0, 20.0)), 0.3, tasks)
        made.append(
            QueuedJob(
                name=f"j{k + 1}",
                queue=f"q{rng.integers(queues) + 1}",
                submitted=float(arrivals[k]),
                tasks=np.maximum(0.5, np.round(2 * durations) / 2),
                memory=4096.0 if rng.random() < 1 / 3 else 2048.0,
                max_containers=int(rng.integers(1, 5)),
            )
        )
    return QueueConfig(
        name=f"queue-config-{jobs}x{queues}-{scheduler}-s{seed}",
        scheduler=scheduler,
        containers=containers,
        queues=tuple(Queue(name=f"q{q + 1}") for q in range(queues)),
        shares=shares,
        policies=POLICIES if scheduler == "fair" else ("fifo",),
        jobs=tuple(made),
    )
