"""Indistinguishable items, which a plan can exchange to minimise the number of moves."""

import numpy as np

from ...core.arrays import IntArray, distinct_rows
from .instance import Consolidation
from .rule_book import SPREAD, RuleBook


def kind_numbers(
    instance: Consolidation, book: RuleBook, *, costs: bool = True, budgets: bool = False
) -> IntArray:
    """Return the kind of each item; kinds are numbered in order of first appearance.

    Items of a kind have the same demand, allowed machines and rules and, if requested, migration
    cost and disruption budgets.
    """
    _, row_of = instance.masks
    cost = instance.cost if costs else np.zeros_like(instance.cost)
    if not instance.rules and len(book.rule) == 0:
        return _in_order_of_appearance(np.column_stack([instance.demand, row_of, cost]))
    waves: dict[str, list[int]] = {}
    for r, rule in enumerate(instance.rules or ()):
        if budgets and rule.kind == "at_once":
            for name in rule.items:
                waves.setdefault(name, []).append(r)
    known: dict[object, int] = {}
    kind = np.empty(len(instance.items), dtype=np.int64)
    for i, item in enumerate(instance.items):
        of = slice(book.start[i], book.start[i + 1])
        key = (
            instance.demand[i].tobytes(),
            int(row_of[i]),
            int(cost[i]),
            book.rule[of].tobytes(),
            book.role[of].tobytes(),
            tuple(waves.get(item.name, ())),
        )
        kind[i] = known.setdefault(key, len(known))
    return kind


def _in_order_of_appearance(rows: IntArray) -> IntArray:
    """Return a number for each row, in order of first appearance; equal rows share one."""
    _, first, kind = distinct_rows(rows)
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    numbers: IntArray = number[kind]
    return numbers


def groups_by(kind: IntArray, items: IntArray) -> list[list[int]]:
    """Return the items grouped by kind, in the order in which kinds first appear."""
    groups: dict[int, list[int]] = {}
    for i, number in zip(items.tolist(), kind[items].tolist(), strict=True):
        groups.setdefault(number, []).append(i)
    return list(groups.values())


def kinds_of(
    instance: Consolidation, book: RuleBook, *, budgets: bool = True, single: bool = False
) -> list[list[int]]:
    """Return the items grouped by kind; without ``budgets``, disruption budgets are ignored.

    Kinds with one item are omitted, unless ``single``.
    """
    kind = kind_numbers(instance, book, budgets=budgets)
    groups = groups_by(kind, np.arange(len(kind)))
    return [group for group in groups if single or len(group) > 1]


def with_fewest_moves(instance: Consolidation, book: RuleBook, machine: IntArray) -> IntArray:
    """Return the plan after exchanges between identical items such that the fewest items move."""
    nearest, has_spread = machine.copy(), bool((book.kind == SPREAD).any())
    for group in kinds_of(instance, book, budgets=False):
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
