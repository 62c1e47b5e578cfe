"""Cheap certified bounds of `consolidation`: sizes, thresholds, budget, items without a machine.

Bounds that look at several resources at once are in `vector_bounds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....core.outcome import Answer
from ....instances.consolidation import Consolidation, overfull
from ..patterns.flavours import pinned_items
from ..patterns.half_devices import fewest_machines
from .price_bounds import apart, covers
from .resource_bounds import sums, thresholds


@dataclass(frozen=True)
class PackingBound:
    """Units of the objective that no plan beats (None: there is no plan), and the proof."""

    units: int | None
    certificate: dict[str, Any]
    message: str | None = None


def cheap_bound(instance: Consolidation) -> PackingBound:
    """Return the best of the cheap bounds."""
    homeless = _homeless(instance)
    if homeless is not None:
        return homeless
    crowded = _crowded_bound(instance)
    if crowded is not None:
        return crowded
    found = []
    for r in range(len(instance.resources)):
        size = _size(instance, r)
        if size.units is None:
            return size
        found += [size, *_threshold(instance, r)]
    for units, certificate in fewest_machines(instance):
        if units is None:
            (name,) = certificate["devices"]
            message = f"all machines together have too few devices of {name} for all shares"
            return PackingBound(None, certificate, message)
        found.append(PackingBound(units, certificate))
    found.append(_budget(instance))
    for proven in (sums(instance), thresholds(instance)):
        if proven is not None:
            found.append(PackingBound(*proven))
    if instance.objective == "price":
        found = []  # these count machines
    found += [PackingBound(*each) for each in (*covers(instance), *apart(instance))]
    for bound in found:
        if bound.units is None or bound.units > instance.price.sum():
            message = "more machines are needed than there are"
            if bound.units is not None and instance.objective != "price":
                there = len(instance.sites)
                message = f"{bound.units} machines are needed, and there are {there}"
            return PackingBound(None, bound.certificate, message)
    return max(found, key=lambda bound: bound.units or 0)


def impossible(bound: PackingBound) -> Answer:
    """Return the answer that there is no plan."""
    return Answer(infeasible=True, certificate=bound.certificate, message=bound.message)


def _homeless(instance: Consolidation) -> PackingBound | None:
    """An item that fits alone on no machine where it may be."""
    masks, row_of = instance.masks
    residents = np.flatnonzero(instance.home >= 0)
    at_home = np.zeros(len(instance.items), dtype=bool)
    room = instance.usable[instance.home[residents]]
    at_home[residents] = (instance.demand[residents] <= room).all(axis=1)
    groups: dict[tuple[int, bytes], int] = {}
    for i in np.flatnonzero(~at_home).tolist():
        groups.setdefault((int(row_of[i]), instance.demand[i].tobytes()), i)
    for (row, _), i in groups.items():
        fits = (instance.demand[i] <= instance.usable).all(axis=1)
        if not (fits & masks[row]).any():
            name = instance.items[i].name
            message = f"item {name} fits on no machine on which it may be"
            return PackingBound(None, {"kind": "homeless", "item": name}, message)
    return None


def _crowded_bound(instance: Consolidation) -> PackingBound | None:
    """A machine on which the items that may be nowhere else do not fit together."""
    pinned = pinned_items(instance)
    over = overfull(instance, np.where(pinned, instance.home, -1))
    if len(over) == 0:
        return None
    name = instance.sites[int(over[0])].name
    message = f"items that may be nowhere else do not fit on machine {name}"
    return PackingBound(None, {"kind": "crowded", "machine": name}, message)


def _size(instance: Consolidation, r: int) -> PackingBound:
    """The machines with most of a resource that together have what all items need."""
    weights = [int(k == r) for k in range(len(instance.resources))]
    certificate = {"kind": "weights", "weights": weights}
    needed = int(instance.demand[:, r].sum())
    room = np.sort(instance.usable[:, r])[::-1].cumsum()
    if room[-1] < needed:
        message = f"all machines together have too little {instance.resources[r]} for all items"
        return PackingBound(None, certificate, message)
    return PackingBound(int(np.searchsorted(room, needed)) + 1, certificate)


def _threshold(instance: Consolidation, r: int) -> list[PackingBound]:
    """Martello and Toth's L2 in one resource, for the machine with most of it."""
    sizes, counts = np.unique(instance.demand[:, r], return_counts=True)
    room = int(instance.usable[:, r].max())
    best, least = 0, 0
    for size in sizes[(sizes > 0) & (2 * sizes <= room)].tolist():
        large = int(counts[sizes > room - size].sum())
        middle = (sizes >= size) & (sizes <= room - size)
        shared = int((sizes[middle] * counts[middle]).sum())
        bound = large - (-shared // room)
        if bound > best:
            best, least = bound, size
    if best == 0:
        return []
    item = instance.items[int(np.argmax(instance.demand[:, r] == least))]
    resource = instance.resources[r]
    threshold = {"kind": "threshold", "resource": resource, "threshold": item.demand[r]}
    return [PackingBound(best, threshold)]


def _budget(instance: Consolidation) -> PackingBound:
    """The cheapest machines whose items can all be moved within the budget."""
    residents = np.flatnonzero(instance.home >= 0)
    home = instance.home[residents]
    count = len(instance.sites)
    costs = np.zeros(count, dtype=np.int64)
    np.add.at(costs, home, instance.cost[residents])
    stuck = instance.kept.copy()
    stuck[instance.home[pinned_items(instance)]] = True
    cheap = np.sort(costs[instance.occupied & ~stuck]).cumsum()
    emptied = int(np.searchsorted(cheap, instance.budget, side="right"))
    return PackingBound(max(1, int(instance.occupied.sum()) - emptied), {"kind": "budget"})
