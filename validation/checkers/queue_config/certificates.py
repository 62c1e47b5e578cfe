"""Certificates of queue_config: a grid that is simulated again, or jobs alone."""

from __future__ import annotations

import itertools
import math
from typing import Any

from ....instances.queue_config import QueueConfig
from ...verdict import Violation, differs
from .judging import check, share_bounds, sum_of_shares
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
        if share_bounds(instance, shares) or sum_of_shares(shares):
            continue
        for chosen in itertools.product(instance.policies, repeat=len(names)):
            settings.append({"shares": shares, "policies": dict(zip(names, chosen, strict=True))})
    return settings


def _invalid(message: str) -> Violation:
    return Violation("certificate", "certificate", None, message)
