"""Trees of streams that nothing tells apart: one column stands for all of them."""

from __future__ import annotations

import numpy as np

from .pieces import Pieces


class AlikeTrees:
    """Groups of trees; the first tree of a group stands for it.

    Only trees of one unit are alike.  A tree that a case tells apart gets a group of its own.
    """

    def __init__(self, pieces: Pieces) -> None:
        kinds = pieces.kinds
        self._signs = np.hstack(
            [
                *(kinds.load, kinds.allowed, pieces.least[:, None], kinds.max_nodes[:, None]),
                *(kinds.license_use, pieces.risk_shares, pieces.slope, kinds.size[:, None]),
                *(packing.times[:, None] for packing in pieces.packings),
            ]
        )
        known: dict[bytes, int] = {}
        self.groups: list[list[int]] = []
        self.group_of: list[int] = []
        for tree in range(pieces.forest.trees):
            group = known.setdefault(self._sign(pieces, tree), len(self.groups))
            if group == len(self.groups):
                self.groups.append([])
            self.groups[group].append(tree)
            self.group_of.append(group)

    def _sign(self, pieces: Pieces, tree: int) -> bytes:
        """Return what a tree shares with those alike."""
        units = pieces.units_of[tree]
        return self._signs[units].tobytes() if len(units) == 1 else f"tree {tree}".encode()

    @property
    def first(self) -> list[int]:
        """The tree that stands for each group."""
        return [group[0] for group in self.groups]

    def part(self, tree: int) -> int | None:
        """Take a tree out of its group; return the group, ``None`` if the tree is alone already."""
        old = self.group_of[tree]
        if len(self.groups[old]) == 1:
            return None
        self.groups[old].remove(tree)
        self.group_of[tree] = len(self.groups)
        self.groups.append([tree])
        return old
