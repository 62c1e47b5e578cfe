"""A linear program that decides the mix of items for each class of machines.

Items of a group are alike for all rules; machines of a class are alike for all groups.  The program
relaxes the machines of a class to their total capacity, but keeps the rules over domains of several
machines (*wide* domains), such as zones.  Its prices prove a bound that `validation` re-checks in
integer arithmetic.  If migrations have a price, a second program has prices for every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, vstack

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.run import Run
from ...instances.consolidation import APART, SPREAD, Consolidation, Partition, RuleBook, kinds_of
from .cheap_bounds import PackingBound
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import halves_of, pinned_items, room_left

solve_linear: Any = linprog  # its type knows no sparse rows


@dataclass(frozen=True, eq=False)
class Classes:
    """Groups of indistinguishable items, and classes of machines that are alike for all groups."""

    group_of: IntArray  # -1: the item is allowed on no other machine
    size: IntArray  # per group and resource, then the halves of devices
    count: IntArray
    class_of: IntArray
    room: IntArray  # per class and resource, beside what may be nowhere else
    sites: IntArray
    price: IntArray
    may: BoolArray  # whether a class may take items of a group
    part_of: IntArray  # the class of each part: its machines of one price beyond what is spared
    part_sites: IntArray
    part_price: IntArray
    domain: IntArray  # per class, on each wide level


def classes_of(instance: Consolidation, pinned: BoolArray, book: RuleBook) -> Classes:
    """Return groups of movable items; machines of a class agree in room, price, domains, groups."""
    masks, row_of = instance.masks
    halves = halves_of(instance)
    demand = np.hstack([instance.demand, halves.size])
    kinds = kinds_of(instance, book, costs=False)
    groups = Partition.of(demand, row_of, kinds.group_of, among=~pinned)
    rows = row_of[groups.first]
    machine = np.where(pinned, instance.home, -1)
    room = np.hstack([room_left(instance, machine), halves.left(machine)])
    sure = instance.kept | (np.bincount(machine[machine >= 0], minlength=len(masks.T)) > 0)
    price = np.where(sure, 0, instance.full_price)
    domain = book.domain.T[:, wide_levels(book)]
    classes = Partition.of(room, masks[np.unique(rows)].T, price, domain)
    cost = np.where(sure, 0, instance.price)
    parts = Partition.of(classes.group_of, cost)
    first = classes.first
    return Classes(
        group_of=groups.group_of,
        size=demand[groups.first],
        count=groups.count,
        class_of=classes.group_of,
        room=room[first],
        sites=classes.count,
        price=price[first],
        may=masks[:, first].T[:, rows],
        part_of=classes.group_of[parts.first],
        part_sites=parts.count,
        part_price=cost[parts.first],
        domain=domain[first],
    )


def wide_levels(book: RuleBook) -> list[int]:
    """Return the levels whose domains have more than one machine."""
    return [
        row
        for row, domain in enumerate(book.domain)
        if len(np.unique(domain[domain >= 0])) < (domain >= 0).sum()
    ]


def units_of_bound(value: float) -> int:
    """Return a bound in units, rounded up unless rounding errors may have raised it."""
    return int(np.ceil(value - 1e-6 * (1.0 + abs(value))))


class Mix(NamedTuple):
    """A solution: items per class and group, machines in use per class, and dual prices."""

    items: FloatArray
    machines: FloatArray
    prices: ClassPrices | None


class ClassPrices(NamedTuple):
    """Dual prices: ``price`` (classes x resources), and ``charge`` per `DomainRow`."""

    price: FloatArray
    charge: FloatArray


class DomainRow(NamedTuple):
    """A row by which a rule bounds the number of its items in one domain.

    A limit (``capped``) is an upper bound.  A spread has two rows.  With ``sign`` 1 the number is
    at most the minimum over all domains plus the maximum skew, with ``sign`` -1 at least that
    minimum.  Items that cannot move are in ``side``, the right-hand side.
    """

    rule: int
    domain: int
    sign: float
    capped: bool
    side: float
    classes: BoolArray
    groups: IntArray


def mix_of(classes: Classes, book: RuleBook, run: Run) -> Mix | None:
    """Solve the program over groups and classes, with the rules over wide domains if possible.

    Columns: the items per class and group, the machines of each part of a class (those of one
    price), and per rule the minimum number of its items in a domain.
    """
    kinds, groups = classes.may.shape
    pairs = np.argwhere(classes.may)
    domain_rows = list(rows_of_domains(classes, book))
    machines = slice(len(pairs), len(pairs) + len(classes.part_of))
    columns = machines.stop + len(book.kind)
    capacity, scale = _capacity_rows(classes, pairs, columns)
    rules = rule_rows(classes, domain_rows, pairs, (machines.stop, columns))
    none = np.zeros(capacity.shape[0])
    whole = coo_array(
        (np.ones(len(pairs)), (pairs[:, 1], np.arange(len(pairs)))), shape=(groups, columns)
    )
    cost, upper = np.zeros(columns), np.full(columns, np.inf)
    cost[machines], upper[machines] = classes.part_price, classes.part_sites
    bounds = np.column_stack([np.zeros(columns), upper])
    limit = {} if run.remaining is None else {"time_limit": max(0.1, run.remaining / 4)}
    sides = np.array([row.side for row in domain_rows])
    with_rules = vstack([capacity, rules]), np.append(none, sides)
    for rows, side in (with_rules, (capacity, none)):
        found = solve_linear(
            cost, rows, side, whole, classes.count, bounds, method="highs", options=limit
        )
        if found.x is not None:
            items = np.zeros(classes.may.shape)
            items[tuple(pairs.T)] = found.x[: len(pairs)]
            duals = -np.asarray(found.ineqlin.marginals)
            charge = np.zeros(len(domain_rows))
            charge[: len(duals) - len(none)] = np.maximum(0.0, duals[len(none) :])
            price = np.maximum(0.0, duals[: len(none)].reshape(kinds, -1)) / scale
            prices = ClassPrices(price, charge) if found.status == 0 else None
            opened = np.zeros(kinds)
            np.add.at(opened, classes.part_of, found.x[machines])
            return Mix(items, opened, prices)
    return None


def rows_of_domains(classes: Classes, book: RuleBook) -> Iterator[DomainRow]:
    """Yield the rows of limits and spreads for wide domains; skip rules that are violated now."""
    site_of = np.unique(classes.class_of, return_index=True)[1]
    wide = wide_levels(book)
    for r in range(len(book.kind)):
        if book.level[r] not in wide or book.kind[r] not in (APART, SPREAD):
            continue
        here = slice(book.offset[r], book.offset[r + 1])
        counted = np.flatnonzero(book.counted[here])
        now, capped = book.before.mine[here][counted], bool(book.kind[r] == APART)
        least = 0 if capped else int(now.min(initial=2**40))
        if len(counted) == 0 or (now - least > book.most[r]).any():
            continue
        members = book.member[book.begin[r] : book.middle[r]]
        groups = classes.group_of[members]
        tied = members[groups < 0]
        mine = groups[groups >= 0]
        if len(np.unique(mine)) == 0:
            continue
        domain = book.domain[book.level[r]]
        for d in counted.tolist():
            fixed = float((domain[book.home[tied]] == d).sum())
            for sign in (1.0,) if capped else (1.0, -1.0):
                side = float(book.most[r]) - fixed if sign > 0 else fixed
                yield DomainRow(r, d, sign, capped, side, domain[site_of] == d, np.unique(mine))


def rule_rows(
    classes: Classes, domain_rows: list[DomainRow], pairs: IntArray, columns: tuple[int, int]
) -> csr_array:
    """Return the rows of rules, with entries for (class, group) pairs and spreads' minimums."""
    first, width = columns
    number = np.full(classes.may.shape, -1)
    number[tuple(pairs.T)] = np.arange(len(pairs))
    rows: list[int] = []
    places: list[int] = []
    factors: list[float] = []
    for k, row in enumerate(domain_rows):
        there = number[np.ix_(row.classes, row.groups)].ravel()
        there = there[there >= 0]
        rows += [k] * len(there)
        places += there.tolist()
        factors += [row.sign] * len(there)
        if not row.capped:
            rows.append(k)
            places.append(first + row.rule)
            factors.append(-row.sign)
    return csr_array((factors, (rows, places)), shape=(len(domain_rows), width))


