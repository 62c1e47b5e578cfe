"""Large neighbourhood search: empty a few machines and refill them by a small integer program.

The program is small, because it only counts items of one kind (equal demand, allowed machines and
rules).  All other items stay, and the program respects the rules between them and the moved items.
All rules are checked before a result is accepted.
"""

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run
from ...instances.consolidation import (
    APART,
    BOTH,
    ITEM,
    NOT_WITH,
    OTHER,
    SPREAD,
    Consolidation,
    Partition,
    all_hold,
    counts_of,
    kinds_of,
    may_enter,
    overfull,
    rules_hold,
    shift,
)
from ...solvers.consolidation import ColumnParameters, pinned_items, room_beside
from ...solvers.engines import FormBuilder, engine_named, solve_form
from .policies import ClusterLoad, ItemArrays, fits, load_of, move

_AT_ONCE = 500  # items that return to their machines between two checks of the time

Terms = list[tuple[int, float]]


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
        self.kind = kinds_of(instance, self.book, costs=instance.toll > 0).group_of
        self.pinned = pinned_items(instance)
        self.room = room_beside(instance, self.pinned)
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
        counts = counts_of(self.book, self.machine)
        for i in free.tolist():
            shift(self.book, counts, i, int(self.machine[i]), -1)
        among = np.isin(np.arange(len(self.kind)), free)
        kinds = Partition.of(self.kind, among=among).by_first().members()
        program = _Program(self, sites, kinds, counts)
        inner = self.run.inner(seconds=self.parameters.refill_seconds, gap=1e-4)
        result = solve_form(program.builder.form(), engine_named("highs"), inner)
        if result.stopped == "interrupted":
            raise KeyboardInterrupt  # the engine took it for its own
        if result.x is None:
            return None
        return program.assignment(result.x, self.machine)


