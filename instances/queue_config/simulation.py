"""The simulated latency L of Algorithm 1, for groups under many settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from .container_choice import (
    JobProgress,
    Scheduling,
    Setting,
    Workload,
    begin_tasks,
    hand_out,
    limits_of,
)
from .instance import GroupFields, QueueConfig, QueuedJob


@kernel
def mean_latencies(
    work: Workload, rules: Scheduling, containers: IntArray, shares: FloatArray, policies: IntArray
) -> FloatArray:
    """Return the mean latency of the jobs under each row of shares and policies.

    This is the compiled core of Algorithms 1 and 2.  Containers are handed out when a job arrives
    and when a job ends, which frees all of its containers.  A job may be given containers several
    times; each of its containers takes the next task as soon as it is free (Algorithm 2).  Printed
    errors of both algorithms are corrected here: the allocation moment is the completion time t*, a
    task starts on the container that is free *first*, and no job is served before it is submitted.
    """
    means = np.empty(len(shares))
    for k in range(len(shares)):
        setting = Setting(containers, shares[k], policies[k])
        state = empty_course(work, len(rules.group))
        advance(work, rules, state, setting, np.inf)
        total = 0.0
        for j in range(len(work.queue)):
            total += state.completion[j] - work.submitted[j]
        means[k] = total / len(work.queue)
    return means


@kernel
def advance(
    work: Workload, rules: Scheduling, state: JobProgress, setting: Setting, until: float
) -> None:
    """Simulate Algorithm 1: allocate containers, advance to the next event, free containers.

    It stops before the events of the moment ``until``, or if no event is left.
    """
    jobs, limits = state.counts[1], limits_of(rules, setting)
    while True:
        now, arrived = state.clock[0], state.counts[0]
        for q in range(len(rules.group)):
            _end_jobs(state, q, now)
        while arrived < jobs and work.submitted[arrived] <= now:
            q = work.queue[arrived]
            state.member[state.room[q] + state.present[q]] = arrived
            state.present[q] += 1
            arrived += 1
        state.counts[0] = arrived
        hand_out(work, rules, state, setting, limits)
        # lines 12 and 13, corrected: the next moment is the first completion, or an arrival
        now = work.submitted[arrived] if arrived < jobs else np.inf
        for q in range(len(rules.group)):
            for i in range(state.room[q], state.room[q] + state.present[q]):
                now = min(now, state.completion[state.member[i]])
        if now >= until:
            state.clock[0] = until
            return
        state.clock[0] = now


@kernel
def empty_course(work: Workload, queues: int) -> JobProgress:
    """Return the state before the first job; the jobs of queue q are stored from room[q] on."""
    jobs = len(work.queue)
    # room[q]: jobs of the queues before q
    room = np.zeros(queues, dtype=np.int64)
    for j in range(jobs):
        for q in range(work.queue[j] + 1, queues):
            room[q] += 1
    return JobProgress(
        np.zeros(jobs, dtype=np.int64),
        np.zeros(jobs, dtype=np.int64),
        np.full(jobs, np.inf),
        np.zeros(jobs, dtype=np.int64),
        np.zeros(jobs),
        np.zeros(work.slot[jobs]),
        np.zeros(work.most.max()),
        np.zeros(jobs, dtype=np.int64),
        room,
        np.zeros(queues, dtype=np.int64),
        np.zeros(queues, dtype=np.int64),
        np.zeros((jobs, work.allowed.shape[1]), dtype=np.int64),
        np.zeros(1),
        np.array([0, jobs]),
    )


@kernel(inner=True)
def _end_jobs(state: JobProgress, q: int, now: float) -> None:
    """Remove the jobs that have ended by ``now`` from queue q, and free their containers."""
    kept, begin = 0, state.room[q]
    for i in range(begin, begin + state.present[q]):
        j = state.member[i]
        if state.completion[j] <= now:
            state.usage[q] -= state.held[j]
        else:
            state.member[begin + kept] = j
            kept += 1
    state.present[q] = kept


MOST_TASKS = 20_000  # of the settings that are simulated at once: a fifth of a second
_NO_LIMIT = 1 << 40  # containers of the one machine of a group that names none


def workload_of(groups: Sequence[GroupFields]) -> tuple[Workload, IntArray]:
    """Return the groups' jobs in order of submission, and the position of each job in the file."""
    queue_of: dict[tuple[int, str], int] = {}
    machine_of: dict[tuple[int, str | None], int] = {}
    for g, group in enumerate(groups):
        for queue in group.queues:
            queue_of[g, queue.name] = len(queue_of)
        for machine in group.machines or (None,):
            machine_of[g, machine.name if machine else None] = len(machine_of)
    owned = [(g, job) for g, group in enumerate(groups) for job in group.jobs]
    order = sorted(range(len(owned)), key=lambda j: owned[j][1].submitted)
    jobs = [owned[j] for j in order]
    most = np.array([job.most for _, job in jobs], dtype=np.int64)
    allowed = np.zeros((len(jobs), len(machine_of)), dtype=np.bool_)
    for j, (g, job) in enumerate(jobs):
        for (owner, name), m in machine_of.items():
            allowed[j, m] = owner == g and (job.machines is None or name in job.machines)
    work = Workload(
        queue=np.array([queue_of[g, job.queue] for g, job in jobs], dtype=np.int64),
        submitted=np.array([job.submitted for _, job in jobs], dtype=np.float64),
        first=np.cumsum([0, *(len(job.tasks) for _, job in jobs)]).astype(np.int64),
        tasks=np.concatenate([job.tasks for _, job in jobs]).astype(np.float64),
        most=most,
        slot=np.concatenate([[0], most.cumsum()]).astype(np.int64),
        # DRF: the larger share of a container's resources, a container being 1 core and 2 GB
        dominant=np.array([max(job.cores, job.memory / 2048.0) for _, job in jobs]),
        deadline=np.array([np.inf if job.deadline is None else job.deadline for _, job in jobs]),
        allowed=allowed,
    )
    return work, np.array(order)


