"""Packing under branching decisions: two items together or apart, an item on some machines or not.

Decisions apply to single items: an item first gets its own flavour, and its machine its own class
if moving the item away has a cost.  Two items together make one flavour whose sizes and costs add
up; flavours of items that are apart exclude each other (``clash``).  Patterns are translated from
one packing to the next, and plans back to the flavours at the root.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...core.arrays import IntArray
from .flavours import Flavours, Plan
from .master import Column


def with_single(columns: list[Column], f: int, left: int) -> list[Column]:
    """Return columns with a new last entry for an item of flavour ``f``, now of ``left`` items."""
    found = []
    for number, pattern in columns:
        without = np.append(np.minimum(pattern, _cap(pattern, f, left)), 0)
        found.append((number, without))
        if pattern[f]:
            with_it = np.append(pattern, 1)
            with_it[f] -= 1
            found.append((number, with_it))
    return found


def _cap(pattern: IntArray, f: int, left: int) -> IntArray:
    most = pattern.copy()
    most[f] = left
    return most


def part_columns(columns: list[Column], a: int, b: int) -> list[Column]:
    """Replace each column that contains two items by two columns, each without one of them."""
    found = []
    for number, pattern in columns:
        if pattern[a] and pattern[b]:
            for f in (a, b):
                without = pattern.copy()
                without[f] = 0
                found.append((number, without))
        else:
            found.append((number, pattern))
    return found


class BranchDecision(NamedTuple):
    """Two items are together or apart; with ``machines``, one item is on one of these or not.

    ``agreed`` selects the first alternative. Machines and items are given by their indices.
    """

    items: tuple[int, ...]
    machines: tuple[int, ...] | None
    agreed: bool


@dataclass(frozen=True, eq=False)
class BranchedPacking:
    """Flavours of items and classes of machines under the decisions of a branch.

    ``parts[f]`` counts the items of each root flavour in flavour f. ``members[f]`` lists the items
    of a separated flavour, and is empty for others. ``origin`` is the root class of each class.
    """

    flavours: Flavours
    parts: IntArray
    members: tuple[tuple[int, ...], ...]
    origin: IntArray
    decisions: tuple[BranchDecision, ...] = ()

    @classmethod
    def root(cls, flavours: Flavours) -> BranchedPacking:
        """Return the packing without decisions."""
        count = len(flavours.size)
        parts = np.eye(count, dtype=np.int64)
        free = replace(flavours, clash=np.zeros((count, count), dtype=np.bool_))
        return cls(free, parts, ((),) * count, np.arange(len(flavours.room)))

    def at_root(self, plan: Plan) -> Plan:
        """Translate a plan to the flavours and classes before all decisions."""
        return [
            (int(self.origin[number]), pattern @ self.parts, times)
            for number, pattern, times in plan
        ]

    def item_of(self, flavour: int, besides: tuple[int, ...] = ()) -> int:
        """Return a flavour's first member, or an item neither separated nor in ``besides``."""
        if self.members[flavour]:
            return self.members[flavour][0]
        root = int(np.argmax(self.parts[flavour]))
        taken = {i for members in self.members for i in members} | set(besides)
        items = np.flatnonzero(self.flavours.flavour_of == root).tolist()
        return int(next(i for i in items if i not in taken))

    def flavour_of(self, item: int) -> int:
        """Return the separate flavour of an item; -1 if it has none yet."""
        return next((f for f, members in enumerate(self.members) if item in members), -1)

    def decided(
        self, decision: BranchDecision, columns: list[Column]
    ) -> tuple[BranchedPacking, list[Column]]:
        """Return the packing with one more decision, and the columns adapted to it."""
        packing, found = self, columns
        for item in decision.items:
            packing, found = packing.singled(item, found)
        numbers = [packing.flavour_of(item) for item in decision.items]
        if decision.machines is not None:
            flavours, found = _pin_item(packing.flavours, numbers[0], decision, found)
            packing = replace(packing, flavours=flavours)
        elif decision.agreed:
            packing, found = packing.joined(min(numbers), max(numbers), found)
        else:
            clash = packing.flavours.clash.copy()
            clash[numbers[0], numbers[1]] = clash[numbers[1], numbers[0]] = True
            found = part_columns(found, numbers[0], numbers[1])
            packing = replace(packing, flavours=replace(packing.flavours, clash=clash))
        return replace(packing, decisions=(*packing.decisions, decision)), found

    def singled(self, item: int, columns: list[Column]) -> tuple[BranchedPacking, list[Column]]:
        """Give an item its own flavour; return the packing and the adapted columns."""
        if self.flavour_of(item) >= 0:
            return self, columns
        root = int(self.flavours.flavour_of[item])
        f = next(k for k, members in enumerate(self.members) if not members and self.parts[k, root])
        packing, home = self, int(self.flavours.instance.home[item])
        if home >= 0 and self.flavours.held[self.flavours.class_of[home], f] > 0:
            packing, columns = packing.machine_singled(home, columns)
        if packing.flavours.count[f] == 1:
            members = (*packing.members[:f], (item,), *packing.members[f + 1 :])
            return replace(packing, members=members), columns
        after = _split_flavour(packing.flavours, f, home)
        parts = np.vstack([packing.parts, packing.parts[f]])
        members = (*packing.members, (item,))
        left = int(after.count[f])
        packing = replace(packing, flavours=after, parts=parts, members=members)
        return packing, with_single(columns, f, left)

    def machine_singled(
        self, machine: int, columns: list[Column]
    ) -> tuple[BranchedPacking, list[Column]]:
        """Give a machine its own class; return the packing and the adapted columns."""
        flavours = self.flavours
        c, new = int(flavours.class_of[machine]), len(flavours.room)
        if flavours.machines[c] == 1:
            return self, columns
        class_of = flavours.class_of.copy()
        class_of[machine] = new
        after = replace(
            flavours,
            room=np.vstack([flavours.room, flavours.room[c]]),
            held=np.vstack([flavours.held, flavours.held[c]]),
            open=np.vstack([flavours.open, flavours.open[c]]),
            rate=np.append(flavours.rate, flavours.rate[c]),
            class_of=class_of,
            stay=None if flavours.stay is None else np.vstack([flavours.stay, flavours.stay[c]]),
            devices=flavours.devices.with_class(c),
        )
        more = [(new, pattern) for number, pattern in columns if number == c]
        origin = np.append(self.origin, self.origin[c])
        return replace(self, flavours=after, origin=origin), [*columns, *more]

    def joined(self, a: int, b: int, columns: list[Column]) -> tuple[BranchedPacking, list[Column]]:
        """Merge flavours ``a`` and ``b`` (one item each); return packing and adapted columns."""
        flavours = self.flavours
        size, cost, held, opened, stay = _sums(flavours, a, b)
        clash = flavours.clash.copy()
        clash[a] |= clash[b]
        clash[:, a] |= clash[:, b]
        parts = self.parts.copy()
        parts[a] += parts[b]
        after = replace(
            flavours,
            size=np.ascontiguousarray(np.delete(size, b, axis=0)),
            count=np.delete(flavours.count, b),
            cost=np.delete(cost, b),
            cap=np.delete(flavours.cap, b),
            held=np.delete(held, b, axis=1),
            open=np.delete(opened, b, axis=1),
            clash=np.delete(np.delete(clash, b, axis=0), b, axis=1),
            stay=np.delete(stay, b, axis=1),
            devices=flavours.devices.joined(a, b),
        )
        members = list(self.members)
        members[a] = (*members[a], *members.pop(b))
        found = []
        for number, pattern in columns:
            both = pattern[a] > 0 and pattern[b] > 0
            joined = np.delete(pattern, b)
            joined[a] = int(both)
            found.append((number, joined))
        parts = np.delete(parts, b, axis=0)
        return replace(self, flavours=after, parts=parts, members=tuple(members)), found


