"""Relief of machines that are overfull now: some of their items leave before anything else."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...instances.consolidation import Consolidation, all_hold, overfull, packs
from .cluster_load import ClusterLoad, ItemArrays, allowed_now, load_of, move
from .policies import PackingPolicy, Request, Shortlist, choose, first_empty


def relieve(instance: Consolidation, policy: PackingPolicy) -> tuple[IntArray, str | None]:
    """Return the machines of the items once none is overfull, and the obstacle, if any.

    Items that need a scarce resource leave an overfull machine, the cheapest first, until the rest
    fits.  The policy chooses their machines.
    """
    machine, items = instance.home.copy(), ItemArrays.of(instance)
    for j in overfull(instance, machine).tolist():
        if not _relieve(instance, items, j, policy, machine):
            name = instance.sites[j].name
            return machine, f"machine {name} is overfull now, and too few of its items find room"
    if int(instance.cost[machine != instance.home].sum()) > instance.budget:
        return machine, "machines are overfull now, and to relieve them costs above the budget"
    return machine, None


def _relieve(
    instance: Consolidation, arrays: ItemArrays, j: int, policy: PackingPolicy, machine: IntArray
) -> bool:
    """Send items of an overfull machine away; return whether the rest fits."""
    load = load_of(instance, machine, arrays.book)
    room = load.left.room
    scratch = Shortlist(np.empty(len(room), np.int64), np.empty(len(room)))
    mask = np.empty(len(room), dtype=np.bool_)
    packed = policy.packed(len(instance.resources))
    items = np.flatnonzero(machine == j)
    for i in items[np.argsort(instance.cost[items], kind="stable")].tolist():
        demand = instance.demand[i]
        wants = arrays.book.devices.wants[i] and not _holds_devices(arrays, load, j)
        if not wants and not (demand[room[j] < 0] > 0).any():
            continue  # nothing is overfull any more, or it does not need that
        request = Request(demand, allowed_now(arrays, load, i, j, mask), packed)
        k = choose(load, request, j, scratch)
        if k < 0:
            k = first_empty(load, request, arrays.opening)
        if k >= 0:
            machine[i] = k
            move(load, arrays, i, j, k)
            if not all_hold(arrays.book, load.counts, machine, np.array([i])):
                machine[i] = j  # it would leave others behind that need it
                move(load, arrays, i, k, j)
    return bool((room[j] >= 0).all()) and _holds_devices(arrays, load, j)


def _holds_devices(arrays: ItemArrays, load: ClusterLoad, j: int) -> bool:
    devices = arrays.book.devices
    return bool(packs(devices, devices.number[j], load.counts.shares[j]))