def _capacity_rows(classes: Classes, pairs: IntArray, columns: int) -> tuple[csr_array, FloatArray]:
    """Return the capacity rows, one per class and resource, and each resource's scaling divisor."""
    kinds, resources = classes.room.shape
    scale = np.maximum(1, classes.room.max(axis=0)).astype(np.float64)
    number, parts = np.arange(resources), classes.part_of
    rows = [pairs[:, :1] * resources + number, parts[:, None] * resources + number]
    places = [np.arange(len(pairs)), len(pairs) + np.arange(len(parts))]
    values = [classes.size[pairs[:, 1]] / scale, -classes.room[parts] / scale]
    entries = np.concatenate([each.ravel() for each in values])
    where = (
        np.concatenate([each.ravel() for each in rows]),
        np.repeat(np.concatenate(places), resources),
    )
    return csr_array((entries, where), shape=(kinds * resources, columns)), scale


def class_bound(instance: Consolidation, run: Run) -> tuple[int, dict[str, Any]] | None:
    """Return the lower bound that the program's prices prove, in units, and its certificate.

    No plan costs less than what all items pay at their cheapest class, less what machines earn
    beyond their own price, less what the rules allow for nothing.
    """
    pinned, book = pinned_items(instance), instance.rule_book
    if pinned.all() or not _stays_within_masks(instance, pinned):
        return None
    classes = classes_of(instance, pinned, book)
    mix = mix_of(classes, book, run)
    if mix is None or mix.prices is None:
        return None
    return _prove(instance, classes, mix.prices, book, pinned)


