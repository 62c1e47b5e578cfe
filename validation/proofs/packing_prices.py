"""Proofs by prices that no plan of `consolidation` uses fewer machines, re-checked exactly.

Every item has a price and so has every unit of migration cost, in parts of a machine.  A plan puts
items worth the sum of all prices on machines; no machine holds more than its most valuable load,
and an empty one holds nothing.  Hence for any prices a plan uses at least

    Σ prices - budget price · Q - Σ_machines max(0, most valuable load - 1)

machines.  A load is worth the prices of its items less the price of moving those that run
elsewhere now.  Where machines have prices, these take the place of the 1.  A machine that is kept,
or has an item that may be nowhere else, costs its price in any case, and the room of such items is
taken.  Of items that rules keep apart a load has no more than the rules allow, or than are on one
machine now.  A proof may leave resources out: what fits then is more, and the bound still holds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Any

from ...instances.consolidation import Consolidation
from .decimal_sizes import as_written, common_unit, only, rooms, units
from .knapsack import Shelf, Thing
from .packing_sites import Site, caps, in_use_anyway, is_pinned, sent_to, sites
from .packing_sites import prices as site_prices

_LARGEST = 2**40
ItemKind = tuple[Any, ...]  # what items have in common: demand, cost, where they may be sent


def proven_by_prices(instance: Consolidation, document: dict[str, Any]) -> int:
    """Return the machines that the prices prove to be needed."""
    named = document.get("resources", list(instance.resources))
    only({"resources": named, **document}, "scale", "prices", "budget_price", "resources")
    heeded = [instance.resources.index(name) for name in named]
    scale = _whole(document["scale"], "its scale")
    budget_price = _whole(document["budget_price"], "its budget price")
    if scale == 0:
        raise ValueError("its scale must be positive")
    kinds = _kinds(instance)
    prices = _prices(instance, kinds, document["prices"])
    count = Counter(kind for kind in kinds if kind is not None)
    total = sum(prices[kind] * number for kind, number in count.items())
    unit = common_unit(item.migration_cost for item in instance.items)
    if budget_price:
        if instance.migration_budget is None:
            raise ValueError("there is no budget that could have a price")
        total -= budget_price * floor(as_written(instance.migration_budget) / unit)
    total -= _surplus(instance, kinds, prices, (budget_price, unit), scale, heeded)
    return max(0, -(-total // scale))


def _whole(number: Any, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _LARGEST:
        raise ValueError(f"{what} must be a whole number from 0 to {_LARGEST}")
    return number


def _kinds(instance: Consolidation) -> list[ItemKind | None]:
    """Return the kind of every item; none for those that may be nowhere else than now."""
    capped = caps(instance)
    return [
        None
        if is_pinned(item, may)
        else (item.demand, None if item.machine is None else item.migration_cost, may, bool(rules))
        for item, may, (rules, _) in zip(instance.items, sent_to(instance), capped, strict=True)
    ]


def _most(instance: Consolidation, kinds: list[ItemKind | None]) -> dict[ItemKind, int]:
    """Return how many items of each kind a machine has at most: the caps of its groups together."""
    groups: dict[ItemKind, dict[frozenset[int], int]] = defaultdict(dict)
    for kind, (rules, cap) in zip(kinds, caps(instance), strict=True):
        if kind is not None and rules:
            groups[kind][rules] = cap
    return {kind: sum(each.values()) for kind, each in groups.items()}


def _prices(
    instance: Consolidation, kinds: list[ItemKind | None], given: Any
) -> dict[ItemKind, int]:
    """Return the price of every kind: that of the item of this kind with a price, else 0."""
    if not isinstance(given, dict):
        raise TypeError("its prices must be an object with a price per item")
    number = {item.name: i for i, item in enumerate(instance.items)}
    prices: dict[ItemKind, int] = {kind: 0 for kind in kinds if kind is not None}
    for name, price in given.items():
        if name not in number:
            raise ValueError(f"there is no item {name!r}")
        kind = kinds[number[name]]
        if kind is None:
            raise ValueError(f"{name} may be nowhere else, and has no price")
        prices[kind] = _whole(price, f"the price of {name}")
    return prices


def _surplus(
    instance: Consolidation,
    kinds: list[ItemKind | None],
    prices: dict[ItemKind, int],
    moving: tuple[int, Fraction],
    scale: int,
    heeded: list[int],
) -> int:
    """Return by how much the most valuable loads of all machines are worth more than these.

    A machine that is in use anyway costs its price, whatever its load.
    """
    count = Counter(kind for kind in kinds if kind is not None)
    size, most = _sizes(instance, count), _most(instance, kinds)
    fit = {kind: min(number, most.get(kind, number)) for kind, number in count.items()}
    sent = {kind: _when_sent(kind, prices[kind], moving) for kind in count}
    residents: dict[str, Counter[ItemKind]] = defaultdict(Counter)
    taken: dict[str, list[int]] = {}
    own_size = _sizes(instance, {(item.demand,) for item in instance.items})
    for item, kind in zip(instance.items, kinds, strict=True):
        if item.machine is not None and kind is not None:
            residents[item.machine][kind] += 1
        elif item.machine is not None:
            before = taken.get(item.machine, [0] * len(instance.resources))
            taken[item.machine] = [
                a + b for a, b in zip(before, own_size[(item.demand,)], strict=True)
            ]
    needed = [sum(size[kind][r] * n for kind, n in count.items()) for r in _range(instance)]
    every = sites(instance)
    room = [
        tuple(
            max(0, min(whole - less, enough))
            for whole, less, enough in zip(
                each, taken.get(site.name, [0] * len(each)), needed, strict=True
            )
        )
        for site, each in zip(every, rooms(instance), strict=True)
    ]
    size = {kind: tuple(each[r] for r in heeded) for kind, each in size.items()}
    room = [tuple(each[r] for r in heeded) for each in room]
    largest = tuple(max(each) for each in zip(*room, strict=True))
    anyway = in_use_anyway(instance)
    shelves: dict[frozenset[ItemKind], Shelf] = {}
    known: dict[Any, int] = {}
    surplus = 0
    may_be = _may_be_sent(every, count)
    for site, space, may, price in zip(every, room, may_be, site_prices(instance), strict=True):
        staying = frozenset(
            (kind, number)
            for kind, number in residents[site.name].items()
            if kind not in may or sent[kind] < prices[kind]
        )
        if may not in shelves:
            things = [Thing(size[kind], sent[kind], n) for kind, n in fit.items() if kind in may]
            shelves[may] = Shelf(largest, things)
        if (space, may, staying) not in known:
            own = [Thing(size[kind], prices[kind], number) for kind, number in staying]
            known[space, may, staying] = shelves[may].best(space, own)
        worth = known[space, may, staying] - scale * price
        surplus += worth if site.name in anyway else max(0, worth)
    return surplus


def _range(instance: Consolidation) -> range:
    return range(len(instance.resources))


def _sizes(instance: Consolidation, kinds: Iterable[ItemKind]) -> dict[ItemKind, tuple[int, ...]]:
    """Return the demands of every kind in whole units."""
    unit = units(instance)
    return {
        kind: tuple(int(as_written(d) / each) for d, each in zip(kind[0], unit, strict=True))
        for kind in kinds
    }


def _when_sent(kind: ItemKind, price: int, moving: tuple[int, Fraction]) -> int:
    """Return the value of an item on a machine other than its present one."""
    cost = kind[1]
    return price if cost is None else price - moving[0] * int(as_written(cost) / moving[1])


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
