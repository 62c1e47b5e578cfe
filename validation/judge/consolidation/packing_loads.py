"""The most valuable loads of all machines at given prices, for proofs by prices."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation
from ..proofs.knapsack import Shelf, Thing
from ..proofs.load_search import Allowance
from .devices import HalfDevices
from .packing_branches import Bundle
from .packing_sites import Site, caps, in_use_anyway, sites
from .packing_sites import prices as site_prices
from .sizes import rooms, units

ItemKind = tuple[Any, ...]  # what items have in common: demand, cost, where they may be sent


@dataclass(frozen=True)
class Moving:
    """The price of a unit of migration cost, and that unit."""

    price: int
    unit: Fraction


class BestLoads:
    """What the most valuable loads of all machines are worth."""

    def __init__(
        self,
        instance: Consolidation,
        kinds: list[ItemKind | None],
        prices: dict[ItemKind, int],
        moving: Moving,
        heeded: list[int],
        halves: HalfDevices,
        bundles: Sequence[Bundle],
        priced: list[int],
    ) -> None:
        self.instance, self.kinds, self.prices, self.moving = instance, kinds, prices, moving
        self.bundles, self.priced, self.heeded = bundles, priced, heeded
        self.halves = halves
        self.count = Counter(kind for kind in kinds if kind is not None)
        most = _most(instance, kinds)
        self.fit = {kind: min(n, most.get(kind, n)) for kind, n in self.count.items()}
        self.sent = {kind: _worth_elsewhere(kind, prices[kind], moving) for kind in self.count}
        sizes = _sizes(instance, {(item.demand,) for item in instance.items})
        every = {d: self._heed(size) + halves.of_demand(d) for (d,), size in sizes.items()}
        self.size = {kind: every[kind[0]] for kind in self.count}
        self.of_item = [every[item.demand] for item in instance.items]
        self.residents: dict[str, Counter[ItemKind]] = defaultdict(Counter)
        self.taken: dict[str, list[int]] = {}
        bundled = {i for bundle in bundles for i in bundle.items}
        for i, (item, kind) in enumerate(zip(instance.items, kinds, strict=True)):
            if item.machine is None or i in bundled:
                continue
            if kind is not None:
                self.residents[item.machine][kind] += 1
            else:
                before = self.taken.get(item.machine, [0] * len(self.of_item[i]))
                self.taken[item.machine] = [
                    a + b for a, b in zip(before, self.of_item[i], strict=True)
                ]

    def _heed(self, amounts: Sequence[int]) -> tuple[int, ...]:
        return tuple(amounts[r] for r in self.heeded)

    def _rooms(self, every: list[Site]) -> list[tuple[int, ...]]:
        """Return the room of every site beside what stays there, no more than all items need."""
        needed = [sum(sizes) for sizes in zip(*self.of_item, strict=True)]
        nothing = [0] * len(needed)
        more = self.halves.rooms(self.instance)
        return [
            tuple(
                max(0, min(whole - less, enough))
                for whole, less, enough in zip(
                    self._heed(each) + half,
                    self.taken.get(site.name, nothing),
                    needed,
                    strict=True,
                )
            )
            for site, each, half in zip(every, rooms(self.instance), more, strict=True)
        ]

    def _staying(self, site: Site, may: frozenset[ItemKind]) -> frozenset[tuple[ItemKind, int]]:
        """Return the residents of a site that are worth more there than when sent there."""
        return frozenset(
            (kind, number)
            for kind, number in self.residents[site.name].items()
            if kind not in may or self.sent[kind] < self.prices[kind]
        )

    def _worths(self, site: Site) -> tuple[int, ...]:
        """Return what each bundle is worth on a site; 0 where it must not be."""
        return tuple(
            price - self.moving.price * bundle.cost(self.instance, site.name, self.moving.unit)
            if bundle.items and site.name in bundle.may
            else 0
            for bundle, price in zip(self.bundles, self.priced, strict=True)
        )

    def most_reduced_profit(self, scale: int, allowance: Allowance) -> int:
        """Return by how much the most valuable loads of all machines are worth more than these.

        A machine that is in use anyway costs its price, whatever its load.
        """
        every = sites(self.instance)
        room = self._rooms(every)
        largest = tuple(max(each) for each in zip(*room, strict=True))
        anyway = in_use_anyway(self.instance)
        shelves: dict[frozenset[ItemKind], Shelf] = {}
        known: dict[Any, int] = {}
        surplus = 0
        may_be = _may_be_sent(every, self.count)
        each_price = site_prices(self.instance)
        for site, space, may, price in zip(every, room, may_be, each_price, strict=True):
            above = 0 if site.name in anyway else scale * price
            key = (space, may, self._staying(site, may), self._worths(site), above)
            if may not in shelves:
                shelves[may] = Shelf(largest, self._things(may, {}), allowance)
            if key not in known:
                known[key] = self._best(shelves[may], *key)
            worth = known[key] - scale * price
            surplus += worth if site.name in anyway else max(0, worth)
        return surplus

    def _things(self, may: frozenset[ItemKind], staying: dict[ItemKind, int]) -> list[Thing]:
        """Return what may be sent to a site, without what stays there and is worth no less."""
        return [
            Thing(self.size[kind], self.sent[kind], n - staying.get(kind, 0))
            for kind, n in self.fit.items()
            if kind in may and n > staying.get(kind, 0)
        ]

    def _best(
        self,
        shelf: Shelf,
        space: tuple[int, ...],
        may: frozenset[ItemKind],
        staying: frozenset[tuple[ItemKind, int]],
        worths: tuple[int, ...],
        above: int,
    ) -> int:
        """Return what the best load of a site is worth."""
        own = [Thing(self.size[kind], self.prices[kind], number) for kind, number in staying]
        apart = []
        place = {}
        for k, (bundle, worth) in enumerate(zip(self.bundles, worths, strict=True)):
            if worth > 0:
                place[k] = len(own)
                sizes = [self.of_item[i] for i in bundle.items]
                own.append(Thing(tuple(sum(part) for part in zip(*sizes, strict=True)), worth, 1))
        for k, bundle in enumerate(self.bundles):
            apart += [(place[k], place[m]) for m in bundle.apart if k in place and m in place]
        shared = self._things(may, dict(staying)) if staying else None
        return shelf.best(space, own, above, apart, shared)


def _most(instance: Consolidation, kinds: list[ItemKind | None]) -> dict[ItemKind, int]:
    """Return how many items of each kind a machine has at most: the caps of its groups together."""
    groups: dict[ItemKind, dict[frozenset[int], int]] = defaultdict(dict)
    for kind, (rules, cap) in zip(kinds, caps(instance), strict=True):
        if kind is not None and rules:
            groups[kind][rules] = cap
    return {kind: sum(each.values()) for kind, each in groups.items()}


def _sizes(instance: Consolidation, kinds: Iterable[ItemKind]) -> dict[ItemKind, tuple[int, ...]]:
    """Return the demands of every kind in whole units."""
    unit = units(instance)
    return {
        kind: tuple(int(as_written(d) / each) for d, each in zip(kind[0], unit, strict=True))
        for kind in kinds
    }


def _worth_elsewhere(kind: ItemKind, price: int, moving: Moving) -> int:
    """Return the value of an item on a machine other than its present one."""
    cost = kind[1]
    return price if cost is None else price - moving.price * int(as_written(cost) / moving.unit)


def _may_be_sent(every: list[Site], kinds: Iterable[ItemKind]) -> Iterator[frozenset[ItemKind]]:
    """Yield, site by site, the kinds of items that may be sent there."""
    lists: dict[frozenset[str], list[ItemKind]] = defaultdict(list)
    for kind in kinds:
        lists[kind[2]].append(kind)
    known: dict[frozenset[frozenset[str]], frozenset[ItemKind]] = {}
    for site in every:
        key = frozenset(names for names in lists if site.name in names)
        if key not in known:
            known[key] = frozenset(kind for names in key for kind in lists[names])
        yield known[key]
