"""Proofs that no plan of `consolidation` uses fewer machines, or cheaper ones, re-checked exactly.

Each counts in whole units of resources and prices.  What is ``proven`` are machines, or units of
price; none where nothing is feasible.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ....core.decimals import as_written
from ....core.schema import Count, NonNegative, Positive
from ....instances.consolidation import MACHINE, Consolidation
from ..forms import Certificate, Names
from ..proofs.claims import UnprovenError
from .devices import shares_fit, sizes_and_rooms
from .packing import PackingInUnits
from .packing_class_prices import SitePrices
from .packing_prices import BranchedPrices, ItemPrices


class HomelessItem(Certificate):
    """An item fits on no machine on which it may be."""

    NAMES: ClassVar[Names] = {"item": ("items",)}
    kind: Literal["homeless"] = "homeless"
    item: str

    def proven(self, packing: PackingInUnits) -> int | None:
        i = packing.number[self.item]
        there = packing.may[i] | {packing.home[self.item]}
        return 0 if any(_fit(packing, [i], name) for name in there if name is not None) else None


class CrowdedMachine(Certificate):
    """The items that may be nowhere else do not fit on their machine together."""

    NAMES: ClassVar[Names] = {"machine": ("machines",)}
    kind: Literal["crowded"] = "crowded"
    machine: str

    def proven(self, packing: PackingInUnits) -> int | None:
        pinned = [i for i, pinned in enumerate(packing.pinned) if pinned]
        there = [i for i in pinned if packing.instance.items[i].machine == self.machine]
        return 0 if _fit(packing, there, self.machine) else None


class ResourceWeights(Certificate):
    """Sites hold no more than their room, in a weighted sum of all resources.

    Machines are counted, or what costs least for its room covers all demands.
    """

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["weights", "cover"]
    weights: list[NonNegative]

    def proven(self, packing: PackingInUnits) -> int | None:
        pairs = zip(self.weights, packing.unit, strict=True)
        weights = [as_written(weight) * unit for weight, unit in pairs]
        worth = {
            amounts: sum((w * n for w, n in zip(weights, amounts, strict=True)), Fraction(0))
            for amounts in {*packing.size, *packing.room}
        }
        needed = sum((worth[size] for size in packing.size), Fraction(0))
        return packing.covered(needed, [worth[room] for room in packing.room])


class SizeThresholds(Certificate):
    """Items that need at least the thresholds count: 1 if they leave less than one of them.

    Others count their share of one resource.  On the machine with most room of each resource no set
    of items counts more than 1: next to an item that leaves less than a threshold there is no other
    that counts, and without such an item the counts are shares of one resource.
    """

    NAMES: ClassVar[Names] = {"resource": ("resources",), "thresholds": ("resources",)}
    kind: Literal["thresholds"] = "thresholds"
    thresholds: dict[str, Positive]
    resource: str

    def proven(self, packing: PackingInUnits) -> int | None:
        room = [max(amounts) for amounts in zip(*packing.room, strict=True)]
        place = {name: r for r, name in enumerate(packing.instance.resources)}
        filler = place[self.resource]
        least = {
            place[name]: as_written(t) / packing.unit[place[name]]
            for name, t in self.thresholds.items()
        }
        if any(size > Fraction(room[r], 2) for r, size in least.items()):
            raise ValueError("its thresholds must be at most half of the most room")
        count = Fraction(0)
        for size in packing.size:
            if all(size[r] >= threshold for r, threshold in least.items()):
                alone = any(size[r] > room[r] - threshold for r, threshold in least.items())
                count += 1 if alone else Fraction(size[filler], room[filler])
        return packing.covered(ceil(count), [1] * len(packing.sites))


class SizeThreshold(Certificate):
    """The same with one resource."""

    NAMES: ClassVar[Names] = {"resource": ("resources",)}
    kind: Literal["threshold"] = "threshold"
    resource: str
    threshold: Positive

    def proven(self, packing: PackingInUnits) -> int | None:
        thresholds = {self.resource: self.threshold}
        return SizeThresholds(thresholds=thresholds, resource=self.resource).proven(packing)


class BudgetSpent(Certificate):
    """The budget empties no more machines: one is emptied only by moving all its items.

    The cheapest ones exhaust the budget.  One with an item that may be nowhere else never empties.
    """

    kind: Literal["budget"] = "budget"

    def proven(self, packing: PackingInUnits) -> int:
        costs: dict[str, int] = {}
        each, left = packing.cost
        for item, cost in zip(packing.instance.items, each, strict=True):
            if item.machine is not None:
                costs[item.machine] = costs.get(item.machine, 0) + cost
        emptied = 0
        for cost in sorted(cost for name, cost in costs.items() if name not in packing.anyway):
            if left is not None and (left := left - cost) < 0:
                break
            emptied += 1
        return len(costs) - emptied


class ApartItems(Certificate):
    """The number of a rule; items that it keeps apart on machines need so many of them.

    They may be in those in use anyway, and in the cheapest.
    """

    kind: Literal["apart"] = "apart"
    rule: Count

    def proven(self, packing: PackingInUnits) -> int | None:
        if self.rule >= len(packing.rules):
            raise ValueError("there is no such rule")
        rule = packing.rules[self.rule]
        if rule.kind != "apart" or rule.at != MACHINE:
            raise ValueError("its rule keeps nothing apart on machines")
        if max(packing.now(rule).values(), default=0) > rule.most:
            raise ValueError("its rule is broken now, and may stay so")
        needed = ceil(Fraction(len(rule.items), rule.most))
        return packing.covered(needed, [1] * len(packing.sites))


class DeviceThreshold(Certificate):
    """A resource that comes in devices, and a threshold of shares: sites hold the half devices."""

    kind: Literal["devices"] = "devices"
    devices: Annotated[dict[str, float], Field(min_length=1, max_length=1)]

    def proven(self, packing: PackingInUnits) -> int | None:
        sizes, rooms = sizes_and_rooms(packing, (), self.devices)
        return packing.covered(sum(size[0] for size in sizes), [room[0] for room in rooms])


_COUNTS = ("weights", "threshold", "thresholds", "budget", "devices")


def certified(
    instance: Consolidation,
    certificate: HomelessItem
    | CrowdedMachine
    | ResourceWeights
    | SizeThreshold
    | SizeThresholds
    | BudgetSpent
    | ApartItems
    | DeviceThreshold
    | SitePrices
    | ItemPrices
    | BranchedPrices,
) -> Fraction | None:
    """Return the machines, or the price, that a certificate proves; none where there is no plan."""
    packing = PackingInUnits(instance)
    proven = certificate.proven(packing)
    if proven is not None and certificate.kind in _COUNTS:
        if instance.objective == "price":
            raise UnprovenError("it counts machines, and the objective is their price")
        proven = max(1, proven)  # a plan uses a machine at least
    return None if proven is None or proven > sum(packing.price) else proven * packing.price_unit


def _fit(packing: PackingInUnits, items: list[int], name: str) -> bool:
    """Return whether nothing denies that items fit on a site together."""
    j = next(j for j, site in enumerate(packing.sites) if site.name == name)
    for r, resource in enumerate(packing.instance.resources):
        if sum(packing.size[i][r] for i in items) > packing.room[j][r]:
            return False
        if resource in (packing.instance.devices or ()):
            demands = (packing.instance.items[i].demand[r] for i in items)
            wanted = [as_written(demand) for demand in demands if demand]
            if shares_fit(wanted, int(packing.sites[j].record.capacity[r])) is False:
                return False
    return True
