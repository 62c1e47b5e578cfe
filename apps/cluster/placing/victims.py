"""The pods that a new pod would preempt, as kube-scheduler's default preemption selects them.

On each node all pods of lower priority are removed; then they are put back, the more important
ones first, as long as the new pod still fits.  The node is chosen by the fewest violations of
budgets, then the lowest highest priority of a victim, the smallest sum of priorities, the fewest
victims, and the latest start of the earliest important victim.
"""

import math
from typing import TypeAlias

import numpy as np

from ..rollout.preemption import lift
from ..rollout.scheduler_arrays import SchedulerState
from ..rollout.scheduler_filters import passes, prepare_filters
from .cluster import PlacingCluster

_Rank: TypeAlias = tuple[int, int, int, int, float, int, list[int]]  # ends in node and victims
_EACH = 2**31  # is added to each priority, so that a victim always counts


def victims(cluster: PlacingCluster, state: SchedulerState, i: int) -> tuple[str, ...]:
    """Return the names of the pods that pod i would preempt; none if preemption does not help."""
    arrays = cluster.arrays
    best: _Rank | None = None
    if not arrays.preempts[i]:
        return ()
    lower = (state.machine >= 0) & (arrays.priority < arrays.priority[i]) & ~arrays.leaves
    for j in np.unique(state.machine[lower]).tolist():
        if cluster.pin in (-1, j) and arrays.masks[arrays.row_of[i], j]:
            there = np.flatnonzero(lower & (state.machine == j)).tolist()
            rank = _rank(cluster, state, i, j, there)
            best = rank if best is None or (rank is not None and rank < best) else best
    return () if best is None else tuple(cluster.facts.pods[k].name for k in best[-1])


def _rank(
    cluster: PlacingCluster, state: SchedulerState, i: int, j: int, pods: list[int]
) -> _Rank | None:
    """Return the rank of node j, with its victims; None if it has no room without these pods."""
    arrays = cluster.arrays
    started = {k: cluster.started.get(cluster.facts.pods[k].name, math.inf) for k in pods}
    pods.sort(key=lambda k: (-arrays.priority[k], started[k]))
    left = {limit: limit.at_most for limit in cluster.limits}
    violating = set()
    for k in pods:
        for limit in left:
            left[limit] -= k in limit.pods
            if k in limit.pods and left[limit] < 0:
                violating.add(k)
        lift(arrays, state, k, j, -1)
    able, gone = _fits(cluster, state, i, j), []
    for k in sorted(pods, key=lambda k: k not in violating):
        lift(arrays, state, k, j, 1)
        if able and not _fits(cluster, state, i, j):
            lift(arrays, state, k, j, -1)
            gone.append(k)
    for k in gone:
        lift(arrays, state, k, j, 1)
    if not gone:
        return None
    gone.sort(key=pods.index)
    priorities = [int(arrays.priority[k]) for k in gone]
    earliest = min(started[k] for k in gone if arrays.priority[k] == priorities[0])
    total = sum(priorities) + _EACH * len(gone)
    violations = len(violating.intersection(gone))
    return violations, priorities[0], total, len(gone), -earliest, j, gone


def _fits(cluster: PlacingCluster, state: SchedulerState, i: int, j: int) -> bool:
    prepare_filters(cluster.arrays, state, i, cluster.pin)
    return bool(passes(cluster.arrays, state, i, j))