class ClassMix(NamedTuple):
    """A mix that ignores rules: items, machines and prices per class, and the proven bound."""

    classes: Classes
    items: FloatArray
    machines: FloatArray
    price: FloatArray  # per class and resource
    bound: PackingBound | None  # the bound that the prices prove


def certified_mix(instance: Consolidation, pinned: BoolArray, run: Run) -> ClassMix | None:
    """Return the mix of the program without rules, and the bound that the program proves."""
    book, none = instance.rule_book, np.zeros(0, dtype=np.int64)
    bare = book._replace(
        kind=none, rule=none, role=none, start=np.zeros_like(book.start), domain=book.domain[:0]
    )
    classes = classes_of(instance, pinned, bare)
    mix = None if pinned.all() else mix_of(classes, bare, run)
    if mix is None or mix.prices is None:
        return None
    found = ClassMix(classes, mix.items, mix.machines, mix.prices.price, None)
    if not _stays_within_masks(instance, pinned):
        return found
    return found._replace(bound=PackingBound(*_prove(instance, classes, mix.prices, bare, pinned)))


def _stays_within_masks(instance: Consolidation, pinned: BoolArray) -> bool:
    """Return whether every movable running item is allowed on its present machine."""
    masks, row_of = instance.masks
    runs = np.flatnonzero((instance.home >= 0) & ~pinned)
    return bool(masks[row_of[runs], instance.home[runs]].all())


