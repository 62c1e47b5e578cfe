"""Partitions of items and of machines into groups of equals, and exchanges within a group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, IntArray, distinct_rows
from .instance import Consolidation
from .rule_book import SPREAD, RuleBook


@dataclass(frozen=True, eq=False)
class Partition:
    """Items, or machines, in groups whose members have equal keys.

    ``group_of`` is the group of each item or machine (-1: it has none), ``first`` the first member
    of each group, and ``count`` the number of its members.
    """

    group_of: IntArray
    first: IntArray
    count: IntArray

    @classmethod
    def of(cls, *keys: IntArray | BoolArray, among: BoolArray | None = None) -> Partition:
        """Return the groups, sorted by keys (columns); those not ``among`` have no group."""
        rows: IntArray = np.column_stack(keys).astype(np.int64, copy=False)
        members = np.arange(len(rows)) if among is None else np.flatnonzero(among)
        _, first, number = distinct_rows(rows[members])
        group_of = np.full(len(rows), -1)
        group_of[members] = number
        return cls(group_of, members[first], np.bincount(number, minlength=len(first)))

    def by_first(self) -> Partition:
        """Return the same groups, in the order of their first members."""
        order = np.argsort(self.first)
        number = np.append(np.argsort(order), -1)
        return Partition(number[self.group_of], self.first[order], self.count[order])

    def members(self) -> list[list[int]]:
        """Return the members of each group."""
        groups: list[list[int]] = [[] for _ in self.first]
        for i, group in enumerate(self.group_of.tolist()):
            if group >= 0:
                groups[group].append(i)
        return groups


def kinds_of(
    instance: Consolidation, book: RuleBook, *, costs: bool = True, budgets: bool = False
) -> Partition:
    """Return the kinds of items, in the order of their first items.

    Items of a kind have the same demand, allowed machines and rules and, if requested, migration
    cost and disruption budgets.
    """
    keys = [instance.demand, instance.masks[1]]
    if costs:
        keys.append(instance.cost)
    if instance.rules or len(book.rule):
        keys.append(_numbers_of_rules(instance, book, budgets))
    return Partition.of(*keys).by_first()


def _numbers_of_rules(instance: Consolidation, book: RuleBook, budgets: bool) -> IntArray:
    """Return a number per item, equal for items with the same roles in the same rules."""
    waves: dict[str, list[int]] = {}
    for r, rule in enumerate(instance.rules or ()):
        if budgets and rule.kind == "at_once":
            for name in rule.items:
                waves.setdefault(name, []).append(r)
    known: dict[object, int] = {}
    number = np.empty(len(instance.items), dtype=np.int64)
    for i, item in enumerate(instance.items):
        of = slice(book.start[i], book.start[i + 1])
        roles = book.rule[of].tobytes(), book.role[of].tobytes()
        number[i] = known.setdefault((roles, tuple(waves.get(item.name, ()))), len(known))
    return number


def with_fewest_moves(instance: Consolidation, book: RuleBook, machine: IntArray) -> IntArray:
    """Return the plan after exchanges between identical items such that the fewest items move."""
    nearest, has_spread = machine.copy(), bool((book.kind == SPREAD).any())
    for group in kinds_of(instance, book).members():
        members = np.array(group)
        places, counts = np.unique(machine[members], return_counts=True)
        left = dict(zip(places.tolist(), counts.tolist(), strict=True))
        moving = []
        for i in group:
            home = int(instance.home[i])
            if left.get(home, 0) > 0:
                left[home] -= 1
                nearest[i] = home
            else:
                moving.append(i)
        targets = [j for j, count in left.items() for _ in range(count)]
        if not has_spread:
            nearest[moving] = targets
            continue
        for i in moving:  # first within the domains where it is, so that no spread is in the way
            near = (j for j in targets if _same_domains(book, i, int(instance.home[i]), j))
            j = next(near, targets[0])
            targets.remove(j)
            nearest[i] = j
    return nearest


def _same_domains(book: RuleBook, i: int, origin: int, j: int) -> bool:
    """Return whether two machines are in equal domains for all spread rules of item i."""
    if origin < 0:
        return True
    for k in range(book.start[i], book.start[i + 1]):
        r = book.rule[k]
        level = book.level[r]
        if book.kind[r] == SPREAD and book.domain[level, origin] != book.domain[level, j]:
            return False
    return True
