"""Resources of `consolidation` that come in devices, such as GPUs, and their packing.

A demand below 1 is a share of one device. Any other demand is a number of whole devices.
Shares fit into the devices of a machine if they can be packed into the devices as bins of size 1.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.decimals import in_units, unit_of
from ...core.faults import Fault, near_miss
from ...core.kernels import kernel
from .fields import PackingData
from .parts import Item, Machine, Offer

_NODES = 20_000  # maximum number of nodes in a search for a packing


class Devices(NamedTuple):
    """The *pieces* of devices that items need; ``size`` has their distinct sizes, by resource.

    Device resource d has the sizes start[d] to start[d + 1] - 1, in falling order.  An item that
    needs 2 whole devices has two pieces of the size of a device.
    """

    size: IntArray
    start: IntArray
    whole: IntArray  # size of a device, per device resource
    number: IntArray  # devices of each site, at most the number of pieces
    pieces: IntArray  # per item and kind
    wants: BoolArray  # items that have pieces


def devices_of(instance: PackingData) -> Devices:
    """Return the devices of all sites, and the pieces of devices that the items need."""
    sizes: list[IntArray] = []
    pieces: list[IntArray] = []
    wholes, numbers = [], []
    for name in instance.devices or ():
        r = instance.resources.index(name)
        demand = instance.raw_demand[:, r]
        unit = unit_of(np.append(demand, 1.0))
        units, whole = in_units(demand, unit), int(1 / unit)
        size = np.minimum(units, whole)
        kinds = np.unique(size[size > 0])[::-1]
        own = (size[:, None] == kinds) * (units // np.maximum(1, size))[:, None]
        capacity = np.array([site.capacity[r] for site in instance.sites], dtype=float)
        sizes.append(kinds)
        pieces.append(own)
        wholes.append(whole)
        numbers.append(np.minimum(capacity, own.sum()).astype(np.int64))
    every = np.hstack([np.zeros((len(instance.items), 0), np.int64), *pieces])
    return Devices(
        size=np.concatenate([np.zeros(0, np.int64), *sizes]),
        start=np.append(0, np.cumsum([len(sizes_of_one) for sizes_of_one in sizes])).astype(
            np.int64
        ),
        whole=np.array(wholes, dtype=np.int64),
        number=np.array(numbers, dtype=np.int64).reshape(-1, len(instance.sites)).T.copy(),
        pieces=np.ascontiguousarray(every),
        wants=np.asarray(every.any(axis=1), dtype=np.bool_),
    )


@kernel
def packs(devices: Devices, number: IntArray, counts: IntArray) -> bool:
    """Return whether pieces, ``counts`` of each size, fit into number[d] devices of resource d."""
    for d in range(len(devices.whole)):
        kinds = slice(devices.start[d], devices.start[d + 1])
        if not _can_hold(devices.size[kinds], counts[kinds], devices.whole[d], number[d]):
            return False
    return True


@kernel
def takes(devices: Devices, shares: IntArray, i: int, j: int) -> bool:
    """Return whether the pieces of item i fit beside the pieces that are on machine j."""
    for d in range(len(devices.whole)):  # if there is a device for every piece nothing is asked
        pieces = 0
        for k in range(devices.start[d], devices.start[d + 1]):
            pieces += shares[j, k] + devices.pieces[i, k]
        if pieces > devices.number[j, d]:
            return packs(devices, devices.number[j], shares[j] + devices.pieces[i])
    return True


@kernel
def _can_hold(size: IntArray, counts: IntArray, whole: int, devices: int) -> bool:
    """Return whether pieces of one resource, ``counts`` of each size, fit into ``devices``."""
    free = whole * devices
    pieces = 0
    for k in range(len(size)):
        free -= size[k] * counts[k]
        pieces += counts[k]
    if free < 0 or pieces <= devices:
        return free >= 0
    return bool(places_of(size, counts, whole, devices)[0] >= 0)


@kernel
def places_of(size: IntArray, counts: IntArray, whole: int, devices: int) -> IntArray:
    """Return the device of each piece, largest first; the first entry is -1 if pieces do not fit.

    First fit decreasing is tried first, then a search.
    """
    each = np.empty(counts.sum(), dtype=np.int64)
    at = 0
    for k in range(len(size)):
        for _ in range(counts[k]):
            each[at] = size[k]
            at += 1
    left = np.full(devices, whole, dtype=np.int64)
    place = np.full(at, -1, dtype=np.int64)
    # first fit: piece t goes to the first device b with left[b] >= each[t]
    for t in range(at):
        for b in range(devices):
            if left[b] >= each[t]:
                place[t] = b
                left[b] -= each[t]
                break
        # first fit may fail where the pieces fit: then the search decides
        if place[t] < 0:
            place[:] = -1
            _search(each, whole, devices, place)
            break
    return place


@kernel
def _search(each: IntArray, whole: int, devices: int, place: IntArray) -> None:
    """Write to ``place`` a device for each piece, largest first; -1 if the search is too long.

    Among devices with equal free capacity only the first is tried. Free capacity below the smallest
    piece is wasted, and the total waste must not exceed total capacity minus all pieces.
    """
    count, smallest, free = len(each), each[-1], whole * devices - each.sum()
    # left[b]: room of device b beside pieces 0 .. t - 1, which are placed
    left = np.full(devices, whole, dtype=np.int64)
    t, wasted = 0, 0
    for _ in range(_NODES):
        # back at piece t: take it out of its device and try the next one
        if place[t] >= 0:
            b = place[t]
            wasted -= left[b] if left[b] < smallest else 0
            left[b] += each[t]
        b = place[t] + 1
        while b < devices:
            fits = left[b] >= each[t]
            # a device as full as an earlier one leads to the same plans
            for a in range(b):
                fits &= left[a] != left[b]
            after = left[b] - each[t]
            if fits and wasted + (after if after < smallest else 0) <= free:
                break
            b += 1
        # no device is left for piece t: step back to the piece before
        if b == devices:
            place[t] = -1
            if t == 0:
                return
            t -= 1
            continue
        place[t] = b
        left[b] -= each[t]
        wasted += left[b] if left[b] < smallest else 0
        t += 1
        if t == count:
            return
    place[:] = -1


@kernel
def crowded_sites(devices: Devices, machine: IntArray) -> BoolArray:
    """Return a mask of the sites whose devices cannot hold the pieces assigned to them."""
    sites = len(devices.number)
    shares = np.zeros((sites, len(devices.size)), dtype=np.int64)
    for i in range(len(machine)):
        if machine[i] >= 0:
            shares[machine[i]] += devices.pieces[i]
    crowded = np.zeros(sites, dtype=np.bool_)
    for j in range(sites):
        crowded[j] = not packs(devices, devices.number[j], shares[j])
    return crowded


def devices_agree(
    resources: tuple[str, ...],
    machines: tuple[Machine, ...],
    items: Sequence[Item],
    offers: tuple[Offer, ...] | None,
    devices: tuple[str, ...] | None,
) -> Iterator[Fault]:
    """Devices are resources; capacities are integers, and demands shares below 1 or integers."""
    for k, name in enumerate(devices or ()):
        if name not in resources:
            rule = f"is not a resource of the file {near_miss(name, resources)}"
            yield Fault.of(f"devices[{k}]", rule, name)
        elif name in (devices or ())[:k]:
            yield Fault.of(f"devices[{k}]", "is listed already", name)
        else:
            r = resources.index(name)
            owners: list[tuple[str, Machine | Offer]] = [
                *((f"machines[{j}]", machine) for j, machine in enumerate(machines)),
                *((f"offers[{j}]", offer) for j, offer in enumerate(offers or ())),
            ]
            for place, each in owners:
                if len(each.capacity) > r and not each.capacity[r].is_integer():
                    rule = f"must be an integer, because {name} comes in devices"
                    yield Fault.of(f"{place}.capacity[{r}]", rule, each.capacity[r])
                if each.limit is not None and len(each.limit) > r and each.limit[r] != 1:
                    rule = f"must be 1, because {name} comes in devices"
                    yield Fault.of(f"{place}.limit[{r}]", rule, each.limit[r])
            for i, item in enumerate(items):
                if len(item.demand) > r and item.demand[r] > 1 and not item.demand[r].is_integer():
                    rule = f"must be at most 1, or an integer, because {name} comes in devices"
                    yield Fault.of(f"items[{i}].demand[{r}]", rule, item.demand[r])
