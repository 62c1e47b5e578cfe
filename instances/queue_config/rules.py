"""What must hold between the fields of a group."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.faults import Fault, near_miss, repeated_names
from .grid import count_vectors, share_vectors, weight_vectors
from .group import GroupMachine, Policy, Queue, QueuedJob, Scheduler

_MOST_SETTINGS = 20_000_000
_MOST_VECTORS = 2_000_000  # of weights, before proportional ones are left out
_MOST_QUEUES = 64


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


def policies_fit(
    scheduler: Scheduler, policies: tuple[Policy, ...], jobs: tuple[QueuedJob, ...]
) -> Iterator[Fault]:
    """The Capacity scheduler knows FIFO only; no policy is listed twice; EDF needs a deadline."""
    if scheduler == "capacity" and policies != ("fifo",):
        yield Fault.of("policies", "the capacity scheduler has 'fifo' only", list(policies))
    if len(set(policies)) < len(policies):
        yield Fault.of("policies", "lists a policy twice", list(policies))
    if "edf" in policies and all(job.deadline is None for job in jobs):
        yield Fault.of("policies", "'edf' needs a job with a deadline", list(policies))


def bounds_fit(scheduler: Scheduler, elastic: bool | None, bounds: str | None) -> Iterator[Fault]:
    """Guaranteed containers are for queues that lend their containers to others."""
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
    """Shares or weights are given; some choice keeps the bounds, and all can be enumerated."""
    if (shares is None) == (weights is None):
        rule = "required key is missing (or weights)" if shares is None else "stands beside weights"
        yield Fault("shares", rule)
        return
    key, parts = ("shares", shares) if shares is not None else ("weights", weights)
    assert parts is not None
    if len(set(parts)) < len(parts):
        yield Fault.of(key, f"lists a {key[:-1]} twice", list(parts))
    count, bounded = len(queues), bounds != "containers"
    if count > _MOST_QUEUES or _count_choices(shares, weights, queues, bounded=bounded) * len(
        policies
    ) ** (1 if one_policy else count) > (_MOST_SETTINGS):
        rule = f"give more than {_MOST_SETTINGS:,} settings for {count} queues"
        yield Fault.of(key, rule, list(parts))
        return
    if shares is not None:
        vectors = share_vectors(shares, queues, bounded=bounded)
    else:
        vectors = weight_vectors(parts, queues, bounded=bounded)
    if len(vectors) == 0:
        rule = f"no choice for {count} queues within their bounds sums to 1"
        yield Fault.of(key, rule, list(parts))


def _count_choices(
    shares: tuple[float, ...] | None,
    weights: tuple[float, ...] | None,
    queues: tuple[Queue, ...],
    *,
    bounded: bool,
) -> int:
    """Return about how many choices there are; too many weights count as too many settings."""
    if shares is not None:
        return count_vectors(shares, queues, bounded=bounded)
    vectors = len(weights or ()) ** len(queues)
    return vectors if vectors <= _MOST_VECTORS else _MOST_SETTINGS + 1


def known_machines(
    machines: tuple[GroupMachine, ...] | None, jobs: tuple[QueuedJob, ...], containers: int
) -> Iterator[Fault]:
    """Machines hold all containers together; jobs name machines of their group."""
    names = {machine.name for machine in machines or ()}
    if machines is not None:
        yield from repeated_names("machines", (machine.name for machine in machines))
        total = sum(machine.containers for machine in machines)
        if total != containers:
            yield Fault.of("machines", f"must hold {containers} containers together", total)
    for k, job in enumerate(jobs):
        for i, name in enumerate(job.machines or ()):
            if name not in names:
                rule = f"is no machine of the group {near_miss(name, names)}"
                yield Fault.of(f"jobs[{k}].machines[{i}]", rule, name)
