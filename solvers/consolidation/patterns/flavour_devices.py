"""The devices of classes of machines, and the shares that items of each flavour want."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.arrays import IntArray
from ....core.compiled import kernel
from ....instances.consolidation import Consolidation, Devices, packs


@dataclass(frozen=True, eq=False)
class FlavourDevices:
    """Pieces of devices per flavour, devices per class, and pieces that stay there in any case."""

    book: Devices
    pieces: IntArray
    number: IntArray
    taken: IntArray

    def packs(self, number: int, pattern: IntArray) -> bool:
        """Return whether the shares of a pattern fit into the devices of a class."""
        counts = self.taken[number] + pattern @ self.pieces
        return bool(packs(self.book, self.number[number], counts))

    def trimmed(self, number: int, pattern: IntArray) -> IntArray:
        """Return the part of a pattern whose shares fit, the largest first."""
        if self.packs(number, pattern):
            return pattern
        part = pattern.copy()
        shared = np.asarray(self.pieces.any(axis=1), dtype=np.bool_)
        part[shared] = 0
        size = self.pieces @ self.book.size
        order = np.argsort(-size, kind="stable")
        order = order[shared[order] & (pattern[order] > 0)]
        _fill(self.book, self.number[number], self.taken[number], self.pieces, pattern, order, part)
        return part

    def with_flavour(self, f: int) -> FlavourDevices:
        """Return the same with one flavour more, last, that is like ``f``."""
        return replace(self, pieces=np.vstack([self.pieces, self.pieces[f]]))

    def with_class(self, number: int) -> FlavourDevices:
        """Return the same with one class more, last, that is like another."""
        return replace(
            self,
            number=np.vstack([self.number, self.number[number]]),
            taken=np.vstack([self.taken, self.taken[number]]),
        )

    def joined(self, a: int, b: int) -> FlavourDevices:
        """Return the same with two flavours as one in the place of ``a``."""
        pieces = self.pieces.copy()
        pieces[a] += pieces[b]
        return replace(self, pieces=np.delete(pieces, b, axis=0))


@kernel
def _fill(
    book: Devices,
    number: IntArray,
    taken: IntArray,
    pieces: IntArray,
    pattern: IntArray,
    order: IntArray,
    part: IntArray,
) -> None:
    """Add items of a pattern to a part of it, in an order, while their shares fit."""
    counts = taken.copy()
    for f in order:
        while part[f] < pattern[f] and packs(book, number, counts + pieces[f]):
            part[f] += 1
            counts += pieces[f]


def pieces_on_sites(instance: Consolidation, machine: IntArray) -> IntArray:
    """Return the pieces of each kind on every site; -1 stands for no machine."""
    book, there = instance.device_book, machine >= 0
    found = np.zeros((len(instance.sites), len(book.size)), dtype=np.int64)
    np.add.at(found, machine[there], book.pieces[there])
    return found


def flavour_devices(
    instance: Consolidation, flavour_of: IntArray, shares: IntArray, first: IntArray
) -> FlavourDevices:
    """Return the devices of flavours and classes; ``first`` is a site of every class."""
    book = instance.device_book
    free = np.flatnonzero(flavour_of >= 0)
    pieces = np.zeros((int(flavour_of.max(initial=-1)) + 1, len(book.size)), dtype=np.int64)
    pieces[flavour_of[free]] = book.pieces[free]
    return FlavourDevices(book, pieces, book.number[first], shares[first])
