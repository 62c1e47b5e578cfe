"""Fuxi's rounds over the machines, the lowest watermark first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.placement import LinearLatency, Placement

_CELLS_PER_CALL = 20_000_000
_ROUND, _HEAD, _COUNT = range(3)


class Rounds(NamedTuple):
    """The state of the rounds: in round k a machine waits while it has taken k instances."""

    active: IntArray  # machines with room when the round began, in their order
    room: IntArray  # instances that a machine still takes
    taken: IntArray  # instances that a machine has taken
    state: IntArray  # the round, the first place that may wait, how many are active


def assign_in_rounds(instance: Placement, order: IntArray, run: Run) -> IntArray:
    """Return the machine of each instance; -1 from the first one that fits nowhere.

    An instance takes, among the machines that can run it and have room, one that has taken the
    fewest so far, and of these the first in ``order``.
    """
    linear = isinstance(instance.latency, LinearLatency)
    matrix = instance.latency
    if isinstance(matrix, LinearLatency):
        matrix = np.broadcast_to(1.0, (1, 1))  # never read
    machine = np.full(instance.instances, -1, dtype=np.int64)
    room = instance.beta.copy()
    active = order[room[order] > 0]
    taken = np.zeros(instance.machines, dtype=np.int64)
    rounds = Rounds(active, room, taken, np.array([0, 0, len(active)]))
    step = max(1, _CELLS_PER_CALL // instance.machines)
    for start in range(0, instance.instances, step):
        stop = min(start + step, instance.instances)
        if run.should_stop() or not _assign(matrix, linear, rounds, machine, (start, stop)):
            break
    return machine


@kernel
def _assign(
    matrix: FloatArray,
    runs_everywhere: bool,
    rounds: Rounds,
    machine: IntArray,
    instances: tuple[int, int],
) -> bool:
    """Choose the machines of some instances; return false at one that fits nowhere."""
    active, room, taken, state = rounds
    for i in range(instances[0], instances[1]):
        _begin_round(rounds)
        chosen = -1
        # first the machines that have not had their turn in this round
        for k in range(state[_HEAD], state[_COUNT]):
            j = active[k]
            waiting = taken[j] == state[_ROUND] and room[j] > 0
            if waiting and (runs_everywhere or not np.isnan(matrix[i, j])):
                chosen = j
                break
        if chosen < 0:
            chosen = _least_taken_machine(matrix[i], active[: state[_COUNT]], room, taken)
        if chosen < 0:
            return False
        machine[i] = chosen
        room[chosen] -= 1
        taken[chosen] += 1
    return True


@kernel(inner=True)
def _begin_round(rounds: Rounds) -> None:
    """Pass over the machines that are done with this round; after the last a round begins."""
    active, room, taken, state = rounds
    while state[_COUNT] > 0:
        while state[_HEAD] < state[_COUNT]:
            j = active[state[_HEAD]]
            if taken[j] == state[_ROUND] and room[j] > 0:
                return
            state[_HEAD] += 1
        kept = 0
        for k in range(state[_COUNT]):
            if room[active[k]] > 0:
                active[kept] = active[k]
                kept += 1
        state[_ROUND] += 1
        state[_HEAD] = 0
        state[_COUNT] = kept


@kernel(inner=True)
def _least_taken_machine(
    latency: FloatArray, active: IntArray, room: IntArray, taken: IntArray
) -> int:
    """Return the machine for an instance that no machine of this round can run."""
    chosen = -1
    for j in active:
        if room[j] > 0 and not np.isnan(latency[j]) and (chosen < 0 or taken[j] < taken[chosen]):
            chosen = j
    return chosen
