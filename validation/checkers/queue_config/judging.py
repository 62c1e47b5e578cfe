"""The judge of queue_config: grid, sums, bounds, and the latency by a simulation of its own."""

from __future__ import annotations

import math
from typing import Any

from ....instances.queue_config import SUM_TOLERANCE, QueueConfig
from ...verdict import Verdict, Violation, key_faults, malformed, rejected
from .simulation import CLOSE, execution, simulate


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
        *share_bounds(instance, shares),
        *sum_of_shares(shares),
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
        if not any(abs(share - each) <= CLOSE for each in instance.shares)
    ]


def share_bounds(instance: QueueConfig, shares: dict[str, float]) -> list[Violation]:
    """Every queue gets at least its least and at most its most."""
    violations = []
    for queue in instance.queues:
        share, where = shares[queue.name], f"queue {queue.name}"
        if share < queue.min_share - CLOSE:
            message = f"gets the share {share}, its least is {queue.min_share}"
            violations.append(Violation("min_share", where, queue.min_share - share, message))
        if share > queue.max_share + CLOSE:
            message = f"gets the share {share}, its most is {queue.max_share}"
            violations.append(Violation("max_share", where, share - queue.max_share, message))
    return violations


def sum_of_shares(shares: dict[str, float]) -> list[Violation]:
    """The shares of all queues sum to 1."""
    total = math.fsum(shares.values())
    if abs(total - 1) <= SUM_TOLERANCE + CLOSE:
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
