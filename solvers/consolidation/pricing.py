"""Pricing: the most valuable pattern of every class of machines at given prices, and the bound.

With a price per item of each flavour and one per unit of cost, all in billionths of a machine,
any plan uses at least

    Σ count·price - budget price · Q - Σ_machines max(0, value of the best pattern - 1)

machines: every item is in a pattern, a pattern is worth no more than the best one of its machine,
and only patterns that are not empty count.  Where machines have prices, their own take the place
of the 1, and where a machine is in use in any case, nothing does.  All numbers are whole, so the
bound is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from ...core.arrays import FloatArray, IntArray
from .flavours import PARTS, Flavours
from .knapsack import SuffixTables, UnitGrid, search
from .layers import ItemLayers

SCALE = PARTS  # prices are counted in this part of a machine, of the dearest where they differ
GLANCE, CAREFUL, THOROUGH = 2_000, 50_000, 3_000_000  # nodes of a search for one pattern
_PATTERNS = 8  # sought beyond the best ones, where there are few classes


@dataclass(frozen=True, eq=False)
class Prices:
    """The price of an item of each flavour, and the price of a unit of migration cost."""

    item: IntArray
    cost: int

    @classmethod
    def rounded(cls, item: FloatArray, cost: float) -> Prices:
        """Return prices rounded to whole billionths."""
        return cls(np.rint(item * SCALE).astype(np.int64), round(cost * SCALE))


@dataclass(frozen=True, eq=False)
class Priced:
    """The patterns worth more than the rent of their class and the bound that prices prove."""

    patterns: list[tuple[int, IntArray]]
    bound: int
    complete: bool


class _Market:
    """The layers and tables of the items that a group of classes may receive, at given prices."""

    def __init__(self, flavours: Flavours, row: int, prices: Prices, count: IntArray) -> None:
        self.flavours = flavours
        rows, of_class = flavours.markets
        self.classes = np.flatnonzero(of_class == row)
        room = flavours.room[self.classes].max(axis=0)
        value = np.where(rows[row], prices.item - prices.cost * flavours.cost, 0)
        self.layers = ItemLayers.of(flavours.size, value, np.minimum(count, flavours.cap), room)
        toll = _tolls(self.layers, room)
        self.grid = UnitGrid.over(room, len(self.layers.value), flavours.scarce, toll)
        self.tables = self.grid.tables(None, self.layers)

    def best(
        self, number: int, prices: Prices, count: IntArray, rent: int, nodes: int, more: int
    ) -> tuple[list[IntArray], int, bool]:
        """Return patterns worth more than the rent, the most that any is worth, if that is sure.

        After the best one, up to ``more`` others are sought with what was used already at half
        its value; the tables still bound that.
        """
        flavours = self.flavours
        room, layers, own = flavours.room[number], self.layers, self.tables[:, :1]
        held = np.minimum(flavours.held[number], count)
        if held.any():
            staying = ItemLayers.of(flavours.size, prices.item, held, room)
            own = self.grid.tables(self.tables[:, 0], staying)
            layers = staying.followed_by(layers)
        value, patterns = layers.value, []
        tables = SuffixTables(own, self.tables, self.grid)
        worth, taken, ceiling, complete = search(room, layers.size, value, tables, rent, nodes)
        while worth > 0 and layers.value[taken].sum() > rent:
            pattern = np.zeros(len(flavours.size), dtype=np.int64)
            np.add.at(pattern, layers.flavour[taken], layers.copies[taken])
            patterns.append(pattern)
            if len(patterns) > more:
                break
            value = np.where(pattern[layers.flavour] > 0, value // 2, value)
            worth, taken, _, _ = search(room, layers.size, value, tables, 0, GLANCE)
        return patterns, ceiling, complete


def _tolls(layers: ItemLayers, room: IntArray) -> IntArray:
    """Return the dual price of each resource in the relaxed knapsack, where there are many."""
    if len(room) <= 2 or len(layers.value) == 0:
        return np.zeros(len(room), dtype=np.int64)
    unit = np.maximum(1, room)
    relaxed = linprog(
        -layers.value / SCALE, A_ub=(layers.size / unit).T, b_ub=room / unit, bounds=(0, 1)
    )
    return np.rint(-relaxed.ineqlin.marginals * SCALE / unit).astype(np.int64)


def priced(
    flavours: Flavours,
    prices: Prices,
    rents: FloatArray,
    sides: tuple[IntArray, IntArray, int],
    nodes: int = THOROUGH,
) -> Priced:
    """Return improving patterns of all classes and the bound for these sides (see `Master`)."""
    count, free, budget = sides
    patterns = []
    bound = int(count @ prices.item) - prices.cost * budget
    rates = (flavours.rate * flavours.scale).tolist()
    complete = True
    more = _PATTERNS // len(free)
    rows, _ = flavours.markets
    for row in range(len(rows)):
        market = _Market(flavours, row, prices, count)
        for number in market.classes[free[market.classes] > 0].tolist():
            rent = rates[number] + int(rents[number] * SCALE)
            found, ceiling, ended = market.best(number, prices, count, rent, nodes, more)
            complete &= ended
            bound -= int(free[number]) * max(0, ceiling - rates[number])
            patterns += [(number, pattern) for pattern in found]
    return Priced(patterns, bound, complete)


def units_needed(flavours: Flavours, bound: int) -> int:
    """Return the whole units of the objective that a bound in parts amounts to."""
    return -(-bound // flavours.scale)
