"""Large neighbourhood search: empty a few machines and refill them by a small integer program.

The program is small, because it only counts items of one kind (equal demand, allowed machines and
rules).  All other items stay, and the program respects the rules between them and the moved items.
All rules are checked before a result is accepted.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run
from ...instances.consolidation import (
    Consolidation,
    Partition,
    all_hold,
    kinds_of,
    may_enter,
    overfull,
    rules_hold,
)
from ...solvers.consolidation import ColumnParameters, CountProgram, pinned_items, room_left
from ...solvers.engines import engine_named, solve_form
from .policies import ClusterLoad, ItemArrays, fits, load_of, move

_AT_ONCE = 500  # items that return to their machines between two checks of the time


def refill(
    instance: Consolidation, machine: IntArray, run: Run, parameters: ColumnParameters
) -> IntArray:
    """Return an assignment at least as good, by repeatedly emptying and refilling some machines."""
    if instance.has_tight_budget:
        return machine  # programs that count items do not know what each cost
    search = _Search(instance, machine, run, parameters)
    tries, most = 0, parameters.refill_tries + len(instance.sites) // 2
    while tries < most and not run.should_stop() and not run.reached_gap():
        tries = 0 if search.improve() else tries + 1
    return search.machine


class _Search:
    """The search: the incumbent assignment, and the data that all integer programs share."""

    def __init__(
        self, instance: Consolidation, machine: IntArray, run: Run, parameters: ColumnParameters
    ) -> None:
        self.instance, self.machine, self.run = instance, machine.copy(), run
        self.parameters = parameters
        self.book = instance.rule_book
        self.kinds = kinds_of(instance, self.book, costs=instance.toll > 0)
        self.pinned = pinned_items(instance)
        self.room = room_left(instance, np.where(self.pinned, instance.home, -1))
        self.rng = np.random.default_rng(run.seed)
        self.masks, self.row_of = instance.masks
        self.sure = instance.in_use(instance.home[self.pinned])
        self.share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)

    def improve(self) -> bool:
        """Empty and refill some machines; return whether the objective fell."""
        sites = self._choose()
        free = np.flatnonzero(np.isin(self.machine, sites) & ~self.pinned)
        if len(free) == 0:
            return False
        found = self._program(sites, free)
        if found is None:
            return False
        before = self.instance.units_of(self.machine)
        after = self.instance.units_of(found)
        fine = rules_hold(self.book, found) and len(overfull(self.instance, found)) == 0
        if not fine or after > before:
            return False
        self.machine = found
        if after < before:
            value = self.instance.value_of(after)
            self.run.report(value, decision=self.instance.decision(found))
        return after < before

    def _choose(self) -> IntArray:
        """Return the machines of a program: one to empty, used ones for its items, some empty."""
        instance = self.instance
        load = np.zeros(len(instance.sites))
        np.add.at(load, self.machine, self.share)
        number = np.bincount(self.machine, minlength=len(load))
        used = np.flatnonzero((number > 0) & ~self.sure)
        if len(used) == 0:
            return used
        price = instance.price[used] / max(1, instance.price.max())
        weight = (price + 1e-6) / (0.05 + load[used]) ** 1.5
        first = int(self.rng.choice(used, p=weight / weight.sum()))
        others = np.flatnonzero((number > 0) & (np.arange(len(number)) != first))
        mine = np.flatnonzero((self.machine == first) & ~self.pinned)
        fits = self.masks[self.row_of[mine]].mean(axis=0) if len(mine) else np.ones(len(number))
        slack = (self.room - self._occupants()).clip(0) / instance.usable.max(axis=0).clip(1)
        ease = (slack[others].sum(axis=1) + 0.02) * (0.1 + fits[others])
        most = min(len(others), self.parameters.refill_machines - 1)
        drawn = others
        if most > 0:
            drawn = self.rng.choice(others, most, replace=False, p=ease / ease.sum())
        chosen, items = [first], int(number[first])
        for j in drawn.tolist():
            if items + number[j] <= self.parameters.refill_items:
                chosen.append(j)
                items += int(number[j])
        return np.array(chosen + self._openable(number), dtype=np.int64)

    def _occupants(self) -> IntArray:
        taken = np.zeros_like(self.room)
        free = ~self.pinned
        np.add.at(taken, self.machine[free], self.instance.demand[free])
        return taken

    def _openable(self, number: IntArray) -> list[int]:
        """Return random empty machines that a program may use, a few per capacity and price."""
        instance = self.instance
        if not instance.priced:
            return []
        empty = np.flatnonzero(number == 0)
        empty = empty[self.masks[:, empty].any(axis=0)]
        alike = Partition.of(instance.usable[empty], instance.full_price[empty])
        found, most = list[int](), self.parameters.refill_offers
        for k in range(len(alike.first)):
            some = empty[alike.group_of == k]
            found += self.rng.choice(some, min(len(some), most), replace=False).tolist()
        return found

    def _program(self, sites: IntArray, free: IntArray) -> IntArray | None:
        """Return the best assignment of the ``free`` items to ``sites`` found in time, or None."""
        instance, rest = self.instance, self.machine.copy()
        rest[free] = -1
        program = CountProgram.on(instance, self.book, math.inf, sites, rest, self.kinds)
        if program is None:
            return None
        scale = max(1, int(instance.full_price.max()))
        form = program.form(instance.cost * instance.toll / scale)
        form.cost[list(program.used.values())] = instance.full_price[sites] / scale
        inner = self.run.inner(seconds=self.parameters.refill_seconds, gap=1e-4)
        result = solve_form(form, engine_named("highs"), inner)
        if result.stopped == "interrupted":
            raise KeyboardInterrupt  # the engine took it for its own
        return None if result.x is None else program.assignment(result.x)


class Residents(NamedTuple):
    """The items of each machine as linked lists: first items, successors, predecessors."""

    first: IntArray
    after: IntArray
    before: IntArray

    @classmethod
    def of(cls, machine: IntArray, sites: int) -> "Residents":
        """Return the linked lists of an assignment."""
        chains = cls(np.full(sites, -1), *np.full((2, len(machine)), -1))
        for i in np.flatnonzero(machine >= 0).tolist():
            _chain(chains, i, machine[i])
        return chains


def with_more_at_home(instance: Consolidation, machine: IntArray, run: Run) -> IntArray:
    """Return a plan that uses no further machine and leaves more items on their present machine."""
    items, found = ItemArrays.of(instance), machine.copy()
    load = load_of(instance, found, items.book)
    residents = Residents.of(found, len(instance.sites))
    used = (np.bincount(found, minlength=len(instance.sites)) > 0) | instance.kept
    used |= instance.dear_to_empty
    cost = np.where(instance.home >= 0, np.maximum(1, instance.cost), 0)
    order = np.argsort(-cost * instance.demand.sum(axis=1, dtype=np.float64), kind="stable")
    parts = np.array_split(order, 1 + len(order) // _AT_ONCE)
    gained = True
    while gained and not run.should_stop():
        gained = False
        for part in parts:
            gained |= _send_home(part, items, load, used, found, residents)
            if run.should_stop():
                break
    return found


@kernel
def _send_home(
    order: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    used: BoolArray,
    machine: IntArray,
    residents: Residents,
) -> bool:
    """Move items back to their present machines if these are used; return whether one moved."""
    gained = False
    for i in order:
        home = items.home[i]
        if home >= 0 and machine[i] != home and used[home]:
            gained |= _goes_home(i, items, load, used, machine, residents)
    return gained


@kernel
def _goes_home(
    i: int,
    items: ItemArrays,
    load: ClusterLoad,
    used: BoolArray,
    machine: IntArray,
    residents: Residents,
) -> bool:
    """Move an item back to its present machine, if necessary by an exchange; return success."""
    home, away = int(items.home[i]), int(machine[i])
    if _enters(i, home, items, load, machine, residents):
        if all_hold(items.book, load.counts, machine, np.array([i])):
            return True
        _send(i, away, items, load, machine, residents)
    # item k came to the present machine of i: it may leave for another machine in use
    onward = residents.first[home]
    while onward >= 0:
        k, onward = onward, residents.after[onward]
        if items.home[k] == home:
            continue
        _send(k, -1, items, load, machine, residents)
        if _enters(i, home, items, load, machine, residents):
            for j in range(len(used)):
                may = used[j] and j != home
                may = may and (items.masks[items.row_of[k], j] or items.home[k] == j)
                if may and _enters(k, j, items, load, machine, residents):
                    if all_hold(items.book, load.counts, machine, np.array([i, k])):
                        return True
                    _send(k, -1, items, load, machine, residents)
            _send(i, away, items, load, machine, residents)
        # nothing came of it: both are back
        _send(k, home, items, load, machine, residents)
    return False


@kernel
def _enters(
    i: int,
    j: int,
    items: ItemArrays,
    load: ClusterLoad,
    machine: IntArray,
    residents: Residents,
) -> bool:
    """Place an item on a machine if room and rules allow it; return whether it was placed."""
    if not fits(load.left.room, items.demand[i], j):
        return False
    if not may_enter(items.book, load.counts, i, machine[i], j):
        return False
    _send(i, j, items, load, machine, residents)
    return True


@kernel
def _send(
    i: int,
    j: int,
    items: ItemArrays,
    load: ClusterLoad,
    machine: IntArray,
    residents: Residents,
) -> None:
    """Move an item to a machine (-1: none), and update the loads and the lists of residents."""
    move(load, items, i, machine[i], j)
    if machine[i] >= 0:
        first, after, before = residents
        if before[i] >= 0:
            after[before[i]] = after[i]
        else:
            first[machine[i]] = after[i]
        if after[i] >= 0:
            before[after[i]] = before[i]
    if j >= 0:
        _chain(residents, i, j)
    machine[i] = j


@kernel
def _chain(residents: Residents, i: int, j: int) -> None:
    """Insert an item at the head of a machine's linked list."""
    first, after, before = residents
    after[i], before[i] = first[j], -1
    if first[j] >= 0:
        before[first[j]] = i
    first[j] = i


