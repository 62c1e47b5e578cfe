"""A plan that ignores rules is followed as far as the rules let it, and finished by drains."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.consolidation import Consolidation, all_hold, may_enter, overfull
from .cluster_load import Cluster, ClusterLoad, ItemArrays, fits, load_of, move
from .migration_phase import drain, migrate
from .online import placed_online
from .policies import BEST_FIT, PackingPolicy


def mend(instance: Consolidation, target: IntArray, run: Run) -> IntArray | None:
    """Return an assignment near ``target`` (-1: anywhere) that keeps all rules, if this finds one.

    Items go to their targets while these have room and take them; each such move keeps the rules.
    Then requests that are left are placed and machines emptied by best fit.
    """
    if len(overfull(instance, instance.home)) > 0:
        return None
    items, machine = ItemArrays.of(instance), instance.home.copy()
    load = load_of(instance, machine, items.book)
    share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
    order = np.argsort(-share, kind="stable")
    while _follow(order, target, items, load, machine) and not run.should_stop():
        pass
    machine = placed_online(instance, run, PackingPolicy(BEST_FIT), machine)
    if (machine < 0).any():
        return None
    return empty_towards(instance, machine, target, run)


def empty_towards(
    instance: Consolidation, machine: IntArray, target: IntArray, run: Run
) -> IntArray | None:
    """Return an assignment with machines emptied by best fit, those first that nobody wants."""
    policy = PackingPolicy(BEST_FIT)
    cluster = Cluster.of(instance, machine)
    if cluster.spent > instance.budget:
        return None
    load_now = np.bincount(machine, minlength=len(instance.sites))
    wanted = np.bincount(target[target >= 0], minlength=len(load_now)) > 0
    cluster = drain(cluster, policy, np.lexsort((load_now, wanted)), run)
    return migrate(cluster, policy, run)[0].machine


@kernel
def _follow(
    order: IntArray, target: IntArray, items: ItemArrays, load: ClusterLoad, machine: IntArray
) -> int:
    """Move items to their targets where these take them now; return how many moved."""
    moved = 0
    for i in order:
        j, origin = target[i], machine[i]
        if j < 0 or j == origin or not fits(load.left.room, items.demand[i], j):
            continue
        if may_enter(items.book, load.counts, i, origin, j):
            machine[i] = j
            move(load, items, i, origin, j)
            if all_hold(items.book, load.counts, machine, np.array([i])):
                moved += 1
            else:
                machine[i] = origin
                move(load, items, i, j, origin)
    return moved
