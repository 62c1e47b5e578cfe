"""consolidation with items grouped to flavours and machines to classes, and the way back.

Items of a flavour have the same demand, cost and allowed machines; machines of a class offer the
same room to the same flavours and hold the same residents, where these matter.  A *pattern* is
how many items of each flavour a machine of a class has: up to ``held`` of them stay for free, the
others are sent there, each for its cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...core.arrays import IntArray
from ...instances.consolidation import Consolidation

Plan = list[tuple[int, IntArray, int]]  # class, pattern, on how many machines


@dataclass(frozen=True, eq=False)
class Flavours:
    """Flavours (their sizes, numbers, costs, items) and classes of machines.

    ``held`` and ``open`` say per class and flavour how many items stay for free and whether
    others may be sent there.
    """

    instance: Consolidation
    size: IntArray
    count: IntArray
    cost: IntArray
    flavour_of: IntArray
    room: IntArray
    held: IntArray
    open: np.ndarray
    class_of: IntArray

    @cached_property
    def machines(self) -> IntArray:
        """The number of machines of each class."""
        return np.bincount(self.class_of, minlength=len(self.room))

    @cached_property
    def scarce(self) -> IntArray:
        """The resources by falling scarcity: the number of machines that the items need of each."""
        share = self.size / np.maximum(1, self.room.max(axis=0))
        return np.argsort(-(self.count @ share), kind="stable")

    @property
    def budgeted(self) -> bool:
        """True if the budget is less than the cost of moving everything."""
        return bool(self.cost.any())

    @cached_property
    def markets(self) -> tuple[np.ndarray, IntArray]:
        """The distinct rows of ``open``, and the row of each class."""
        rows, of_class = np.unique(self.open, axis=0, return_inverse=True)
        return rows, of_class.reshape(-1)

    @classmethod
    def of(cls, instance: Consolidation) -> Flavours:
        """Group the items and machines of an instance."""
        masks, row_of = instance.masks
        cost = instance.cost
        if instance.budget >= cost.sum():
            cost = np.zeros_like(cost)
        keys = np.column_stack([instance.demand, cost, row_of])
        distinct, flavour_of = np.unique(keys, axis=0, return_inverse=True)
        flavour_of = flavour_of.reshape(-1)
        rows = distinct[:, -1]
        residents = np.flatnonzero(instance.home >= 0)
        back = masks[row_of[residents], instance.home[residents]] & (cost[residents] == 0)
        tied = residents[~back]  # for the others coming back is as free as staying
        held = np.zeros((len(instance.machines) if len(tied) else 1, len(distinct)), dtype=np.int64)
        np.add.at(held, (instance.home[tied], flavour_of[tied]), 1)
        sites = np.column_stack([instance.usable, masks.T])
        if len(tied):
            sites = np.column_stack([sites, held])
        _, first, class_of = np.unique(sites, axis=0, return_index=True, return_inverse=True)
        return cls(
            instance=instance,
            size=np.ascontiguousarray(distinct[:, :-2]),
            count=np.bincount(flavour_of),
            cost=distinct[:, -2],
            flavour_of=flavour_of,
            room=instance.usable[first],
            held=held[first] if len(tied) else np.repeat(held, len(first), axis=0),
            open=masks[rows].T[first],
            class_of=class_of.reshape(-1),
        )

    def spent(self, number: int, pattern: IntArray) -> int:
        """Return what a pattern on a machine of that class costs."""
        return int(self.cost @ np.maximum(0, pattern - self.held[number]))

    def patterns_now(self, machine: IntArray) -> Plan:
        """Return an assignment of the items (to all machines, by number) as a plan."""
        content = np.zeros((len(self.class_of), len(self.size)), dtype=np.int64)
        np.add.at(content, (machine, self.flavour_of), 1)
        used = content.any(axis=1)
        return [(int(self.class_of[j]), content[j], 1) for j in np.flatnonzero(used).tolist()]

    def expanded(self, plan: Plan) -> IntArray:
        """Return the machine of every item in a plan that covers all flavours.

        Within a class a pattern goes to the machine that already holds most of it.  Of each
        flavour first those stay that may, then the others fill up.
        """
        instance = self.instance
        present = np.zeros((len(self.class_of), len(self.size)), dtype=np.int64)
        residents = np.flatnonzero(instance.home >= 0)
        np.add.at(present, (instance.home[residents], self.flavour_of[residents]), 1)
        wanted = self._matched(plan, present)
        machine = np.full(len(instance.items), -1)
        for i in residents.tolist():
            j, f = instance.home[i], self.flavour_of[i]
            if wanted[j, f] > 0:
                wanted[j, f] -= 1
                machine[i] = j
        for f in range(len(self.size)):
            waiting = np.flatnonzero((self.flavour_of == f) & (machine < 0))
            places = np.repeat(np.arange(len(wanted)), wanted[:, f])
            if len(places) < len(waiting):
                raise ValueError(f"the plan leaves out items of flavour {f}")
            machine[waiting] = places[: len(waiting)]
        return machine

    def _matched(self, plan: Plan, present: IntArray) -> IntArray:
        """Return the pattern of every machine."""
        wanted = np.zeros_like(present)
        weight = 1 + self.size.sum(axis=1)
        for number in {number for number, _, _ in plan}:
            free = np.flatnonzero(self.class_of == number)
            alike = not present[free].any()
            for pattern in (p for c, p, times in plan if c == number for _ in range(times)):
                overlap = np.minimum(present[free], pattern) @ weight if not alike else [0]
                best = int(np.argmax(overlap))
                wanted[free[best]] = pattern
                free = np.delete(free, best)
        return wanted