def exchanged_plans(
    instance: Consolidation, machine: IntArray, closed: BoolArray
) -> Iterator[IntArray]:
    """Yield plans without closed pairs that move all items of one node; rules are unchecked.

    The items that must leave go to another node, whose items go to a third node or come back.
    """
    every = np.arange(len(machine))
    leaving = np.unique(machine[closed[every, machine]])
    if len(leaving) != 1:
        return
    node = int(leaving[0])
    fits = _takes_all(instance, machine, closed)
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    for other in np.flatnonzero(fits[node]).tolist():
        onward = [node] if used[other] and fits[other, node] else []
        if used[other]:
            onward += np.flatnonzero(fits[other] & ~used).tolist()
        for third in onward if used[other] else [other]:
            plan = machine.copy()
            plan[machine == node], plan[machine == other] = other, third
            yield plan


def _takes_all(instance: Consolidation, machine: IntArray, closed: BoolArray) -> BoolArray:
    """Return a mask: entry [a, b] is true if node b, once emptied, can take all items of node a."""
    allowed = instance.allowed_pairs() & ~closed
    fits = np.zeros((len(instance.sites), len(instance.sites)), dtype=np.bool_)
    for node in np.unique(machine).tolist():
        there = machine == node
        load = instance.demand[there].sum(axis=0)
        fits[node] = (load <= instance.usable).all(axis=1) & allowed[there].all(axis=0)
        fits[node, node] = False
    return fits
