"""Certificates of adaptive_config: a price over simulated curves, jobs alone, or lower bounds.

Where a grid is not simulated, (5) stands for its best latency: no job is faster than alone, and all
jobs together are no faster than on one machine as fast as all containers.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from typing import Annotated, TypeAlias

import numpy as np
from pydantic import Strict

from ....instances.adaptive_config import AdaptiveConfig
from ....instances.queue_config import QueuedJob, UserGroup
from ..cluster_ratio import LowerBoundsExceed
from ..proofs.claims import UnprovenError, refuse_supply
from ..proofs.lagrange_multiplier import Parties, SharedPrice, proven_by_price
from ..queue_config.decision import MOST_GRID_WORK, JobsAlone, alone, grid_work, least_on_grid
from .decision import most_containers

MOST_WORK = 400_000  # settings times tasks of all grids together


GroupCount: TypeAlias = Annotated[tuple[str, int], Strict(False)]


class SimulatedPrice(SharedPrice):
    """A price over curves, of which some pairs of group and containers are simulated."""

    simulated: list[GroupCount]


def certified(
    instance: AdaptiveConfig,
    certificate: SimulatedPrice | JobsAlone | LowerBoundsExceed,
    claim: float | None,
) -> float | None:
    """Return the bound of a price, or of jobs alone; nothing is feasible by lower bounds."""
    if isinstance(certificate, LowerBoundsExceed):
        least = sum(group.lower for group in instance.groups)
        refuse_supply(least, instance.containers, "the lower bounds")
        return None
    if isinstance(certificate, JobsAlone):
        return _sequence_bound(instance)
    if instance.tuning is not None:
        raise UnprovenError("with tuning only jobs alone prove a bound")
    parties = _parties(instance, _pairs(instance, certificate.simulated))
    return proven_by_price(parties, instance.containers, certificate, claim)


def _pairs(instance: AdaptiveConfig, simulated: list[GroupCount]) -> set[GroupCount]:
    """Return the pairs of group and containers whose grids shall be simulated again."""
    groups, work = {group.name: group for group in instance.groups}, 0
    for name, _ in dict.fromkeys(simulated):
        if name not in groups:
            raise UnprovenError(f"simulated names {name!r}, which is no group")
        own = grid_work(groups[name])
        work += own
        if own > MOST_GRID_WORK or work > MOST_WORK:
            raise UnprovenError("the grids are too large to be simulated again")
    return set(simulated)


def _parties(instance: AdaptiveConfig, pairs: set[GroupCount]) -> Parties:
    """Return what each number of containers costs each group at the least."""
    costs, every_job = [], sum(len(group.jobs) for group in instance.groups)
    for group, upper in zip(instance.groups, most_containers(instance), strict=True):
        divisor = every_job if instance.objective == "mean-job" else len(group.jobs)
        latencies = [
            least_on_grid(group, r) if (group.name, r) in pairs else _least(group, r)
            for r in range(group.lower, upper + 1)
        ]
        costs.append(np.array([latency / divisor for latency in latencies]))
    every = np.concatenate(costs)
    finite = every[np.isfinite(every)]
    # a plan with a job that never runs is none; any number above all plans may stand for it
    above = 8.0 * float(finite.max(initial=1.0)) * len(costs) + 8.0
    lows = np.array([group.lower for group in instance.groups])
    return Parties(lows, [np.where(np.isfinite(cost), cost, above) for cost in costs])


def _least(group: UserGroup, containers: int) -> float:
    """(5): a bound below the summed latency under every setting."""
    one_by_one = math.fsum(alone(group, job, containers) for job in group.jobs)
    return max(one_by_one, _shortest_first(group.jobs, containers))


def _shortest_first(jobs: Iterable[QueuedJob], speed: int) -> float:
    """Return the summed latency on one machine that always serves the least work left."""
    coming = sorted((max(0.0, job.submitted), math.fsum(job.tasks) / speed) for job in jobs)
    left: list[float] = []  # a heap
    moment, ends = 0.0, []
    while coming or left:
        if not left:
            moment = max(moment, coming[0][0])
        while coming and coming[0][0] <= moment:
            heapq.heappush(left, coming.pop(0)[1])
        until = coming[0][0] if coming else math.inf
        served = min(left[0], until - moment)
        moment += served
        heapq.heapreplace(left, left[0] - served)
        if left[0] <= 0:
            ends.append(moment)
            heapq.heappop(left)
    return math.fsum(ends) - math.fsum(job.submitted for job in jobs)


def _sequence_bound(instance: AdaptiveConfig) -> float:
    """Return a bound on all sequences: every group with its most containers all the time."""
    pairs = zip(instance.groups, most_containers(instance), strict=True)
    latencies = [_least(group, upper) for group, upper in pairs]
    if instance.objective == "sum-of-means":
        means = zip(latencies, instance.groups, strict=True)
        return math.fsum(latency / len(group.jobs) for latency, group in means)
    jobs = [job for group in instance.groups for job in group.jobs]
    together = _shortest_first(jobs, instance.containers)
    return max(math.fsum(latencies), together) / len(jobs)
