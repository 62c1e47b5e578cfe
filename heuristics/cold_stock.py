"""Eigen's minimum-stock policy for offline machines, and the policies for comparison.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.3.2 and Fig. 14; Algorithms 4 and 5 are
corrected.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Literal, TypeAlias

import numpy as np
from pydantic import Field

from ..core.arrays import IntArray
from ..core.decimals import as_written
from ..core.faults import input_error
from ..core.outcome import Answer
from ..core.parameters import Parameters
from ..core.run import Run
from ..core.schema import Share
from ..instances.cold_stock import ColdStock, Paths, least_history, seasonal
from ..solvers.best_price import in_money
from ..solvers.cold_stock import Course, cheap_bound, impossible, least_orders

__all__ = ["Outlook", "base_stock", "constant_percentage", "minimum_stock", "rolling"]


Source = Literal["given", "seasonal", "perfect"]
Weeks = Annotated[int, Field(ge=1)]
Forecaster: TypeAlias = Callable[[int], IntArray]  # demand from a review on, by its day


class Outlook(Parameters):
    """The parameters of a demand forecast."""

    forecast: Source | None = Field(
        default=None, description="source of the forecast; default: the first that the file has"
    )
    quantile: Share = Field(default=0.5, description="quantile of the demand to plan for")
    paths: Paths = Field(
        default="day",
        description="day: sum of the daily quantiles, as in the paper; sum: quantile of the sum",
    )
    weeks: Weeks = Field(default=12, description="weeks of history for a seasonal forecast")

    def forecaster(self, instance: ColdStock) -> Forecaster:
        """Return a function from a day to the demands forecast from then on, in machine parts."""
        source = self.forecast or _first_with_data(instance)
        if source == "perfect":
            return lambda day: instance.taken[day : day + instance.lead + instance.period]
        known = _from_file(instance, self) if source == "given" else _seasonal(instance, self)
        return lambda day: known(day)[: instance.days - day]


def _first_with_data(instance: ColdStock) -> Source:
    if instance.forecasts is not None:
        return "given"
    enough = instance.history is not None and len(instance.history) >= least_history(0, "day")
    return "seasonal" if enough else "perfect"


def _from_file(instance: ColdStock, outlook: Outlook) -> Forecaster:
    """Return the forecaster that reads the forecasts of one quantile from the instance."""
    if instance.forecasts is None:
        raise input_error("forecast", "the instance has no forecasts", "given")
    quantiles = instance.forecasts.quantiles
    if outlook.quantile not in quantiles:
        listed = ", ".join(f"{quantile:g}" for quantile in quantiles)
        raise input_error("quantile", f"must be a forecast quantile ({listed})", outlook.quantile)
    if outlook.paths == "sum":
        raise input_error("paths", "must be day: the instance has daily forecasts only", "sum")
    column = quantiles.index(outlook.quantile)
    known = np.rint(instance.forecasts.demand[:, column] * instance.parts).astype(np.int64)
    return lambda day: known[(day - instance.first_review) // instance.period]


def _seasonal(instance: ColdStock, outlook: Outlook) -> Forecaster:
    """Return the forecaster that uses quantiles of earlier demands on the same weekdays."""
    history = np.array([]) if instance.history is None else instance.history
    days = instance.lead + instance.period
    least = least_history(days, outlook.paths)
    if len(history) < least:
        rule = f"the seasonal forecast needs at least {least} days of history"
        raise input_error("forecast", rule, len(history))
    past = np.concatenate([history, instance.demand])

    def known(day: int) -> IntArray:
        seen = past[: len(history) + day]
        ahead = seasonal(seen, days, outlook.quantile, weeks=outlook.weeks, paths=outlook.paths)
        return np.rint(ahead * instance.parts).astype(np.int64)

    return known


@dataclass(frozen=True, eq=False)
class Review:
    """The state at a review, in parts of a machine: stock (negative: shortage) and deliveries."""

    day: int
    stock: int
    due: IntArray  # of today, tomorrow, …, up to the last day


StockPolicy: TypeAlias = Callable[[Review], tuple[int, int]]  # machines ordered, removed


def replay(instance: ColdStock, run: Run, policy: StockPolicy) -> Answer:
    """Return the answer of a policy (machines to order and remove per review), with a bound.

    Orders that arrive after the last day are dropped. There is no plan if too many days are short.
    """
    if (refused := impossible(instance)) is not None:
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
        message = f"the policy leaves {short} days short, but max_short is {instance.max_short}"
        return cheap_bound(instance).answer(None, message=message)
    decision = instance.decision(order, remove)
    holding, ordering, removing, shortage = instance.costs
    cost = holding * held + ordering * int(order.sum()) + removing * int(remove.sum())
    run.report(in_money(instance, cost + shortage * short), None, decision)
    return cheap_bound(instance).answer(decision)


def machines_for(amount: int, parts: int) -> int:
    """Return the number of machines that hold an amount (``parts`` per machine), at least 0."""
    return max(0, -(-amount // parts))


def rounded_down(amount: int, parts: int) -> int:
    """Return the number of full machines in an amount (``parts`` per machine), at least 0."""
    return max(0, amount // parts)


Percent = Annotated[float, Field(ge=0, description="stock, in percent of the machines in use")]


def minimum_stock(instance: ColdStock, run: Run, outlook: Outlook) -> Answer:
    """Hold the minimum stock with which the forecast has no shortage until the next delivery.

    These are Algorithms 4 and 5, corrected.
    """
    ahead = outlook.forecaster(instance)

    def policy(review: Review) -> tuple[int, int]:
        needed = ahead(review.day)
        until, change = _largest_need(needed[: instance.lead], review.due[: instance.lead])
        later = slice(instance.lead, instance.lead + instance.period)
        after, _ = _largest_need(needed[later], review.due[later])
        target = after - change  # Δ + tB1 in the paper: what the second stretch asks of today
        removed = rounded_down(review.stock - max(until, target), instance.parts)
        return machines_for(target - review.stock, instance.parts), removed

    return replay(instance, run, policy)


def _largest_need(needed: IntArray, due: IntArray) -> tuple[int, int]:
    """Return the stock that an interval needs at its start, and the change of stock in it (Alg. 5).

    With the needed stock no day of the interval is short.  The change is deliveries less demand.
    """
    change = np.cumsum(due[: len(needed)] - needed)
    if not len(change):
        return 0, 0
    return max(0, -int(change.min())), int(change[-1])


def base_stock(instance: ColdStock, run: Run, outlook: Outlook) -> Answer:
    """Order up to the forecast net demand of the next lead + period days; never remove."""
    ahead = outlook.forecaster(instance)

    def policy(review: Review) -> tuple[int, int]:
        needed = ahead(review.day)
        position = review.stock + int(review.due[: instance.lead + instance.period].sum())
        return machines_for(max(0, int(needed.sum())) - position, instance.parts), 0

    return replay(instance, run, policy)


def constant_percentage(instance: ColdStock, run: Run, *, percent: Percent = 5.0) -> Answer:
    """Keep a stock of a constant percentage of the machines in use, by orders and removals."""
    if instance.allocated is None:
        rule = "is missing: constant-percentage needs the machines in use before day 0"
        raise input_error("allocated", rule)
    start = as_written(instance.allocated) * instance.parts
    share = as_written(percent) / (100 * instance.parts)
    used = np.concatenate([[0], np.cumsum(instance.taken)]).tolist()

    def policy(review: Review) -> tuple[int, int]:
        machines = ceil((start + used[review.day]) * share)
        target = max(0, machines) * instance.parts
        due = int(review.due[: instance.lead + 1].sum())
        removed = rounded_down(review.stock - target, instance.parts)
        return machines_for(target - review.stock - due, instance.parts), removed

    return replay(instance, run, policy)


def rolling(instance: ColdStock, run: Run, outlook: Outlook) -> Answer:
    """Plan optimally for the forecast of lead + period days, and apply the plan's first review."""
    ahead = outlook.forecaster(instance)
    whole = Course.of(instance)

    def policy(review: Review) -> tuple[int, int]:
        needed = ahead(review.day)
        steps = np.cumsum(review.due[: len(needed)] - needed)
        free = np.concatenate([[0], steps]) + review.stock
        costs = (whole.holding, whole.order, whole.removal, whole.short)
        course = Course(free, instance.parts, 0, instance.period, instance.lead, *costs)
        plan = least_orders(course, course.inevitable)
        if plan is None:
            return 0, 0
        return int(plan.order[0]), int(plan.remove[0])

    return replay(instance, run, policy)
