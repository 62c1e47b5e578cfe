"""Proofs by prices that no plan of `consolidation` uses fewer machines, re-checked exactly.

Every item has a price and so has every unit of migration cost, in parts of a machine.  A plan puts
items worth the sum of all prices on machines; no machine holds more than its most valuable load,
and an empty one holds nothing.  Hence for any prices a plan uses at least

    Σ prices - budget price · Q - Σ_machines max(0, most valuable load - 1)

machines.  A load is worth the prices of its items less the price of moving those that run
elsewhere now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Any

from ...instances.consolidation import Consolidation, Item
from .decimal_sizes import as_written, common_unit, occupied, only, rooms, units
from .knapsack import Shelf, Thing

_LARGEST = 2**40
ItemKind = tuple[Any, ...]  # what items have in common: demand, cost, where they may be sent


def proven_by_prices(instance: Consolidation, document: dict[str, Any]) -> int:
    """Return the machines that the prices prove to be needed."""
    only(document, "scale", "prices", "budget_price")
    scale = _whole(document["scale"], "its scale")
    budget_price = _whole(document["budget_price"], "its budget price")
    if scale == 0:
        raise ValueError("its scale must be positive")
    kinds = [_kind(item) for item in instance.items]
    prices = _prices(instance, kinds, document["prices"])
    count = Counter(kinds)
    total = sum(prices[kind] * number for kind, number in count.items())
    unit = common_unit(item.migration_cost for item in instance.items)
    if budget_price:
        if instance.migration_budget is None:
            raise ValueError("there is no budget that could have a price")
        total -= budget_price * floor(as_written(instance.migration_budget) / unit)
    total -= _surplus(instance, kinds, prices, (budget_price, unit), scale)
    return max(1, -(-total // scale))


def _whole(number: Any, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _LARGEST:
        raise ValueError(f"{what} must be a whole number from 0 to {_LARGEST}")
    return number


def _kind(item: Item) -> ItemKind:
    running = item.machine is not None
    return item.demand, item.migration_cost if running else None, item.allowed_machines


def _prices(instance: Consolidation, kinds: list[ItemKind], given: Any) -> dict[ItemKind, int]:
    """Return the price of every kind: that of the item of this kind with a price, else 0."""
    if not isinstance(given, dict):
        raise TypeError("its prices must be an object with a price per item")
    number = {item.name: i for i, item in enumerate(instance.items)}
    prices: dict[ItemKind, int] = dict.fromkeys(kinds, 0)
    for name, price in given.items():
        if name not in number:
            raise ValueError(f"there is no item {name!r}")
        prices[kinds[number[name]]] = _whole(price, f"the price of {name}")
    return prices


def _surplus(
    instance: Consolidation,
    kinds: list[ItemKind],
    prices: dict[ItemKind, int],
    moving: tuple[int, Fraction],
    scale: int,
) -> int:
    """Return by how much the most valuable loads of all machines are worth more than 1."""
    count = Counter(kinds)
    size = _sizes(instance, count)
    sent = {kind: _when_sent(kind, prices[kind], moving) for kind in count}
    residents: dict[str, Counter[ItemKind]] = defaultdict(Counter)
    for item, kind in zip(instance.items, kinds, strict=True):
        if item.machine is not None:
            residents[item.machine][kind] += 1
    needed = [sum(size[kind][r] * n for kind, n in count.items()) for r in _range(instance)]
    room = [tuple(map(min, each, needed)) for each in rooms(instance)]
    largest = tuple(max(each) for each in zip(*room, strict=True))
    shelves: dict[frozenset[ItemKind], Shelf] = {}
    known: dict[Any, int] = {}
    surplus = 0
    sites = zip(instance.machines, room, _may_be_sent(instance, count), strict=True)
    for machine, space, may in sites:
        staying = frozenset(
            (kind, number)
            for kind, number in residents[machine.name].items()
            if kind not in may or sent[kind] < prices[kind]
        )
        if may not in shelves:
            things = [Thing(size[kind], sent[kind], n) for kind, n in count.items() if kind in may]
            shelves[may] = Shelf(largest, things)
        if (space, may, staying) not in known:
            own = [Thing(size[kind], prices[kind], number) for kind, number in staying]
            known[space, may, staying] = max(0, shelves[may].best(space, own) - scale)
        surplus += known[space, may, staying]
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


def _may_be_sent(
    instance: Consolidation, kinds: Iterable[ItemKind]
) -> Iterator[frozenset[ItemKind]]:
    """Yield, machine by machine, the kinds of items that may be sent there."""
    lists = {kind[2]: frozenset(kind[2]) for kind in kinds if kind[2] is not None}
    running = occupied(instance)
    known: dict[Any, frozenset[ItemKind]] = {}
    for machine in instance.machines:
        open_ = instance.empty_machines == "any" or machine.name in running
        listed = frozenset(names for names, each in lists.items() if machine.name in each)
        if (open_, listed) not in known:
            known[open_, listed] = frozenset(
                kind
                for kind in kinds
                if (kind[2] is None or kind[2] in listed) and (kind[1] is None or open_)
            )
        yield known[open_, listed]
