"""Half devices: sizes of shares that say nearly all that devices mean, and add up like amounts.

Of shares of at least a threshold t, above a third of a device and at most half of one, a device
has two at most, and only one where it is above 1 - t.  Counted in halves, items take no more than
the devices have.  That is a relaxation of devices, as the sum of shares is another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.arrays import IntArray
from ....instances.consolidation import Consolidation


class Halves(NamedTuple):
    """The halves that items take and sites have, one column per resource with a threshold."""

    threshold: dict[str, float]
    size: IntArray
    room: IntArray

    def left(self, machine: IntArray) -> IntArray:
        """Return what sites have beside the items that have a machine; -1 stands for none."""
        room, there = self.room.copy(), machine >= 0
        np.subtract.at(room, machine[there], self.size[there])
        left: IntArray = np.maximum(0, room)
        return left


def halves_of(instance: Consolidation) -> Halves:
    """Return halves by the threshold, for each resource, by which all items take most."""
    thresholds: dict[str, float] = {}
    sizes: list[IntArray] = []
    rooms: list[IntArray] = []
    book = instance.device_book
    for d, name in enumerate(instance.devices or ()):
        own = slice(int(book.start[d]), int(book.start[d + 1]))
        size, pieces, whole = book.size[own], book.pieces[:, own], int(book.whole[d])
        if not ((3 * size > whole) & (size < whole)).any():
            continue  # of smaller shares, and of whole devices, the sum says as much
        best = (0.5, _halves(size, pieces, whole, whole))
        for k in np.flatnonzero((3 * size > whole) & (2 * size <= whole)).tolist():
            counted = _halves(size, pieces, whole, 2 * int(size[k]))
            if counted.sum() > best[1].sum():
                r = instance.resources.index(name)
                example = int(np.argmax(pieces[:, k]))
                best = float(instance.items[example].demand[r]), counted
        thresholds[name] = best[0]
        sizes.append(best[1])
        r = instance.resources.index(name)
        rooms.append(2 * np.array([int(site.capacity[r]) for site in instance.sites]))
    columns = len(thresholds)
    return Halves(
        thresholds,
        np.array(sizes, dtype=np.int64).reshape(columns, len(instance.items)).T,
        np.array(rooms, dtype=np.int64).reshape(columns, len(instance.sites)).T,
    )


def _halves(size: IntArray, pieces: IntArray, whole: int, twice: int) -> IntArray:
    """Return the halves of every item; the threshold is half of ``twice``."""
    halves = np.where(2 * size > 2 * whole - twice, 2, (2 * size >= twice).astype(np.int64))
    counted: IntArray = pieces @ halves
    return counted


def fewest_machines(instance: Consolidation) -> list[tuple[int | None, dict[str, Any]]]:
    """Return the fewest machines with enough halves, and the proof, per resource; None: too few."""
    halves = halves_of(instance)
    found: list[tuple[int | None, dict[str, Any]]] = []
    for column, (name, threshold) in enumerate(halves.threshold.items()):
        needed = int(halves.size[:, column].sum())
        room = np.sort(halves.room[:, column])[::-1].cumsum()
        units = None if room[-1] < needed else int(np.searchsorted(room, needed)) + 1
        found.append((units, {"kind": "devices", "devices": {name: threshold}}))
    return found
