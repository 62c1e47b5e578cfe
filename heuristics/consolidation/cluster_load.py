"""The residual of machines and the items that they hold, in arrays for compiled code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from ...instances.consolidation import (
    Consolidation,
    RuleBook,
    RuleCounts,
    concerned,
    counts_of,
    may_enter,
    shift,
)


class Residual(NamedTuple):
    """The room of every machine, with the scales of its shares; rows are machines or blocks.

    What is left of resource r of machine j is the share spare[j, r] + room[j, r] · per_unit[j, r];
    a resource that the machine does not have has per_unit 0.
    """

    room: IntArray  # usable whole units
    per_unit: FloatArray  # share of the machine that a unit is
    spare: FloatArray  # share of the machine that whole usable units leave out


class ClusterLoad(NamedTuple):
    """The residual of every machine, its items, and the counts of rules; kept up to date in place.

    A machine that is kept counts one item more than it has: it is in use in any case.
    """

    left: Residual
    held: IntArray
    counts: RuleCounts


class ItemArrays(NamedTuple):
    """All items of an instance in arrays."""

    demand: IntArray
    masks: BoolArray  # distinct rows of machines to which items may be sent
    row_of: IntArray  # the row of each item in ``masks``
    home: IntArray  # machine of an item at the start; -1 for a request
    cost: IntArray  # of a migration
    book: RuleBook
    opening: IntArray  # machines in the order in which empty ones are opened

    @classmethod
    def of(cls, instance: Consolidation) -> ItemArrays:
        """Return the items of an instance."""
        opening = np.argsort(instance.price, kind="stable")
        masks = instance.masks
        return cls(
            instance.demand, *masks, instance.home, instance.cost, instance.rule_book, opening
        )


def load_of(instance: Consolidation, machine: IntArray, book: RuleBook) -> ClusterLoad:
    """Return the load of an assignment; an item without a machine has -1."""
    placed = machine >= 0
    room = instance.usable.copy()
    np.subtract.at(room, machine[placed], instance.demand[placed])
    held = np.bincount(machine[placed], minlength=len(room)) + instance.kept
    left = Residual(room, instance.per_unit, instance.spare)
    return ClusterLoad(left, held, counts_of(book, machine))


@dataclass(frozen=True)
class Cluster:
    """An assignment of all items with its load and its cost; phases change it in place."""

    instance: Consolidation
    items: ItemArrays
    machine: IntArray
    load: ClusterLoad
    spent: int

    @classmethod
    def of(cls, instance: Consolidation, machine: IntArray) -> Cluster:
        """Return the cluster of an assignment of all items."""
        spent = int(instance.cost[machine != instance.home].sum())
        items = ItemArrays.of(instance)
        return cls(instance, items, machine.copy(), load_of(instance, machine, items.book), spent)

    def copy(self) -> Cluster:
        """Return a cluster that can be changed without changing this one."""
        left, held, counts = self.load
        copied = RuleCounts(*(each.copy() for each in counts))
        load = ClusterLoad(left._replace(room=left.room.copy()), held.copy(), copied)
        return replace(self, machine=self.machine.copy(), load=load)

    @property
    def key(self) -> tuple[int, int]:
        """The objective in whole units, then cost: the less the better."""
        return self.instance.units_of(self.machine), self.spent


@kernel
def fits(room: IntArray, demand: IntArray, j: int) -> bool:
    """Return whether a machine has room for an item."""
    enough = True
    for r in range(len(demand)):
        enough &= demand[r] <= room[j, r]
    return enough


@kernel
def allowed_now(
    items: ItemArrays, load: ClusterLoad, i: int, origin: int, scratch: BoolArray
) -> BoolArray:
    """Return the machines to which an item may be sent as the others stand now.

    ``scratch`` is filled where rules speak of the item, or it wants devices.
    """
    book = items.book
    allowed: BoolArray = items.masks[items.row_of[i]]
    if not concerned(book, i):
        return allowed
    room, demand = load.left.room, items.demand[i]
    for j in range(len(allowed)):
        able = allowed[j] and (j == origin or fits(room, demand, j))
        scratch[j] = able and may_enter(book, load.counts, i, origin, j)
    return scratch


@kernel
def move(load: ClusterLoad, items: ItemArrays, i: int, origin: int, target: int) -> None:
    """Take an item from one machine to another; -1 stands for no machine."""
    room, held, demand = load.left.room, load.held, items.demand[i]
    shift(items.book, load.counts, i, origin, target)
    for r in range(len(demand)):
        if origin >= 0:
            room[origin, r] += demand[r]
        if target >= 0:
            room[target, r] -= demand[r]
    if origin >= 0:
        held[origin] -= 1
    if target >= 0:
        held[target] += 1
