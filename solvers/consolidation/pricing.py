"""Pricing: the most valuable patterns of every class of machines at given prices, and the bound.

With a price per item of each flavour and one per unit of cost, all in parts of a machine, any plan
uses at least

    Σ count·price - budget price · Q - Σ_machines max(0, value of the best pattern - 1)

machines: every item is in a pattern, a pattern is worth no more than the best one of its machine,
and only nonempty patterns count.  If machines have prices, the price of a machine replaces the 1,
and 0 does for a machine that is always in use.  The same holds for all prices divided by a
number T: if all machines are alike and T is the value of the best pattern, that is the bound
Σ count·price / T (Farley, 1990).  All numbers are integral, so the bound is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import expect_seconds
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import PARTS, Flavours
from .pattern_search import Surrogate, candidates, multipliers, search
from .room_table import Candidates, RoomTable, no_table, room_table

SCALE = PARTS  # the dearest machine costs about this many units of price
_WORTH_IT = 10**6  # a pattern pays if it is worth more than its machine by 1 / _WORTH_IT
_PER_NUMBER = 0.002  # seconds of a search as it is written, for each number among the sizes


@dataclass(frozen=True, eq=False)
class Prices:
    """The price of an item of each flavour, and of a unit of migration cost."""

    item: IntArray
    cost: int

    @classmethod
    def rounded(cls, item: FloatArray, cost: float) -> Prices:
        """Return prices as integers: billionths of a machine."""
        return cls(np.rint(item * SCALE).astype(np.int64), round(cost * SCALE))

    def scaled(self, by: Fraction) -> Prices:
        """Return prices times ``by``, rounded so that values of patterns are never too high."""
        item = [price * by.numerator // by.denominator for price in self.item.tolist()]
        cost = -(-self.cost * by.numerator // by.denominator)
        return Prices(np.array(item, dtype=np.int64), cost)


@dataclass(frozen=True, eq=False)
class PricedPatterns:
    """Patterns with value above the rent of their class, and the bound that prices prove.

    ``prices`` prove the bound: the given prices, or these scaled down.
    """

    patterns: list[tuple[int, IntArray]]
    bound: int
    prices: Prices
    complete: bool


class _AlikeClasses:
    """Classes open to the same flavours, and the flavours' values at given prices."""

    def __init__(
        self,
        flavours: Flavours,
        row: int,
        prices: Prices,
        count: IntArray,
        parameters: ColumnParameters,
    ) -> None:
        self.flavours, self.prices, self.count = flavours, prices, count
        self.parameters = parameters
        rows, of_class = flavours.open_rows
        self.classes = np.flatnonzero(of_class == row)
        self.room = flavours.room[self.classes].max(axis=0)
        sent = prices.item - prices.cost * flavours.cost
        most = np.minimum(count, flavours.cap)
        wanted = rows[row] & (sent > 0) & (most > 0)
        self.flavour = np.flatnonzero(wanted)
        self.value, self.copies = sent[self.flavour], most[self.flavour]
        self.surrogate = self._surrogate()
        self.shared = self._candidates(self.flavour, self.value, self.copies)

    def _surrogate(self) -> Surrogate:
        size, room = self.flavours.size[self.flavour], self.room
        fits = (size <= room).all(axis=1)
        each = multipliers(size[fits], self.value[fits], self.copies[fits], room)
        return Surrogate.of(each, room, int(self.prices.item.max(initial=1)))

    @cached_property
    def table(self) -> RoomTable:
        """A table of the maximum pattern value in every part of these classes' largest room."""
        return room_table(self.shared, self.room, self.surrogate.multiplier, self.parameters)

    def _candidates(self, flavour: IntArray, value: IntArray, copies: IntArray) -> Candidates:
        size = self.flavours.size[flavour]
        return candidates(flavour, size, value, copies, self.surrogate)

    def _for_class(self, number: int) -> Candidates:
        """Return the candidates of a class: residents that stay, and items that move there."""
        flavours = self.flavours
        held = np.minimum(flavours.held[number], self.count)
        worth = self.prices.item - self.prices.cost * flavours.staying(number)
        own = np.flatnonzero((held > 0) & (worth > 0))
        if len(own) == 0:
            return self.shared
        beside = np.maximum(0, self.copies - held[self.flavour])  # to stay is worth no less
        return self._candidates(
            np.concatenate([own, self.flavour]),
            np.concatenate([worth[own], self.value]),
            np.concatenate([held[own], beside]),
        )

    def best(
        self, number: int, rent: int, many: bool, nodes: int
    ) -> tuple[list[IntArray], int, bool]:
        """Return patterns worth more than the rent, an upper bound on values, and a flag: complete.

        The bound is valid even if the search is incomplete.  Shares of devices are relaxed: halves
        and sums must fit (see `Halves`).  From a pattern whose shares fit no devices, items are
        removed until they fit.
        """
        room, stock = self.flavours.room[number], self._for_class(number)
        tabled = nodes >= self.parameters.search_nodes and stock is self.shared
        table = self.table.within(room) if tabled else no_table()
        if (deepest := most_together(stock, room)) == 0:
            return [], 0, True
        rest = int(self.surrogate.weights(room))
        threshold, highest = rent + rent // _WORTH_IT, table.most_in(room)
        if highest <= threshold:
            return [], highest, True
        expect_seconds(search, _PER_NUMBER * stock.size.size)
        behind_one = int(self.parameters.first_item_share * nodes)
        clash, limits = self.flavours.clash, (threshold, many, nodes, behind_one, deepest)
        rows, worths, depths, ceiling, spent = search(room, rest, stock, table, clash, *limits)
        patterns = []
        for k in np.flatnonzero(depths).tolist():
            pattern = np.zeros(len(self.flavours.size), dtype=np.int64)
            np.add.at(pattern, stock.flavour[rows[k, : depths[k]]], 1)
            patterns.append((int(worths[k]), self.flavours.devices.trimmed(number, pattern)))
        patterns.sort(key=lambda each: -each[0])
        return [pattern for _, pattern in patterns], min(ceiling, highest), spent >= 0


