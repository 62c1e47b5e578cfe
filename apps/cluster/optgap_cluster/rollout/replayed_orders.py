"""Replays of queues: pods leave in their order, and the scheduler places them; compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from optgap.consolidation import shift
from optgap.problem import BoolArray, IntArray
from optgap.running import kernel

from .scheduler_arrays import SchedulerArrays, SchedulerState, shift_terms
from .scheduler_steps import delete, evict, go, try_line

_GONE = -2  # in the place of the old node: the pod is gone, and its replacement is yet to come


class Queues(NamedTuple):
    """Orders of all pods, one order per row; pods are evicted in this order, group by group."""

    pod: IntArray
    group: IntArray  # group of each pod in the queue
    seed: IntArray  # seed of the random choice among ties, one per queue
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
    """Evict the pods of queue ``q`` that ``leaves`` marks; return (failures, waiting pods).

    A failure is a group after which pods wait, a pod that a cordoned node took, or a victim of
    preemption.

    Waiting pods are tried again with each later group; without ``to_the_end`` the first failure
    ends the replay.  ``line`` is a buffer: an entry for each pod, and one for the random numbers.
    """
    pod, group, dice = queues.pod[q], queues.group[q], line[-1:]
    dice[0] = queues.seed[q]
    overlaps = dice[0] % 2 == 1  # pods of which the way of replacing is unknown
    state.begin[0] = dice[0] % len(state.open)
    state.victims[:], state.begin[1] = False, 0
    waiting = late = at = 0
    for i in arrays.rivals:
        line[waiting] = i
        waiting += 1
    if waiting:  # before any eviction
        waiting = try_line(arrays, state, line, waiting, queues.pins, dice)
        waiting = _wakeable(arrays, line, waiting)
    while at < len(pod):
        begin = at
        while at < len(pod) and group[at] == group[begin]:
            at += 1
        leaving = pod[begin:at]
        before = waiting
        waiting, some = evict_group(
            arrays, state, leaving, leaves, line, waiting, overlaps, queues.pins
        )
        if not some:
            continue
        moved = 0
        for k in range(waiting):
            moved += int(leaves[line[k]])
        late += int(moved > 0)
        if before and not moved:
            waiting = _wakeable(arrays, line, waiting)
        if late > 0 and not to_the_end:
            break
    moved = 0
    for k in range(waiting):
        moved += int(leaves[line[k]])
    for i in pod:
        j = state.machine[i]
        late += int(leaves[i] and j >= 0 and not state.open[j])
    for i in arrays.rivals:
        j = state.machine[i]
        late += int(j >= 0 and not state.open[j])
    for i in range(len(state.victims)):
        late += int(state.victims[i])
    return late, moved


@kernel(arrays=False)
def _wakeable(arrays: SchedulerArrays, line: IntArray, length: int) -> int:
    """Keep in the line only the pods that an eviction may let in; return their number."""
    kept = 0
    for k in range(length):
        if arrays.wakes[line[k]] or arrays.home[line[k]] >= 0:
            line[kept] = line[k]
            kept += 1
    return kept


@kernel(arrays=False)
def evict_group(
    arrays: SchedulerArrays,
    state: SchedulerState,
    pods: IntArray,
    leaves: BoolArray,
    line: IntArray,
    length: int,
    overlaps: bool,
    pins: IntArray,
) -> tuple[int, bool]:
    """Evict those of the pods that leave, and place them and the ``length`` pods in the line.

    Return the number of pods in the line, and whether any pod left.  Pods that overlap are placed
    while they are being deleted, the others after they are gone; before that other pods are tried.
    """
    end, some, gone_first, dice = length, False, False, line[-1:]
    for i in pods:
        if not leaves[i]:
            continue
        some = True
        if state.machine[i] < 0:  # it waits from the beginning
            line[end] = i
            end += 1
        elif overlap_of(arrays, i, overlaps):
            delete(arrays, state, i)
            line[end] = i
            end += 1
    if end > length:
        end = try_line(arrays, state, line, end, pins, dice)
    for i in pods:
        if leaves[i] and state.old[i] >= 0:
            go(arrays, state, i)
        elif leaves[i] and state.machine[i] >= 0 and not overlap_of(arrays, i, overlaps):
            gone_first = True
            evict(arrays, state, i)
            state.old[i] = _GONE
    if end > 0 and some:
        end = try_line(arrays, state, line, end, pins, dice)
    if gone_first:
        for i in pods:
            if state.old[i] == _GONE:
                state.old[i] = -1
                line[end] = i
                end += 1
        end = try_line(arrays, state, line, end, pins, dice)
    return end, some


@kernel
def evict_steps(
    arrays: SchedulerArrays,
    state: SchedulerState,
    steps: tuple[IntArray, IntArray],
    leaves: BoolArray,
    line: IntArray,
    length: int,
    how: tuple[bool, int],
    pins: IntArray,
) -> int:
    """Evict one by one the pods of ``steps`` (pods, and the step of each), each time a random one.

    ``how``: whether pods overlap if that is unknown, and the number of steps under way.  A step
    ends when all its pods have a node.  Return the number of pods in the line; a pod that is still
    in ``leaves`` was not evicted, because steps wait that do not end.
    """
    pods, step = steps
    chosen, dice = 0, line[-1:]
    while chosen >= 0:
        chosen, under_way, drawn, last = -1, 0, 0, -1
        for k in range(len(pods)):
            i = pods[k]
            if not leaves[i] and state.machine[i] >= 0:
                continue
            if step[k] != last:
                under_way, last = under_way + 1, step[k]
            if under_way > how[1]:
                break
            if leaves[i]:
                drawn += 1
                dice[0] = dice[0] * 48271 % 2147483647
                if dice[0] % drawn == 0:
                    chosen = k
        if chosen >= 0:
            one = pods[chosen : chosen + 1]
            length, _ = evict_group(arrays, state, one, leaves, line, length, how[0], pins)
            leaves[one[0]] = False
    return length


@kernel(arrays=False)
def overlap_of(arrays: SchedulerArrays, i: int, unknown: bool) -> bool:
    """Return whether pod i is replaced while it is being deleted, ``unknown`` if unknown."""
    return bool(arrays.replacing[i] == 1 or (arrays.replacing[i] == 2 and unknown))


@kernel
def play_all(
    arrays: SchedulerArrays,
    begin: SchedulerState,
    queues: Queues,
    leaves: BoolArray,
    to_the_end: bool,
    stop_at: int,
    state: SchedulerState,
) -> tuple[IntArray, BoolArray]:
    """Replay queue after queue from one state, until ``stop_at`` replays have failed.

    Return a row for each replay: the numbers of its failures and of pods waiting at its end; and a
    mask of all victims.  ``state`` is a copy of ``begin``.
    """
    line = np.empty(len(state.machine) + 1, dtype=np.int64)
    ends = np.zeros((len(queues.pod), 2), dtype=np.int64)
    victims = np.zeros(len(state.machine), dtype=np.bool_)
    failed = 0
    for q in range(len(queues.pod)):  # every replay begins with the same cluster
        restore(arrays, state, begin)
        state.machine[:], state.room[:] = begin.machine, begin.room
        state.held[:], state.taken[:] = begin.held, begin.taken
        state.scores[:] = begin.scores
        late, waiting = play(arrays, state, queues, q, leaves, line, to_the_end)
        victims |= state.victims
        ends[q, 0], ends[q, 1] = late, waiting
        failed += int(late > 0)
        if failed == stop_at:  # the answer is known
            return ends[: q + 1], victims
    return ends, victims


@kernel(arrays=False)
def restore(arrays: SchedulerArrays, state: SchedulerState, begin: SchedulerState) -> None:
    """Count all pods again where they were at first; the list of pods is short."""
    for i in range(len(state.machine)):
        origin, target = state.machine[i], begin.machine[i]
        if origin == target:
            continue
        if not arrays.known:
            shift(arrays.book, state.counts, i, origin, target)
        for live in (False, True):
            if origin >= 0:
                shift_terms(arrays, state, i, origin, -1, live)
            if target >= 0:
                shift_terms(arrays, state, i, target, 1, live)
