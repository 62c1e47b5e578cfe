"""Layers: bundles of copies of a flavour; a search takes each bundle or leaves it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import IntArray


@dataclass(frozen=True, eq=False)
class ItemLayers:
    """Bundles of copies: flavour, copies, sizes and value of each."""

    flavour: IntArray
    copies: IntArray
    size: IntArray
    value: IntArray

    @classmethod
    def of(cls, size: IntArray, value: IntArray, most: IntArray, room: IntArray) -> ItemLayers:
        """Bundle up to ``most`` copies of each flavour that is worth something and fits."""
        flavours, copies = [], []
        fits = (size <= room).all(axis=1) & (value > 0) & (most > 0)
        for f in np.flatnonzero(fits).tolist():
            needs = size[f] > 0
            left = int(most[f])
            if needs.any():
                left = min(left, int((room[needs] // size[f][needs]).min()))
            bundle = 1
            while left > 0:
                flavours.append(f)
                copies.append(min(bundle, left))
                left -= bundle
                bundle *= 2
        flavour, number = np.array(flavours, np.int64), np.array(copies, np.int64)
        share = (size[flavour] / np.maximum(1, room)).sum(axis=1)
        order = np.argsort(-value[flavour] / np.maximum(share, 1e-9), kind="stable")
        flavour, number = flavour[order], number[order]
        return cls(
            flavour,
            number,
            np.ascontiguousarray(size[flavour] * number[:, None]),
            value[flavour] * number,
        )

    def followed_by(self, others: ItemLayers) -> ItemLayers:
        """Return these layers and then others."""
        return ItemLayers(
            np.concatenate([self.flavour, others.flavour]),
            np.concatenate([self.copies, others.copies]),
            np.concatenate([self.size, others.size]),
            np.concatenate([self.value, others.value]),
        )
