"""Compiled choice of the next container: among groups, among queues, and within a queue."""

from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel


class Workload(NamedTuple):
    """The jobs in order of submission; job j has ``tasks[first[j]:first[j + 1]]``.

    ``slot[j]`` is the first position of job j's containers in an array of all containers.
    """

    queue: IntArray
    submitted: FloatArray
    first: IntArray
    tasks: FloatArray
    most: IntArray
    slot: IntArray
    dominant: FloatArray
    deadline: FloatArray  # infinite if there is none
    allowed: BoolArray  # per job and machine


class Scheduling(NamedTuple):
    """The scheduling data that no setting changes: queues, groups, and machines of groups."""

    group: IntArray  # of each queue
    least: FloatArray  # minimum share of each queue
    most: FloatArray
    elastic: BoolArray  # per group
    guarantees: BoolArray  # per group: bounds hold for containers
    machine_group: IntArray
    machine_size: IntArray
    total: int  # containers of the cluster


class Setting(NamedTuple):
    """A setting: the containers of each group, and a share and a policy of each queue."""

    containers: IntArray
    shares: FloatArray
    policies: IntArray


class JobProgress(NamedTuple):
    """The state of a simulation.

    Each job has its number of containers (``held``) and of tasks ``begun``, and its end
    (``completion``).  ``wanted`` is the number of further containers that it can use, ``remaining``
    the time of its tasks not begun.  Each container has the time when it is free (``free_at``).
    ``member[room[q] : room[q] + present[q]]`` are the jobs in queue q that have not ended, in order
    of submission; ``usage`` counts containers by queue, ``on`` by job and machine.  ``clock`` is
    the present time, ``counts`` are the numbers of arrived and of known jobs.
    """

    held: IntArray
    begun: IntArray
    completion: FloatArray
    wanted: IntArray
    remaining: FloatArray
    free_at: FloatArray
    planned: FloatArray
    member: IntArray
    room: IntArray
    present: IntArray
    usage: IntArray
    on: IntArray
    clock: FloatArray
    counts: IntArray


@kernel
def begin_tasks(
    free_at: FloatArray, begin: int, end: int, tasks: FloatArray, task: int, last: int, until: float
) -> int:
    """Start tasks on the containers that become free first (Algorithm 2, lines 14 to 18).

    The tasks ``task`` to ``last - 1`` start on the containers ``begin`` to ``end - 1`` as long as
    one of these is free by ``until``; return the first task that did not start.
    """
    if begin == end:
        return task
    while task < last:
        first = begin
        for container in range(begin + 1, end):
            if free_at[container] < free_at[first]:
                first = container
        if free_at[first] > until:
            break
        free_at[first] += tasks[task]
        task += 1
    return task


_FIFO = 0
_DRF = 2
_EDF = 3
_LRTF = 4  # any other policy is fair
# numba gives a plain 0 its own type, and would compile each function that takes it twice.
_FIRST: Any = np.int64(0)


class ContainerLimits(NamedTuple):
    """The limits of a setting: most and guaranteed containers by queue, containers by machine."""

    queue: IntArray
    floor: IntArray
    machine: IntArray


@kernel(inner=True)
def limits_of(rules: Scheduling, setting: Setting) -> ContainerLimits:
    """Return the limits of a setting; queues that do not lend containers keep to their share."""
    queues = len(rules.group)
    limit, floor = np.zeros(queues, dtype=np.int64), np.zeros(queues, dtype=np.int64)
    for g in range(len(setting.containers)):
        containers = setting.containers[g]
        if not rules.elastic[g]:
            _entitle(rules, setting, g, limit)
            continue
        for q in range(queues):
            if rules.group[q] == g:
                most = np.int64(np.floor(rules.most[q] * containers + 1e-9))
                if rules.guarantees[g]:
                    limit[q] = most
                    floor[q] = np.int64(np.floor(rules.least[q] * containers + 1e-9))
                else:
                    limit[q] = most if most > 1 else 1
    machine = np.zeros(len(rules.machine_size), dtype=np.int64)
    before = np.zeros(len(setting.containers), dtype=np.int64)
    for m in range(len(machine)):  # the first containers of the list exist
        g = rules.machine_group[m]
        machine[m] = min(rules.machine_size[m], max(0, setting.containers[g] - before[g]))
        before[g] += machine[m]
    return ContainerLimits(limit, floor, machine)


@kernel(inner=True)
def _entitle(rules: Scheduling, setting: Setting, g: int, own: IntArray) -> None:
    """Write to ``own`` the containers of each queue of group g, rounded by largest remainders."""
    total, handed_out = 0.0, 0
    for q in range(len(own)):
        if rules.group[q] == g:
            total += setting.shares[q]
    remainder = np.full(len(own), -1.0)
    for q in range(len(own)):
        if rules.group[q] == g:
            # own[q] is rounded down; the remainders say who gets one more
            exact = setting.shares[q] / total * setting.containers[g]
            own[q] = np.int64(np.floor(exact + 1e-9))
            remainder[q] = exact - own[q]
            handed_out += own[q]
    for _ in range(setting.containers[g] - handed_out):
        # each of the containers left goes to the largest remainder, once
        largest = 0
        for q in range(len(own)):
            if remainder[q] > remainder[largest]:
                largest = q
        own[largest] += 1
        remainder[largest] = -1.0


