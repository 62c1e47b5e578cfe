"""Proofs that no plan of `consolidation` uses fewer machines, or cheaper ones, re-checked exactly.

Each counts in whole units of resources and prices.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ....core.decimals import as_written
from ....core.schema import Count, NonNegative, Positive
from ....instances.consolidation import MACHINE, Consolidation
from ..forms import Certificate, Names
from ..proofs.claims import UnprovenError
from .devices import shares_fit, sizes_and_rooms
from .packing import PackingInUnits
from .packing_class_prices import SitePrices, proven_by_class_prices
from .packing_prices import BranchedPrices, ItemPrices, proven_by_prices


class HomelessItem(Certificate):
    """An item fits on no machine on which it may be."""

    NAMES: ClassVar[Names] = {"item": ("items",)}
    kind: Literal["homeless"] = "homeless"
    item: str


class CrowdedMachine(Certificate):
    """The items that may be nowhere else do not fit on their machine together."""

    NAMES: ClassVar[Names] = {"machine": ("machines",)}
    kind: Literal["crowded"] = "crowded"
    machine: str


class ResourceWeights(Certificate):
    """Machines must hold the weighted sum of all demands."""

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["weights"] = "weights"
    weights: list[NonNegative]


class CoverWeights(Certificate):
    """The weighted sum of all demands must be covered by what costs least for its room."""

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["cover"] = "cover"
    weights: list[NonNegative]


class SizeThreshold(Certificate):
    """Items that leave no room for one of at least the threshold count 1, others their share."""

    NAMES: ClassVar[Names] = {"resource": ("resources",)}
    kind: Literal["threshold"] = "threshold"
    resource: str
    threshold: Positive


class SizeThresholds(Certificate):
    """The same with several resources; the shares are those of one of them."""

    NAMES: ClassVar[Names] = {"resource": ("resources",), "thresholds": ("resources",)}
    kind: Literal["thresholds"] = "thresholds"
    thresholds: dict[str, Positive]
    resource: str


class BudgetSpent(Certificate):
    """The budget empties no more machines; nothing else has to be said."""

    kind: Literal["budget"] = "budget"


class ApartItems(Certificate):
    """The number of a rule that keeps items apart on machines."""

    kind: Literal["apart"] = "apart"
    rule: Count


class DeviceThreshold(Certificate):
    """One resource that comes in devices, and a threshold of shares."""

    kind: Literal["devices"] = "devices"
    devices: Annotated[dict[str, float], Field(min_length=1, max_length=1)]


_COUNTS = (ResourceWeights, SizeThreshold, SizeThresholds, BudgetSpent, DeviceThreshold)


def certified(
    instance: Consolidation,
    certificate: HomelessItem
    | CrowdedMachine
    | ResourceWeights
    | CoverWeights
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
    proven = _PROOFS[certificate.kind](packing, certificate)
    if proven is not None and isinstance(certificate, _COUNTS):
        if instance.objective == "price":
            raise UnprovenError("it counts machines, and the objective is their price")
        proven = max(1, proven)  # a plan uses a machine at least
    return None if proven is None or proven > sum(packing.price) else proven * packing.price_unit


def _homeless(packing: PackingInUnits, proof: HomelessItem) -> int | None:
    """The item fits on no machine on which it may be."""
    i = packing.number[proof.item]
    there = packing.may[i] | {packing.home[proof.item]}
    return 0 if any(_fit(packing, [i], name) for name in there if name is not None) else None


def _crowded(packing: PackingInUnits, proof: CrowdedMachine) -> int | None:
    """The items that may be nowhere else do not fit on their machine together."""
    pinned = [i for i, pinned in enumerate(packing.pinned) if pinned]
    there = [i for i in pinned if packing.instance.items[i].machine == proof.machine]
    return 0 if _fit(packing, there, proof.machine) else None


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


def _weights(packing: PackingInUnits, proof: CoverWeights | ResourceWeights) -> int | None:
    """Sites hold no more than their room, in a weighted sum of all resources."""
    pairs = zip(proof.weights, packing.unit, strict=True)
    weights = [as_written(weight) * unit for weight, unit in pairs]
    worth = {
        amounts: sum((w * n for w, n in zip(weights, amounts, strict=True)), Fraction(0))
        for amounts in {*packing.size, *packing.room}
    }
    needed = sum((worth[size] for size in packing.size), Fraction(0))
    return packing.covered(needed, [worth[room] for room in packing.room])


def _threshold(packing: PackingInUnits, proof: SizeThreshold) -> int | None:
    """The same with one resource."""
    one = SizeThresholds(thresholds={proof.resource: proof.threshold}, resource=proof.resource)
    return _thresholds(packing, one)


def _thresholds(packing: PackingInUnits, proof: SizeThresholds) -> int | None:
    """Items that need at least the thresholds count: 1 if they leave less than one of them.

    On the machine with most room of each resource no set of items counts more than 1: next to an
    item that leaves less than a threshold there is no other that counts, and without such an item
    the counts are shares of one resource.
    """
    room = [max(amounts) for amounts in zip(*packing.room, strict=True)]
    place = {name: r for r, name in enumerate(packing.instance.resources)}
    filler = place[proof.resource]
    least = {
        place[name]: as_written(t) / packing.unit[place[name]]
        for name, t in proof.thresholds.items()
    }
    if any(size > Fraction(room[r], 2) for r, size in least.items()):
        raise ValueError("its thresholds must be at most half of the most room")
    count = Fraction(0)
    for size in packing.size:
        if all(size[r] >= threshold for r, threshold in least.items()):
            alone = any(size[r] > room[r] - threshold for r, threshold in least.items())
            count += 1 if alone else Fraction(size[filler], room[filler])
    return packing.covered(ceil(count), [1] * len(packing.sites))


def _halves(packing: PackingInUnits, proof: DeviceThreshold) -> int | None:
    """Sites hold the half devices that all items take."""
    sizes, rooms = sizes_and_rooms(packing, (), proof.devices)
    return packing.covered(sum(size[0] for size in sizes), [room[0] for room in rooms])


def _apart(packing: PackingInUnits, proof: ApartItems) -> int | None:
    """Items that are kept apart need so many machines: those in use anyway, and the cheapest."""
    if proof.rule >= len(packing.rules):
        raise ValueError("there is no such rule")
    rule = packing.rules[proof.rule]
    if rule.kind != "apart" or rule.at != MACHINE:
        raise ValueError("its rule keeps nothing apart on machines")
    if max(packing.now(rule).values(), default=0) > rule.most:
        raise ValueError("its rule is broken now, and may stay so")
    return packing.covered(ceil(Fraction(len(rule.items), rule.most)), [1] * len(packing.sites))


def _budget(packing: PackingInUnits, _: BudgetSpent) -> int:
    """A machine is emptied only by moving all its items, and the cheapest ones exhaust the budget.

    A machine with an item that may be nowhere else is never emptied.
    """
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


_PROOFS: dict[str, Callable[[PackingInUnits, Any], int | None]] = {
    "homeless": _homeless,
    "weights": _weights,
    "threshold": _threshold,
    "thresholds": _thresholds,
    "budget": _budget,
    "cover": _weights,
    "crowded": _crowded,
    "apart": _apart,
    "devices": _halves,
    "class-prices": proven_by_class_prices,
    "prices": proven_by_prices,
    "branches": proven_by_prices,
}
