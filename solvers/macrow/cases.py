"""Cases of macrow's bound: all plans, split by the busiest node's level and by where units are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from .levels import below
from .pieces import Pieces, TreeColumn

Spot = tuple[int, tuple[int, ...]]  # a unit and kinds of nodes of one cluster


@dataclass(eq=False)
class Case:
    """Plans whose busiest node is used from ``low`` up to, but not including, ``high``.

    Units have candidates of some kinds (``inside``) and none of others (``outside``).  Its prices
    prove the value ``by_prices``; its bound may come from the case that it is a part of.
    """

    prices: FloatArray
    bound: float = -math.inf
    by_prices: float = -math.inf
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    inside: tuple[Spot, ...] = ()
    outside: tuple[Spot, ...] = ()
    split: Fraction | Spot | None = None
    parts: list[Case] = field(default_factory=list)
    share: FloatArray | None = None  # of each column in the relaxation, when it was last solved
    busiest: float = 0.0

    def leaves(self) -> Iterator[Case]:
        """Yield the cases that are not split."""
        waiting = [self]
        while waiting:
            case = waiting.pop()
            if case.parts:
                waiting.extend(case.parts)
            else:
                yield case

    def at_level(self, level: Fraction) -> None:
        """Split into plans below a level, and from it on."""
        self.split = level
        self.parts = [self._part(high=level), self._part(low=level)]

    def at_spot(self, unit: int, kinds: tuple[int, ...]) -> None:
        """Split by whether a unit has a candidate of some kinds of nodes."""
        self.split = spot = unit, kinds
        inside = self._part(inside=(*self.inside, spot))
        self.parts = [inside, self._part(outside=(*self.outside, spot))]

    def _part(self, **changes: object) -> Case:
        kept = {key: getattr(self, key) for key in ("low", "high", "inside", "outside", "busiest")}
        return Case(self.prices.copy(), bound=self.bound, **{**kept, **changes})

    def improve(self, value: float, prices: FloatArray) -> None:
        """Keep prices if they prove more than those in hand."""
        if value > self.by_prices:
            self.by_prices, self.prices = value, prices
        self.bound = max(self.bound, value)

    def proven(self) -> float:
        """Return what prices prove: its own, or those of its parts where they prove more."""
        parts = min((part.proven() for part in self.parts), default=-math.inf)
        return max(self.by_prices, parts)

    def allowed(self, pieces: Pieces) -> BoolArray:
        """Return the kinds of nodes that each unit may take."""
        allowed = pieces.kinds.allowed
        if self.outside:
            allowed = allowed.copy()
            for u, spot in self.outside:
                allowed[u, list(spot)] = False
        return allowed

    def anchor(self, pieces: Pieces) -> IntArray:
        """Return 1 for the kinds of nodes that a unit must have one of, 0 beside them, 2 elsewhere.

        Where it must have some of several sets, the last set counts.
        """
        anchor = np.full(pieces.kinds.allowed.shape, 2, dtype=np.int64)
        for u, spot in self.inside:
            anchor[u] = 0
            anchor[u, list(spot)] = 1
        return anchor

    def takes(self, column: TreeColumn, pieces: Pieces) -> bool:
        """Return whether a column keeps to the homes of the case."""
        for spots, wanted in ((self.inside, True), (self.outside, False)):
            for u, spot in spots:
                if pieces.forest.tree[u] != column.tree:
                    continue
                at = int(np.searchsorted(column.units, u))
                there = bool(column.taken[at, list(spot)].any())
                home = pieces.homes[column.home[at]]
                if there != wanted or (wanted and pieces.kinds.cluster_of[spot[0]] not in home):
                    return False
        return True

    def sides(self, pieces: Pieces) -> FloatArray:
        """Return the sides of the rows; those of links come from the busiest one."""
        side = pieces.limit.copy()
        if self.high is not None:
            high = self.high
            caps = [below(high, step) if step else high for step in pieces.steps]
            copies = pieces.kinds.copies.tolist()
            side[pieces.load] = [float(cap) * n for cap, n in zip(caps, copies, strict=True)]
            side[pieces.pack] = [
                float(caps[packing.kind] // packing.size) * copies[packing.kind]
                for packing in pieces.packings
            ]
        return side

    def document(self, pieces: Pieces) -> dict[str, object]:
        """Return the splits and the prices of all leaves, as a certificate names them.

        Parts that prove less than the prices of their whole are left out.
        """
        if self.proven() <= self.by_prices:
            return {"prices": pieces.named(self.prices)}
        if isinstance(self.split, Fraction):
            low, up = (part.document(pieces) for part in self.parts)
            return {"level": str(self.split), "below": low, "from": up}
        assert self.split is not None
        inside, outside = (part.document(pieces) for part in self.parts)
        u, spot = self.split
        where = {"pe": pieces.kinds.members[u][0], "on": [str(g) for g in spot]}
        return {**where, "inside": inside, "outside": outside}
