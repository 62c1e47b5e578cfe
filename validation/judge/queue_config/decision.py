"""The judge of queue_config: grid, sums, bounds, and the latency by a simulation of its own."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from ....instances.queue_config import SUM_TOLERANCE, GroupFields, QueueConfig, QueuedJob
from ..forms import Certificate, Decision
from ..judging import Judge
from ..proofs.claims import UnprovenError
from ..tolerances import ROUNDING
from ..verdict import Violation, differs
from .simulation import Allocations, GroupSetting, execution, simulate, simulate_group


class QueueSetting(Decision):
    """The share and the policy of every queue."""

    NAMES: ClassVar = {"shares": ("queues",), "policies": ("queues",)}
    COMPLETE: ClassVar = ("shares", "policies")
    shares: dict[str, float]
    policies: dict[str, str]


def check(instance: QueueConfig, decision: QueueSetting, judge: Judge) -> float | None:
    """Judge a setting of the queues; the objective is the mean latency of the jobs."""
    shares, policies = decision.shares, decision.policies
    judge.violations += setting_violations(instance, shares, policies)
    if judge.violations:
        return None
    held = simulate(instance, shares, policies)
    for name in sorted({job.queue for job in instance.jobs if not held[job.name]}):
        judge.fault("starved", f"queue {name}", "has jobs that are given no container")
    if judge.violations:
        return None
    latencies = [latency(job, held[job.name]) for job in instance.jobs]
    judge.details = {"longest_latency": max(latencies)}
    return math.fsum(latencies) / len(latencies)


def latency(job: QueuedJob, allocations: Allocations) -> float:
    """Return how long a job takes from its submission to its end; infinite if it never runs."""
    return execution(job, allocations)[-1] - job.submitted if allocations else math.inf


def setting_violations(
    group: GroupFields, shares: Mapping[str, float], policies: Mapping[str, str]
) -> Iterator[Violation]:
    """Yield which rules of its group a setting breaks."""
    yield from _on_the_grid(group, shares)
    yield from share_violations(group, shares)
    yield from _known_policies(group, policies)


def _on_the_grid(group: GroupFields, shares: Mapping[str, float]) -> Iterator[Violation]:
    """Every share is one of the grid; of weights, all shares are proportional to some of them."""
    if group.weights is None:
        for name, share in shares.items():
            if not any(abs(share - other) <= ROUNDING for other in group.shares or ()):
                message = f"share {share!r} is not on the grid"
                yield Violation("grid", f"queue {name}", None, message)
    elif not _proportional_to_weights(group.weights, list(shares.values())):
        message = f"{list(shares.values())!r} are proportional to no choice of weights"
        yield Violation("grid", "shares", None, message)


def _proportional_to_weights(weights: tuple[float, ...], shares: list[float]) -> bool:
    """Whether some factor turns every share into one of the weights."""
    if not shares or not all(math.isfinite(share) and share > 0 for share in shares):
        return False
    factors = (weight / shares[0] for weight in weights)
    return any(
        all(any(math.isclose(f * s, w, rel_tol=ROUNDING) for w in weights) for s in shares)
        for f in factors
    )


def share_violations(group: GroupFields, shares: Mapping[str, float]) -> Iterator[Violation]:
    """Every queue gets from its least to its most, unless these are guarantees; all sum to 1."""
    for queue in () if group.guarantees else group.queues:
        share, where = shares[queue.name], f"queue {queue.name}"
        if share < queue.min_share - ROUNDING:
            message = f"gets the share {share}, its least is {queue.min_share}"
            yield Violation("min_share", where, queue.min_share - share, message)
        if share > queue.max_share + ROUNDING:
            message = f"gets the share {share}, its most is {queue.max_share}"
            yield Violation("max_share", where, share - queue.max_share, message)
    total = math.fsum(shares.values())
    if abs(total - 1) > SUM_TOLERANCE + ROUNDING:
        message = f"the shares sum to {total}, not to 1"
        yield Violation("sum", "shares", abs(total - 1), message)


def _known_policies(group: GroupFields, policies: Mapping[str, str]) -> Iterator[Violation]:
    """Every queue has one of the policies that are offered; all the same if one is for all."""
    for name, policy in policies.items():
        if policy not in group.policies:
            message = f"{policy!r} is not offered ({', '.join(group.policies)})"
            yield Violation("policy", f"queue {name}", None, message)
    if group.one_policy and len(set(policies.values())) > 1:
        used = ", ".join(sorted(set(policies.values())))
        yield Violation("one_policy", "policies", None, f"queues have {used}")


MOST_GRID_WORK = 20_000  # settings times tasks that a certificate may ask to be simulated


class GridOfSettings(Certificate):
    """Every setting of a small grid is simulated again."""

    kind: Literal["grid"] = "grid"


class JobsAlone(Certificate):
    """No job is faster than with all the containers that it can use, from the first moment."""

    kind: Literal["alone"] = "alone"


def certified(
    instance: QueueConfig, certificate: GridOfSettings | JobsAlone, claim: float | None
) -> float | None:
    """Return the least mean latency of a grid, or of jobs alone; nothing is feasible on no grid."""
    if isinstance(certificate, JobsAlone):
        latencies = [alone(instance, job, instance.containers) for job in instance.jobs]
        return math.fsum(latencies) / len(latencies)
    if grid_work(instance) > MOST_GRID_WORK:
        raise UnprovenError("the grid is too large to be simulated again")
    least = least_on_grid(instance, instance.containers) / len(instance.jobs)
    # the claim is the same mean where another simulation has added in another order
    proven = None if least == math.inf else least
    return proven if differs(claim, proven) else claim


def grid_work(group: GroupFields) -> int:
    """Return the settings of a grid times the tasks that each runs."""
    return len(grid(group)) * sum(len(job.tasks) for job in group.jobs)


def least_on_grid(group: GroupFields, containers: int) -> float:
    """Return the least summed latency of a group's jobs; infinite where some never run."""
    settings = (GroupSetting(containers, **setting) for setting in grid(group))
    held = (simulate_group(group, setting) for setting in settings)
    sums = (math.fsum(latency(job, own[job.name]) for job in group.jobs) for own in held)
    return min(sums, default=math.inf)