def _prove(
    instance: Consolidation,
    classes: Classes,
    prices: ClassPrices,
    book: RuleBook,
    pinned: BoolArray,
) -> tuple[int, dict[str, Any]]:
    """Return the lower bound that prices prove, in objective units, and its certificate."""
    price, rows = prices.price, list(rows_of_domains(classes, book))
    charges = _charges(rows, prices.charge)
    pays = price @ classes.size.T.astype(np.float64)
    free = 0.0
    for row in rows:
        if row.sign > 0:  # once per domain
            own = charges[row.rule][row.domain]
            pays[np.ix_(row.classes, row.groups)] += own
            fixed = float(book.most[row.rule]) - row.side
            free += max(0.0, own) * float(book.most[row.rule]) - own * fixed
    cheapest = np.where(classes.may, pays, np.inf).min(axis=0)
    earned = (price * classes.room).sum(axis=1)[classes.part_of]
    beyond = earned - classes.part_price
    beyond = np.where(classes.price[classes.part_of] > 0, np.maximum(0.0, beyond), beyond)
    value = float(classes.count @ cheapest - classes.part_sites @ beyond) - free
    units = units_of_bound(value) + int(
        instance.price[instance.in_use(instance.home[pinned])].sum()
    )
    levels = list(dict.fromkeys(rule.at for rule in instance.rules or () if rule.kind != "at_once"))
    return units, _document(instance, classes, price, charges, book, levels)


def _charges(rows: list[DomainRow], duals: FloatArray) -> dict[int, dict[int, float]]:
    """Return the extra price of an item per rule and domain, from the duals of rules' rows."""
    found: dict[int, dict[int, float]] = {}
    capped = {row.rule for row in rows if row.capped}
    for row, dual in zip(rows, duals.tolist(), strict=True):
        own = found.setdefault(row.rule, {})
        own[row.domain] = own.get(row.domain, 0.0) + row.sign * dual
    for r, own in found.items():
        excess = 0.0 if r in capped else max(0.0, sum(own.values()))
        for d in own:
            own[d] -= excess * (1 + 1e-9) / len(own) + (0.0 if r in capped else 1e-15)
    return found


def _document(
    instance: Consolidation,
    classes: Classes,
    price: FloatArray,
    charges: dict[int, dict[int, float]],
    book: RuleBook,
    levels: list[str],
) -> dict[str, Any]:
    places = [r for r, rule in enumerate(instance.rules or ()) if rule.kind != "at_once"]
    rules: dict[str, dict[str, float]] = {}
    for r, own in charges.items():
        level = levels[book.level[r]]
        sites = zip(book.domain[book.level[r]].tolist(), instance.sites, strict=True)
        name = {d: (site.labels or {}).get(level) for d, site in sites}
        if any(abs(value) > 1e-12 for value in own.values()):
            rules[str(places[r])] = {str(name[d]): value for d, value in own.items()}
    return {
        "kind": "class-prices",
        **({"devices": halves_of(instance).threshold} if instance.devices else {}),
        "class": classes.class_of.tolist(),
        "price": price.tolist(),
        "rules": rules,
    }


def home_bound(
    instance: Consolidation, run: Run, parameters: ColumnParameters = DEFAULTS
) -> tuple[int, dict[str, Any]] | None:
    """Return the lower bound that prices per machine prove (in units), and its certificate."""
    pinned = pinned_items(instance)
    if not instance.toll or instance.devices or pinned.all():
        return None
    program = _HomeProgram(instance, pinned)
    few = len(program.sent) <= parameters.home_pairs
    price = program.solve(run, parameters.home_share) if few else None
    if price is None:
        return None
    sites = np.arange(len(instance.sites)).tolist()
    document = {"kind": "class-prices", "class": sites, "price": price.tolist(), "rules": {}}
    return program.bound_units(price), document


