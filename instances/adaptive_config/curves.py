"""Latency curves: the simulated mean latency of group g with r containers and setting s."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ..queue_config import (
    GroupFields,
    JobProgress,
    QueuedJob,
    Scheduling,
    Setting,
    Simulator,
    UserGroup,
    Workload,
    advance,
    empty_course,
    latency_alone,
    reachable,
    scheduling_of,
    workload_of,
)
from .instance import AdaptiveConfig, number_of

_SAFE = 1 - 1e-12  # bounds are computed again by the checker, in another order of additions


@dataclass(frozen=True)
class BestSetting:
    """The number of a group's best setting in the grid, and the jobs' summed latency under it."""

    number: int
    latency: float  # summed over the jobs; infinite if under no setting all of them run


def best_setting(group: UserGroup, containers: int) -> BestSetting:
    """Return the setting of the grid with the least latency for a number of containers."""
    means = grid_means(group, containers)
    number = int(np.argmin(means))
    return BestSetting(number, summed_latency(group, containers, number))


def grid_means(group: UserGroup, containers: int) -> FloatArray:
    """Return an array of the mean latency under each setting of the grid."""
    simulator = Simulator.of_group(group, containers)
    return simulator.grid_latencies(group, np.arange(group.grid_size))


def summed_latency(group: UserGroup, containers: int, number: int) -> float:
    """Return the sum of all latencies of a group under one setting, without rounding errors."""
    ends = Simulator.of_group(group, containers).completions(*group.setting(number)).tolist()
    return math.fsum(end - job.submitted for end, job in zip(ends, group.jobs, strict=True))


def least_latency(group: GroupFields, containers: int) -> float:
    """Return a lower bound on the summed latency of the jobs that holds under each setting.

    No job is faster than alone. All jobs together are no faster than on one machine with the speed
    of all containers that always serves the job with the least remaining work.
    """
    return least_latencies(group, [containers])[0]


def least_latencies(group: GroupFields, counts: Iterable[int]) -> list[float]:
    """Return `least_latency` for each number in ``counts``; equal cases are computed once."""
    known: dict[tuple[str, int], float] = {}
    bounds = []
    for containers in counts:
        times = []
        for job in group.jobs:
            key = job.name, min(job.most, reachable(job, containers, group))
            if key not in known:
                known[key] = latency_alone(job, containers, group)
            times.append(known[key])
        bounds.append(max(math.fsum(times), srpt_of(group.jobs, containers)) * _SAFE)
    return bounds


def srpt_of(jobs: Sequence[QueuedJob], speed: int) -> float:
    """Return the summed latency on one machine that serves the job with least remaining work."""
    arrivals = sorted((max(0.0, job.submitted), float(job.tasks.sum()) / speed) for job in jobs)
    waiting: list[float] = []
    moment, total = 0.0, 0.0
    for begin, work in [*arrivals, (math.inf, 0.0)]:
        while waiting and moment < begin:
            served = min(waiting[0], begin - moment)
            moment += served
            if served >= waiting[0]:
                heapq.heappop(waiting)
                total += moment
            else:
                heapq.heapreplace(waiting, waiting[0] - served)
        moment = max(moment, begin) if begin < math.inf else moment
        heapq.heappush(waiting, work)
    return total - math.fsum(job.submitted for job in jobs)


_CLOSE = 1e-9


@dataclass(frozen=True)
class ContainerPlan:
    """A plan: the containers of each group, and the number of its setting in the grid."""

    containers: tuple[int, ...]
    numbers: tuple[int, ...]


def first_plan(instance: AdaptiveConfig) -> ContainerPlan:
    """Return the plan before the first tuning: the instance's, or nearly equal parts."""
    start = None if instance.tuning is None else instance.tuning.start
    if start is not None:
        numbers = [
            number_of(g, start[g.name].shares, start[g.name].policies) for g in instance.groups
        ]
        counts = [start[group.name].containers for group in instance.groups]
        return ContainerPlan(tuple(counts), tuple(number or 0 for number in numbers))
    counts = even_containers(instance, np.ones(len(instance.groups))).tolist()
    return ContainerPlan(tuple(counts), tuple(even_setting(group) for group in instance.groups))


def even_setting(group: UserGroup, wanted: FloatArray | None = None, policy: int = 0) -> int:
    """Return the setting with one policy and the shares closest to ``wanted`` (default: equal)."""
    count = len(group.queues)
    target = np.full(count, 1 / count) if wanted is None else wanted
    row = int(np.argmin(np.abs(group.share_grid - target).sum(axis=1)))
    same = (group.policy_grid == policy).all(axis=1)
    return row * len(group.policy_grid) + int(np.argmax(same))


