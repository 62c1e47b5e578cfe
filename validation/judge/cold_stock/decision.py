"""The judge of cold_stock: removals from stock, orders in time, short days, and the cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....instances.cold_stock import ColdStock
from ..verdict import Verdict, Violation, key_faults, malformed, rejected
from .certificate import check_certificate

__all__ = ["check", "check_certificate"]


@dataclass(frozen=True)
class _Replay:
    """The stock at the end of every day, and the machines on hand at every review."""

    stock: list[Fraction]
    before: list[Fraction]  # B_{t-1} at the reviews


def check(instance: ColdStock, decision: Any) -> Verdict:
    """Judge a decision: ``{"order": […], "remove": […]}`` with one whole number per review."""
    reviews = range(instance.first_review, len(instance.demand), instance.period)
    faults = key_faults(decision, ["order", "remove"])
    if not faults:
        for key in ("order", "remove"):
            faults += _count_faults(decision[key], key, len(reviews))
    if faults:
        return rejected(faults)
    order, remove = decision["order"], decision["remove"]
    replay = _replayed(instance, reviews, order, remove)
    violations = [
        *_removals(reviews, remove, replay),
        *_late_orders(instance, reviews, order),
        *_short_days(instance, replay),
    ]
    if violations:
        return rejected(violations)
    return _judged(instance, order, remove, replay)


def _count_faults(counts: Any, key: str, reviews: int) -> list[Violation]:
    if not isinstance(counts, list):
        return [malformed(key, "must be a list")]
    if len(counts) != reviews:
        return [malformed(key, f"must have {reviews} entries, one per review, has {len(counts)}")]
    return [
        malformed(f"{key}[{k}]", f"must be a whole number >= 0, is {count!r}")
        for k, count in enumerate(counts)
        if type(count) is not int or count < 0
    ]


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


def _removals(reviews: range, remove: list[int], replay: _Replay) -> list[Violation]:
    """No more machines are given back than are on hand."""
    return [
        Violation(
            "remove",
            f"day {day}",
            float(removed - max(Fraction(0), had)),
            f"{removed} machines are removed, {float(max(Fraction(0), had)):g} are on hand",
        )
        for day, removed, had in zip(reviews, remove, replay.before, strict=True)
        if removed > max(Fraction(0), had)
    ]


def _late_orders(instance: ColdStock, reviews: range, order: list[int]) -> list[Violation]:
    """Nothing is ordered that would come after the last day."""
    last = len(instance.demand) - 1
    return [
        Violation(
            "late-order",
            f"day {day}",
            float(ordered),
            f"{ordered} machines would come on day {day + instance.lead}, the last is {last}",
        )
        for day, ordered in zip(reviews, order, strict=True)
        if ordered and day + instance.lead > last
    ]


def _short_days(instance: ColdStock, replay: _Replay) -> list[Violation]:
    """No more days are short than may be."""
    short = sum(stock < 0 for stock in replay.stock)
    if instance.max_short is None or short <= instance.max_short:
        return []
    message = f"{short} days are short, at most {instance.max_short} may be"
    return [Violation("max_short", "all days", float(short - instance.max_short), message)]


def _judged(instance: ColdStock, order: list[int], remove: list[int], replay: _Replay) -> Verdict:
    short = sum(stock < 0 for stock in replay.stock)
    held = sum((stock for stock in replay.stock if stock > 0), Fraction(0))
    cost = (
        as_written(instance.holding_cost) * held
        + as_written(instance.order_cost) * sum(order)
        + as_written(instance.removal_cost) * sum(remove)
        + as_written(instance.short_cost) * short
    )
    details = {
        "short_days": short,
        "largest_backlog": float(max(Fraction(0), -min(replay.stock))),
        "machine_days": float(held),
        "ordered": sum(order),
        "removed": sum(remove),
        "stock_at_end": float(replay.stock[-1]),
    }
    return Verdict(objective=float(cost), details=details)