class _HomeProgram:
    """The linear program: items that stay at home, items moved to each machine, machines in use.

    Items of a kind have the same demand, migration cost and allowed machines.
    """

    def __init__(self, instance: Consolidation, pinned: BoolArray) -> None:
        self.instance = instance
        masks, row_of = instance.masks
        keys = np.column_stack([instance.demand, instance.toll * instance.cost, row_of])[~pinned]
        kinds, kind, self.count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
        self.size, self.toll, self.may = kinds[:, :-2], kinds[:, -2], masks[kinds[:, -1]]
        residents = np.zeros(self.may.shape, dtype=np.int64)
        home, runs = instance.home[~pinned], instance.home[~pinned] >= 0
        np.add.at(residents, (kind.reshape(-1)[runs], home[runs]), 1)
        self.stay, self.sent = np.argwhere(residents), np.argwhere(self.may)
        self.at_home = residents[tuple(self.stay.T)]
        self.room = room_left(instance, np.where(pinned, instance.home, -1))
        self.sure = instance.in_use(instance.home[pinned])

    def solve(self, run: Run, share: float) -> FloatArray | None:
        """Return the dual prices (machines x resources); None if the time is too short."""
        kinds, machines = self.may.shape
        scale = np.maximum(1, self.room.max(axis=0)).astype(np.float64)
        placed = np.concatenate([self.stay, self.sent])
        columns = len(placed) + machines
        used = len(placed) + np.arange(machines)
        number = np.arange(len(scale))
        rows = [placed[:, 1:] * len(scale) + number, np.arange(machines * len(scale))]
        places = [np.repeat(np.arange(len(placed)), len(scale)), np.repeat(used, len(scale))]
        values = [self.size[placed[:, 0]] / scale, -self.room / scale]
        stays = machines * len(scale) + np.arange(len(self.stay))  # no more than run there, if used
        rows += [stays, stays]
        places += [np.arange(len(self.stay)), used[self.stay[:, 1]]]
        values += [np.ones(len(self.stay)), -self.at_home.astype(np.float64)]
        where = tuple(np.concatenate([each.ravel() for each in part]) for part in (rows, places))
        entries = np.concatenate([each.ravel() for each in values])
        room = coo_array((entries, where), shape=(len(stays) + machines * len(scale), columns))
        every = coo_array(
            (np.ones(len(placed)), (placed[:, 0], np.arange(len(placed)))), shape=(kinds, columns)
        )
        unit = float(max(1, self.instance.full_price.max(initial=1)))
        cost = np.zeros(columns)
        cost[len(self.stay) : len(placed)] = self.toll[self.sent[:, 0]] / unit
        cost[used] = self.instance.full_price / unit
        bounds = np.column_stack([np.zeros(columns), np.full(columns, np.inf)])
        bounds[used] = np.column_stack([self.sure, np.ones(machines)])
        limit = {} if run.remaining is None else {"time_limit": max(0.1, share * run.remaining)}
        side = np.zeros(room.shape[0])
        found = solve_linear(
            cost, room, side, every, self.count, bounds, method="highs", options=limit
        )
        if found.status != 0:
            return None
        duals = -np.asarray(found.ineqlin.marginals)[: machines * len(scale)]
        prices: FloatArray = np.maximum(0.0, duals.reshape(machines, -1)) * unit / scale
        return prices

    def bound_units(self, price: FloatArray) -> int:
        """Return the lower bound that prices prove, in units of the objective.

        An item pays the price of its cheapest machine. A running item adds the price of its
        move or, if that is less, the amount by which its home is dearer than the cheapest machine.
        """
        instance, (kind, home) = self.instance, self.stay.T
        pays = self.size.astype(np.float64) @ price.T
        at_home = pays[kind, home]
        cheapest = np.where(self.may, pays, np.inf).min(axis=1)
        np.minimum.at(cheapest, kind, at_home)
        earned = (price * self.room).sum(axis=1)
        more = np.minimum(self.toll[kind], at_home - cheapest[kind])
        np.subtract.at(earned, home, self.at_home * more)
        beyond = np.where(self.sure, earned, np.maximum(0.0, earned - instance.price))
        value = float(self.count @ cheapest - beyond.sum())
        return units_of_bound(value) + int(instance.price[self.sure].sum())
