"""The mix of items and the patterns of machines in one program, by column generation.

A *market* is the machines that are open to the same items in the same domains.  The mix says how
many items of each group a market takes, under the rules over wide domains (see `class_mix`); the
patterns, by size alone, say how the market's machines hold so many.  Which item goes where, and the
rules within a machine, are for whoever follows the plan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, hstack, vstack

from ....core.arrays import FloatArray, IntArray
from ....core.clock import uncounted
from ....core.run import Run
from ....instances.consolidation import Consolidation, RuleBook
from ...engines import StandardForm, engine_named, solve_form
from ..bounds.class_mix import Classes, DomainRow, classes_of, rows_of_domains, rule_rows
from ..patterns.flavours import pinned_items
from ..patterns.full_patterns import Offered, fullest, scarcest

_PENALTY = 2.0  # for an item without a place, in prices of the dearest machine
_ROUNDS = 200
_PAIRS = 200_000  # of markets and groups at most
_NEAR = 0.2  # of its machine's price a pattern may cost too much, and yet be tried
_SECONDS = 10.0  # for one program in whole numbers
_TINY = 1e-7
Pattern = tuple[int, IntArray]  # class, items of each size


@dataclass(frozen=True, eq=False)
class Slots:
    """Patterns for machines of each class, and how many items of each group a market takes."""

    patterns: list[tuple[int, IntArray, int]]  # class, items of each size, machines
    items: IntArray  # per market and group


class MarketPrices(NamedTuple):
    """Prices of items by market and size, and what a machine of each class costs."""

    worth: FloatArray
    rent: FloatArray


def market_program(instance: Consolidation, book: RuleBook, run: Run) -> MarketProgram | None:
    """Return the program with its relaxation solved as far as time allows, if it suits."""
    pinned = pinned_items(instance)
    if pinned.all() or instance.budget < int(instance.cost.sum()):
        return None
    masks, row_of = instance.masks
    runs = np.flatnonzero((instance.home >= 0) & ~pinned)
    if not masks[row_of[runs], instance.home[runs]].all():
        return None  # an item may stay where no other of its kind may go
    program = MarketProgram(classes_of(instance, pinned, book), book)
    return program if len(program.pairs) <= _PAIRS and program.generate(run) else None


def _markets(classes: Classes) -> tuple[Classes, IntArray]:
    """Return the classes without regard to their rooms and prices, and the market of each."""
    keys = np.column_stack([classes.may, classes.domain])
    _, first, market_of = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    market_of = market_of.reshape(-1)
    return (
        replace(
            classes,
            class_of=market_of[classes.class_of],
            may=classes.may[first],
            domain=classes.domain[first],
            sites=np.bincount(market_of, weights=classes.sites).astype(np.int64),
        ),
        market_of,
    )


class MarketProgram:
    """Columns: items per market and group, least of each rule, items without a place, patterns.

    Rows: the items of each group, those of a market and size within its patterns, the machines of
    each class, and the rules.
    """

    prices: MarketPrices

    def __init__(self, classes: Classes, book: RuleBook) -> None:
        self.classes = classes
        self.markets, self.market_of = _markets(classes)
        self.size, size_of = np.unique(classes.size, axis=0, return_inverse=True)
        self.size_of = size_of.reshape(-1)
        count = np.bincount(self.size_of, weights=classes.count, minlength=len(self.size))
        self.cap: IntArray = count.astype(np.int64)
        self.scarce = scarcest(self.size, self.cap, classes.room)
        self.pairs = np.argwhere(self.markets.may)
        self.links = len(self.markets.sites), len(self.size)
        self.scale = float(max(1, classes.price.max(initial=1)))
        self.patterns: list[Pattern] = []
        self._known: set[tuple[int, bytes]] = set()
        self._rows(list(rows_of_domains(self.markets, book)), len(book.kind))

    def _rows(self, domain_rows: list[DomainRow], rules: int) -> None:
        pairs, number = len(self.pairs), np.arange(len(self.pairs))
        links, classes = math.prod(self.links), len(self.classes.sites)
        groups = self.classes.count
        self.first = pairs + rules + links  # column of the first pattern
        whole = coo_array(
            (np.ones(pairs), (self.pairs[:, 1], number)), shape=(len(groups), self.first)
        )
        link = self.pairs[:, 0] * self.links[1] + self.size_of[self.pairs[:, 1]]
        short = np.arange(links)
        linked = coo_array(
            (
                np.append(np.ones(pairs), -np.ones(links)),
                (np.append(link, short), np.append(number, pairs + rules + short)),
            ),
            shape=(links, self.first),
        )
        none = csr_array((classes, self.first))
        ruled = rule_rows(self.markets, domain_rows, self.pairs, (pairs, self.first))
        self.matrix = csr_array(vstack([whole, linked, none, ruled]))
        sides = np.array([row.side for row in domain_rows])
        self.lower = np.append(groups, np.full(links + classes + len(sides), -math.inf))
        self.upper = np.concatenate([groups, np.zeros(links), self.classes.sites, sides])
        self.cost = np.append(np.zeros(pairs + rules), np.full(links, _PENALTY))
        self.link_row = len(groups)
        self.class_row = self.link_row + links

    def generate(self, run: Run) -> bool:
        """Add patterns until none improves the relaxation; return whether there are prices."""
        highs = self._relaxation()
        until = None if run.remaining is None else run.seconds + run.remaining / 3
        for number in range(_ROUNDS):
            if run.should_stop() or (number and until is not None and run.seconds > until):
                break
            highs.run()
            dual = -np.array(highs.getSolution().row_dual)
            if len(dual) < len(self.upper):
                return False
            self.prices = self._prices(dual)
            if not self._add_priced(highs):
                break
        return bool(self.patterns)

    def _prices(self, dual: FloatArray) -> MarketPrices:
        rules = self.class_row + len(self.classes.sites)
        rent = np.maximum(0.0, dual[self.class_row : rules])
        worth = dual[self.link_row : self.class_row].reshape(self.links)
        return MarketPrices(worth, self.classes.price / self.scale + rent)

    def _relaxation(self) -> Any:
        with uncounted():
            import highspy  # only where it is used: it takes long to load

        highs = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1)):
            highs.setOptionValue(option, value)
        width, rows = self.first, self.matrix
        none = 0, np.zeros(width, np.int32), np.empty(0, np.int32), np.empty(0)
        highs.addCols(width, self.cost, np.zeros(width), np.full(width, math.inf), *none)
        entries = rows.indptr[:-1].astype(np.int32), rows.indices.astype(np.int32), rows.data
        highs.addRows(len(self.lower), self.lower, self.upper, rows.nnz, *entries)
        return highs

    def _add_priced(self, highs: Any) -> int:
        """Add the best pattern of each class at these prices where it is worth its machine."""
        new: list[Pattern] = []
        worth, rent = self.prices
        for market in range(self.links[0]):
            own = np.flatnonzero(self.market_of == market)
            offered = Offered(self.classes.room[own], self.size, self.cap, self.scarce)
            found = fullest(offered, worth[market])
            for c, pattern in zip(own.tolist(), found, strict=True):
                key = c, pattern.tobytes()
                if pattern @ worth[market] > rent[c] + _TINY and key not in self._known:
                    self._known.add(key)
                    new.append((c, pattern))
        for c, pattern in new:
            rows, values = self._column(c, pattern)
            cost = float(self.classes.price[c]) / self.scale
            highs.addCol(cost, 0.0, math.inf, len(rows), rows.astype(np.int32), values)
        self.patterns += new
        return len(new)

    def _column(self, c: int, pattern: IntArray) -> tuple[IntArray, FloatArray]:
        inside = np.flatnonzero(pattern)
        at = self.link_row + self.market_of[c] * self.links[1] + inside
        return np.append(at, self.class_row + c), np.append(-pattern[inside], 1).astype(float)

    def slots(self, run: Run) -> Slots | None:
        """Return patterns and a mix in whole numbers that go together, if time allows."""
        x = self._solved(None, run)
        if x is None:
            return None
        times = np.rint(x[self.first :]).astype(np.int64)
        x = self._solved(times, run)
        if x is None:
            return None
        items = np.zeros((self.links[0], len(self.classes.count)), dtype=np.int64)
        items[tuple(self.pairs.T)] = np.rint(x[: len(self.pairs)])
        taken = zip(self.patterns, times.tolist(), strict=True)
        return Slots([(c, pattern, k) for (c, pattern), k in taken if k > 0], items)

    def _solved(self, times: IntArray | None, run: Run) -> FloatArray | None:
        """Solve the program for whole patterns, or for whole items if the patterns are known."""
        count, price = (
            len(self.patterns),
            np.array([self.classes.price[c] for c, _ in self.patterns]),
        )
        columns = [self._column(c, pattern) for c, pattern in self.patterns]
        place = np.repeat(np.arange(count), [len(rows) for rows, _ in columns])
        rows, values = (np.concatenate(each) for each in zip(*columns, strict=True))
        patterns = csr_array((values, (rows, place)), shape=(len(self.lower), count))
        least, most = (np.zeros(count), self._tried()) if times is None else (times, times)
        whole = np.zeros(self.first + count, dtype=np.bool_)
        whole[self.first - math.prod(self.links) :] = True  # whole items are without a place, too
        whole[: len(self.pairs)] = times is not None
        form = StandardForm(
            cost=np.append(self.cost, price / self.scale),
            constant=0.0,
            matrix=csc_array(hstack([self.matrix, patterns])),
            row_lower=self.lower,
            row_upper=self.upper,
            lower=np.append(np.zeros(self.first), least),
            upper=np.append(np.full(self.first, math.inf), most),
            integer=whole,
        )
        seconds = _SECONDS if run.remaining is None else min(_SECONDS, run.remaining / 6)
        inner = run.inner(seconds=seconds, gap=1e-3)
        result = solve_form(form, engine_named("highs"), inner)
        if result.stopped == "interrupted":
            raise KeyboardInterrupt  # the engine took it for its own
        return result.x

    def _tried(self) -> FloatArray:
        """Return how often each pattern may be taken: those that cost far too much not at all."""
        worth, rent = self.prices
        price = self.classes.price / self.scale
        over = [rent[c] - p @ worth[self.market_of[c]] for c, p in self.patterns]
        near = [_NEAR * price[c] + _TINY for c, _ in self.patterns]
        return np.where(np.array(over) <= np.array(near), math.inf, 0.0)
