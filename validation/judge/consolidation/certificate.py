"""Proofs that no plan of `consolidation` uses fewer machines, re-checked on exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import ceil, inf
from typing import Any

from ....core.decimals import as_written
from ....instances.consolidation import MACHINE, Consolidation
from ..proofs.claims import UnprovenError
from .certificate_forms import (
    ApartItems,
    BranchedPrices,
    BudgetSpent,
    CoverWeights,
    CrowdedMachine,
    DeviceThreshold,
    HomelessItem,
    ItemPrices,
    ResourceWeights,
    SitePrices,
    SizeThreshold,
    SizeThresholds,
)
from .devices import crowds_devices, proven_by_halves
from .packing_class_prices import proven_by_class_prices
from .packing_prices import proven_by_branches, proven_by_prices
from .packing_sites import in_use_anyway, is_pinned, price_unit, prices, sent_to, sites
from .sizes import usable

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
    claim: float | None = None,
) -> Fraction | float | None:
    """Return the machines, or the price, that a certificate proves; none where there is no plan.

    Beside a claim a proof that there is no plan holds as well: it proves any bound.
    """
    proven = _PROOFS[certificate.kind](instance, certificate)
    if proven is None or proven > sum(prices(instance)):
        return None if claim is None else inf
    if isinstance(certificate, _COUNTS) and instance.objective == "price":
        raise UnprovenError("it counts machines, and the objective is their price")
    return proven * price_unit(instance)


def _homeless(instance: Consolidation, proof: HomelessItem) -> int | None:
    """The item fits on no machine on which it may be."""
    k = next(k for k, item in enumerate(instance.items) if item.name == proof.item)
    item, may = instance.items[k], sent_to(instance)[k]
    demand = [as_written(size) for size in item.demand]
    for site, room in zip(sites(instance), usable(instance), strict=True):
        there = site.name in may or site.name == item.machine
        if there and all(size <= left for size, left in zip(demand, room, strict=True)):
            return 0
    return None


def _crowded_machine(instance: Consolidation, proof: CrowdedMachine) -> int | None:
    """The items that may be nowhere else do not fit on their machine together."""
    there = [
        item
        for item, may in zip(instance.items, sent_to(instance), strict=True)
        if item.machine == proof.machine and is_pinned(item, may)
    ]
    for site, room in zip(sites(instance), usable(instance), strict=True):
        if site.name == proof.machine:
            for r, left in enumerate(room):
                wanted = [as_written(item.demand[r]) for item in there if item.demand[r]]
                if sum(wanted, Fraction(0)) > left or crowds_devices(instance, site, r, wanted):
                    return None
    return 0


def _weights(instance: Consolidation, proof: ResourceWeights) -> int | None:
    """A cover, and a plan uses a machine at least."""
    proven = _cover(instance, proof)
    return None if proven is None else max(1, proven)


def _threshold(instance: Consolidation, proof: SizeThreshold) -> int | None:
    """The same with one resource."""
    one = SizeThresholds(thresholds={proof.resource: proof.threshold}, resource=proof.resource)
    return _thresholds(instance, one)


def _thresholds(instance: Consolidation, proof: SizeThresholds) -> int | None:
    """Items that need at least the thresholds count: 1 if they leave less than one of them.

    On the machine with most room of each resource no set of items counts more than 1: next to an
    item that leaves less than a threshold there is no other that counts, and without such an item
    the counts are shares of one resource.
    """
    room = [max(rooms) for rooms in zip(*usable(instance), strict=True)]
    filler = instance.resources.index(proof.resource)
    least = {
        instance.resources.index(name): as_written(size) for name, size in proof.thresholds.items()
    }
    if any(size > room[r] / 2 for r, size in least.items()):
        raise ValueError("its thresholds must be at most half of the most room")
    count = Fraction(0)
    for item in instance.items:
        sizes = {r: as_written(item.demand[r]) for r in least}
        if all(sizes[r] >= size for r, size in least.items()):
            alone = any(sizes[r] > room[r] - size for r, size in least.items())
            count += 1 if alone else as_written(item.demand[filler]) / room[filler]
    return ceil(count)


def _budget(instance: Consolidation, _: BudgetSpent) -> int | None:
    """A machine is emptied only by moving all its items, and the cheapest ones exhaust the budget.

    A machine with an item that may be nowhere else is never emptied.
    """
    costs: dict[str, Fraction] = {}
    stuck = in_use_anyway(instance)
    for item, may in zip(instance.items, sent_to(instance), strict=True):
        if item.machine is not None:
            cost = costs.get(item.machine, Fraction(0))
            costs[item.machine] = cost + as_written(item.migration_cost)
            if is_pinned(item, may):
                stuck.add(item.machine)
    left = None if instance.migration_budget is None else as_written(instance.migration_budget)
    emptied = 0
    for cost in sorted(cost for name, cost in costs.items() if name not in stuck):
        if left is not None and (left := left - cost) < 0:
            break
        emptied += 1
    return max(1, len(costs) - emptied)


def _cover(instance: Consolidation, proof: CoverWeights | ResourceWeights) -> int | None:
    """The weighted sum of all demands must be covered, at best by what costs least for its room.

    Machines that are in use anyway give their room, and their price counts in any case.
    """
    weights = [as_written(weight) for weight in proof.weights]
    needed = sum(
        (w * as_written(size) for item in instance.items
         for w, size in zip(weights, item.demand, strict=True)),
        Fraction(0),
    )  # fmt: skip
    anyway = in_use_anyway(instance)
    spent = Fraction(0)
    others: list[tuple[Fraction, Fraction, int]] = []
    known: dict[tuple[Fraction, ...], Fraction] = {}
    every = zip(sites(instance), usable(instance), prices(instance), strict=True)
    for site, room, price in every:
        if room not in known:
            known[room] = sum((w * r for w, r in zip(weights, room, strict=True)), Fraction(0))
        held = known[room]
        if site.name in anyway:
            needed -= held
            spent += price
        elif held > 0:
            others.append((price / held, held, price))
    for rate, held, price in sorted(others):
        if needed <= 0:
            break
        spent += price if held <= needed else rate * needed
        needed -= held
    return None if needed > 0 else ceil(spent)


def _apart(instance: Consolidation, proof: ApartItems) -> int | None:
    """Items that are kept apart need so many machines: those in use anyway, and the cheapest."""
    rules = instance.rules or ()
    if proof.rule >= len(rules):
        raise ValueError("there is no such rule")
    rule = rules[proof.rule]
    home = {item.name: item.machine for item in instance.items}
    now = Counter(home[name] for name in rule.items if home[name] is not None)
    if rule.kind != "apart" or rule.at != MACHINE:
        raise ValueError("its rule keeps nothing apart on machines")
    if max(now.values(), default=0) > rule.most:
        raise ValueError("its rule is broken now, and may stay so")
    anyway = in_use_anyway(instance)
    named = [site.name for site in sites(instance)]
    spent = sum(
        price for name, price in zip(named, prices(instance), strict=True) if name in anyway
    )
    more = -(-len(rule.items) // rule.most) - len(anyway)
    rest = sorted(p for n, p in zip(named, prices(instance), strict=True) if n not in anyway)
    return None if more > len(rest) else spent + sum(rest[: max(0, more)])


_PROOFS: dict[str, Callable[[Consolidation, Any], int | None]] = {
    "homeless": _homeless,
    "weights": _weights,
    "threshold": _threshold,
    "thresholds": _thresholds,
    "budget": _budget,
    "cover": _cover,
    "crowded": _crowded_machine,
    "apart": _apart,
    "devices": proven_by_halves,
    "class-prices": proven_by_class_prices,
    "prices": proven_by_prices,
    "branches": proven_by_branches,
}