def _split_flavour(flavours: Flavours, f: int, home: int) -> Flavours:
    """Move one item of flavour ``f`` with this home (-1: none) to a new last flavour."""
    held = np.column_stack([flavours.held, np.zeros(len(flavours.held), dtype=np.int64)])
    if home >= 0 and held[flavours.class_of[home], f] > 0:
        held[flavours.class_of[home], [f, -1]] += [-1, 1]
    count, stay = np.append(flavours.count, 1), flavours.stay
    count[f] -= 1
    return replace(
        flavours,
        size=np.vstack([flavours.size, flavours.size[f]]),
        count=count,
        cost=np.append(flavours.cost, flavours.cost[f]),
        cap=np.append(flavours.cap, 1),
        held=held,
        open=np.column_stack([flavours.open, flavours.open[:, f]]),
        clash=np.pad(flavours.clash, ((0, 1), (0, 1))),
        stay=None if stay is None else np.column_stack([stay, stay[:, f]]),
        devices=flavours.devices.with_flavour(f),
    )


def _sums(
    flavours: Flavours, a: int, b: int
) -> tuple[IntArray, IntArray, IntArray, np.ndarray, IntArray]:
    """Return size, cost, held, open and stay (see `Flavours`) with flavour ``b`` added to ``a``."""
    size, cost = flavours.size.copy(), flavours.cost.copy()
    held, opened = flavours.held.copy(), flavours.open.copy()
    stay = np.zeros_like(held) if flavours.stay is None else flavours.stay.copy()
    size[a] += size[b]
    cost[a] += cost[b]
    here = (held[:, a] > 0) | (held[:, b] > 0)
    may = (opened[:, a] | (held[:, a] > 0)) & (opened[:, b] | (held[:, b] > 0))
    each = [np.where(held[:, f] > 0, stay[:, f], flavours.cost[f]) for f in (a, b)]
    stay[:, a] = np.where(here, each[0] + each[1], 0)
    opened[:, a] &= opened[:, b]
    held[:, a] = here & may
    return size, cost, held, opened, stay


def _pin_item(
    flavours: Flavours, f: int, decision: BranchDecision, columns: list[Column]
) -> tuple[Flavours, list[Column]]:
    """Return flavours and columns without flavour ``f`` on the classes of the decision's machines.

    If the decision is ``agreed``, ``f`` is forbidden on all other classes instead.
    """
    among = np.zeros(len(flavours.room), dtype=np.bool_)
    among[flavours.class_of[list(decision.machines or ())]] = True
    closed = ~among if decision.agreed else among
    held, opened = flavours.held.copy(), flavours.open.copy()
    held[closed, f] = 0
    opened[closed, f] = False
    found = []
    for number, pattern in columns:
        if closed[number] and pattern[f]:
            pattern = pattern.copy()
            pattern[f] = 0
        found.append((number, pattern))
    return replace(flavours, held=held, open=opened), found
