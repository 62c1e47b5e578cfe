"""Plans from the patterns and the mix of an integer program.

A *mix* states how many items of each group go to each segment of machines.  The program also
assigns each machine a pattern: a number of slots for items of each size.  Items take slots in the
segments that the mix assigns to them, first the items that rules keep apart.  If only such a rule
prevents a placement, the item is exchanged with another item of its size.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
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
    ColumnParameters,
    SlotProgram,
    Slots,
    pinned_items,
    room_left,
    slot_program,
    wide_levels,
)
from .repair import empty_towards, mend, repair

_ANY = 2**40


def without_wide_spreads(book: RuleBook) -> RuleBook:
    """Return the rules except spreads over domains of several machines, which the mix satisfies."""
    wide = (book.kind == SPREAD) & np.isin(book.level, wide_levels(book))
    return book._replace(most=np.where(wide, _ANY, book.most))


def complete_plan(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run
) -> IntArray | None:
    """Repair and complete an assignment and empty machines; return the result, or None."""
    found = repair(instance, book, machine, run)
    if found is None:
        return mend(instance, machine, run)
    return empty_towards(instance, found, found, run)


class Placing(NamedTuple):
    """The state of a placement: counts of rules, free room, and open machines."""

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
    """Return the state with the placed items, and as many open machines per class as given."""
    opened = np.bincount(machine[machine >= 0], minlength=len(instance.sites)) > 0
    opened |= instance.kept
    for kind, number in enumerate(machines.tolist()):
        own = np.flatnonzero((classes.class_of == kind) & ~opened)
        opened[own[: int(np.ceil(number - 1e-6))]] = True
    return Placing(book, counts_of(book, machine), room_left(instance, machine), opened)


@kernel(inner=True)
def seat(state: Placing, demand: IntArray, i: int, j: int) -> None:
    """Update the state of a placement after item i is placed on machine j."""
    state.open[j] = True
    for r in range(demand.shape[1]):
        state.room[j, r] -= demand[i, r]
    shift(state.book, state.counts, i, -1, j)


def waits_for_mates(book: RuleBook) -> BoolArray:
    """Return a mask of the items that must be near other items by a ``with`` rule."""
    waits = np.zeros(len(book.start) - 1, dtype=np.bool_)
    for i in np.flatnonzero(np.diff(book.start) > 0).tolist():
        own = slice(book.start[i], book.start[i + 1])
        waits[i] = ((book.kind[book.rule[own]] == WITH) & (book.role[own] == ITEM)).any()
    return waits


def fill_slots(instance: Consolidation, run: Run, parameters: ColumnParameters) -> IntArray | None:
    """Place items in slots of patterns; return an assignment that satisfies all rules, or None."""
    pinned, book = pinned_items(instance), instance.rule_book
    program = slot_program(instance, book, run, parameters)
    slots = None if program is None else program.slots(run)
    if program is None or slots is None:
        return None
    return complete_plan(instance, book, fill(instance, book, pinned, program, slots), run)


def fill(
    instance: Consolidation, book: RuleBook, pinned: BoolArray, program: SlotProgram, slots: Slots
) -> IntArray:
    """Return the machine of each item that gets a slot; -1 for all other items."""
    machine, classes = np.where(pinned, instance.home, -1), program.classes
    size_of = np.where(classes.group_of >= 0, program.size_of[classes.group_of], -1)
    state = _Filling(
        without_wide_spreads(book),
        counts_of(book, machine),
        room_left(instance, machine),
        _wanted_slots(instance, classes, slots, size_of),
        slots.items.copy(),
    )
    things = _Things(
        instance.demand,
        *instance.masks,
        instance.home,
        classes.group_of,
        size_of,
        program.segment_of[classes.class_of],
        _items_apart(program),
    )
    order = _most_apart_first(instance, things, pinned)
    _fill(order, things, state, machine)
    _exchange(order, things, state, machine)
    return machine


def _wanted_slots(
    instance: Consolidation, classes: Classes, slots: Slots, size_of: IntArray
) -> IntArray:
    """Return the slots (machines x sizes); a pattern goes where most slots suit present items."""
    sites, sizes = len(instance.sites), int(size_of.max()) + 1
    present = np.zeros((sites, sizes), dtype=np.int64)
    here = (instance.home >= 0) & (size_of >= 0)
    np.add.at(present, (instance.home[here], size_of[here]), 1)
    wanted = np.zeros_like(present)
    left = np.ones(sites, dtype=np.bool_)
    for number, pattern, times in slots.patterns:
        for _ in range(times):
            own = np.flatnonzero(left & (classes.class_of == number))
            best = own[np.argmax(np.minimum(present[own], pattern).sum(axis=1))]
            wanted[best] = pattern
            left[best] = False
    return wanted


def _items_apart(program: SlotProgram) -> IntArray:
    """Return, per group, the number of items that one rule keeps apart; 0 without such a rule."""
    number = np.zeros(len(program.classes.count), dtype=np.int64)
    for one in program.apart:
        number[one.groups] = program.classes.count[one.groups].sum()
    return number


def _most_apart_first(instance: Consolidation, things: _Things, pinned: BoolArray) -> IntArray:
    """Return the movable items: first those kept apart from the most items, then the largest.

    Items that must be near other items come last.
    """
    share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
    number = things.apart[things.group_of]
    order = np.lexsort((-share, -number, waits_for_mates(instance.rule_book)))
    return order[~pinned[order]]


class _Things(NamedTuple):
    """Input of the filling: demands, masks, homes, groups and sizes of items, and segments."""

    demand: IntArray
    masks: BoolArray
    row_of: IntArray
    home: IntArray
    group_of: IntArray
    size_of: IntArray
    segment_of: IntArray
    apart: IntArray


class _Filling(NamedTuple):
    """The state of the filling: counts of rules, and the unused room, slots and mix."""

    book: RuleBook
    counts: RuleCounts
    room: IntArray
    wanted: IntArray
    mix: IntArray


@kernel
def _fill(order: IntArray, things: _Things, state: _Filling, machine: IntArray) -> None:
    """Assign items to slots of their size and segments: at home, or where most slots are free.

    Items kept apart need slots on many machines, so for them the present machine only breaks ties.
    """
    for i in order:
        s, g, most, chosen = things.size_of[i], things.group_of[i], 0, -1
        mask = things.masks[things.row_of[i]]
        for j in range(len(mask)):
            if not mask[j] or state.wanted[j, s] <= 0 or state.mix[things.segment_of[j], g] <= 0:
                continue
            here = 1 if things.apart[g] > 0 else 2**20
            value = 2 * state.wanted[j, s] + (here if j == things.home[i] else 0)
            if value > most and may_enter(state.book, state.counts, i, -1, j):
                most, chosen = value, j
        if chosen >= 0:
            _take(i, chosen, things, state, machine)


@kernel
def _take(i: int, j: int, things: _Things, state: _Filling, machine: IntArray) -> None:
    machine[i] = j
    state.wanted[j, things.size_of[i]] -= 1
    state.mix[things.segment_of[j], things.group_of[i]] -= 1
    for r in range(things.demand.shape[1]):
        state.room[j, r] -= things.demand[i, r]
    shift(state.book, state.counts, i, -1, j)


@kernel
def _exchange(order: IntArray, things: _Things, state: _Filling, machine: IntArray) -> None:
    """Give each item without a slot that of another item of its size, which takes a free slot."""
    for i in order:
        if machine[i] < 0:
            _exchange_one(i, order, things, state, machine)


@kernel
def _exchange_one(
    i: int, order: IntArray, things: _Things, state: _Filling, machine: IntArray
) -> None:
    s, g, mask = things.size_of[i], things.group_of[i], things.masks[things.row_of[i]]
    # k has the size of i and a slot that i may take, and k may move to another slot
    for k in order:
        j = machine[k]
        if j < 0 or things.size_of[k] != s or not mask[j]:
            continue
        if state.mix[things.segment_of[j], g] <= 0:
            continue
        own = things.masks[things.row_of[k]]
        shift(state.book, state.counts, k, j, -1)
        if may_enter(state.book, state.counts, i, -1, j):
            for other in range(len(own)):
                near = things.segment_of[other] == things.segment_of[j]
                if other == j or not near or state.wanted[other, s] <= 0 or not own[other]:
                    continue
                if may_enter(state.book, state.counts, k, -1, other):
                    _give_way(k, other, things, state, machine)
                    _take(i, j, things, state, machine)
                    return
        shift(state.book, state.counts, k, -1, j)


@kernel
def _give_way(k: int, other: int, things: _Things, state: _Filling, machine: IntArray) -> None:
    """Move item ``k`` to a slot on machine ``other``; ``k`` is missing in the counts of rules."""
    j, s = machine[k], things.size_of[k]
    machine[k] = other
    state.wanted[j, s] += 1
    state.wanted[other, s] -= 1
    for r in range(things.demand.shape[1]):
        state.room[j, r] += things.demand[k, r]
        state.room[other, r] -= things.demand[k, r]
    shift(state.book, state.counts, k, -1, other)
