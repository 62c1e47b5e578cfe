"""Dedicated exact algorithms of cold_stock: by tables of stock levels, or machine by machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from ..core.arrays import IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.cold_stock import ColdStock
from .best_price import FINEST, in_money, price_bound, table_answer

__all__ = ["Course", "Orders", "cheap_bound", "dp", "impossible", "in_money", "least_orders"]


@dataclass(frozen=True, eq=False)
class Course:
    """The stock of every day without decisions, the days of reviews, and costs as integers.

    ``free[0]`` is the stock (in 1 / ``parts`` of a machine) before day 0 and ``free[t + 1]`` is
    N_t, the stock at the end of day t without orders and removals, which are decided at reviews.
    Until day t these add X_t whole machines to N_t.
    """

    free: IntArray
    parts: int
    first_review: int
    period: int
    lead: int
    holding: int
    order: int
    removal: int
    short: int

    @classmethod
    def of(cls, instance: ColdStock) -> Course:
        """Return the course of an instance."""
        steps = instance.due - instance.taken
        start = instance.stock * instance.parts
        free = np.concatenate([[start], start + np.cumsum(steps)]).astype(np.int64)
        holding, order, removal, short = instance.costs
        timing = (instance.first_review, instance.period, instance.lead)
        return cls(free, instance.parts, *timing, holding, order, removal, short)

    @property
    def days(self) -> int:
        """T, the number of days."""
        return len(self.free) - 1

    @property
    def reviews(self) -> range:
        """R, the days of reviews."""
        return range(self.first_review, self.days, self.period)

    def review(self, day: int) -> int:
        """Return the index of the review on a day, -1 if the day has no review."""
        since = day - self.first_review
        return since // self.period if since >= 0 and since % self.period == 0 else -1

    @property
    def inevitable(self) -> int:
        """The number of days that are short in every plan, because no order can arrive earlier."""
        first = min(self.days, self.first_review + self.lead)
        return int((self.free[1 : first + 1] < 0).sum())

    @cached_property
    def needed(self) -> IntArray:
        """The least X_t with which day t is not short, for t = -1, 0, …."""
        return -(self.free // self.parts)

    @cached_property
    def levels(self) -> IntArray:
        """The values of X_t that suffice for an optimum: 0, and all -N_t rounded up and down."""
        return np.unique(np.concatenate([[0], self.needed, -self.free // self.parts]))


NEVER = np.int64(2**61)  # the cost of an impossible state


@dataclass(frozen=True, eq=False)
class Orders:
    """A plan: the machines ordered and removed at each review, and its integral cost."""

    order: IntArray
    remove: IntArray
    cost: int
    front: IntArray  # the least cost with at most 0, 1, 2, … short days


@kernel
def _remove(table: IntArray, levels: IntArray, least: int, cost: int) -> None:
    """Update the table (see `start`) at a review: removals lower X_t, but not below ``least``."""
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
    """Update the table (see `start`) at a delivery: orders raise X_t to a higher level."""
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
    """Add a day's cost to the table; a short day moves costs a row down if it is ``counted``."""
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
    """Return the minimum costs (short days x levels) before day 0; one row if not limited.

    Only few levels of X_t, the sum of all orders and removals, have an entry, because a run of
    equal X can be moved to one of them at no cost.  A review is a minimum over higher levels, a
    delivery one over lower levels, and a day adds its cost.
    """
    rows = 1 if most_short is None else most_short + 1
    table = np.full((rows, len(course.levels)), NEVER)
    table[0, np.searchsorted(course.levels, 0)] = 0
    return table


def size(course: Course, most_short: int | None) -> int:
    """Return the total entries of all kept tables: two tables per review, and one more."""
    events = 2 * len(course.reviews) + 1
    rows = 1 if most_short is None else most_short + 1
    return events * rows * len(course.levels)


def least_cost(course: Course) -> int:
    """Return the minimum cost, in cost units, if the number of short days is unlimited."""
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
    """Apply the removals, deliveries and costs of all days to a table that has one row."""
    first, period, lead = timing
    holding, order, removal, short = costs
    for day in range(len(free) - 1):
        if day >= first and (day - first) % period == 0:
            _remove(table, levels, needed[day], removal)
        if day - lead >= first and (day - lead - first) % period == 0:
            _deliver(table, levels, order)
        _pass_day(table, levels, free[day + 1], parts, holding, short, False)


