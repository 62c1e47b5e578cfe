"""Pricing: the most valuable patterns of every class of machines at given prices, and the bound.

With a price per item of each flavour and one per unit of cost, all in parts of a machine, any plan
uses at least

Σ count·price - budget price · budget - Σ_machines max(0, value of the best pattern - 1)

machines: every item is in a pattern, a pattern is worth no more than the best one of its machine,
and only nonempty patterns count.  If machines have prices, the price of a machine replaces the 1.
For a machine that is always in use, 0 replaces it.  The same holds for all prices divided by a
number T: if all machines are alike and T is the value of the best pattern, that is the bound Σ
count·price / T (Farley, 1990).  All numbers are integral, so the bound is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil
from time import perf_counter
from typing import Any, NamedTuple, cast

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import Compiling, compiling_choice, expect_seconds, kernels_compiled
from ...core.workers import LostBlockError, Workers
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import PARTS, Flavours
from .pattern_search import Surrogate, candidates, multipliers, search
from .room_table import Candidates, RoomTable, no_table, room_table

SCALE = PARTS  # the dearest machine costs about this many units of price
_WORTH_IT = 10**6  # a pattern must be worth 1 / _WORTH_IT more than its machine
_PER_NUMBER = 0.002  # seconds of a search without compilation, per number among the sizes
BLOCK_SECONDS = 0.01  # seconds of work per block that justify a message
_BLOCKS_EACH = 4  # blocks of a round for each worker
_TICK = 0.05  # seconds between two looks at the clock


@dataclass(frozen=True, eq=False)
class Prices:
    """The price of an item of each flavour, and of a unit of migration cost."""

    item: IntArray
    cost: int

    @classmethod
    def rounded(cls, item: FloatArray, cost: float) -> Prices:
        """Convert prices to integers, in billionths of a machine."""
        return cls(np.rint(item * SCALE).astype(np.int64), round(cost * SCALE))

    def scaled(self, by: Fraction) -> Prices:
        """Return prices multiplied by ``by``, rounded so that no pattern's value is too high."""
        item = [price * by.numerator // by.denominator for price in self.item.tolist()]
        cost = -(-self.cost * by.numerator // by.denominator)
        return Prices(np.array(item, dtype=np.int64), cost)


@dataclass(frozen=True, eq=False)
class PricedPatterns:
    """Patterns whose value exceeds the rent of their class, and the bound that prices prove.

    The rent is the price of a machine plus the dual of its class. ``prices`` prove the bound: the
    original prices, or these scaled down.
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
        """A table of bounds on pattern values per free capacity, up to the largest capacity."""
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
        """Return patterns worth more than the rent, a bound on all, and whether no limit was hit.

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


class PricedClass(NamedTuple):
    """A class with improving patterns, a bound on all values, and if the search was complete."""

    number: int
    patterns: list[IntArray]
    ceiling: int
    complete: bool


class ClassQuestion(NamedTuple):
    """A class to price: its number, its rent, and whether to return many patterns."""

    number: int
    rent: int
    many: bool


class RoundPrices(NamedTuple):
    """The prices of a round, the items per flavour, and the limit on nodes for each class."""

    prices: Prices
    items: IntArray
    nodes: int


class ClassPricing:
    """Prices the classes of a round; alike classes share their candidates and tables."""

    def __init__(self, flavours: Flavours, at: RoundPrices, parameters: ColumnParameters) -> None:
        self.flavours, self.at, self._parameters = flavours, at, parameters
        self._alike: dict[int, _AlikeClasses] = {}

    def has(self, at: RoundPrices) -> bool:
        """Return whether a round has the same prices and items as this one."""
        mine = self.at
        same = np.array_equal(at.prices.item, mine.prices.item)
        return same and at.prices.cost == mine.prices.cost and np.array_equal(at.items, mine.items)

    def priced(self, question: ClassQuestion, nodes: int) -> PricedClass:
        """Return the best patterns of a class."""
        row = int(self.flavours.open_rows[1][question.number])
        if row not in self._alike:
            known = (self.at.prices, self.at.items, self._parameters)
            self._alike[row] = _AlikeClasses(self.flavours, row, *known)
        return PricedClass(question.number, *self._alike[row].best(*question, nodes))


class PricingTask:
    """The data of a worker: flavours, parameters, and the last round that it priced."""

    def __init__(
        self, flavours: Flavours, parameters: ColumnParameters, compiled: Compiling
    ) -> None:
        self.flavours = replace(flavours, instance=cast("Any", None))  # large and unused
        self.parameters, self.compiled = parameters, compiled
        self._last: ClassPricing | None = None

    def at(self, at: RoundPrices) -> ClassPricing:
        """Return the pricing of a round, which all blocks of this round use."""
        if self._last is None or not self._last.has(at):
            self._last = ClassPricing(self.flavours, at, self.parameters)
        return self._last


PricingBlock = tuple[RoundPrices, list[ClassQuestion]]


def price_block(task: PricingTask, block: PricingBlock) -> tuple[list[PricedClass], float]:
    """Price the classes of a block; return them with the seconds that this took."""
    begun = perf_counter()
    at, questions = block
    with kernels_compiled(task.compiled):
        pricing = task.at(at)
        priced = [pricing.priced(each, at.nodes) for each in questions]
    return priced, perf_counter() - begun


class PricingWorkers:
    """The workers of an executor that price classes, and the measured seconds of a class.

    If a block is lost with all its workers, this process prices it and all later rounds.
    """

    def __init__(
        self, workers: Workers, flavours: Flavours, parameters: ColumnParameters = DEFAULTS
    ) -> None:
        self.flavours, self._count = flavours, workers.count
        task = PricingTask(flavours, parameters, compiling_choice())
        self._sender = workers.blocks(price_block, task)
        self._per_class: float | None = None  # seconds, in the last round
        self._lost = False

    def note(self, seconds: float, classes: int) -> None:
        """Record the seconds that the pricing of some classes took."""
        self._per_class = seconds / classes

    def parts(self, classes: int) -> int:
        """Return the number of blocks for some classes; 1 if messages would take longer."""
        if self._lost or self._per_class is None:
            return 1
        worth = ceil(self._per_class * classes / BLOCK_SECONDS)
        return min(classes, worth, _BLOCKS_EACH * self._count)

    def ask(
        self, at: RoundPrices, questions: Sequence[ClassQuestion], stop: Callable[[], bool]
    ) -> list[PricedClass]:
        """Send questions to workers; return the classes priced until ``stop``, in order."""
        parts = self.parts(len(questions))
        edges = [k * len(questions) // parts for k in range(parts + 1)]
        blocks = [questions[a:b] for a, b in pairwise(edges)]
        futures = [self._sender.submit((at, list(block))) for block in blocks]
        try:
            while wait(futures, _TICK).not_done and not stop():
                pass
            return self._answers(futures)
        finally:
            for future in futures:
                future.cancel()

    def _answers(self, futures: list[Future[Any]]) -> list[PricedClass]:
        priced, spent = list[PricedClass](), 0.0
        for future in futures:
            if not future.done():
                continue
            error = future.exception()
            if isinstance(error, LostBlockError):
                self._lost = True
            elif error is not None:
                raise error
            else:
                answered, seconds = future.result()
                priced += answered
                spent += seconds
        if priced:
            self.note(spent, len(priced))
        return priced


def _price_classes(
    here: ClassPricing,
    questions: Sequence[ClassQuestion],
    stop: Callable[[], bool],
    workers: PricingWorkers | None,
) -> list[PricedClass]:
    """Return all priced classes in order, with the help of workers if that saves time."""
    if workers is not None and workers.flavours is not here.flavours:
        workers = None  # each branch has other flavours than the workers
    answered: dict[int, PricedClass] = {}
    if workers is not None and workers.parts(len(questions)) > 1:
        answered = {each.number: each for each in workers.ask(here.at, questions, stop)}
    begun = perf_counter()
    priced = [
        answered.get(each.number) or here.priced(each, 0 if stop() else here.at.nodes)
        for each in questions
    ]
    if workers is not None and questions and not answered:
        workers.note(perf_counter() - begun, len(questions))
    return priced


def most_together(stock: Candidates, room: IntArray) -> int:
    """Return an upper bound on the copies that fit together, the minimum over single resources."""
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
    workers: PricingWorkers | None = None,
) -> PricedPatterns:
    """Return improving patterns of all classes, and the bound for right-hand sides of a `Master`.

    The best patterns of all classes are similar; a relaxation also needs patterns that complement
    them. Therefore some classes, different ones at every ``turn``, return a pattern for every first
    item. ``nodes`` limits the search of one class (``None``: a thorough search); it is reduced if
    there are many classes. After ``stop`` the remaining classes get bounds without a search. The
    bound is a sum over all classes: this process prices a class that no worker has answered.
    """
    count, free, budget = sides
    rates = (flavours.rate * flavours.scale).tolist()
    place = (np.arange(len(free)) - turn) % len(free)
    varied = place < parameters.varied_classes
    least, *_, most = parameters.efforts
    nodes = min(most if nodes is None else nodes, max(least, parameters.round_nodes // len(free)))
    questions = [
        ClassQuestion(k, rates[k] + int(rents[k] * SCALE), bool(varied[k]))
        for k in np.argsort(flavours.open_rows[1], kind="stable").tolist()
        if free[k] > 0
    ]
    at = RoundPrices(prices, count, nodes)
    priced = _price_classes(ClassPricing(flavours, at, parameters), questions, stop, workers)
    ceilings = np.zeros(len(free), dtype=np.int64)
    ceilings[[each.number for each in priced]] = [each.ceiling for each in priced]
    patterns = [(each.number, pattern) for each in priced for pattern in each.patterns]
    factor = _best_factor(flavours, prices, ceilings, sides)
    scaled = prices if factor == 1 else prices.scaled(factor)
    bound = int(count @ scaled.item) - scaled.cost * budget
    for number, most in enumerate(ceilings.tolist()):
        worth = most * factor.numerator // factor.denominator
        bound -= int(free[number]) * max(0, worth - rates[number])
    complete = all(each.complete for each in priced)
    chosen = _some_of_each(patterns, len(count), parameters.flavour_patterns)
    return PricedPatterns(chosen, bound, scaled, complete)


def _best_factor(
    flavours: Flavours, prices: Prices, ceilings: IntArray, sides: tuple[IntArray, IntArray, int]
) -> Fraction:
    """Return the factor for all prices that maximises the bound, which is concave in it."""
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
    """Select patterns in order; each adds a flavour that has occurred less than ``each`` times."""
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
    """Convert a bound from price parts to units of the objective, rounded up."""
    return -(-bound // flavours.scale)
