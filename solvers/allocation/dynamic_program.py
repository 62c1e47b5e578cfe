"""Allocation of a common supply to parties at minimum summed cost, for arbitrary cost curves.

A party (a job or a user group) takes an integral amount.  This is Algorithm 3 of AdaptiveConfig,
corrected and accelerated: amounts that a Lagrangian bound excludes are dropped first, and tables
cover only useful supplies.  If few choices remain, they are enumerated, which proves the optimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run
from .lagrangian import (
    Curves,
    Fill,
    common_denominator,
    dual_value,
    fill,
    nearest_float,
    priced_excess,
    whole,
)

_BLOCK = 2048
_LONG = 192  # measured: convex stretches of fewer points are faster tried point by point


@kernel
def add_party(
    table: FloatArray, table_low: int, units: IntArray, cost: FloatArray, low: int, high: int
) -> FloatArray:
    """Return the minimum cost for each supply ``low … high`` after one more party is added.

    ``table[r - table_low]`` is the minimum cost of the earlier parties with supply r. The new party
    may take the amount ``units[k]`` at ``cost[k]``.

    The table holds, for each supply, the least cost of the parties before.  Adding a party means
    ``new[r] = min_x table[r - x] + cost(x)``. Most points of a curve are tried one by one in a loop
    that the compiler vectorises, in blocks that stay in the cache.  On a long convex stretch of the
    curve the best x falls or stays as x grows along the diagonal, so that divide and conquer over
    the rows (monotone minima) replaces the product of lengths by a logarithm.
    """
    new = np.full(high - low + 1, np.inf)
    k, waiting = 0, 0
    while k < len(units):
        end = _convex_end(units, cost, k)
        if end - k >= _LONG:
            _add_points(table, table_low, units[waiting:k], cost[waiting:k], low, high, new)
            _add_convex(table, table_low, units[k], cost[k:end], low, high, new)
            waiting = end
        k = end
    _add_points(table, table_low, units[waiting:], cost[waiting:], low, high, new)
    return new


@kernel(inner=True)
def _convex_end(units: IntArray, cost: FloatArray, k: int) -> int:
    """Return the end of the convex run of consecutive amounts from index ``k`` on (exclusive)."""
    end = k + 1
    while end < len(units) and units[end] == units[end - 1] + 1:
        if end - k >= 2 and cost[end] - cost[end - 1] < cost[end - 1] - cost[end - 2]:
            break
        end += 1
    return end


@kernel
def _add_points(
    table: FloatArray,
    table_low: int,
    units: IntArray,
    cost: FloatArray,
    low: int,
    high: int,
    new: FloatArray,
) -> None:
    """Lower ``new[r - low]`` to the least table[r - x] + cost(x) of all amounts x in ``units``."""
    for block in range(low, high + 1, _BLOCK):
        block_end = min(block + _BLOCK, high + 1)
        for p in range(len(units)):
            first = max(block, table_low + units[p])
            if first >= block_end:
                continue
            source = table[first - units[p] - table_low : block_end - units[p] - table_low]
            target = new[first - low : block_end - low]
            price = cost[p]
            for r in range(len(target)):
                value = source[r] + price
                target[r] = value if value < target[r] else target[r]


@kernel
def _add_convex(
    table: FloatArray,
    table_low: int,
    first_unit: int,
    cost: FloatArray,
    low: int,
    high: int,
    new: FloatArray,
) -> None:
    """Lower ``new`` as `_add_points` does, for a convex segment (best amounts rise with supply)."""
    last = len(cost) - 1
    offset = table_low + first_unit  # row r reaches column c of the table at cost[r - offset - c]
    top = max(low, offset)
    if top > high:
        return
    rows = np.empty((64, 2), dtype=np.int64)
    columns = np.empty((64, 2), dtype=np.int64)
    rows[0, 0], rows[0, 1] = top, high
    columns[0, 0], columns[0, 1] = 0, high - offset
    depth = 1
    while depth > 0:
        depth -= 1
        row_low, row_high = rows[depth, 0], rows[depth, 1]
        column_low, column_high = columns[depth, 0], columns[depth, 1]
        middle = (row_low + row_high) // 2
        diagonal = middle - offset
        best_column, best = -1, np.inf
        for c in range(max(column_low, diagonal - last), min(column_high, diagonal) + 1):
            value = table[c] + cost[diagonal - c]
            if value < best:
                best_column, best = c, value
        new[middle - low] = min(new[middle - low], best)
        if row_low < middle:
            rows[depth, 0], rows[depth, 1] = row_low, middle - 1
            columns[depth, 0], columns[depth, 1] = column_low, best_column
            depth += 1
        if middle < row_high:
            rows[depth, 0], rows[depth, 1] = middle + 1, row_high
            columns[depth, 0], columns[depth, 1] = best_column, column_high
            depth += 1


_MOST_STEPS = 1_000_000  # steps of an exact enumeration; the checker accepts more
_MARGIN = 1e-9


@dataclass(frozen=True, eq=False)
class LeastCost:
    """Cheapest amounts, and a bound with the kind of its evidence (``proof``).

    ``multiplier`` (a price per unit) is a certificate. So is ``core``: a price, after which the
    remaining choices are enumerated. ``tables`` is not: such a bound has the kind ``solver``.
    """

    amounts: IntArray
    bound: float
    proof: Literal["multiplier", "core", "tables"]
    price: float


def least_amounts(curves: Curves, room: int, run: Run, *, pruned: bool = True) -> LeastCost:
    """Return amounts of minimum cost with a sum of at most ``room``; greedy if the time is up."""
    start = fill(curves, room)
    dual = dual_value(curves, room, start.price)
    proven = LeastCost(start.amounts, nearest_float(dual), "multiplier", start.price)
    value = curves.total(start.amounts)
    if pruned and value <= nearest_float(dual):
        return proven
    points = _Points.of(curves, start, value - float(dual), pruned)
    if pruned:
        amounts = _enumerate(curves, points, room, start, dual)
        if amounts is not None:
            return LeastCost(
                amounts, nearest_float(_exact_total(curves, amounts)), "core", start.price
            )
    found = _tabulate(points, room, run)
    if found is None:
        return proven
    best = found if curves.total(found) < value else start.amounts
    if pruned and curves.total(best) < value:  # the price now leaves fewer choices open
        near = Fill(best, start.price)
        points = _Points.of(curves, start, curves.total(best) - float(dual), pruned)
        amounts = _enumerate(curves, points, room, near, dual)
        if amounts is not None:
            return LeastCost(
                amounts, nearest_float(_exact_total(curves, amounts)), "core", start.price
            )
    return LeastCost(best, nearest_float(_exact_total(curves, best)), "tables", start.price)


@dataclass(frozen=True, eq=False)
class _Points:
    """The amounts of each party that an optimum may use, in growing order."""

    units: list[IntArray]
    cost: list[FloatArray]

    @staticmethod
    def of(curves: Curves, start: Fill, distance: float, pruned: bool) -> _Points:
        """Drop amounts that cost no less than smaller amounts and, if ``pruned``, of large excess.

        ``distance`` is the largest excess (see `priced_excess`) that is kept.
        """
        keep = _falls_below_all_before(curves)
        if pruned:
            margin = _MARGIN * (1.0 + abs(curves.total(start.amounts)))
            excess = priced_excess(curves, start.price)
            near = excess <= distance + margin
            keep &= near
        bounds = np.searchsorted(np.flatnonzero(keep), curves.start[1:-1])
        kept = np.flatnonzero(keep)
        return _Points(np.split(curves.units[kept], bounds), np.split(curves.cost[kept], bounds))


def _falls_below_all_before(curves: Curves) -> np.ndarray:
    keep = np.ones(len(curves.cost), dtype=np.bool_)
    for first, end in zip(curves.start[:-1].tolist(), curves.start[1:].tolist(), strict=True):
        least = np.minimum.accumulate(curves.cost[first:end])
        keep[first + 1 : end] = curves.cost[first + 1 : end] < least[:-1]
    return keep


def _enumerate(
    curves: Curves, points: _Points, room: int, start: Fill, dual: Fraction
) -> IntArray | None:
    """Return the best amounts by exact enumeration of the choices that the price does not decide.

    A state maps a number of used units to the minimum summed excess with exactly these units.
    Returns ``None`` if there are too many choices.
    """
    scale = common_denominator([start.price, *np.concatenate(points.cost).tolist()])
    price = whole(start.price, scale)
    limit = int((_exact_total(curves, start.amounts) - dual) * scale)
    states: dict[int, int] = {0: 0}
    steps: list[dict[int, int]] = []
    work = 0
    for units, cost in zip(points.units, points.cost, strict=True):
        work += len(states) * len(units)
        if work > _MOST_STEPS:
            return None
        amounts_of = zip(units.tolist(), cost.tolist(), strict=True)
        priced = {x: whole(c, scale) + price * x for x, c in amounts_of}
        least = min(priced.values())
        options = [(x, value - least) for x, value in priced.items()]
        states, step = _extend(states, options, limit, room)
        steps.append(step)
    if not states:
        return None
    used = min(states, key=lambda each: (states[each] + price * (room - each), each))
    amounts = np.zeros(curves.parties, dtype=np.int64)
    for i in range(curves.parties - 1, -1, -1):
        amounts[i] = steps[i][used]
        used -= steps[i][used]
    return amounts


def _extend(
    states: dict[int, int], options: list[tuple[int, int]], limit: int, room: int
) -> tuple[dict[int, int], dict[int, int]]:
    following: dict[int, int] = {}
    step: dict[int, int] = {}
    for x, excess in options:
        most, furthest = limit - excess, room - x
        for used, paid in states.items():
            if paid <= most and used <= furthest:
                known = following.get(used + x)
                if known is None or paid + excess < known:
                    following[used + x] = paid + excess
                    step[used + x] = x
    return following, step


def _exact_total(curves: Curves, amounts: IntArray) -> Fraction:
    chosen = curves.cost[curves.start[:-1] + amounts]
    return sum((Fraction(value) for value in chosen.tolist()), Fraction(0))


def _tabulate(points: _Points, room: int, run: Run) -> IntArray | None:
    """Fill the tables of Algorithm 3 and trace back; ``None`` if the time is up.

    Table i holds for each supply r the minimum cost of the first i parties with at most r units
    beyond their minimum. Supplies that the remaining parties could not use are omitted.
    """
    least = np.array([units[0] for units in points.units])
    spans = np.array([units[-1] for units in points.units]) - least
    supply = int(min(room - least.sum(), spans.sum()))
    later = np.concatenate([spans[::-1].cumsum()[::-1][1:], [0]])
    tables: list[tuple[int, FloatArray]] = [(0, np.zeros(1))]
    reach = 0
    for i, (units, cost) in enumerate(zip(points.units, points.cost, strict=True)):
        if run.should_stop():
            return None
        reach = min(reach + int(spans[i]), supply)
        low = max(0, supply - int(later[i]))
        before_low, before = tables[-1]
        # beyond the supply that earlier parties can use, their table keeps its last value
        missing = reach - (before_low + len(before) - 1)
        wide = np.concatenate([before, np.full(max(0, missing), before[-1])])
        tables.append((low, add_party(wide, before_low, units - least[i], cost, low, reach)))
    return _walk_back(points, tables, least, supply)


def _walk_back(
    points: _Points, tables: list[tuple[int, FloatArray]], least: IntArray, supply: int
) -> IntArray:
    """Trace an optimum for a supply back through the tables; return the amount of each party."""
    amounts = np.empty(len(points.units), dtype=np.int64)
    r = supply
    for i in range(len(amounts) - 1, -1, -1):
        low, table = tables[i]
        x = points.units[i] - least[i]
        reachable = (r - x) >= low
        at = np.minimum(r - x[reachable] - low, len(table) - 1)
        k = int(np.argmin(table[at] + points.cost[i][reachable]))
        amounts[i] = points.units[i][k]
        r -= int(x[k])
    return amounts
