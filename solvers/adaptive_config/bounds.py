"""Bounds that cost little, and the reason why nothing is feasible."""

from __future__ import annotations

import math
from typing import Any

from ...core.outcome import Answer, CertifiedBound
from ...core.run import Run
from ...instances.adaptive_config import AdaptiveConfig, least_latency, srpt_of
from .curves import CurveTable

_SAFE = 1 - 1e-12


def impossible(instance: AdaptiveConfig) -> Answer | None:
    """Return the answer, with its proof, if the lower bounds exceed the containers."""
    needed = int(instance.lower.sum())
    if needed <= instance.containers:
        return None
    largest = max(instance.groups, key=lambda group: group.lower)
    message = (
        f"the lower bounds of {len(instance.groups)} groups sum to {needed} containers, the "
        f"cluster has {instance.containers}; the largest is {largest.name}'s ({largest.lower})"
    )
    return Answer(infeasible=True, certificate={"kind": "lower-bounds"}, message=message)


def cheap_bound(instance: AdaptiveConfig, run: Run) -> CertifiedBound:
    """Return a bound without simulating anything: (5), priced over all groups."""
    if instance.tuning is not None:
        return CertifiedBound(sequence_bound(instance), {"kind": "alone"})
    table = CurveTable.of(instance)
    least = table.least(run)
    if least.proof == "tables":
        return CertifiedBound(sequence_bound(instance), {"kind": "alone"})
    certificate: dict[str, Any] = {"kind": least.proof, "price": least.price, "simulated": []}
    return CertifiedBound(least.bound, certificate)


def sequence_bound(instance: AdaptiveConfig) -> float:
    """Return a bound on every sequence of settings: groups with their most containers, (5).

    The mean over all jobs is also no less than on one machine as fast as the whole cluster.
    """
    most = zip(instance.groups, instance.upper.tolist(), strict=True)
    latencies = [least_latency(group, count) for group, count in most]
    if instance.objective == "sum-of-means":
        means = zip(latencies, instance.groups, strict=True)
        return math.fsum(value / len(group.jobs) for value, group in means) * _SAFE
    jobs = [job for group in instance.groups for job in group.jobs]
    together = srpt_of(jobs, instance.containers)
    return max(math.fsum(latencies), together) / instance.jobs * _SAFE
