"""Certificates of queue_config: a grid that is simulated again, or jobs alone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, Literal

from ....instances.queue_config import GroupFields, QueueConfig, QueuedJob
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from ..verdict import differs
from .decision import latencies_of, share_bounds, sum_of_shares
from .simulation import execution, simulate

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
    settings = grid(instance)
    tasks = sum(len(job.tasks) for job in instance.jobs)
    if len(settings) * tasks > MOST_GRID_WORK:
        raise UnprovenError("the grid is too large to be simulated again")
    means = [_mean(instance, setting) for setting in settings]
    least = min((mean for mean in means if mean is not None), default=None)
    # the claim is the same mean where another simulation has added in another order
    return least if differs(claim, least) else claim


def _mean(instance: QueueConfig, setting: dict[str, Any]) -> float | None:
    """Return the mean latency of a setting; ``None`` if some job never runs."""
    allocations = simulate(instance, setting["shares"], setting["policies"])
    if not all(allocations.values()):
        return None
    latencies = latencies_of(instance, allocations)
    return math.fsum(latencies) / len(latencies)


def alone(group: GroupFields, job: QueuedJob, containers: int) -> float:
    """Return a job's latency with all containers that it may use; infinite if it has none."""
    if job.machines is not None and group.machines is not None:
        left, usable = containers, 0
        for machine in group.machines:
            usable += min(machine.containers, left) if machine.name in job.machines else 0
            left -= min(machine.containers, left)
        containers = usable
    most = min(job.max_containers, len(job.tasks), containers)
    if most == 0:
        return math.inf
    return execution(job, [(max(0.0, job.submitted), most)])[-1] - job.submitted


def grid(group: GroupFields) -> list[dict[str, Any]]:
    """Return all settings whose shares fit the queues and sum to 1."""
    names = [queue.name for queue in group.queues]
    settings = []
    for shares in _share_choices(group, names):
        if share_bounds(group, shares) or sum_of_shares(shares):
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