@kernel(inner=True)
def hand_out(
    work: Workload, rules: Scheduling, state: JobProgress, setting: Setting, limits: ContainerLimits
) -> None:
    """Allocate free containers one by one until no job may take more (Algorithm 1, line 4)."""
    queues, now = len(rules.group), state.clock[0]
    held = np.zeros(len(setting.containers), dtype=np.int64)
    for q in range(queues):
        held[rules.group[q]] += state.usage[q]
    used = np.zeros(len(limits.machine), dtype=np.int64)
    for m in range(len(used)):
        for q in range(queues):
            if rules.group[q] == rules.machine_group[m]:
                for i in range(state.room[q], state.room[q] + state.present[q]):
                    used[m] += state.on[state.member[i], m]
    following = np.empty(queues, dtype=np.int64)
    for q in range(queues):
        following[q] = -1
        if held[rules.group[q]] < setting.containers[rules.group[q]]:
            _count_wanted(work, state, q, setting.policies[q] == _LRTF)
            following[q] = _next_job(work, state, limits, used, q, setting.policies[q])
    free = rules.total - held.sum()
    while free > 0:
        chosen = _next_queue(rules, state, setting, limits, held, following)
        if chosen < 0:
            break
        job, g = following[chosen], rules.group[chosen]
        machine = _freest(work, limits, used, job)
        state.on[job, machine] += 1
        used[machine] += 1
        _give(work, state, job, now)
        held[g] += 1
        free -= 1
        full = used[machine] >= limits.machine[machine]
        for q in range(queues):  # a full machine may change who is next in every queue
            if q == chosen or (full and rules.group[q] == g and following[q] >= 0):
                following[q] = _next_job(work, state, limits, used, q, setting.policies[q])
    for q in range(queues):
        _plan(work, state, q)


@kernel(inner=True)
def _next_queue(
    rules: Scheduling,
    state: JobProgress,
    setting: Setting,
    limits: ContainerLimits,
    held: IntArray,
    following: IntArray,
) -> int:
    """Return the next queue to serve, in the group that uses the least part of its containers.

    In this group a queue below its guarantee comes first, then that with least use per share.
    """
    chosen: int = -1
    group_rank, floor_rank, rank = np.inf, 1, np.inf
    for q in range(len(following)):
        g = rules.group[q]
        if following[q] < 0 or state.usage[q] >= limits.queue[q]:
            continue
        if held[g] >= setting.containers[g]:
            continue
        # Algorithm 1: groups by their part, queues of a group by their share
        of_group = held[g] / setting.containers[g]
        above = 0 if state.usage[q] < limits.floor[q] else 1
        own = state.usage[q] / setting.shares[q]
        better = of_group < group_rank
        if of_group == group_rank and rules.group[chosen] == g:
            better = above < floor_rank or (above == floor_rank and own < rank)
        if better:
            chosen, group_rank, floor_rank, rank = q, of_group, above, own
    return chosen


@kernel(inner=True)
def _freest(work: Workload, limits: ContainerLimits, used: IntArray, j: int) -> int:
    """Return the machine with the most free containers among those that job j may use, or -1."""
    chosen: int = -1
    most = 0
    for m in range(len(used)):
        if work.allowed[j, m] and limits.machine[m] - used[m] > most:
            chosen, most = m, limits.machine[m] - used[m]
    return chosen


@kernel(inner=True)
def _count_wanted(work: Workload, state: JobProgress, q: int, timed: bool) -> None:
    """Update how many more containers queue q's jobs can use, and their work time if ``timed``."""
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = state.member[i]
        state.wanted[j] = 0
        if state.held[j] < work.most[j]:
            begin, last = work.slot[j], work.first[j + 1]
            end = begin + state.held[j]
            task = work.first[j] + state.begun[j]
            task = begin_tasks(state.free_at, begin, end, work.tasks, task, last, state.clock[0])
            state.begun[j] = task - work.first[j]
            state.wanted[j] = min(work.most[j] - state.held[j], last - task)
            if timed and state.wanted[j] > 0:
                count = min(work.most[j], last - task)
                for k in range(count):
                    state.planned[k] = 0.0
                begin_tasks(state.planned, _FIRST, count, work.tasks, task, last, np.inf)
                state.remaining[j] = state.planned[:count].max()


@kernel(inner=True)
def _give(work: Workload, state: JobProgress, j: int, now: float) -> None:
    """Allocate a container to job j; `_plan` computes the job's end after all allocations."""
    state.free_at[work.slot[j] + state.held[j]] = now
    state.held[j] += 1
    state.wanted[j] -= 1
    state.usage[work.queue[j]] += 1
    state.completion[j] = -1.0


@kernel(inner=True)
def _plan(work: Workload, state: JobProgress, q: int) -> None:
    """Compute the end of each job of queue q with new containers, from its remaining tasks."""
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = state.member[i]
        if state.completion[j] >= 0:
            continue
        held, task = state.held[j], work.first[j] + state.begun[j]
        for k in range(held):
            state.planned[k] = state.free_at[work.slot[j] + k]
        begin_tasks(state.planned, _FIRST, held, work.tasks, task, work.first[j + 1], np.inf)
        state.completion[j] = state.planned[:held].max()


@kernel(inner=True)
def _next_job(
    work: Workload, state: JobProgress, limits: ContainerLimits, used: IntArray, q: int, policy: int
) -> int:
    """Return the job that a queue's policy serves next, or -1; ties go to the first submitted."""
    chosen: int = -1
    least = np.inf
    # member[room[q] ..] are the jobs of q that are present, as submitted
    for i in range(state.room[q], state.room[q] + state.present[q]):
        j = int(state.member[i])
        if state.wanted[j] <= 0 or _freest(work, limits, used, j) < 0:
            continue
        if policy == _FIFO:
            return j
        rank = float(state.held[j])
        if policy == _DRF:
            rank *= work.dominant[j]
        elif policy == _EDF:
            rank = work.deadline[j]
        elif policy == _LRTF:
            rank = state.remaining[j]
        if rank < least or chosen < 0:
            chosen, least = j, rank
    return chosen
