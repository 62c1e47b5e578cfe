"""Half devices, for proofs: how many halves of devices the items of `consolidation` take at least.

A threshold t above a third of a device, and at most half of one, divides shares: of those of at
least t a device has two at most, and only one where it is above 1 - t.  So a share counts two
halves if it is above 1 - t, one if it is at least t, and none otherwise; a whole device counts two.
No device holds more than two halves.
"""

from __future__ import annotations

from fractions import Fraction

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation, Item
from .certificate_forms import DeviceThreshold
from .devices import shares_fit
from .packing_sites import Site, sites


class HalfDevices:
    """The halves that items take of resources that come in devices, by one threshold for each."""

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
    for room in sorted((each[0] for each in halves.rooms(instance)), reverse=True):
        if needed <= 0:
            break
        needed -= room
        count += 1
    return None if needed > 0 else max(1, count)
