"""The scale-down of Kubernetes' cluster autoscaler (kubernetes/autoscaler at commit 01389b0).

A node is a candidate while the larger of its shares of cpu and memory that are requested is below
one half.  Candidates are tried one after the other, in the order of the nodes.  One goes if each of
its pods fits on another node that stays: the search for a node begins behind the one found last.
What has gone takes no pods, and what has moved counts for the next candidate.  Prices are not seen,
and no new node is taken.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import Consolidation, all_hold, may_enter
from .cluster_load import Cluster, ClusterLoad, ItemArrays, fits, move
from .migration_phase import holds_tied_items
from .online import placed_requests
from .policies import BEST_FIT, PackingPolicy

_THRESHOLD = 0.5
_COUNTED = 2  # cpu and memory, the first two resources


def cluster_autoscaler(instance: Consolidation, run: Run) -> Answer:
    """Give nodes back as the cluster autoscaler does, one after the other."""
    machine, claim = placed_requests(instance, run, PackingPolicy(BEST_FIT), may_move=True)
    if machine is None:
        return Answer(**claim)
    state, last = Cluster.of(instance, machine), 0
    stays = (np.bincount(machine, minlength=len(instance.sites)) > 0) | instance.kept
    held = holds_tied_items(instance, machine) | instance.kept | ~stays
    for j in np.flatnonzero(~held).tolist():
        if run.should_stop():
            break
        taken = instance.demand[state.machine == j].sum(axis=0) * instance.per_unit[j]
        if taken[:_COUNTED].max() >= _THRESHOLD:
            continue
        stays[j] = False
        found, reached = _without(state, j, stays, last)
        if found is None:
            stays[j] = True
            continue
        state, last = found, reached
        value = instance.value_of(instance.units_of(state.machine))
        run.report(value, decision=instance.decision(state.machine))
    return Answer(instance.decision(state.machine), stopped=run.stopped, **claim)


def _without(state: Cluster, j: int, stays: BoolArray, last: int) -> tuple[Cluster | None, int]:
    """Return the cluster without a node, if all its pods fit elsewhere, and the last node found."""
    instance, after = state.instance, state.copy()
    leaving = np.flatnonzero(after.machine == j)
    reached = int(_place(leaving, after.items, after.load, stays, after.machine, last))
    if reached < 0 or not all_hold(after.items.book, after.load.counts, after.machine, leaving):
        return None, last
    spent = int(instance.cost[after.machine != instance.home].sum())
    if spent > instance.budget:
        return None, last
    return Cluster(instance, after.items, after.machine, after.load, spent), reached


@kernel
def _place(
    leaving: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    open_: BoolArray,
    machine: IntArray,
    last: int,
) -> int:
    """Put items on the next open machine that takes each; return the last one, -1 if none does."""
    for i in leaving:
        move(load, items, i, machine[i], -1)
        machine[i] = -1
    for i in leaving:
        allowed, found = items.masks[items.row_of[i]], -1
        for k in range(len(open_)):
            j = (last + 1 + k) % len(open_)
            able = open_[j] and allowed[j] and fits(load.left.room, items.demand[i], j)
            if able and may_enter(items.book, load.counts, i, -1, j):
                found = j
                break
        if found < 0:
            return -1
        move(load, items, i, -1, found)
        machine[i] = last = found
    return last
