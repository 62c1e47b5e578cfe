"""The policies of cold_stock: Eigen's Algorithms 4 and 5, corrected, and its baselines.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.3.2 and Fig. 14.
"""

from __future__ import annotations

from math import ceil
from typing import Annotated

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.decimals import as_written
from ...core.faults import input_error
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.cold_stock import ColdStock, Paths
from ...solvers.cold_stock import Course, least_orders
from .forecasts import Outlook, Quantile, Source, Weeks
from .replay import Review, machines_for, replay, rounded_down

Percent = Annotated[float, Field(ge=0)]


def minimum_stock(
    instance: ColdStock,
    run: Run,
    *,
    forecast: Source | None = None,
    quantile: Quantile = 0.5,
    paths: Paths = "day",
    weeks: Weeks = 12,
) -> Answer:
    """Hold as little as keeps every forecast day until the next order's arrival from shortage.

    Algorithms 4 and 5, corrected.  ``forecast`` is given (in the file), seasonal or perfect; by
    default the first for which the instance has data.  ``paths`` adds up a quantile per day, as
    the paper does, or takes the quantile of the demand added up since the review.
    """
    ahead = Outlook(forecast, quantile, paths, weeks).forecaster(instance)

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
    """Return the stock that a stretch of days must begin with, and its whole change (Alg. 5)."""
    change = np.cumsum(due[: len(needed)] - needed)
    if not len(change):
        return 0, 0
    return max(0, -int(change.min())), int(change[-1])


def base_stock(
    instance: ColdStock,
    run: Run,
    *,
    forecast: Source | None = None,
    quantile: Quantile = 0.5,
    paths: Paths = "day",
    weeks: Weeks = 12,
) -> Answer:
    """Order up to the forecast net demand of the next lead + period days; never remove."""
    ahead = Outlook(forecast, quantile, paths, weeks).forecaster(instance)

    def policy(review: Review) -> tuple[int, int]:
        needed = ahead(review.day)
        position = review.stock + int(review.due[: instance.lead + instance.period].sum())
        return machines_for(max(0, int(needed.sum())) - position, instance.parts), 0

    return replay(instance, run, policy)


def constant_percentage(instance: ColdStock, run: Run, *, percent: Percent = 5.0) -> Answer:
    """Hold a constant percentage of the machines in use, ordering up and removing down to it."""
    if instance.allocated is None:
        rule = "constant-percentage needs the machines in use before day 0"
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


def rolling(
    instance: ColdStock,
    run: Run,
    *,
    forecast: Source | None = None,
    quantile: Quantile = 0.5,
    paths: Paths = "day",
    weeks: Weeks = 12,
) -> Answer:
    """Plan exactly for the forecast of the next lead + period days, and take the first step."""
    ahead = Outlook(forecast, quantile, paths, weeks).forecaster(instance)
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