def even_containers(
    instance: AdaptiveConfig, work: FloatArray, wanted: IntArray | None = None
) -> IntArray:
    """Divide all containers that the bounds allow among the groups, in proportion to ``work``.

    Each group first gets ``wanted`` containers, within its bounds, if they suffice for all groups.
    """
    counts = instance.lower.copy()
    if wanted is not None:
        first = np.clip(wanted, instance.lower, instance.upper)
        counts = first if int(first.sum()) <= instance.containers else counts
    total = max(float(work.sum()), _CLOSE)
    for _ in range(max(0, instance.containers - int(counts.sum()))):
        open_groups = counts < instance.upper
        if not open_groups.any():
            break
        lag = np.where(open_groups, work / total - counts / instance.containers, -np.inf)
        counts[int(np.argmax(lag))] += 1
    return counts


@dataclass(frozen=True, eq=False)
class RunningCluster:
    """An instance as arrays of jobs and scheduling rules, to simulate a sequence of plans."""

    instance: AdaptiveConfig
    work: Workload
    order: IntArray  # place in the file of each job, groups one after the other
    rules: Scheduling
    group_of: IntArray  # per job
    parts: list[tuple[Workload, Scheduling]] = field(default_factory=list)

    @staticmethod
    def of(instance: AdaptiveConfig) -> RunningCluster:
        """Return the arrays of an instance."""
        work, order = workload_of(instance.groups)
        rules = scheduling_of(instance.groups, instance.containers)
        cluster = RunningCluster(instance, work, order, rules, rules.group[work.queue])
        for group in instance.groups:
            alone = scheduling_of([group], instance.containers)
            cluster.parts.append((workload_of([group])[0], alone))
        return cluster

    def setting(self, plan: ContainerPlan) -> Setting:
        """Return a plan in the form of arrays for the simulation."""
        chosen = [
            group.setting(number)
            for group, number in zip(self.instance.groups, plan.numbers, strict=True)
        ]
        return Setting(
            np.array(plan.containers, dtype=np.int64),
            np.concatenate([shares for shares, _ in chosen]),
            np.concatenate([policies for _, policies in chosen]),
        )

    def start_state(self) -> JobProgress:
        """Return the simulation's state before the first job."""
        return empty_course(self.work, len(self.rules.group))

    def go_on(self, state: JobProgress, plan: ContainerPlan, until: float) -> None:
        """Simulate the cluster under a plan until the moment ``until``; update the state."""
        advance(self.work, self.rules, state, self.setting(plan), until)

    def run_to_end(self, state: JobProgress, plan: ContainerPlan) -> JobProgress:
        """Return the state after all jobs have ended under a plan that no longer changes."""
        copy = copy_state(state)
        self.go_on(copy, plan, math.inf)
        return copy

    def cost(self, state: JobProgress) -> float:
        """Return the objective of a final state; infinite if some job never ends."""
        latency = state.completion - self.work.submitted
        total = 0.0
        for g, group in enumerate(self.instance.groups):
            mean = math.fsum(latency[self.group_of == g].tolist()) / len(group.jobs)
            total += float(self.instance.weight[g]) * mean
        return total

    def part(self, state: JobProgress, g: int, known: int) -> JobProgress:
        """Return the state of group g alone, with only the jobs that are known now."""
        work, rules = self.parts[g]
        mine = np.flatnonzero(self.group_of == g)
        place = np.full(len(self.group_of), -1)
        place[mine] = np.arange(len(mine))
        part = empty_course(work, len(rules.group))
        for name in ("held", "begun", "completion", "wanted", "remaining"):
            getattr(part, name)[:] = getattr(state, name)[mine]
        for k, j in enumerate(mine.tolist()):
            first, size = int(self.work.slot[j]), int(self.work.most[j])
            own = int(work.slot[k])
            part.free_at[own : own + size] = state.free_at[first : first + size]
        part.on[:] = state.on[np.ix_(mine, np.flatnonzero(self.rules.machine_group == g))]
        for own, q in enumerate(np.flatnonzero(self.rules.group == g).tolist()):
            begin, count = int(state.room[q]), int(state.present[q])
            members = place[state.member[begin : begin + count]]
            part.member[part.room[own] : part.room[own] + count] = members
            part.present[own], part.usage[own] = count, state.usage[q]
        part.clock[0] = state.clock[0]
        part.counts[0] = int((mine < state.counts[0]).sum())
        part.counts[1] = int((mine < known).sum())
        return part


def copy_state(state: JobProgress) -> JobProgress:
    """Return an independent copy of a simulation's state."""
    copies: list[Any] = [array.copy() for array in state]
    return JobProgress(*copies)
