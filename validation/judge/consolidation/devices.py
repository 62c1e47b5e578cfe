"""Shares and devices: whether they fit, by an exact search, and how many halves they take."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation, Item
from ..verdict import Violation
from .certificate_forms import DeviceThreshold
from .packing_sites import Site, sites
from .placement_rules import Sites

_STATES = 200_000  # of a search


def shares_fit(wanted: list[Fraction], devices: int) -> bool | None:
    """Return whether shares below 1, and whole devices, fit; None where that is not found out.

    Device after device is filled: with the largest share that is left, and with others in every
    way that leaves no room for one more.  What was left over at a dead end is not tried again.
    """
    whole = sum((size for size in wanted if size >= 1), Fraction(0))
    common = lcm(*(size.denominator for size in wanted))
    counts = Counter(int(size * common) for size in wanted if size < 1)
    sizes = tuple(sorted(counts, reverse=True))
    left = tuple(counts[size] for size in sizes)
    dead: set[tuple[int, tuple[int, ...]]] = set()
    stack = [iter([left])]
    room = devices - int(whole)
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
            continue
        free = room - len(stack) + 1
        if not any(state):
            if free >= 0:
                return True
            continue
        need = sum(size * count for size, count in zip(sizes, state, strict=True))
        if need > free * common or (free, state) in dead:
            continue
        if len(dead) > _STATES:
            return None
        dead.add((free, state))
        stack.append(_fillings(sizes, state, common))
    return False


def _fillings(
    sizes: tuple[int, ...], state: tuple[int, ...], common: int
) -> Iterator[tuple[int, ...]]:
    """Yield what is left after each way to fill a device with the largest share and others."""
    first = next(k for k, count in enumerate(state) if count)

    def fill(k: int, left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        if k == len(sizes):
            if not any(count and size <= room for size, count in zip(sizes, left, strict=True)):
                yield left
            return
        for taken in range(min(left[k], room // sizes[k]), -1, -1):
            after = (*left[:k], left[k] - taken, *left[k + 1 :])
            yield from fill(k + 1, after, room - taken * sizes[k])

    start = (*state[:first], state[first] - 1, *state[first + 1 :])
    yield from fill(first, start, common - sizes[first])


def device_violations(
    instance: Consolidation, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """Yield the machines on which a share finds no device that has room for all of it."""
    for name in instance.devices or ():
        r = instance.resources.index(name)
        held: dict[str, list[Fraction]] = defaultdict(list)
        for item in instance.items:
            if item.demand[r]:
                held[machine[item.name]].append(as_written(item.demand[r]))
        known: dict[tuple[tuple[Fraction, ...], int], bool | None] = {}
        for site, wanted in held.items():
            devices = int(sites.machines[site].capacity[r])
            key = tuple(sorted(wanted, reverse=True)), devices
            if key not in known:
                known[key] = shares_fit(wanted, devices)
            if known[key] is True:
                continue
            message = f"{_words(wanted)} of {name} do not fit into {devices} devices"
            if known[key] is None:
                message = f"it takes too long to find out whether {_words(wanted)} of {name} fit"
            yield Violation("devices", site, None, message)


def _words(wanted: list[Fraction]) -> str:
    times = sorted(Counter(wanted).items(), reverse=True)
    return ", ".join(f"{count} of {float(size):g}" for size, count in times)


class HalfDevices:
    """The halves that items take of resources that come in devices, by one threshold for each.

    A threshold t above a third of a device, and at most half of one, divides shares: of those of
    at least t a device has two at most, and only one where it is above 1 - t.  So a share counts
    two halves if it is above 1 - t, one if it is at least t, and none otherwise; a whole device
    counts two.  No device holds more than two halves.
    """

    def __init__(self, instance: Consolidation, given: dict[str, float]) -> None:
        self.thresholds: list[tuple[int, Fraction]] = []
        for name, value in given.items():
            if name not in (instance.devices or ()):
                raise ValueError(f"{name!r} does not come in devices")
            threshold = as_written(value)
            if not Fraction(1, 3) < threshold <= Fraction(1, 2):
                raise ValueError("a threshold must be above a third and at most a half")
            self.thresholds.append((instance.resources.index(name), threshold))

    def of_demand(self, demand: tuple[float, ...]) -> tuple[int, ...]:
        """Return the halves that an item with this demand takes, per resource."""
        return tuple(_halves(as_written(demand[r]), t) for r, t in self.thresholds)

    def of_item(self, item: Item) -> tuple[int, ...]:
        """Return the halves that an item takes, per resource."""
        return self.of_demand(item.demand)

    def rooms(self, instance: Consolidation) -> list[tuple[int, ...]]:
        """Return the halves that each site has, per resource."""
        return [
            tuple(2 * int(site.record.capacity[r]) for r, _ in self.thresholds)
            for site in sites(instance)
        ]


def _halves(share: Fraction, threshold: Fraction) -> int:
    if share >= 1:
        return 2 * int(share)
    return 2 if share > 1 - threshold else int(share >= threshold)


def crowds_devices(instance: Consolidation, site: Site, r: int, wanted: list[Fraction]) -> bool:
    """Return whether demands do not fit into the devices of a site, if the resource has some."""
    if instance.resources[r] not in (instance.devices or ()):
        return False
    return shares_fit(wanted, int(site.record.capacity[r])) is False


def proven_by_halves(instance: Consolidation, proof: DeviceThreshold) -> int | None:
    """Return the fewest machines that have the halves of all items; None if all have too few."""
    halves = HalfDevices(instance, proof.devices)
    needed = sum(halves.of_item(item)[0] for item in instance.items)
    count = 0
    for room in sorted((shares[0] for shares in halves.rooms(instance)), reverse=True):
        if needed <= 0:
            break
        needed -= room
        count += 1
    return None if needed > 0 else max(1, count)