def alone(group: GroupFields, job: QueuedJob, containers: int) -> float:
    """Return a job's latency with all containers that it may use; infinite if it has none."""
    if job.machines is not None and group.machines is not None:
        left, usable = containers, 0
        for machine in group.machines:
            usable += min(machine.containers, left) if machine.name in job.machines else 0
            left -= min(machine.containers, left)
        containers = usable
    most = min(job.max_containers, len(job.tasks), containers)
    return latency(job, [(max(0.0, job.submitted), most)] if most else [])


def grid(group: GroupFields) -> list[dict[str, Any]]:
    """Return all settings whose shares fit the queues and sum to 1."""
    names = [queue.name for queue in group.queues]
    settings = []
    for shares in _share_choices(group, names):
        if any(share_violations(group, shares)):
            continue
        for chosen in itertools.product(group.policies, repeat=len(names)):
            if not group.one_policy or len(set(chosen)) == 1:
                policies = dict(zip(names, chosen, strict=True))
                settings.append({"shares": shares, "policies": policies})
    return settings


def _share_choices(group: GroupFields, names: list[str]) -> Iterator[dict[str, float]]:
    """Yield a share per queue, of the grid or of weights divided by their sum."""
    seen = set()
    for values in itertools.product(group.weights or group.shares or (), repeat=len(names)):
        total = math.fsum(values) if group.weights is not None else 1.0
        shares = tuple(value / total for value in values)
        key = tuple(round(share, 9) for share in shares)
        if key not in seen:
            seen.add(key)
            yield dict(zip(names, shares, strict=True))
