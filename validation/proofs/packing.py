"""Proofs that no plan of `consolidation` uses fewer machines, re-checked on exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from ...instances.consolidation import Consolidation, Item
from .decimal_sizes import as_written, occupied, only, usable
from .knapsack import TooLargeError
from .packing_prices import proven_by_prices


def certificate_fault(
    instance: Consolidation, certificate: dict[str, Any], bound: float | None
) -> str | None:
    """Return the fault of a certificate, or None if it proves the bound.

    Raises `TooLargeError` where the proof takes too long to re-check.
    """
    kind = certificate.get("kind")
    proof = _PROOFS.get(kind) if isinstance(kind, str) else None
    if proof is None:
        return f"is of no known kind ({', '.join(sorted(_PROOFS))})"
    try:
        proven = proof(instance, {key: certificate[key] for key in certificate if key != "kind"})
    except TooLargeError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        return f"is malformed: {error}"
    if proven is None or proven > len(instance.machines):
        return None  # it proves that there is no plan, whatever the bound
    if bound is None:
        return f"it proves {proven} machines, and not that there is no plan"
    return None if bound <= proven else f"it proves {proven} machines, the claim is {bound:g}"


def _has_no_place(instance: Consolidation, item: Item, running: set[str | None]) -> bool:
    """Return whether an item fits on no machine on which it may be."""
    demand = [as_written(size) for size in item.demand]
    for machine, room in zip(instance.machines, usable(instance), strict=True):
        if machine.name != item.machine:
            if item.allowed_machines is not None and machine.name not in item.allowed_machines:
                continue
            kept = instance.empty_machines == "keep" and item.machine is not None
            if kept and machine.name not in running:
                continue
        if all(size <= left for size, left in zip(demand, room, strict=True)):
            return False
    return True


def _homeless(instance: Consolidation, document: dict[str, Any]) -> int | None:
    """The item fits on no machine on which it may be."""
    only(document, "item")
    named = [item for item in instance.items if item.name == document["item"]]
    if not named:
        raise ValueError(f"there is no item {document['item']!r}")
    return None if _has_no_place(instance, named[0], occupied(instance)) else 0


def _weights(instance: Consolidation, document: dict[str, Any]) -> int | None:
    """Machines must hold the weighted sum of all demands; the largest ones are the fewest."""
    only(document, "weights")
    weights = [as_written(weight) for weight in document["weights"]]
    if len(weights) != len(instance.resources) or any(weight < 0 for weight in weights):
        raise ValueError("it must give a weight >= 0 to every resource")

    def weighed(sizes: Sequence[Fraction]) -> Fraction:
        return sum((w * s for w, s in zip(weights, sizes, strict=True)), Fraction(0))

    needed = sum(
        (weighed([as_written(size) for size in item.demand]) for item in instance.items),
        Fraction(0),
    )
    rooms = sorted((weighed(room) for room in usable(instance)), reverse=True)
    count = 0
    while needed > 0:
        if count == len(rooms):
            return None
        needed -= rooms[count]
        count += 1
    return max(1, count)


def _threshold(instance: Consolidation, document: dict[str, Any]) -> int | None:
    """Items that leave no room for one of at least the threshold count 1, others their share.

    On the machine with most room no set of items counts more than 1: with a large item there is
    no other that counts, and without one the counts are shares of that room.
    """
    only(document, "resource", "threshold")
    r = instance.resources.index(document["resource"])
    least = as_written(document["threshold"])
    room = max(room[r] for room in usable(instance))
    if not 0 < least <= room / 2:
        raise ValueError("its threshold must be positive and at most half of the most room")
    count = Fraction(0)
    for item in instance.items:
        size = as_written(item.demand[r])
        if size > room - least:
            count += 1
        elif size >= least:
            count += size / room
    return ceil(count)


def _thresholds(instance: Consolidation, document: dict[str, Any]) -> int | None:
    """Items that need at least the thresholds count: 1 if they leave less than one of them.

    On the machine with most room of each resource no set of items counts more than 1: next to an
    item that leaves less than a threshold there is no other that counts, and without such an item
    the counts are shares of one resource.
    """
    only(document, "thresholds", "resource")
    room = [max(each) for each in zip(*usable(instance), strict=True)]
    filler = instance.resources.index(document["resource"])
    least = {
        instance.resources.index(name): as_written(size)
        for name, size in document["thresholds"].items()
    }
    if any(not 0 < size <= room[r] / 2 for r, size in least.items()):
        raise ValueError("its thresholds must be positive and at most half of the most room")
    count = Fraction(0)
    for item in instance.items:
        sizes = {r: as_written(item.demand[r]) for r in least}
        if all(sizes[r] >= size for r, size in least.items()):
            alone = any(sizes[r] > room[r] - size for r, size in least.items())
            count += 1 if alone else as_written(item.demand[filler]) / room[filler]
    return ceil(count)


def _budget(instance: Consolidation, document: dict[str, Any]) -> int | None:
    """A machine is emptied only by moving all its items, and the cheapest ones exhaust the budget.

    A machine with an item that may be nowhere else is never emptied.
    """
    only(document)
    costs: dict[str, Fraction] = {}
    stuck: set[str] = set()
    running = occupied(instance)
    for item in instance.items:
        if item.machine is not None:
            cost = costs.get(item.machine, Fraction(0))
            costs[item.machine] = cost + as_written(item.migration_cost)
            pinned = item.allowed_machines is not None and set(item.allowed_machines) <= {
                item.machine
            }
            if pinned or (instance.empty_machines == "keep" and len(running) == 1):
                stuck.add(item.machine)
    left = None if instance.migration_budget is None else as_written(instance.migration_budget)
    emptied = 0
    for cost in sorted(cost for name, cost in costs.items() if name not in stuck):
        if left is not None and (left := left - cost) < 0:
            break
        emptied += 1
    return max(1, len(costs) - emptied)


_PROOFS: dict[str, Callable[[Consolidation, dict[str, Any]], int | None]] = {
    "homeless": _homeless,
    "weights": _weights,
    "threshold": _threshold,
    "thresholds": _thresholds,
    "budget": _budget,
    "prices": proven_by_prices,
}
