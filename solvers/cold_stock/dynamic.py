"""The exact method ``dp`` of cold_stock: one table gives the front over short days."""

from __future__ import annotations

from ...core.outcome import Answer, CertifiedBound
from ...core.run import Run
from ...instances.cold_stock import ColdStock
from .bounds import cheap_bound, impossible, in_money
from .course import Course
from .table import NEVER, Orders, least_orders, size

MOST_NUMBERS = 125_000_000  # of all tables together: 1 GB
MOST_CHECKED = 50_000_000  # entries that the checker's own table may have


def dp(instance: ColdStock, run: Run) -> Answer:
    """Return the cheapest plan, and the least cost for every number of short days.

    Value by the machines that decisions have added and by short days so far, over the levels that
    matter.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    course = Course.of(instance)
    most_short = None if instance.max_short is None else min(instance.max_short, course.days)
    if size(course, most_short) > MOST_NUMBERS:
        message = "its table would need more than 1 GB; ask for fewer short days"
        return cheap_bound(instance).answer(None, message=message)
    orders = least_orders(course, most_short, run)
    if orders is None:
        return cheap_bound(instance).answer(None, stopped=run.stopped)
    decision = instance.decision(orders.order, orders.remove)
    cost = in_money(instance, orders.cost)
    run.report(cost, None, decision)
    details = {} if most_short is None else {"front": _front(instance, orders)}
    closed = most_short is None or most_short == course.inevitable
    if not closed and _entries(course, most_short) <= MOST_CHECKED:
        return CertifiedBound(cost, {"kind": "table"}).answer(decision, details=details)
    bound = cheap_bound(instance)
    if bound.value >= cost:
        return bound.answer(decision, details=details)
    return Answer(decision=decision, bound=cost, bound_kind="solver", details=details)


def _entries(course: Course, most_short: int | None) -> int:
    rows = 1 if most_short is None else most_short + 1
    return course.days * rows * len(course.levels)


def _front(instance: ColdStock, found: Orders) -> list[float | None]:
    """Return the least cost with at most 0, 1, 2, … short days; null if there is no plan."""
    return [None if cost >= NEVER else in_money(instance, cost) for cost in found.front.tolist()]
