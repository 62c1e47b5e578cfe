"""The best plan over all waterlines, where every party has a table of importance over units.

A party is a job, or jobs that streams may join.  For a waterline W its table holds the most
importance of its legal lists; the parties share the units, which `solvers.allocation` solves with
prices, their core, or tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ..allocation import Curves, Fill, LeastCost, dual_value, fill, least_amounts, rounded


@dataclass(frozen=True, eq=False)
class WaterlineMarket:
    """A waterline as a problem of allocation: parties beyond their least units, and the room."""

    waterline: int
    least: IntArray
    curves: Curves
    room: int
    start: Fill
    dual: Fraction

    @staticmethod
    def of(waterline: int, tables: list[FloatArray], room: int) -> WaterlineMarket | None:
        """Return the market of tables over 0, 1, … units; ``None`` where the room is too small.

        A table of -inf up to some units needs these at least.
        """
        least = np.array([int(np.isneginf(table).sum()) for table in tables], dtype=np.int64)
        if any(low == len(table) for low, table in zip(least.tolist(), tables, strict=True)):
            return None
        left = room - int(least.sum())
        if left < 0:
            return None
        curves = Curves.of([-table[low:] for low, table in zip(least, tables, strict=True)])
        start = fill(curves, left)
        return WaterlineMarket(
            waterline, least, curves, left, start, dual_value(curves, left, start.price)
        )

    @property
    def bound(self) -> float:
        """The most importance that the price leaves possible."""
        return -rounded(self.dual)

    @property
    def price(self) -> float:
        """What a unit is worth."""
        return self.start.price


@dataclass(frozen=True, eq=False)
class Best:
    """The best units of all waterlines, what is proven, and the price of every waterline."""

    waterline: int
    units: IntArray
    importance: float
    bound: float
    certified: bool
    prices: dict[int, float | None]
    duals: tuple[float, ...]
    finished: bool

    def is_close(self, margin: float) -> bool:
        """Return whether a price alone proves the bound, so that its rounding matters."""
        return any(abs(dual - self.bound) <= margin * abs(self.bound) for dual in self.duals)


def best_of(markets: dict[int, WaterlineMarket | None], run: Run) -> Best | None:
    """Solve the markets, those with the highest bound first, until none can be better."""
    open_ones = sorted((m for m in markets.values() if m is not None), key=lambda m: -m.bound)
    best: tuple[float, WaterlineMarket, IntArray] | None = None
    bounds, certified = [], True
    for market in open_ones:
        if best is not None and market.bound <= best[0]:
            bounds.append(market.bound)
            continue
        least: LeastCost = least_amounts(market.curves, market.room, run)
        worth = -market.curves.total(least.amounts)
        bounds.append(-least.bound)
        certified &= least.proof != "tables"
        if best is None or worth > best[0]:
            best = (worth, market, least.amounts)
    if best is None:
        return None
    worth, market, amounts = best
    prices = {w: None if m is None else m.price for w, m in markets.items()}
    top = max(bounds)
    finished = not run.should_stop()
    units = market.least + amounts
    duals = tuple(m.bound for m in open_ones)
    bound = max(top, worth)
    return Best(market.waterline, units, worth, bound, certified, prices, duals, finished)


def party_table(tables: list[FloatArray], *, may_be_left_out: bool) -> FloatArray:
    """Return the most importance of several tables for each number of units."""
    size = max((len(table) for table in tables), default=1)
    best = np.full(size, -np.inf)
    for table in tables:
        wide = np.concatenate([table, np.full(size - len(table), table[-1])])
        np.maximum(best, wide, out=best)
    return np.maximum(best, 0.0) if may_be_left_out else best


Tables = Callable[[int], list[FloatArray]]