def scheduling_of(groups: Sequence[GroupFields], total: int) -> Scheduling:
    """Return the scheduling data of all groups, for a cluster with ``total`` containers."""
    queues = [(g, queue) for g, group in enumerate(groups) for queue in group.queues]
    machines = [
        (g, machine.containers if machine else _NO_LIMIT)
        for g, group in enumerate(groups)
        for machine in group.machines or (None,)
    ]
    return Scheduling(
        group=np.array([g for g, _ in queues], dtype=np.int64),
        least=np.array([queue.min_share for _, queue in queues]),
        most=np.array([queue.max_share for _, queue in queues]),
        elastic=np.array([group.is_elastic for group in groups]),
        guarantees=np.array([group.guarantees for group in groups]),
        machine_group=np.array([g for g, _ in machines], dtype=np.int64),
        machine_size=np.array([size for _, size in machines], dtype=np.int64),
        total=total,
    )


def latency_alone(job: QueuedJob, containers: int, group: GroupFields) -> float:
    """Return a job's latency on all containers that it can use, from its submission.

    This is a lower bound: with more containers, or containers free earlier, a list schedule never
    ends later.  Infinite if there is no container on the job's machines.
    """
    count = min(job.most, reachable(job, containers, group))
    if count == 0:
        return float("inf")
    free_at = np.full(count, max(0.0, job.submitted))
    tasks = np.asarray(job.tasks, dtype=np.float64)
    begin_tasks(free_at, 0, count, tasks, 0, len(tasks), np.inf)
    return float(free_at.max()) - job.submitted


def reachable(job: QueuedJob, containers: int, group: GroupFields) -> int:
    """Return the number of a group's containers on machines that a job may use."""
    if job.machines is None or group.machines is None:
        return containers
    reached, left = 0, containers
    for machine in group.machines:
        existing = min(machine.containers, left)
        left -= existing
        reached += existing if machine.name in job.machines else 0
    return reached


@dataclass(frozen=True, eq=False)
class Simulator:
    """A group as arrays of jobs and scheduling rules, to simulate many settings."""

    group: GroupFields
    workload: Workload
    order: IntArray
    rules: Scheduling
    containers: IntArray

    @staticmethod
    def of(group: QueueConfig, containers: int | None = None) -> Simulator:
        """Return the simulator of an instance, optionally with another number of containers."""
        return Simulator.of_group(group, group.containers if containers is None else containers)

    @staticmethod
    def of_group(group: GroupFields, containers: int) -> Simulator:
        """Return the simulator of a group with a number of containers."""
        work, order = workload_of([group])
        rules = scheduling_of([group], containers)
        return Simulator(group, work, order, rules, np.array([containers], dtype=np.int64))

    def completions(self, shares: FloatArray, policies: IntArray) -> FloatArray:
        """Return the time at which each job ends, in file order; infinite if never."""
        state = self.start_state()
        setting = Setting(self.containers, shares, policies)
        advance(self.workload, self.rules, state, setting, np.inf)
        ends = np.empty(len(self.order))
        ends[self.order] = state.completion
        return ends

    def start_state(self) -> JobProgress:
        """Return the simulation's state before the first job."""
        return empty_course(self.workload, len(self.rules.group))

    def mean_latencies(self, shares: FloatArray, policies: IntArray) -> FloatArray:
        """Return the mean latency of all jobs under each row of shares and policies."""
        return mean_latencies(self.workload, self.rules, self.containers, shares, policies)

    def alone(self) -> FloatArray:
        """Return each job's latency on all containers that it can use (see `latency_alone`)."""
        count = int(self.containers[0])
        return np.array([latency_alone(job, count, self.group) for job in self.group.jobs])

    @property
    def settings_at_once(self) -> int:
        """The number of settings to simulate in one compiled call, a fraction of a second."""
        return int(max(1, MOST_TASKS // max(1, len(self.workload.tasks))))

    def grid_latencies(self, group: GroupFields, numbers: IntArray) -> FloatArray:
        """Return the mean latency under each of the given settings of the group's grid.

        Settings are simulated in blocks, because compiled code does not react to Ctrl-C or limits.
        """
        parts = [np.empty(0)]
        for begin in range(0, len(numbers), self.settings_at_once):
            some = numbers[begin : begin + self.settings_at_once]
            rows, columns = np.divmod(some, len(group.policy_grid))
            parts.append(self.mean_latencies(group.share_grid[rows], group.policy_grid[columns]))
        return np.concatenate(parts)
