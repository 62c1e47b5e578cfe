"""The jobs of groups, the rules of their schedulers, and how far each job is, for compiled code."""

from __future__ import annotations

from typing import NamedTuple

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel


class Workload(NamedTuple):
    """The jobs in the order of submission; job j has ``tasks[first[j]:first[j + 1]]``.

    ``slot[j]`` is where the containers of job j begin in an array of all of them.
    """

    queue: IntArray
    submitted: FloatArray
    first: IntArray
    tasks: FloatArray
    most: IntArray
    slot: IntArray
    dominant: FloatArray
    deadline: FloatArray  # infinite where there is none
    allowed: BoolArray  # per job and machine


class Scheduling(NamedTuple):
    """The rules that no setting changes: queues, groups, and the machines of groups."""

    group: IntArray  # of each queue
    least: FloatArray  # share of each queue
    most: FloatArray
    elastic: BoolArray  # per group
    guarantees: BoolArray  # per group: bounds hold for containers
    machine_group: IntArray
    machine_size: IntArray
    total: int  # containers of the cluster


class Setting(NamedTuple):
    """Containers per group, a share and a policy per queue."""

    containers: IntArray
    shares: FloatArray
    policies: IntArray


class JobProgress(NamedTuple):
    """The state of a simulation.

    Per job its containers, tasks begun, completion time, how many containers more it can use, and
    the time that its tasks not begun would take; for every container when it is free.
    ``member[room[q] : room[q] + present[q]]`` are the jobs in queue q that have not ended, in the
    order of submission; ``usage`` counts containers per queue, ``on`` per job and machine.
    ``clock`` holds the moment, ``counts`` how many jobs have arrived, and how many are known.
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
    """Algorithm 2, lines 14 to 18 with min: tasks begin on the container that is free first.

    Begins tasks ``task`` to ``last - 1`` on the containers ``begin`` to ``end - 1`` as long as one
    of these is free by ``until``; returns the first task that did not begin.
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
