"""Simulations of policies that only evict pods, beside a kube-scheduler that places them again.

The scheduler's filters and scores choose each pod's node; no node is cordoned, and a pod that would
wait is not evicted.  A policy yields batches of pods, and sees what the previous batch has changed:

- `HighNodeUtilization` of the descheduler: the pods of nodes whose requests are below a threshold
  in each resource, if another node has room for them, in ten rounds.
- `FragmentationAware` of Koordinator: in each of ten rounds and on each node whose shares of
  requested resources deviate by more than 0.15, the pod without which they deviate least.
- `ScaleDownBinPack` of Koordinator with ``EvictDirectly``, in one round: nodes with the smallest
  share of pods that stay come first.
- The order of pod deletion costs, lowest first, as it is in Karpenter's disruption cost.

The last two evict a given number of pods, so the best of a hundred numbers is chosen.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from optgap.consolidation import Consolidation, pinned_items
from optgap.problem import BoolArray, FloatArray, IntArray

from .rollout import (
    SchedulerArrays,
    SchedulerState,
    Scoring,
    evict,
    place_all,
    scheduler_arrays,
    state_now,
)

THRESHOLD = 0.2  # share of a node that is requested, as in the descheduler's examples
_ROUNDS = 10
_BATCHES = 100
_UNEVEN, _GAIN = 0.15, 0.02  # Koordinator's default thresholds of a deviation and its reduction
SCORINGS: dict[str, Scoring] = {"LeastAllocated": "default", "MostAllocated": "most-allocated"}


class Descheduled(NamedTuple):
    """The result of a simulation: the machine of each item, and the number of evictions."""

    places: IntArray
    evictions: int


def deschedule(instance: Consolidation, policy: str, scoring: Scoring) -> Descheduled:
    """Simulate a policy in `POLICIES`; return the machine of each item and the evictions.

    For a policy in `RANKED` this is the best state of one round, for others the last state.
    """
    arrays = scheduler_arrays(instance, scoring)
    state = state_now(arrays, ~instance.offered)
    free = ~pinned_items(instance)
    no_pins, dice = np.full(len(arrays.home), -1), np.zeros(1, dtype=np.int64)
    best, evictions, is_ranked = Descheduled(instance.home, 0), 0, policy in RANKED
    for _ in range(1 if is_ranked else _ROUNDS):
        before = state.machine.copy()
        movable = np.flatnonzero(free & (before[: len(free)] >= 0))
        for pods in POLICIES[policy](instance, arrays, state, movable):
            for i in pods.tolist():
                home = int(state.machine[i])
                evict(arrays, state, i)
                waiting = place_all(arrays, state, np.array([i]), no_pins, dice)
                if len(waiting):
                    no_pins[i] = home
                    place_all(arrays, state, np.array([i]), no_pins, dice)
                    no_pins[i] = -1
                else:
                    evictions += 1
            places = state.machine[: len(instance.items)].copy()
            if not is_ranked or instance.units_of(places) < instance.units_of(best.places):
                best = Descheduled(places, evictions)
        if (state.machine == before).all():
            break
    return best


Policy = Callable[[Consolidation, SchedulerArrays, SchedulerState, IntArray], Iterator[IntArray]]


def _high_node_utilization(
    instance: Consolidation, arrays: SchedulerArrays, state: SchedulerState, pods: IntArray
) -> Iterator[IntArray]:
    usable, offered, running = arrays.usable, instance.offered, state.machine[state.machine >= 0]
    used = np.bincount(running, minlength=len(usable)) > 0
    low = used & (shares(usable - state.room, usable) < THRESHOLD).all(axis=1) & ~offered
    pods = pods[low[state.machine[pods]]]
    yield pods[_fits_on(~low & ~offered, arrays, state, pods)]


def _fragmentation_aware(
    instance: Consolidation, arrays: SchedulerArrays, state: SchedulerState, pods: IntArray
) -> Iterator[IntArray]:
    homes, taken = state.machine[pods].copy(), state.taken
    for node in np.unique(homes).tolist():
        here, has = pods[homes == node], arrays.has[node] > 0
        after = np.vstack([taken[node], taken[node] - arrays.exact[here]])
        uneven = (after[:, has] / arrays.has[node, has]).std(axis=1)
        gains = uneven[0] - uneven[1:]
        wanted = here[np.argsort(-gains, kind="stable")][: np.count_nonzero(gains > _GAIN)]
        others = ~instance.offered & (np.arange(len(taken)) != node)
        if uneven[0] > _UNEVEN:
            able = (i for i in wanted if _fits_on(others, arrays, state, np.array([i]))[0])
            yield np.array([*islice(able, 1)], dtype=np.int64)


def _scale_down_bin_pack(
    instance: Consolidation, arrays: SchedulerArrays, state: SchedulerState, pods: IntArray
) -> Iterator[IntArray]:
    homes, leaving = state.machine[pods], np.zeros_like(arrays.has)
    np.add.at(leaving, homes, arrays.exact[pods])
    goes = shares(leaving, arrays.has).sum(axis=1)
    stays = shares(state.taken - leaving, arrays.has).sum(axis=1)
    score = np.divide(stays, goes, out=np.where(stays > 0, np.inf, 0.0), where=goes > 0)
    many = np.bincount(homes, minlength=len(score))
    cpu, memory = arrays.exact[pods, 0], arrays.exact[pods, -1]
    # the plugin adds millicores to thousandths of bytes, so that cpu only breaks ties of memory
    order = np.lexsort((-cpu, -memory, homes, many[homes], score[homes]))
    yield from np.array_split(pods[order], _BATCHES)


def _lowest_cost_first(
    instance: Consolidation, arrays: SchedulerArrays, state: SchedulerState, pods: IntArray
) -> Iterator[IntArray]:
    order = np.argsort(instance.cost[pods], kind="stable")
    yield from np.array_split(pods[order], _BATCHES)


def shares(requested: IntArray, capacity: IntArray) -> FloatArray:
    """Return the shares of capacities that are requested; those of absent resources are 0."""
    return np.divide(requested, capacity, out=np.zeros(capacity.shape), where=capacity > 0)


def _fits_on(
    nodes: BoolArray, arrays: SchedulerArrays, state: SchedulerState, pods: IntArray
) -> BoolArray:
    """Return a mask of the pods for which one of the nodes has room."""
    need, room = arrays.demand[pods, None], state.room[nodes]
    mask: BoolArray = ((need == 0) | (need <= room)).all(axis=2).any(axis=1)
    return mask


LOWEST_COST = "lowest cost first"
POLICIES: dict[str, Policy] = {
    "HighNodeUtilization": _high_node_utilization,
    "FragmentationAware": _fragmentation_aware,
    "ScaleDownBinPack": _scale_down_bin_pack,
    LOWEST_COST: _lowest_cost_first,
}
RANKED = ("ScaleDownBinPack", LOWEST_COST)
