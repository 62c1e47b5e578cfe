"""VRO's second phase: machines are emptied within the budget (Eigen, Algorithm 1), compiled.

Costs are counted against the original assignment: an item pays once where it ends elsewhere than
it ran at first, however often it moves, and nothing where it returns.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.consolidation import Consolidation, all_hold
from .cluster_load import Cluster, ClusterLoad, ItemArrays, allowed_now, move
from .policies import PackedPolicy, PackingPolicy, Request, Shortlist, choose


def migrate(cluster: Cluster, policy: PackingPolicy, run: Run) -> tuple[Cluster, bool]:
    """Empty machines, the cheapest first (Algorithm 1); and whether the budget ended it.

    A machine that cannot be emptied gets all its items back; as printed, the moves made so far
    stay and use up the budget.  Items leave a machine in the order of their largest share.
    """
    state, instance = cluster.copy(), cluster.instance
    items, packed = cluster.items, policy.packed(len(instance.resources))
    order = np.argsort(-(instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1))
    price = np.maximum(1, instance.price)
    visited = (state.load.held == 0) | instance.kept | holds_tied_items(instance, state.machine)
    while not visited.all() and not run.should_stop():
        # Algorithm 1, line 3: the unvisited machine with the lowest cost
        fee = np.where(state.machine == instance.home, instance.cost, 0)
        costs = np.bincount(state.machine, weights=fee, minlength=len(visited)) / price
        j = int(np.argmin(np.where(visited, np.inf, costs)))
        visited[j] = True
        leaving = order[state.machine[order] == j]
        left = _leave(j, leaving, items, state.load, packed, state.machine)
        spent = int(instance.cost[state.machine != instance.home].sum())
        if left and spent <= instance.budget:
            state = replace(state, spent=spent)
            continue
        _return(j, leaving, items, state.load, state.machine)
        if left:  # line 6: the budget is surpassed
            return state, True
    return state, False


def drain(cluster: Cluster, policy: PackingPolicy, order: IntArray, run: Run) -> Cluster:
    """Empty machines in a given order, each if all its items find places within the budget."""
    state, instance = cluster.copy(), cluster.instance
    items, packed = cluster.items, policy.packed(len(instance.resources))
    by_size = np.argsort(-(instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1))
    fixed = holds_tied_items(instance, state.machine) | instance.kept
    for j in order.tolist():
        if run.should_stop():
            break
        if fixed[j] or state.load.held[j] == 0:
            continue
        leaving = by_size[state.machine[by_size] == j]
        left = _leave(j, leaving, items, state.load, packed, state.machine)
        spent = int(instance.cost[state.machine != instance.home].sum())
        if left and spent <= instance.budget:
            state = replace(state, spent=spent)
        else:
            _return(j, leaving, items, state.load, state.machine)
    return state


def holds_tied_items(instance: Consolidation, machine: IntArray) -> np.ndarray:
    """Return a mask of the machines with an item that may be sent nowhere else."""
    masks, row_of = instance.masks
    elsewhere = masks.sum(axis=1)[row_of] - masks[row_of, machine]
    held = np.zeros(len(instance.sites), dtype=np.bool_)
    held[machine[elsewhere == 0]] = True
    return held


@kernel
def _leave(
    origin: int,
    leaving: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    policy: PackedPolicy,
    machine: IntArray,
) -> bool:
    """Move items to other machines; return whether all found one and no rule is broken by it."""
    scratch = Shortlist(np.empty(len(load.held), np.int64), np.empty(len(load.held)))
    mask = np.empty(len(load.held), dtype=np.bool_)
    for i in leaving:
        request = Request(items.demand[i], allowed_now(items, load, i, origin, mask), policy)
        j = choose(load, request, origin, scratch)
        if j < 0:
            return False
        machine[i] = j
        move(load, items, i, origin, j)
    return all_hold(items.book, load.counts, machine, leaving)


@kernel
def _return(
    origin: int, leaving: IntArray, items: ItemArrays, load: ClusterLoad, machine: IntArray
) -> None:
    """Roll a machine back: every item that left it returns."""
    for i in leaving:
        if machine[i] != origin:
            move(load, items, i, machine[i], origin)
            machine[i] = origin
