"""A plan from the mix of items that a linear program gives each class of machines.

Where many small items fill a machine, classes of machines with different proportions of their
resources must be filled with items that complement each other.  The program says how many items
of each group a class takes in all, and how many of its machines that needs; items are then
placed one after the other, the largest first, where they complement what is there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.consolidation import (
    ITEM,
    SPREAD,
    WITH,
    Consolidation,
    RuleBook,
    RuleCounts,
    counts_of,
    may_enter,
    shift,
)
from ...solvers.consolidation import (
    Classes,
    classes_of,
    mix_of,
    pinned_items,
    room_left,
    wide_levels,
)
from .mending import empty_towards, mend
from .rule_repair import repair

_ANY = 2**40


def place_by_mix(instance: Consolidation, run: Run) -> IntArray | None:
    """Return an assignment that follows the mix, mended where it breaks rules, if there is one."""
    if instance.budget < int(instance.cost.sum()):
        return None
    pinned, book = pinned_items(instance), instance.rule_book
    classes = classes_of(instance, pinned, book)
    mix = mix_of(classes, book, run)
    if mix is None or run.should_stop():
        return None
    machine = np.where(pinned, instance.home, -1)
    state = begin_placing(instance, without_wide_spreads(book), machine, classes, mix.machines)
    wishes = _Wishes(
        instance.demand,
        *instance.masks,
        classes.class_of,
        classes.group_of,
        np.ceil(mix.items - 1e-9).astype(np.int64),
        instance.price,
        instance.usable.max(axis=0).clip(1).astype(np.float64),
    )
    _place(_largest_first(instance, book, pinned), wishes, state, machine)
    return complete_plan(instance, book, machine, run)


def without_wide_spreads(book: RuleBook) -> RuleBook:
    """Return rules that allow any order of placing: the mix itself spreads over wide domains."""
    wide = (book.kind == SPREAD) & np.isin(book.level, wide_levels(book))
    return book._replace(most=np.where(wide, _ANY, book.most))


def complete_plan(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run
) -> IntArray | None:
    """Return an assignment with all items that keeps the rules, after repair, if there is one."""
    found = repair(instance, book, machine, run)
    if found is None:
        return mend(instance, machine, run)
    return empty_towards(instance, found, found, run)


class Placing(NamedTuple):
    """The state of placing: what rules count, the room that is left, the machines in use."""

    book: RuleBook
    counts: RuleCounts
    room: IntArray
    open: BoolArray


def begin_placing(
    instance: Consolidation,
    book: RuleBook,
    machine: IntArray,
    classes: Classes,
    machines: FloatArray,
) -> Placing:
    """Return the state beside the items that have a machine; as many of a class more are open."""
    opened = np.bincount(machine[machine >= 0], minlength=len(instance.sites)) > 0
    opened |= instance.kept
    for kind, number in enumerate(machines.tolist()):
        own = np.flatnonzero((classes.class_of == kind) & ~opened)
        opened[own[: int(np.ceil(number - 1e-6))]] = True
    return Placing(book, counts_of(book, machine), room_left(instance, machine), opened)


@kernel(inner=True)
def seat(state: Placing, demand: IntArray, i: int, j: int) -> None:
    """Give an item without a machine a place on one."""
    state.open[j] = True
    for r in range(demand.shape[1]):
        state.room[j, r] -= demand[i, r]
    shift(state.book, state.counts, i, -1, j)


def _largest_first(instance: Consolidation, book: RuleBook, pinned: BoolArray) -> IntArray:
    """Return the items to place, those that need mates last, the largest first."""
    share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
    order = np.lexsort((-share, waits_for_mates(book)))
    return order[~pinned[order]]


def waits_for_mates(book: RuleBook) -> BoolArray:
    """Return which items a rule lets only where others are."""
    waits = np.zeros(len(book.start) - 1, dtype=np.bool_)
    for i in np.flatnonzero(np.diff(book.start) > 0).tolist():
        own = slice(book.start[i], book.start[i + 1])
        waits[i] = ((book.kind[book.rule[own]] == WITH) & (book.role[own] == ITEM)).any()
    return waits


class _Wishes(NamedTuple):
    """What items need, where they may be, and how many of a group a class is to take."""

    demand: IntArray
    masks: BoolArray
    row_of: IntArray
    class_of: IntArray
    group_of: IntArray
    quota: IntArray
    price: IntArray
    scale: FloatArray  # the largest room


@kernel
def _place(order: IntArray, wishes: _Wishes, state: Placing, machine: IntArray) -> None:
    """Place items where the mix wants them, else where they fit, else on a machine opened anew."""
    sites, resources = state.room.shape
    for i in order:
        best, chosen, mask = -1.0, -1, wishes.masks[wishes.row_of[i]]
        for j in range(sites):
            if not mask[j]:
                continue
            fits, value = True, 0.0
            for r in range(resources):
                if wishes.demand[i, r] > state.room[j, r]:
                    fits = False
                    break
                share = state.room[j, r] / wishes.scale[r]
                value += wishes.demand[i, r] / wishes.scale[r] * share
            if not fits:
                continue
            if not state.open[j]:
                value = 1e-9 / (1.0 + wishes.price[j])  # only if nothing else takes it
            elif wishes.quota[wishes.class_of[j], wishes.group_of[i]] > 0:
                value += 1000.0
            else:
                value += 1.0
            if value > best and may_enter(state.book, state.counts, i, -1, j):
                best, chosen = value, j
        if chosen < 0:
            continue
        machine[i] = chosen
        wishes.quota[wishes.class_of[chosen], wishes.group_of[i]] -= 1
        seat(state, wishes.demand, i, chosen)