def most_together(stock: Candidates, room: IntArray) -> int:
    """Return an upper bound on the copies that fit together: the minimum over single resources."""
    fits = (stock.size <= room).all(axis=1) & (stock.copies > 0)
    size, copies = stock.size[fits], stock.copies[fits]
    most = int(copies.sum())
    for r in range(len(room)):
        order = np.argsort(size[:, r], kind="stable")
        needs, left, number = size[order, r].tolist(), int(room[r]), 0
        for need, there in zip(needs, copies[order].tolist(), strict=True):
            taken = there if need == 0 else min(there, left // need)
            number += taken
            left -= taken * need
            if taken < there:
                break
        most = min(most, number)
    return most


def price_patterns(
    flavours: Flavours,
    prices: Prices,
    rents: FloatArray,
    sides: tuple[IntArray, IntArray, int],
    nodes: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    turn: int = 0,
    parameters: ColumnParameters = DEFAULTS,
) -> PricedPatterns:
    """Return improving patterns of all classes, and the bound for right-hand sides of a `Master`.

    The best patterns of all classes are similar; a relaxation also needs patterns that complement
    them. Therefore some classes, different ones at every ``turn``, return a pattern for every first
    item. ``nodes`` limits the search of one class (``None``: a thorough search); it is reduced if
    there are many classes. After ``stop`` the remaining classes get bounds without a search.
    """
    count, free, budget = sides
    patterns: list[tuple[int, IntArray]] = []
    rates = (flavours.rate * flavours.scale).tolist()
    ceilings = np.zeros(len(free), dtype=np.int64)
    complete, place = True, (np.arange(len(free)) - turn) % len(free)
    varied = place < parameters.varied_classes
    least, *_, most = parameters.efforts
    nodes = min(most if nodes is None else nodes, max(least, parameters.round_nodes // len(free)))
    rows, _ = flavours.open_rows
    for row in range(len(rows)):
        alike = _AlikeClasses(flavours, row, prices, count, parameters)
        for number in alike.classes[free[alike.classes] > 0].tolist():
            rent = rates[number] + int(rents[number] * SCALE)
            found, ceilings[number], ended = alike.best(
                number, rent, bool(varied[number]), 0 if stop() else nodes
            )
            complete &= ended
            patterns += [(number, pattern) for pattern in found]
    factor = _best_factor(flavours, prices, ceilings, sides)
    scaled = prices if factor == 1 else prices.scaled(factor)
    bound = int(count @ scaled.item) - scaled.cost * budget
    for number, most in enumerate(ceilings.tolist()):
        worth = most * factor.numerator // factor.denominator
        bound -= int(free[number]) * max(0, worth - rates[number])
    chosen = _some_of_each(patterns, len(count), parameters.flavour_patterns)
    return PricedPatterns(chosen, bound, scaled, complete)


def _best_factor(
    flavours: Flavours, prices: Prices, ceilings: IntArray, sides: tuple[IntArray, IntArray, int]
) -> Fraction:
    """Return the factor on all prices that maximises the bound (concave in the factor)."""
    count, free, budget = sides
    total = float(int(count @ prices.item) - prices.cost * budget)
    rate = (flavours.rate * flavours.scale).astype(float)
    used = (ceilings > 0) & (free > 0)
    whole = (flavours.rate[used] * flavours.scale).tolist()
    pairs = set(zip(whole, ceilings[used].tolist(), strict=True))
    corners = {Fraction(1), *(Fraction(r, most) for r, most in pairs if r > 0)}

    def proven(factor: Fraction) -> float:
        over = np.maximum(0.0, float(factor) * ceilings[used] - rate[used])
        return float(factor) * total - float(free[used] @ over)

    ordered = sorted(corners)
    low, high = 0, len(ordered) - 1
    while low < high:
        middle = (low + high) // 2
        if proven(ordered[middle]) < proven(ordered[middle + 1]):
            low = middle + 1
        else:
            high = middle
    return ordered[low]


def _some_of_each(
    patterns: list[tuple[int, IntArray]], count: int, each: int
) -> list[tuple[int, IntArray]]:
    """Return a limited selection of patterns in which every flavour occurs only a few times."""
    most, times = max(60, 3 * count), np.zeros(count, dtype=np.int64)
    chosen = []
    for number, pattern in patterns:
        inside = pattern > 0
        if (times[inside] < each).any():
            times[inside] += 1
            chosen.append((number, pattern))
            if len(chosen) >= most:
                break
    return chosen


def units_needed(flavours: Flavours, bound: int) -> int:
    """Return a bound, given in price parts, rounded up to integral units of the objective."""
    return -(-bound // flavours.scale)
