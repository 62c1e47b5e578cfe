"""The table of cold_stock: least cost by the machines that decisions have added and by short days
so far.

X_t, the sum of all orders and removals, only matters at few levels; a run of equal
X can be moved to one of them without cost.  A review is a minimum over higher levels, a delivery
one over lower levels, and a day adds its cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...core.run import Run
from .course import Course

NEVER = np.int64(2**61)  # the cost of what cannot be


@dataclass(frozen=True, eq=False)
class Orders:
    """A plan: machines ordered and removed per review, and its cost in cost units."""

    order: IntArray
    remove: IntArray
    cost: int
    front: IntArray  # the least cost with at most 0, 1, 2, … short days


@kernel
def _remove(table: IntArray, levels: IntArray, least: int, cost: int) -> None:
    """Review: down to a level from any above, but not below ``least``."""
    for j in range(table.shape[0]):
        best = NEVER
        for m in range(table.shape[1] - 1, -1, -1):
            if levels[m] < least:
                break
            if m + 1 < table.shape[1] and best < NEVER:
                best += cost * (levels[m + 1] - levels[m])
            best = min(best, table[j, m])
            table[j, m] = best


@kernel
def _deliver(table: IntArray, levels: IntArray, cost: int) -> None:
    """Delivery: up to a level from any below."""
    for j in range(table.shape[0]):
        best = NEVER
        for m in range(table.shape[1]):
            if m > 0 and best < NEVER:
                best += cost * (levels[m] - levels[m - 1])
            best = min(best, table[j, m])
            table[j, m] = best


@kernel
def _pass_day(
    table: IntArray,
    levels: IntArray,
    free: int,
    parts: int,
    holding: int,
    short: int,
    counted: bool,
) -> None:
    """A day: stock costs, and a short day moves one row down where short days are counted."""
    rows = table.shape[0]
    for m in range(table.shape[1]):
        stock = free + parts * levels[m]
        if stock >= 0:
            for j in range(rows):
                table[j, m] = min(NEVER, table[j, m] + holding * stock)
        elif counted:
            for j in range(rows - 1, 0, -1):
                table[j, m] = min(NEVER, table[j - 1, m] + short)
            table[0, m] = NEVER
        else:
            table[0, m] = min(NEVER, table[0, m] + short)


def start(course: Course, most_short: int | None) -> IntArray:
    """Return the table before day 0, a row for each number of short days that may be."""
    rows = 1 if most_short is None else most_short + 1
    table = np.full((rows, len(course.levels)), NEVER)
    table[0, np.searchsorted(course.levels, 0)] = 0
    return table


def size(course: Course, most_short: int | None) -> int:
    """Return how many numbers the tables before all events have together."""
    events = 2 * len(course.reviews) + 1
    rows = 1 if most_short is None else most_short + 1
    return events * rows * len(course.levels)


def least_cost(course: Course) -> int:
    """Return the least cost, in cost units, whatever the number of short days."""
    table = start(course, None)
    timing = (course.first_review, course.period, course.lead)
    costs = (course.holding, course.order, course.removal, course.short)
    _all_days(table, course.levels, course.free, course.needed, course.parts, timing, costs)
    return int(table.min())


@kernel
def _all_days(
    table: IntArray,
    levels: IntArray,
    free: IntArray,
    needed: IntArray,
    parts: int,
    timing: tuple[int, int, int],
    costs: tuple[int, int, int, int],
) -> None:
    """Take the table of one row through all days."""
    first, period, lead = timing
    holding, order, removal, short = costs
    for day in range(len(free) - 1):
        if day >= first and (day - first) % period == 0:
            _remove(table, levels, needed[day], removal)
        if day - lead >= first and (day - lead - first) % period == 0:
            _deliver(table, levels, order)
        _pass_day(table, levels, free[day + 1], parts, holding, short, False)


def least_orders(course: Course, most_short: int | None, run: Run | None = None) -> Orders | None:
    """Return the cheapest plan with at most so many short days (``None``: any number).

    ``None`` if there is no such plan, or if the time is up.
    """
    kept: dict[tuple[int, bool], IntArray] = {}  # the tables before removals and deliveries
    table = start(course, most_short)
    for day in range(course.days):
        if run is not None and run.should_stop():
            return None
        if course.review(day) >= 0:
            kept[day, False] = table.copy()
            _remove(table, course.levels, course.needed[day], course.removal)
        if course.review(day - course.lead) >= 0:
            kept[day, True] = table.copy()
            _deliver(table, course.levels, course.order)
        _day(table, course, day, most_short is not None)
    least = table.min(axis=1)
    row = int(least.argmin())
    if least[row] >= NEVER:
        return None
    front = np.minimum.accumulate(least)
    return _trace(course, kept, row, int(table[row].argmin()), front, most_short is not None)


def _day(table: IntArray, course: Course, day: int, counted: bool) -> None:
    free, parts = int(course.free[day + 1]), course.parts
    _pass_day(table, course.levels, free, parts, course.holding, course.short, counted)


def _trace(
    course: Course,
    kept: dict[tuple[int, bool], IntArray],
    row: int,
    level: int,
    front: IntArray,
    counted: bool,
) -> Orders:
    """Return the plan that ends in one cell of the last table."""
    levels = course.levels
    order = np.zeros(len(course.reviews), dtype=np.int64)
    remove = np.zeros(len(course.reviews), dtype=np.int64)
    for day in range(course.days - 1, -1, -1):
        if counted and course.free[day + 1] + course.parts * levels[level] < 0:
            row -= 1
        if (day, True) in kept:
            lower = kept[day, True][row, : level + 1]
            prices = lower + course.order * (levels[level] - levels[: level + 1])
            before = level - int(prices[::-1].argmin())
            order[course.review(day - course.lead)] = levels[level] - levels[before]
            level = before
        if (day, False) in kept and levels[level] >= course.needed[day]:
            higher = kept[day, False][row, level:]
            prices = higher + course.removal * (levels[level:] - levels[level])
            before = level + int(prices.argmin())
            remove[course.review(day)] = levels[before] - levels[level]
            level = before
    return Orders(order, remove, int(front[-1]), front)
