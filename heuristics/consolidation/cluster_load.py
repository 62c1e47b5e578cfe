"""What machines have left and which items they hold, in arrays for compiled code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...instances.consolidation import Consolidation


class Residual(NamedTuple):
    """The room of every machine, with the scales of its shares; rows are machines or blocks.

    What is left of resource r of machine j is the share spare[j, r] + room[j, r] · per_unit[j, r];
    a resource that the machine does not have has per_unit 0.
    """

    room: IntArray  # usable whole units
    per_unit: FloatArray  # share of the machine that a unit is
    spare: FloatArray  # share that stays free beyond the room, as limits are below capacity


class ClusterLoad(NamedTuple):
    """What is left on every machine, and how many items it has; kept up to date in place."""

    left: Residual
    held: IntArray


class ItemArrays(NamedTuple):
    """All items of an instance in arrays."""

    demand: IntArray
    masks: BoolArray  # distinct rows of machines to which items may be sent
    row_of: IntArray  # the row of each item in ``masks``
    home: IntArray  # machine on which an item runs at first; -1 for a request
    cost: IntArray  # of a migration

    @classmethod
    def of(cls, instance: Consolidation) -> ItemArrays:
        """Return the items of an instance."""
        return cls(instance.demand, *instance.masks, instance.home, instance.cost)


def load_of(instance: Consolidation, machine: IntArray) -> ClusterLoad:
    """Return the load of an assignment; an item without a machine has -1."""
    placed = machine >= 0
    room = instance.usable.copy()
    np.subtract.at(room, machine[placed], instance.demand[placed])
    held = np.bincount(machine[placed], minlength=len(room))
    return ClusterLoad(Residual(room, instance.per_unit, instance.spare), held)


@dataclass(frozen=True)
class Cluster:
    """An assignment of all items with its load and its cost; phases change it in place."""

    instance: Consolidation
    machine: IntArray
    load: ClusterLoad
    spent: int

    @classmethod
    def of(cls, instance: Consolidation, machine: IntArray) -> Cluster:
        """Return the cluster of an assignment of all items."""
        spent = int(instance.cost[machine != instance.home].sum())
        return cls(instance, machine.copy(), load_of(instance, machine), spent)

    def copy(self) -> Cluster:
        """Return a cluster that can be changed without changing this one."""
        left, held = self.load
        load = ClusterLoad(left._replace(room=left.room.copy()), held.copy())
        return replace(self, machine=self.machine.copy(), load=load)

    @property
    def key(self) -> tuple[int, int]:
        """Machines in use, then cost: the less the better."""
        return int((self.load.held > 0).sum()), self.spent


@numba.njit(cache=True)
def fits(room: IntArray, demand: IntArray, j: int) -> bool:
    """Return whether a machine has room for an item."""
    enough = True
    for r in range(len(demand)):
        enough &= demand[r] <= room[j, r]
    return enough


@numba.njit(cache=True)
def move(load: ClusterLoad, demand: IntArray, origin: int, target: int) -> None:
    """Take an item from one machine to another; -1 stands for no machine."""
    room, held = load.left.room, load.held
    for r in range(len(demand)):
        if origin >= 0:
            room[origin, r] += demand[r]
        room[target, r] -= demand[r]
    if origin >= 0:
        held[origin] -= 1
    held[target] += 1
