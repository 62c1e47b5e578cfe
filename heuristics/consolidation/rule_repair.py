"""Rules that a plan breaks are mended where it stands: items change machines one at a time."""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.consolidation import (
    WITH,
    Consolidation,
    RuleBook,
    RuleCounts,
    counts_of,
    holds,
    may_enter,
    shift,
)
from ...solvers.consolidation import room_left

_PASSES = 4


class _Plan:
    """An assignment with the room that it leaves and what rules count."""

    def __init__(self, instance: Consolidation, book: RuleBook, machine: IntArray) -> None:
        self.instance, self.book, self.machine = instance, book, machine
        self.masks, self.row_of = instance.masks
        self.room = room_left(instance, machine)
        self.counts = counts_of(book, machine)
        self.load = np.bincount(machine[machine >= 0], minlength=len(self.room))

    def move(self, i: int, j: int) -> None:
        """Move an item; -1 stands for no machine."""
        origin, demand = int(self.machine[i]), self.instance.demand[i]
        if origin >= 0:
            self.room[origin] += demand
            self.load[origin] -= 1
        if j >= 0:
            self.room[j] -= demand
            self.load[j] += 1
        shift(self.book, self.counts, i, origin, j)
        self.machine[i] = j

    def target(self, i: int, allowed: BoolArray) -> int:
        """Return the fullest machine in use that takes an item, else an empty one, else -1."""
        may = self.masks[self.row_of[i]] & allowed
        demand, origin = self.instance.demand[i], int(self.machine[i])
        return int(_target(i, origin, demand, may, self.room, self.load, self.book, self.counts))

    def holds(self, r: int) -> bool:
        """Return whether a rule holds."""
        return bool(holds(self.book, self.counts, self.machine, r))

    def rules_of(self, i: int) -> IntArray:
        """Return the rules of an item."""
        return self.book.rule[self.book.start[i] : self.book.start[i + 1]]


def repair(instance: Consolidation, book: RuleBook, machine: IntArray, run: Run) -> IntArray | None:
    """Return an assignment near this one that keeps all rules, if single moves lead to one."""
    plan = _Plan(instance, book, machine.copy())
    for _ in range(_PASSES):
        for i in np.flatnonzero(plan.machine < 0).tolist():
            _seat(plan, i)
        broken = [r for r in range(len(book.kind)) if not plan.holds(r)]
        if not broken:
            return plan.machine if (plan.machine >= 0).all() else None
        for r in broken:
            if run.should_stop():
                return None
            _mend(plan, r)
    return None


def _seat(plan: _Plan, i: int) -> None:
    """Give an item a machine, if need be next to a mate that moves first."""
    anywhere = np.ones(len(plan.room), dtype=np.bool_)
    j = plan.target(i, anywhere)
    book = plan.book
    for r in plan.rules_of(i).tolist() if j < 0 else ():
        if book.kind[r] != WITH:
            continue
        domain = book.domain[book.level[r]]
        reached = np.unique(domain[plan.masks[plan.row_of[i]]])
        for mate in book.member[book.middle[r] : book.begin[r + 1]].tolist():
            if j < 0 and plan.machine[mate] >= 0:
                beside = plan.target(mate, np.isin(domain, reached[reached >= 0]))
                if beside >= 0 and _move(plan, mate, beside, r):
                    j = plan.target(i, anywhere)
    if j >= 0:
        plan.move(i, j)


def _mend(plan: _Plan, r: int) -> None:
    """Move items of a broken rule out of the domain with most of them, the smallest first."""
    book = plan.book
    domain = book.domain[book.level[r]]
    members = book.member[book.begin[r] : book.middle[r]]
    order = members[np.argsort(plan.instance.demand[members].sum(axis=1), kind="stable")]
    for i in order.tolist():
        if plan.holds(r):
            return
        own = domain[plan.machine[i]] if plan.machine[i] >= 0 else -1
        mine = plan.counts.mine[book.offset[r] : book.offset[r + 1]]
        if own < 0 or mine[own] < mine.max():
            continue
        j = plan.target(i, domain != own)
        if j >= 0:
            _move(plan, i, j, r)


def _move(plan: _Plan, i: int, j: int, r: int) -> bool:
    """Move an item, unless a rule other than ``r`` would be broken that holds now."""
    origin = int(plan.machine[i])
    others = [q for q in plan.rules_of(i).tolist() if q != r and plan.holds(q)]
    plan.move(i, j)
    if all(plan.holds(q) for q in others):
        return True
    plan.move(i, origin)
    return False


@kernel
def _target(
    i: int,
    origin: int,
    demand: IntArray,
    may: BoolArray,
    room: IntArray,
    load: IntArray,
    book: RuleBook,
    counts: RuleCounts,
) -> int:
    chosen, least = -1, np.inf
    for j in range(len(load)):
        if j == origin or not may[j] or (demand > room[j]).any():
            continue
        left = 0.0 if load[j] > 0 else 1e30
        for r in range(len(demand)):
            if demand[r] > 0:
                left += (room[j, r] - demand[r]) / demand[r]
        if left < least and may_enter(book, counts, i, origin, j):
            chosen, least = j, left
    return chosen
