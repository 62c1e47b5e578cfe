"""VRO's second phase: machines are emptied within the budget (Eigen, Algorithm 1), compiled.

Costs are counted against the original assignment: an item pays once where it ends elsewhere than
it ran at first, however often it moves, and nothing where it returns.
"""

from __future__ import annotations

from dataclasses import replace

import numba
import numpy as np

from ...core.arrays import IntArray
from ...core.run import Run
from .cluster_load import Cluster, ClusterLoad, ItemArrays, move
from .policies import PackedPolicy, PackingPolicy, Request, Shortlist, choose


def migrated(cluster: Cluster, policy: PackingPolicy, run: Run) -> tuple[Cluster, bool]:
    """Empty machines, the cheapest first (Algorithm 1); and whether the budget ended it.

    A machine that cannot be emptied gets all its items back; as printed, the moves made so far
    stay and use up the budget.  Items leave a machine in the order of their largest share.
    """
    state, instance = cluster.copy(), cluster.instance
    items, packed = ItemArrays.of(instance), policy.packed(len(instance.resources))
    order = np.argsort(-(instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1))
    visited = state.load.held == 0
    while not visited.all() and not run.should_stop():
        # Algorithm 1, line 3: the unvisited machine with the lowest cost
        fee = np.where(state.machine == instance.home, instance.cost, 0)
        costs = np.bincount(state.machine, weights=fee, minlength=len(visited))
        j = int(np.argmin(np.where(visited, np.inf, costs)))
        visited[j] = True
        leaving = order[state.machine[order] == j]
        left = _leave(j, leaving, items, state.load, packed, state.machine)
        spent = int(instance.cost[state.machine != instance.home].sum())
        if left and spent <= instance.budget:
            state = replace(state, spent=spent)
            continue
        _return(j, leaving, instance.demand, state.load, state.machine)
        if left:  # line 6: the budget is surpassed
            return state, True
    return state, False


@numba.njit(cache=True)
def _leave(
    origin: int,
    leaving: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    policy: PackedPolicy,
    machine: IntArray,
) -> bool:
    """Move items to other machines; return whether all found one."""
    scratch = Shortlist(np.empty(len(load.held), np.int64), np.empty(len(load.held)))
    for i in leaving:
        request = Request(items.demand[i], items.masks[items.row_of[i]], policy)
        j = choose(load, request, origin, scratch)
        if j < 0:
            return False
        machine[i] = j
        move(load, items.demand[i], origin, j)
    return True


@numba.njit(cache=True)
def _return(
    origin: int, leaving: IntArray, demand: IntArray, load: ClusterLoad, machine: IntArray
) -> None:
    """Roll a machine back: every item that left it returns."""
    for i in leaving:
        if machine[i] != origin:
            move(load, demand[i], machine[i], origin)
            machine[i] = origin
