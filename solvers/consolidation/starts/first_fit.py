"""First fit in a given order, compiled: the quick start of exact methods, and of a baseline."""

from __future__ import annotations

import numpy as np

from ....core.arrays import IntArray
from ....core.compiled import kernel
from ....instances.consolidation import (
    Consolidation,
    RuleBook,
    RuleCounts,
    counts_of,
    may_enter,
    shift,
)


@kernel
def _first_fit(
    order: IntArray,
    demand: IntArray,
    room: IntArray,
    masks: np.ndarray,
    row_of: IntArray,
    used: np.ndarray,
    machine: IntArray,
    opening: IntArray,
    book: RuleBook,
    counts: RuleCounts,
) -> None:
    """Put items on the first used machine with room, else on the first empty one."""
    for i in order:
        allowed = masks[row_of[i]]
        chosen = -1
        for j in opening:
            wanted = allowed[j] and (used[j] or chosen < 0)
            if wanted and (demand[i] <= room[j]).all() and may_enter(book, counts, i, -1, j):
                chosen = j
                if used[j]:
                    break
        if chosen >= 0:
            used[chosen] = True
            room[chosen] -= demand[i]
            machine[i] = chosen
            shift(book, counts, i, -1, chosen)


def first_fit(instance: Consolidation) -> IntArray:
    """Return residents where they are and requests by falling size; -1 where none has room.

    The size of an item is the sum of its shares of the largest machine in each resource.
    """
    machine = instance.home.copy()
    residents = machine >= 0
    room = instance.usable.copy()
    np.subtract.at(room, machine[residents], instance.demand[residents])
    largest = np.maximum(1, instance.usable.max(axis=0))
    size = (instance.demand / largest).sum(axis=1)
    order = np.argsort(-size, kind="stable")
    order = order[~residents[order]]
    masks, row_of = instance.masks
    used = instance.occupied | instance.kept
    book = instance.rule_book
    counts = counts_of(book, machine)
    opening = np.argsort(instance.price, kind="stable")
    _first_fit(order, instance.demand, room, masks, row_of, used, machine, opening, book, counts)
    return machine