def least_orders(course: Course, most_short: int | None, run: Run | None = None) -> Orders | None:
    """Return the cheapest plan with at most ``most_short`` short days, any number if it is None.

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
        free, counted = int(course.free[day + 1]), most_short is not None
        costs = course.holding, course.short
        _pass_day(table, course.levels, free, course.parts, *costs, counted)
    least = table.min(axis=1)
    row = int(least.argmin())
    if least[row] >= NEVER:
        return None
    front = np.minimum.accumulate(least)
    return _trace(course, kept, row, int(table[row].argmin()), front, most_short is not None)


def _trace(
    course: Course,
    kept: dict[tuple[int, bool], IntArray],
    row: int,
    level: int,
    front: IntArray,
    counted: bool,
) -> Orders:
    """Return the plan that ends in cell (row, level), traced back through the tables ``kept``."""
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


def least_by_machines(course: Course) -> int:
    """Return the minimum cost, in cost units, if only the inevitable days are short.

    Machine j is on while decisions have added at least j machines.  It must be on when the day
    needs it.  It may be turned on at a delivery, and off at a review if it was idle the day before.
    A day that does not need it pays for its holding.  Machines between two neighbouring levels are
    alike.
    """
    edges = np.unique(np.concatenate([[0], course.needed]))
    machine, count = edges[1:], np.diff(edges)  # the last machine and the size of each group
    on = np.where(machine <= 0, 0, NEVER).astype(np.int64)
    off = np.where(machine <= 0, NEVER, 0).astype(np.int64)
    idle_cost, fixed = course.holding * course.parts, 0
    arrivals = course.first_review + course.lead
    for day in range(course.days):
        if course.review(day) >= 0:
            off = np.where(machine > course.needed[day], np.minimum(off, on + course.removal), off)
        if course.review(day - course.lead) >= 0:
            on = np.minimum(on, off + course.order)
        if day < arrivals and course.free[day + 1] < 0:
            fixed += course.short
            continue
        needed = course.needed[day + 1]
        fixed += course.holding * (int(course.free[day + 1]) + int(needed) * course.parts)
        off = np.where(machine <= needed, NEVER, off)
        on = np.where(machine > needed, on + idle_cost, on)
        on, off = np.minimum(on, NEVER), np.minimum(off, NEVER)
    return fixed + int((np.minimum(on, off) * count).sum())


def impossible(instance: ColdStock) -> Answer | None:
    """Return a proof of infeasibility if inevitable short days exceed the limit, else ``None``."""
    inevitable = Course.of(instance).inevitable
    if instance.max_short is None or inevitable <= instance.max_short:
        return None
    first = instance.first_review + instance.lead
    message = (
        f"{inevitable} days are short before the first order can arrive (day {first}), "
        f"but at most {instance.max_short} may be"
    )
    return Answer(infeasible=True, certificate={"kind": "inevitable"}, message=message)


def cheap_bound(instance: ColdStock) -> CertifiedBound:
    """Return a quick bound: the optimum if ``max_short`` is ``None`` or the inevitable number."""
    course = Course.of(instance)
    if instance.max_short == course.inevitable:
        value = in_money(instance, least_by_machines(course))
        return CertifiedBound(value, {"kind": "levels"})
    if instance.max_short is None:
        return CertifiedBound(
            in_money(instance, least_cost(course)), {"kind": "price", "price": 0.0}
        )
    fine = replace(
        course,
        holding=course.holding * FINEST,
        order=course.order * FINEST,
        removal=course.removal * FINEST,
        short=course.short * FINEST,
    )
    most_short = instance.max_short

    def bound_at(price: int) -> int:
        return least_cost(replace(fine, short=fine.short + price)) - price * most_short

    high = max(1, least_by_machines(fine) - least_cost(fine))
    return price_bound(bound_at, high, instance.cost_unit)


MOST_NUMBERS = 125_000_000  # entries of all tables together, which take 1 GB
MOST_CHECKED = 50_000_000  # entries that the checker's own table may have


def dp(instance: ColdStock, run: Run) -> Answer:
    """Return the cheapest plan, and the minimum cost for each limit on short days.

    The state is X_t, the number of machines that decisions have added (one of `Course.levels`), and
    the number of short days so far.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    course = Course.of(instance)
    most_short = None if instance.max_short is None else min(instance.max_short, course.days)
    if size(course, most_short) > MOST_NUMBERS:
        message = "the table would need more than 1 GB; reduce max_short"
        return cheap_bound(instance).answer(None, message=message)
    orders = least_orders(course, most_short, run)
    if orders is None:
        return cheap_bound(instance).answer(None, stopped=run.stopped)
    decision = instance.decision(orders.order, orders.remove)
    cost = in_money(instance, orders.cost)
    run.report(cost, None, decision)
    least = orders.front.tolist()  # with at most 0, 1, 2, … short days; None without a plan
    front = [None if each >= NEVER else in_money(instance, each) for each in least]
    details = {} if most_short is None else {"front": front}
    closed = most_short is None or most_short == course.inevitable
    return table_answer(
        decision,
        cost,
        details,
        is_checkable=not closed and _entries(course, most_short) <= MOST_CHECKED,
        cheap_bound=partial(cheap_bound, instance),
    )


def _entries(course: Course, most_short: int | None) -> int:
    rows = 1 if most_short is None else most_short + 1
    return course.days * rows * len(course.levels)
