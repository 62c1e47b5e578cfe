"""A simulation of the descheduler's HighNodeUtilization with a kube-scheduler.

Nodes are underutilised if their requests are below the threshold in each resource.  Their pods are
evicted if another node has room for them.  The scheduler's filters and scores then place the pods
again; no node is cordoned.  This is repeated, as the descheduler runs every few minutes.
"""

from typing import NamedTuple

import numpy as np

from optgap.consolidation import Consolidation, pinned_items
from optgap.problem import BoolArray, IntArray

from .rollout import Scoring, evict, place_all, scheduler_arrays, state_now

_THRESHOLD = 0.2  # share of a node that is requested, as in the descheduler's examples
_ROUNDS = 10
SCORINGS: dict[str, Scoring] = {"LeastAllocated": "default", "MostAllocated": "most-allocated"}


class Descheduled(NamedTuple):
    """The result of a simulation: each item's machine at the end, and the number of evictions."""

    places: IntArray
    evictions: int


def high_node_utilization(
    instance: Consolidation, scoring: Scoring, threshold: float = _THRESHOLD
) -> Descheduled:
    """Return the machines of all items after ten rounds of the descheduler and the scheduler."""
    arrays = scheduler_arrays(instance, scoring)
    state = state_now(arrays, ~instance.offered)
    fixed = pinned_items(instance)
    no_pins, dice = np.full(len(arrays.home), -1), np.zeros(1, dtype=np.int64)
    evictions = 0
    for _ in range(_ROUNDS):
        machine = state.machine[: len(fixed)]
        low = _underutilised(instance, arrays.usable, state.room, machine, threshold)
        on_low = (machine >= 0) & low[machine] & ~fixed
        pods = np.flatnonzero(on_low)
        need, room = arrays.demand[pods, None], state.room[~low & ~instance.offered]
        fits = ((need == 0) | (need <= room)).all(axis=2).any(axis=1)
        before = state.machine.copy()
        for i in pods[fits].tolist():
            home = int(state.machine[i])
            evict(arrays, state, i)
            waiting = place_all(arrays, state, np.array([i]), no_pins, dice)
            if len(waiting):  # it would wait: the descheduler asks before whether it fits
                no_pins[i] = home
                place_all(arrays, state, np.array([i]), no_pins, dice)
                no_pins[i] = -1
            else:
                evictions += 1
        if (state.machine == before).all():
            break
    return Descheduled(state.machine[: len(instance.items)], evictions)


def _underutilised(
    instance: Consolidation,
    usable: IntArray,
    room: IntArray,
    machine: IntArray,
    threshold: float,
) -> BoolArray:
    """Return a mask of the used nodes on which the load of each resource is below the threshold."""
    share = np.divide(usable - room, usable, out=np.zeros(usable.shape), where=usable > 0)
    used = np.bincount(machine[machine >= 0], minlength=len(usable)) > 0
    low: BoolArray = used & (share < threshold).all(axis=1) & ~instance.offered
    return low
