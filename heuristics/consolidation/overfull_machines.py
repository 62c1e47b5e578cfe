"""Relief of machines that are overfull now: some of their items leave before anything else."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...instances.consolidation import Consolidation, overfull
from .cluster_load import load_of, move
from .policies import PackingPolicy, Request, Shortlist, choose, first_empty


def relieved(instance: Consolidation, policy: PackingPolicy) -> tuple[IntArray, str | None]:
    """Return the machines of the items once none is overfull, and the obstacle, if any.

    Items that need a scarce resource leave an overfull machine, the cheapest first, until the rest
    fits.  The policy chooses their machines.
    """
    machine = instance.home.copy()
    for j in overfull(instance, machine).tolist():
        if not _relieve(instance, j, policy, machine):
            name = instance.machines[j].name
            return machine, f"machine {name} is overfull now, and too few of its items find room"
    if int(instance.cost[machine != instance.home].sum()) > instance.budget:
        return machine, "machines are overfull now, and to relieve them costs above the budget"
    return machine, None


def _relieve(instance: Consolidation, j: int, policy: PackingPolicy, machine: IntArray) -> bool:
    """Send items of an overfull machine away; return whether the rest fits."""
    load = load_of(instance, machine)
    room = load.left.room
    scratch = Shortlist(np.empty(len(room), np.int64), np.empty(len(room)))
    masks, row_of = instance.masks
    packed = policy.packed(len(instance.resources))
    items = np.flatnonzero(machine == j)
    for i in items[np.argsort(instance.cost[items], kind="stable")].tolist():
        demand = instance.demand[i]
        if not (demand[room[j] < 0] > 0).any():
            continue  # nothing is overfull any more, or it does not need that
        request = Request(demand, masks[row_of[i]], packed)
        k = choose(load, request, j, scratch)
        if k < 0:
            k = first_empty(load, request)
        if k >= 0:
            machine[i] = k
            move(load, demand, j, k)
    return bool((room[j] >= 0).all())
