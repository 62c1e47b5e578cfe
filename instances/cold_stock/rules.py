"""Rules between the fields of a cold_stock instance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import LARGEST, as_written, common_unit, unit_of
from ...core.faults import Fault

if TYPE_CHECKING:
    from .instance import Forecasts


def first_review_within(demand: FloatArray, first_review: int) -> Iterator[Fault]:
    """The first review is one of the days."""
    if first_review >= len(demand):
        rule = f"must be one of the {len(demand)} days, 0 to {len(demand) - 1}"
        yield Fault.of("first_review", rule, first_review)


def pipeline_within(demand: FloatArray, pipeline: tuple[int, ...]) -> Iterator[Fault]:
    """The pipeline has no more entries than there are days."""
    if len(pipeline) > len(demand):
        rule = f"must have at most {len(demand)} entries, one per day"
        yield Fault.of("pipeline", rule, len(pipeline))


def something_asks_for_stock(max_short: int | None, short_cost: float) -> Iterator[Fault]:
    """Short days are limited, or cost something."""
    if max_short is None and short_cost == 0:
        rule = "nothing asks for stock: give max_short, or a short_cost above 0"
        yield Fault("max_short", rule)


def quantiles_that_grow(forecasts: Forecasts | None) -> Iterator[Fault]:
    """Quantiles lie between 0 and 1 and grow."""
    if forecasts is None:
        return
    before = 0.0
    for k, quantile in enumerate(forecasts.quantiles):
        place = f"forecasts.quantiles[{k}]"
        if not 0 < quantile < 1:
            yield Fault.of(place, "must lie between 0 and 1, both excluded", quantile)
        elif quantile <= before:
            yield Fault.of(place, f"must be above the one before ({before:g})", quantile)
        before = max(before, quantile)


def forecasts_of_the_reviews(
    demand: FloatArray, period: int, lead: int, first_review: int, forecasts: Forecasts | None
) -> Iterator[Fault]:
    """There is a forecast per review, quantile and day, and no quantile falls below a lower one."""
    if forecasts is None:
        return
    reviews = len(range(first_review, len(demand), period))
    wanted = (reviews, len(forecasts.quantiles), lead + period)
    if forecasts.demand.shape != wanted:
        rule = (
            f"must have {wanted[0]} reviews of {wanted[1]} quantiles of {wanted[2]} days "
            "(lead + period)"
        )
        yield Fault.of("forecasts.demand", rule, list(forecasts.demand.shape))
        return
    for k, j, i in np.argwhere(np.diff(forecasts.demand, axis=1) < 0)[:20].tolist():
        lower = float(forecasts.demand[k, j, i])
        rule = f"must not be below the forecast of the quantile before ({lower:g})"
        place = f"forecasts.demand[{k}][{j + 1}][{i}]"
        yield Fault.of(place, rule, float(forecasts.demand[k, j + 1, i]))


def sums_are_exact(
    demand: FloatArray,
    stock: int,
    pipeline: tuple[int, ...],
    holding_cost: float,
    order_cost: float,
    removal_cost: float,
    short_cost: float,
    history: FloatArray | None,
    forecasts: Forecasts | None,
) -> Iterator[Fault]:
    """Demand and costs have so few digits that all sums of them are exact."""
    numbers = [demand, *([] if history is None else [history])]
    if forecasts is not None:
        numbers.append(forecasts.demand.ravel())
    amounts = np.concatenate(numbers)
    parts = unit_of(np.append(amounts, 1.0)).denominator
    holding, *others = map(as_written, (holding_cost, order_cost, removal_cost, short_cost))
    unit = common_unit((holding / parts, *others))
    largest = ceil(np.abs(amounts).max())
    most: int = stock + sum(pipeline) + len(demand) * (largest + 1)
    if 4 * len(demand) * most * max(Fraction(parts), max(holding, *others) / unit) > LARGEST:
        yield Fault("demand", "demand and costs have too many digits to be added")
