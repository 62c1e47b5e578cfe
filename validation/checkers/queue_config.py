"""The judge of queue_config: grid, sums, bounds, and the latency by a simulation of its own.

The simulation here is written in plain Python from the description of Algorithms 1 and 2, as a
sequence of allocations per job.  It shares nothing with the compiled one that the methods use.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import defaultdict
from typing import Any

from ...instances.queue_config import SUM_TOLERANCE, QueueConfig, QueuedJob
from ..verdict import Verdict, Violation, differs, key_faults, malformed, rejected

MOST_GRID_WORK = 20_000  # settings times tasks that a certificate may ask to be simulated
_CLOSE = 1e-9


def check(instance: QueueConfig, decision: Any) -> Verdict:
    """Judge a decision: ``{"shares": {queue: share}, "policies": {queue: policy}}``."""
    faults = key_faults(decision, ["shares", "policies"])
    if not faults:
        faults = [*_form(instance, decision, "shares"), *_form(instance, decision, "policies")]
    if faults:
        return rejected(faults)
    shares, policies = decision["shares"], decision["policies"]
    violations = [
        *_on_the_grid(instance, shares),
        *_share_bounds(instance, shares),
        *_sum_of_shares(shares),
        *_known_policies(instance, policies),
    ]
    if violations:
        return rejected(violations)
    allocations = simulate(instance, shares, policies)
    stuck = _every_job_runs(instance, allocations)
    if stuck:
        return rejected(stuck)
    latencies = {
        job.name: execution(job, allocations[job.name])[-1] - job.submitted for job in instance.jobs
    }
    mean = math.fsum(latencies.values()) / len(latencies)
    return Verdict(objective=mean, details={"longest_latency": max(latencies.values())})


def _form(instance: QueueConfig, decision: Any, key: str) -> list[Violation]:
    values = decision[key]
    if not isinstance(values, dict):
        return [malformed(key, "must be an object with an entry for each queue")]
    names = {queue.name for queue in instance.queues}
    missing, unknown = sorted(names - set(values)), sorted(set(values) - names, key=str)
    wanted: tuple[type, ...] = (int, float) if key == "shares" else (str,)
    kind = "a number" if key == "shares" else "the name of a policy"
    return [
        *(malformed(f"{key}.{name}", "the queue is missing") for name in missing),
        *(malformed(f"{key}.{name}", "there is no such queue") for name in unknown),
        *(
            malformed(f"{key}.{name}", f"must be {kind}, is {value!r}")
            for name, value in values.items()
            if name in names and type(value) not in wanted
        ),
    ]


def _on_the_grid(instance: QueueConfig, shares: dict[str, float]) -> list[Violation]:
    """Every share is one of the grid."""
    return [
        Violation("grid", f"queue {name}", None, f"share {share!r} is not on the grid")
        for name, share in shares.items()
        if not any(abs(share - each) <= _CLOSE for each in instance.shares)
    ]


def _share_bounds(instance: QueueConfig, shares: dict[str, float]) -> list[Violation]:
    """Every queue gets at least its least and at most its most."""
    violations = []
    for queue in instance.queues:
        share, where = shares[queue.name], f"queue {queue.name}"
        if share < queue.min_share - _CLOSE:
            message = f"gets the share {share}, its least is {queue.min_share}"
            violations.append(Violation("min_share", where, queue.min_share - share, message))
        if share > queue.max_share + _CLOSE:
            message = f"gets the share {share}, its most is {queue.max_share}"
            violations.append(Violation("max_share", where, share - queue.max_share, message))
    return violations


def _sum_of_shares(shares: dict[str, float]) -> list[Violation]:
    """The shares of all queues sum to 1."""
    total = math.fsum(shares.values())
    if abs(total - 1) <= SUM_TOLERANCE + _CLOSE:
        return []
    return [Violation("sum", "shares", abs(total - 1), f"the shares sum to {total}, not to 1")]


def _known_policies(instance: QueueConfig, policies: dict[str, str]) -> list[Violation]:
    """Every queue has one of the policies that are offered."""
    offered = ", ".join(instance.policies)
    return [
        Violation("policy", f"queue {name}", None, f"{policy!r} is not offered ({offered})")
        for name, policy in policies.items()
        if policy not in instance.policies
    ]


def _every_job_runs(
    instance: QueueConfig, allocations: dict[str, list[tuple[float, int]]]
) -> list[Violation]:
    """Every queue that has jobs is given at least one container."""
    stuck = {job.queue for job in instance.jobs if not allocations[job.name]}
    return [
        Violation("starved", f"queue {name}", None, "has jobs, and its share is no container")
        for name in sorted(stuck)
    ]


def execution(job: QueuedJob, allocations: list[tuple[float, int]]) -> list[float]:
    """Algorithm 2, corrected: return when each task begins, and at the end when the job ends.

    ``allocations`` holds (moment, containers).  Tasks that could begin before the next moment do;
    the rest waits for the containers that come then.
    """
    free: list[float] = []
    begins: list[float] = []
    end = 0.0
    tasks = job.tasks.tolist()
    moments = [moment for moment, _ in allocations[1:]] + [math.inf]
    for (moment, count), following in zip(allocations, moments, strict=True):
        for _ in range(count):
            heapq.heappush(free, moment)
        while len(begins) < len(tasks) and free[0] < following:
            begin = heapq.heappop(free)
            finish = begin + tasks[len(begins)]
            begins.append(begin)
            heapq.heappush(free, finish)
            end = max(end, finish)
    return [*begins, max([end, *free])]


def simulate(
    instance: QueueConfig, shares: dict[str, float], policies: dict[str, str]
) -> dict[str, list[tuple[float, int]]]:
    """Algorithm 1, corrected: return the allocations of each job, as (moment, containers)."""
    given: dict[str, list[tuple[float, int]]] = {job.name: [] for job in instance.jobs}
    waiting = sorted(instance.jobs, key=lambda job: job.submitted)
    present: list[QueuedJob] = []
    moment = 0.0
    while True:
        while waiting and waiting[0].submitted <= moment:
            present.append(waiting.pop(0))
        _allocate(instance, present, given, shares, policies, moment)
        ends = {job.name: execution(job, given[job.name])[-1] for job in present if given[job.name]}
        moments = [*ends.values(), *(job.submitted for job in waiting[:1])]
        if not moments:
            return given
        moment = min(moments)
        present = [job for job in present if ends.get(job.name, math.inf) > moment]


def _allocate(
    instance: QueueConfig,
    present: list[QueuedJob],
    given: dict[str, list[tuple[float, int]]],
    shares: dict[str, float],
    policies: dict[str, str],
    moment: float,
) -> None:
    """Hand out free containers one by one until nobody may take another (line 4)."""
    held = {job.name: sum(count for _, count in given[job.name]) for job in present}
    more = {job.name: _useful(job, given[job.name], held[job.name], moment) for job in present}
    new: dict[str, int] = defaultdict(int)
    own = _own_containers(instance, shares)
    while True:
        candidates = []
        for number, queue in enumerate(instance.queues):
            members = [job for job in present if job.queue == queue.name]
            used = sum(held[job.name] for job in members)
            eager = [job for job in members if more[job.name] > 0]
            if instance.scheduler == "capacity":
                allowed = used < own[queue.name]
            else:
                most = max(1, math.floor(queue.max_share * instance.containers + _CLOSE))
                allowed = used < most and sum(held.values()) < instance.containers
            if eager and allowed:
                candidates.append((used / shares[queue.name], number, eager))
        if not candidates:
            break
        _, number, eager = min(candidates, key=lambda each: each[:2])
        job = _first_served(policies[instance.queues[number].name], eager, held)
        held[job.name] += 1
        more[job.name] -= 1
        new[job.name] += 1
    for name, count in new.items():
        given[name].append((moment, count))


def _useful(job: QueuedJob, allocations: list[tuple[float, int]], held: int, moment: float) -> int:
    """Return how many more containers a job can use: up to its most, and to its tasks left."""
    begun = 0
    if allocations:
        begun = sum(begin <= moment for begin in execution(job, allocations)[:-1])
    left = len(job.tasks) - begun
    return min(min(job.max_containers, len(job.tasks)) - held, left)


def _first_served(policy: str, eager: list[QueuedJob], held: dict[str, int]) -> QueuedJob:
    """FIFO: the first submitted; fair: the fewest containers; DRF: the least dominant share."""
    if policy == "fifo":
        return eager[0]
    if policy == "fair":
        return min(eager, key=lambda job: held[job.name])
    return min(eager, key=lambda job: held[job.name] * max(job.cores, job.memory / 2048.0))


def _own_containers(instance: QueueConfig, shares: dict[str, float]) -> dict[str, int]:
    """Return the whole containers of each queue: its share, the rest by largest remainders."""
    names = [queue.name for queue in instance.queues]
    total = sum(shares[name] for name in names)
    exact = {name: shares[name] / total * instance.containers for name in names}
    own = {name: math.floor(exact[name] + _CLOSE) for name in names}
    by_remainder = sorted(names, key=lambda name: own[name] - exact[name])
    for name in by_remainder[: instance.containers - sum(own.values())]:
        own[name] += 1
    return own


def check_certificate(
    instance: QueueConfig, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a small grid by simulating every setting, or what all jobs take when alone."""
    if certificate == {"kind": "alone"}:
        return _check_alone(instance, bound)
    if certificate != {"kind": "grid"}:
        return [_invalid("is no {kind: grid or alone}")]
    settings = _grid(instance)
    tasks = sum(len(job.tasks) for job in instance.jobs)
    if len(settings) * tasks > MOST_GRID_WORK:
        return [_invalid("the grid is too large to be simulated again")]
    means = [check(instance, setting).objective for setting in settings]
    found = min((mean for mean in means if mean is not None), default=None)
    if found is None:
        return [] if bound is None else [_invalid("no setting lets every job run")]
    if bound is None or (found < bound and differs(found, bound)):
        return [_invalid(f"a setting reaches {found!r}, the claimed bound is {bound!r}")]
    return []


def _check_alone(instance: QueueConfig, bound: float | None) -> list[Violation]:
    """No job is faster than with all the containers that it can use, from the first moment."""
    latencies = []
    for job in instance.jobs:
        most = min(job.max_containers, len(job.tasks), instance.containers)
        end = execution(job, [(max(0.0, job.submitted), most)])[-1]
        latencies.append(end - job.submitted)
    proven = math.fsum(latencies) / len(latencies)
    if bound is not None and bound <= proven:
        return []
    return [_invalid(f"jobs alone take {proven!r}, the claimed bound is {bound!r}")]


def _grid(instance: QueueConfig) -> list[dict[str, Any]]:
    """Return all settings whose shares fit the queues and sum to 1."""
    names = [queue.name for queue in instance.queues]
    settings = []
    for values in itertools.product(instance.shares, repeat=len(names)):
        shares = dict(zip(names, values, strict=True))
        if _share_bounds(instance, shares) or _sum_of_shares(shares):
            continue
        for chosen in itertools.product(instance.policies, repeat=len(names)):
            settings.append({"shares": shares, "policies": dict(zip(names, chosen, strict=True))})
    return settings


def _invalid(message: str) -> Violation:
    return Violation("certificate", "certificate", None, message)
