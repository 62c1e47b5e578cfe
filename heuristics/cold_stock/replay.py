"""A policy of cold_stock replayed day by day, review by review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.cold_stock import ColdStock
from ...solvers.cold_stock import cheap_bound, impossible, in_money


@dataclass(frozen=True, eq=False)
class Review:
    """The state at a review: the stock (negative: owed) and the orders due, in parts."""

    day: int
    stock: int
    due: IntArray  # of today, tomorrow, …, up to the last day


StockPolicy: TypeAlias = Callable[[Review], tuple[int, int]]  # machines ordered, removed


def replay(instance: ColdStock, run: Run, policy: StockPolicy) -> Answer:
    """Return the decision of a policy, with a proven bound.

    Fractions are settled in favour of stock: orders are rounded up, removals down.  Orders that
    would come after the last day are not made.  A plan with too many short days is none.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    order = np.zeros(len(instance.reviews), dtype=np.int64)
    remove = np.zeros(len(instance.reviews), dtype=np.int64)
    stock, due = instance.stock * instance.parts, instance.due.copy()
    held = short = 0
    for day in range(instance.days):
        if day in instance.reviews:
            if run.should_stop():
                return cheap_bound(instance).answer(None, stopped=run.stopped)
            k = instance.reviews.index(day)
            order[k], remove[k] = policy(Review(day, stock, due[day:]))
            stock -= int(remove[k]) * instance.parts
            if day + instance.lead < instance.days:
                due[day + instance.lead] += order[k] * instance.parts
            else:
                order[k] = 0
        stock += int(due[day] - instance.taken[day])
        short += stock < 0
        held += max(stock, 0)
    if instance.max_short is not None and short > instance.max_short:
        message = f"the policy leaves {short} days short, at most {instance.max_short} may be"
        return cheap_bound(instance).answer(None, message=message)
    decision = instance.decision(order, remove)
    holding, ordering, removing, shortage = instance.costs
    cost = holding * held + ordering * int(order.sum()) + removing * int(remove.sum())
    run.report(in_money(instance, cost + shortage * short), None, decision)
    return cheap_bound(instance).answer(decision)


def machines_for(amount: int, parts: int) -> int:
    """Return the whole machines that cover an amount in parts; none for a negative one."""
    return max(0, -(-amount // parts))


def rounded_down(amount: int, parts: int) -> int:
    """Return the whole machines within an amount in parts; none for a negative one."""
    return max(0, amount // parts)