class _Program:
    """The integer program: columns n_kj (items of kind k on site j) and y_j (site j is used)."""

    def __init__(
        self, search: _Search, sites: IntArray, kinds: list[list[int]], counts: object
    ) -> None:
        self.search, self.sites, self.kinds, self.counts = search, sites, kinds, counts
        instance = search.instance
        self.builder = FormBuilder()
        scale = max(1, int(instance.full_price.max()))
        price = np.where(search.sure, 0, instance.full_price) / scale
        self.y = [
            self.builder.column(upper=1.0, cost=price[j], integer=True) for j in sites.tolist()
        ]
        self.n: list[dict[int, int]] = []
        for members in kinds:
            row: dict[int, int] = {}
            for p, j in enumerate(sites.tolist()):
                i = members[0]
                allowed = search.masks[search.row_of[i], j]
                if allowed and (instance.demand[i] <= search.room[j]).all():
                    row[p] = self.builder.column(upper=float(len(members)), integer=True)
            self.n.append(row)
        if instance.toll:
            self._stay_home(instance.toll / scale)
        self._rooms()
        self._rules()

    def _stay_home(self, toll: float) -> None:
        """Add columns that reward each item on its present site with the saved price of a move."""
        instance = self.search.instance
        for row, members in zip(self.n, self.kinds, strict=True):
            homes = instance.home[members]
            for p, column in row.items():
                if (residents := float((homes == self.sites[p]).sum())) > 0:
                    saved = toll * float(instance.cost[members[0]])
                    stay = self.builder.column(upper=residents, cost=-saved, integer=True)
                    self.builder.row([(stay, 1.0), (column, -1.0)], upper=0.0)

    def _rooms(self) -> None:
        instance, builder = self.search.instance, self.builder
        for row, members in zip(self.n, self.kinds, strict=True):
            count = float(len(members))
            builder.row([(column, 1.0) for column in row.values()], lower=count, upper=count)
        for p, j in enumerate(self.sites.tolist()):
            for r in range(instance.demand.shape[1]):
                terms: Terms = [
                    (row[p], float(instance.demand[members[0], r]))
                    for row, members in zip(self.n, self.kinds, strict=True)
                    if p in row and instance.demand[members[0], r]
                ]
                if terms:
                    largest = max(value for _, value in terms)
                    terms = [(column, value / largest) for column, value in terms]
                    room = float(self.search.room[j, r]) / largest
                    builder.row([*terms, (self.y[p], -room)], upper=0.0)
            for row, members in zip(self.n, self.kinds, strict=True):
                if p in row and not instance.demand[members[0]].any():
                    builder.row([(row[p], 1.0), (self.y[p], -float(len(members)))], upper=0.0)

    def _rules(self) -> None:
        book = self.search.book
        concerned: dict[int, list[tuple[int, int]]] = {}
        for k, members in enumerate(self.kinds):
            i = members[0]
            for at in range(book.start[i], book.start[i + 1]):
                concerned.setdefault(int(book.rule[at]), []).append((k, int(book.role[at])))
        for r, kinds in concerned.items():
            self._rule(r, kinds)

    def _domains(self, r: int) -> dict[int, list[int]]:
        """Return, for each domain of rule r, the positions of its sites in ``sites``."""
        book = self.search.book
        found: dict[int, list[int]] = {}
        for p, j in enumerate(self.sites.tolist()):
            d = int(book.domain[book.level[r], j])
            if d >= 0:
                found.setdefault(d, []).append(p)
        return found

    def _sum(self, kinds: list[int], places: list[int]) -> Terms:
        return [(self.n[k][p], 1.0) for k in kinds for p in places if p in self.n[k]]

    def _rule(self, r: int, kinds: list[tuple[int, int]]) -> None:
        book, builder = self.search.book, self.builder
        items = float(self.search.parameters.refill_items)
        mine = [k for k, role in kinds if role != OTHER]
        theirs = [k for k, role in kinds if role != ITEM]
        at, kind, most = int(book.offset[r]), int(book.kind[r]), int(book.most[r])
        here, there = self.counts.mine, self.counts.others  # type: ignore[attr-defined]
        domains = self._domains(r)
        if kind == SPREAD:
            self._spread(r, mine, domains)
            return
        for d, places in domains.items():
            terms = self._sum(mine, places)
            others = self._sum(theirs, places)
            if kind == APART:
                if terms:
                    builder.row(terms, upper=float(max(0, most - here[at + d])))
            elif kind == NOT_WITH:
                both = builder.column(upper=1.0, integer=True)
                if terms:
                    cap = 0.0 if there[at + d] else items
                    builder.row([*terms, (both, -cap)], upper=0.0)
                if others:
                    cap = 0.0 if here[at + d] else items
                    builder.row([*others, (both, cap)], upper=cap)
            elif not there[at + d]:
                if any(role == BOTH for _, role in kinds):
                    two = builder.column(upper=1.0, integer=True)
                    builder.row([*terms, (two, -items)], upper=0.0)
                    builder.row([*others, (two, -2.0)], lower=0.0)
                elif terms:
                    more = [(column, -items) for column, _ in others]
                    builder.row([*terms, *more], upper=0.0)
                if here[at + d] and others:
                    builder.row(others, lower=1.0)

    def _spread(self, r: int, mine: list[int], domains: dict[int, list[int]]) -> None:
        book, builder = self.search.book, self.builder
        at, skew = int(book.offset[r]), float(book.most[r])
        here = self.counts.mine  # type: ignore[attr-defined]
        least = builder.column(upper=1e6, cost=0.0, integer=False)
        for d in range(int(book.offset[r + 1]) - at):
            if not book.counted[at + d]:
                continue
            terms = self._sum(mine, domains.get(d, []))
            now = float(here[at + d])
            builder.row([(least, 1.0), *((c, -1.0) for c, _ in terms)], upper=now)
            if terms:
                builder.row([*terms, (least, -1.0)], upper=skew - now)

    def assignment(self, x: np.ndarray, machine: IntArray) -> IntArray:
        """Return the machine of every item from the column values ``x``, with few moves."""
        found = machine.copy()
        for row, members in zip(self.n, self.kinds, strict=True):
            left = {int(self.sites[p]): round(x[column]) for p, column in row.items()}
            instance, waiting = self.search.instance, list(members)
            for wish in (instance.home, machine) if instance.toll else (machine,):
                for i in tuple(waiting):
                    if left.get(int(wish[i]), 0) > 0:
                        left[int(wish[i])] -= 1
                        found[i] = wish[i]
                        waiting.remove(i)
            places = [j for j, count in left.items() for _ in range(count)]
            for i, j in zip(waiting, places, strict=True):
                found[i] = j
        return found


# Items return to their present machines if that costs nothing: one by one, then two at a time.


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
