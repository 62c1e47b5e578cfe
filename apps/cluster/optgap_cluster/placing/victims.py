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
from .cluster import PlacingCluster

_Rank: TypeAlias = tuple[int, int, int, int, float, int, list[int]]  # ends in node and victims
_EACH = 2**31  # is added to each priority, so that a victim always counts


def victims(cluster: PlacingCluster, state: SchedulerState, i: int) -> tuple[str, ...]:
    """Return the names of the pods that pod i would preempt; none if preemption does not help."""
    arrays = cluster.arrays
    lower = (state.machine >= 0) & (arrays.priority < arrays.priority[i]) & ~arrays.leaves
    there = [(j, np.flatnonzero(lower & (state.machine == j))) for j in np.unique(state.machine)]
    ranks = (_rank(cluster, state, i, int(j), pods.tolist()) for j, pods in there if len(pods))
    best = min((rank for rank in ranks if rank), default=None) if arrays.preempts[i] else None
    return () if best is None else tuple(cluster.facts.pods[k].name for k in best[-1])


def _rank(
    cluster: PlacingCluster, state: SchedulerState, i: int, j: int, pods: list[int]
) -> _Rank | None:
    """Return the rank of node j, with its victims; None if it has no room without these pods."""
    arrays = cluster.arrays
    started = {k: cluster.started.get(cluster.facts.pods[k].name, math.inf) for k in pods}
    pods.sort(key=lambda k: (-arrays.priority[k], started[k]))
    violating = {
        k for limit in cluster.limits for k in [k for k in pods if k in limit.pods][limit.at_most :]
    }
    for k in pods:
        lift(arrays, state, k, j, -1)
    able, gone = cluster.takes(state, i, j), list[int]()
    for k in sorted(pods, key=lambda k: k not in violating):
        lift(arrays, state, k, j, 1)
        if able and not cluster.takes(state, i, j):
            lift(arrays, state, k, j, -1)
            gone.append(k)
    for k in gone:
        lift(arrays, state, k, j, 1)
    gone.sort(key=pods.index)
    most = max((int(arrays.priority[k]) for k in gone), default=0)
    earliest = min((started[k] for k in gone if arrays.priority[k] == most), default=0.0)
    total = sum(int(arrays.priority[k]) + _EACH for k in gone)
    rank = len(violating.intersection(gone)), most, total, len(gone), -earliest, j, gone
    return rank if gone else None
