"""Decisions of cold_stock: removals from stock, orders in time, short days, and the cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ....core.decimals import as_written
from ....core.schema import Count
from ....instances.cold_stock import ColdStock
from ..forms import Decision
from ..judging import Judge


class StockOrders(Decision):
    """Machines ordered and given back, at every review."""

    AXES: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": ("reviews",), "remove": ("reviews",)}
    order: list[Count]
    remove: list[Count]


@dataclass(frozen=True)
class _Replay:
    """The stock at the end of every day, and the machines on hand at every review."""

    stock: list[Fraction]
    before: list[Fraction]  # B_{t-1} at the reviews


def check(instance: ColdStock, decision: StockOrders, judge: Judge) -> Fraction:
    """Judge orders and removals; the objective is what stock, orders and short days cost."""
    reviews = range(instance.first_review, len(instance.demand), instance.period)
    order, remove = decision.order, decision.remove
    replay = _replayed(instance, reviews, order, remove)
    _removals(reviews, remove, replay, judge)
    _late_orders(instance, reviews, order, judge)
    short = sum(stock < 0 for stock in replay.stock)
    if instance.max_short is not None and short > instance.max_short:
        message = f"{short} days are short, at most {instance.max_short} may be"
        judge.fault("max_short", "all days", message, float(short - instance.max_short))
    held = sum((stock for stock in replay.stock if stock > 0), Fraction(0))
    judge.details = {
        "short_days": short,
        "largest_backlog": float(max(Fraction(0), -min(replay.stock))),
        "machine_days": float(held),
        "ordered": sum(order),
        "removed": sum(remove),
        "stock_at_end": float(replay.stock[-1]),
    }
    return (
        as_written(instance.holding_cost) * held
        + as_written(instance.order_cost) * sum(order)
        + as_written(instance.removal_cost) * sum(remove)
        + as_written(instance.short_cost) * short
    )


def _replayed(instance: ColdStock, reviews: range, order: list[int], remove: list[int]) -> _Replay:
    """Return the stock day by day: first the review, then the arrivals, then the demand."""
    stock, before, now = [], [], Fraction(instance.stock)
    for day, demand in enumerate(instance.demand.tolist()):
        if day in reviews:
            before.append(now)
            now -= remove[reviews.index(day)]
        if day < len(instance.pipeline):
            now += instance.pipeline[day]
        if day - instance.lead in reviews:
            now += order[reviews.index(day - instance.lead)]
        now -= as_written(demand)
        stock.append(now)
    return _Replay(stock, before)


def _removals(reviews: range, remove: list[int], replay: _Replay, judge: Judge) -> None:
    """No more machines are given back than are on hand."""
    for day, removed, had in zip(reviews, remove, replay.before, strict=True):
        there = max(Fraction(0), had)
        if removed > there:
            message = f"{removed} machines are removed, {float(there):g} are on hand"
            judge.fault("remove", f"day {day}", message, float(removed - there))


def _late_orders(instance: ColdStock, reviews: range, order: list[int], judge: Judge) -> None:
    """Nothing is ordered that would come after the last day."""
    last = len(instance.demand) - 1
    for day, ordered in zip(reviews, order, strict=True):
        arrival = day + instance.lead
        if ordered and arrival > last:
            message = f"{ordered} machines would come on day {arrival}, the last is {last}"
            judge.fault("late-order", f"day {day}", message, float(ordered))
