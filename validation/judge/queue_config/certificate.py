"""Certificates of queue_config: a grid that is simulated again, or jobs alone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from ....instances.queue_config import GroupFields, QueueConfig, QueuedJob
from ..verdict import Violation, differs
from .decision import check, share_bounds, sum_of_shares
from .simulation import execution

MOST_GRID_WORK = 20_000  # settings times tasks that a certificate may ask to be simulated


def check_certificate(
    instance: QueueConfig, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a small grid by simulating every setting, or the times of all jobs when alone."""
    if certificate == {"kind": "alone"}:
        return _check_alone(instance, bound)
    if certificate != {"kind": "grid"}:
        return [_invalid("is no {kind: grid or alone}")]
    settings = grid(instance)
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
    latencies = [alone(instance, job, instance.containers) for job in instance.jobs]
    proven = math.fsum(latencies) / len(latencies)
    if bound is not None and bound <= proven:
        return []
    return [_invalid(f"jobs alone take {proven!r}, the claimed bound is {bound!r}")]


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


def _invalid(message: str) -> Violation:
    return Violation("certificate", "certificate", None, message)
