"""cold_stock in plain Python, with the perfect forecast."""

from collections.abc import Callable
from typing import Any, TypeAlias

from .rounding import number_of, number_within

StockRule: TypeAlias = Callable[[list[Any], Any, list[int]], tuple[int, int]]


def minimum_stock(instance: Any) -> dict[str, list[int]]:
    """Hold the least stock without a shortage until the next delivery (Algorithms 4 and 5)."""
    lead = instance.lead

    def rule(needed: list[Any], stock: Any, due: list[int]) -> tuple[int, int]:
        until, change = _largest_need(needed[:lead], due)
        after, _ = _largest_need(needed[lead:], due[lead:])
        target = after - change
        return number_of(target - stock, 1), number_within(stock - max(until, target), 1)

    return _replay(instance, rule)


def base_stock(instance: Any) -> dict[str, list[int]]:
    """Order up to the forecast demand of the next lead + period days; never remove."""

    def rule(needed: list[Any], stock: Any, due: list[int]) -> tuple[int, int]:
        position = stock + sum(due[: instance.lead + instance.period])
        return number_of(max(0, sum(needed)) - position, 1), 0

    return _replay(instance, rule)


def _largest_need(needed: list[Any], due: list[int]) -> tuple[Any, Any]:
    """Return the stock that prevents a shortage in an interval, and the change in it (Alg. 5)."""
    change = largest = 0
    for demand, arriving in zip(needed, due, strict=False):
        change = change + arriving - demand
        largest = max(largest, -change)
    return largest, change


def _replay(instance: Any, rule: StockRule) -> dict[str, list[int]]:
    """Apply a rule at every review; orders that arrive after the last day are dropped."""
    demand, days, stock = instance.demand, len(instance.demand), instance.stock
    due = [*instance.pipeline, *[0] * (days - len(instance.pipeline))]
    order, remove = [], []
    for day in range(days):
        if day in instance.reviews:
            ahead = list(demand[day : day + instance.lead + instance.period])
            ordered, removed = rule(ahead, stock, due[day:])
            arrives = day + instance.lead
            if arrives < days:
                due[arrives] += ordered
            order.append(ordered if arrives < days else 0)
            remove.append(removed)
            stock = stock - removed
        stock = stock + due[day] - demand[day]
    return {"order": order, "remove": remove}
