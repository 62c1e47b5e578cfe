"""Items of a plan go home again, where that costs nothing: one by one, then in chains of two."""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.consolidation import Consolidation, all_hold, may_enter
from .cluster_load import ClusterLoad, ItemArrays, fits, load_of, move


def with_more_at_home(instance: Consolidation, machine: IntArray, run: Run) -> IntArray:
    """Return a plan on the same machines in which more items stay where they run."""
    items, found = ItemArrays.of(instance), machine.copy()
    load = load_of(instance, found, items.book)
    used = (np.bincount(found, minlength=len(instance.sites)) > 0) | instance.kept
    cost = np.where(instance.home >= 0, np.maximum(1, instance.cost), 0)
    order = np.argsort(-cost * instance.demand.sum(axis=1, dtype=np.float64), kind="stable")
    gained = True
    while gained and not run.should_stop():
        gained = False
        for i in order.tolist():
            if _is_away(i, items, used, found):
                gained |= _goes_home(i, items, load, used, found)
            if run.should_stop():
                break
    return found


@kernel
def _is_away(i: int, items: ItemArrays, used: BoolArray, machine: IntArray) -> bool:
    home = items.home[i]
    return bool(home >= 0 and machine[i] != home and used[home])


@kernel
def _goes_home(
    i: int, items: ItemArrays, load: ClusterLoad, used: BoolArray, machine: IntArray
) -> bool:
    """Send an item home; where there is no room for it, another that has come there makes room."""
    home, away = int(items.home[i]), int(machine[i])
    if _enters(i, home, items, load, machine):
        if all_hold(items.book, load.counts, machine, np.array([i])):
            return True
        _send(i, away, items, load, machine)
    # k has come to the home of i: it may leave for another machine in use
    for k in range(len(machine)):
        if machine[k] != home or items.home[k] == home:
            continue
        _send(k, -1, items, load, machine)
        if _enters(i, home, items, load, machine):
            for j in range(len(used)):
                may = used[j] and j != home
                may = may and (items.masks[items.row_of[k], j] or items.home[k] == j)
                if may and _enters(k, j, items, load, machine):
                    if all_hold(items.book, load.counts, machine, np.array([i, k])):
                        return True
                    _send(k, -1, items, load, machine)
            _send(i, away, items, load, machine)
        # nothing came of it: both are back
        _send(k, home, items, load, machine)
    return False


@kernel
def _enters(i: int, j: int, items: ItemArrays, load: ClusterLoad, machine: IntArray) -> bool:
    """Put an item on a machine that has room for it and takes it; return whether."""
    if not fits(load.left.room, items.demand[i], j):
        return False
    if not may_enter(items.book, load.counts, i, machine[i], j):
        return False
    _send(i, j, items, load, machine)
    return True


@kernel
def _send(i: int, j: int, items: ItemArrays, load: ClusterLoad, machine: IntArray) -> None:
    """Take an item from its machine to another; -1 stands for no machine."""
    move(load, items, i, machine[i], j)
    machine[i] = j
