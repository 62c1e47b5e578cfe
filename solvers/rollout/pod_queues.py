"""Replays of queues: pods leave in their order, and the scheduler places them; compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from ...instances.consolidation import RuleCounts
from .scheduler_steps import SchedulerArrays, SchedulerState, evict, try_line


class Queues(NamedTuple):
    """Queues of all pods, one a row: those that leave do so in this order, groups together."""

    pod: IntArray
    group: IntArray  # of the pods in the queue
    seed: IntArray  # of the dice that part ties, one a queue
    pins: IntArray  # per pod: the only node that it may go to, -1 for any


@kernel(arrays=False)
def play(
    arrays: SchedulerArrays,
    state: SchedulerState,
    queues: Queues,
    q: int,
    leaves: BoolArray,
    line: IntArray,
    to_the_end: bool,
) -> tuple[int, int]:
    """Evict the groups of a queue; return how often that failed, and how many pods wait.

    It fails with every group that leaves pods waiting, and every pod that a cordoned node took.

    What waits is tried again with every later group; unless this goes ``to_the_end``, the first
    group that leaves pods waiting is the last.  ``line`` has room for all pods, and one for dice.
    """
    pod, group, dice = queues.pod[q], queues.group[q], line[-1:]
    dice[0] = queues.seed[q]
    waiting = late = at = 0
    while at < len(pod):
        end, begin = waiting, at
        while at < len(pod) and group[at] == group[begin]:
            i = pod[at]
            if leaves[i]:
                evict(arrays, state, i)
                line[end] = i
                end += 1
            at += 1
        if end == waiting:
            continue  # nobody leaves
        waiting = try_line(arrays, state, line, end, queues.pins, dice)
        late += int(waiting > 0)
        if late > 0 and not to_the_end:
            break
    for i in pod:
        j = state.machine[i]
        late += int(leaves[i] and j >= 0 and not state.open[j])
    return late, waiting


@kernel
def play_all(
    arrays: SchedulerArrays,
    begin: SchedulerState,
    queues: Queues,
    leaves: BoolArray,
    to_the_end: bool,
    stop_at: int,
) -> IntArray:
    """Replay from one state with queue after queue, until so many replays have failed.

    Return a row for each replay: how often it failed, and how many pods wait in the end.
    """
    machine, room, taken = begin.machine.copy(), begin.room.copy(), begin.taken.copy()
    mine, others = begin.counts.mine.copy(), begin.counts.others.copy()
    placed, shares = begin.counts.placed.copy(), begin.counts.shares.copy()
    counts = RuleCounts(mine, others, placed, shares)
    state = SchedulerState(machine, room, taken, counts, begin.open)
    line = np.empty(len(leaves) + 1, dtype=np.int64)
    ends = np.zeros((len(queues.pod), 2), dtype=np.int64)
    failed = 0
    for q in range(len(queues.pod)):  # every replay begins with the same cluster
        machine[:], room[:], taken[:] = begin.machine, begin.room, begin.taken
        mine[:], others[:] = begin.counts.mine, begin.counts.others
        placed[:], shares[:] = begin.counts.placed, begin.counts.shares
        late, waiting = play(arrays, state, queues, q, leaves, line, to_the_end)
        ends[q, 0], ends[q, 1] = late, waiting
        failed += int(late > 0)
        if failed == stop_at:  # the answer is known
            return ends[: q + 1]
    return ends
