"""cold_stock: how many offline machines to order and to return at each review.

Their stock covers the demand of the coming weeks.  Eigen (Alibaba Cloud, PVLDB 16(12), 2023),
section 4.3.2: at every review machines are ordered, which arrive after the lead time, or returned
immediately.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ..core.arrays import ABSENT, FloatArray, Floats, IntArray, MaybeFloats, number_array
from ..core.decimals import (
    LARGEST,
    as_written,
    common_unit,
    fault_of_digits,
    in_units,
    unit_of,
)
from ..core.faults import Fault, check_range
from ..core.memory import check_size
from ..core.schema import Count, Instance, Many, NonNegative, Part, Rule

__all__ = ["ColdStock", "Forecasts", "Paths", "generate", "least_history", "seasonal"]


def first_review_within(demand: FloatArray, first_review: int) -> Iterator[Fault]:
    """The first review is one of the days."""
    if first_review >= len(demand):
        rule = f"must be one of the {len(demand)} days, 0 to {len(demand) - 1}"
        yield Fault.of("first_review", rule, first_review)


def pipeline_within(demand: FloatArray, pipeline: tuple[int, ...]) -> Iterator[Fault]:
    """The pipeline has at most one entry per day."""
    if len(pipeline) > len(demand):
        rule = f"must have at most {len(demand)} entries, one per day"
        yield Fault.of("pipeline", rule, len(pipeline))


def something_asks_for_stock(max_short: int | None, short_cost: float) -> Iterator[Fault]:
    """Days with too little stock (short days) have a limit or a cost."""
    if max_short is None and short_cost == 0:
        rule = "nothing requires stock: set max_short, or short_cost above 0"
        yield Fault("max_short", rule)


def quantiles_that_grow(forecasts: Forecasts | None) -> Iterator[Fault]:
    """Quantiles are between 0 and 1 and increase."""
    if forecasts is None:
        return
    before = 0.0
    for k, quantile in enumerate(forecasts.quantiles):
        place = f"forecasts.quantiles[{k}]"
        if not 0 < quantile < 1:
            yield Fault.of(place, "must lie between 0 and 1, both excluded", quantile)
        elif quantile <= before:
            yield Fault.of(place, f"must be above the previous quantile ({before:.15g})", quantile)
        before = max(before, quantile)


def forecasts_of_the_reviews(
    demand: FloatArray, period: int, lead: int, first_review: int, forecasts: Forecasts | None
) -> Iterator[Fault]:
    """There is a forecast for each review, quantile and day, nondecreasing in the quantile."""
    if forecasts is None:
        return
    reviews = len(range(first_review, len(demand), period))
    wanted = (reviews, len(forecasts.quantiles), lead + period)
    if forecasts.demand.shape != wanted:
        rule = (
            f"must have the shape {wanted[0]} reviews, {wanted[1]} quantiles, {wanted[2]} days "
            "(lead + period)"
        )
        yield Fault.of("forecasts.demand", rule, list(forecasts.demand.shape))
        return
    for k, j, i in np.argwhere(np.diff(forecasts.demand, axis=1) < 0)[:20].tolist():
        lower = float(forecasts.demand[k, j, i])
        rule = f"must not be below the forecast of the previous quantile ({lower:.15g})"
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
    numbers = {"demand[{}]": demand}
    if history is not None:
        numbers["history[{}]"] = history
    if forecasts is not None:
        numbers["forecasts.demand"] = forecasts.demand.ravel()
    amounts = np.concatenate(list(numbers.values()))
    parts = unit_of(np.append(amounts, 1.0)).denominator
    holding, *others = map(as_written, (holding_cost, order_cost, removal_cost, short_cost))
    unit = common_unit((holding / parts, *others))
    largest = ceil(np.abs(amounts).max())
    most: int = stock + sum(pipeline) + len(demand) * (largest + 1)
    if 4 * len(demand) * most * max(Fraction(parts), max(holding, *others) / unit) > LARGEST:
        costs: dict[str, FloatArray | float] = {
            "holding_cost": holding_cost,
            "order_cost": order_cost,
            "removal_cost": removal_cost,
            "short_cost": short_cost,
        }
        total = 4 * len(demand) * most * max(Fraction(1), holding, *others)
        yield fault_of_digits("demand and costs", {**numbers, **costs}, total, factors=2)


class Forecasts(Part):
    """Forecasts of the net demand: reviews x quantiles x the next lead + period days."""

    quantiles: Annotated[Many[float], Field(min_length=1)]
    demand: Annotated[FloatArray, *number_array(3)]


class ColdStock(Instance):
    """The net demand of each day, machines on hand and ordered, and the costs of stock."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        first_review_within,
        pipeline_within,
        something_asks_for_stock,
        quantiles_that_grow,
        forecasts_of_the_reviews,
        sums_are_exact,
    )

    problem: Literal["cold_stock"] = "cold_stock"
    demand: Annotated[Floats, *number_array(1)]
    stock: Count
    period: Annotated[int, Field(ge=1)]
    lead: Count
    first_review: Count = 0
    pipeline: Many[Count] = ()
    holding_cost: NonNegative = 1.0
    order_cost: NonNegative = 0.0
    removal_cost: NonNegative = 0.0
    max_short: Count | None = None
    short_cost: NonNegative = 0.0
    allocated: NonNegative | None = None
    history: Annotated[MaybeFloats, *number_array(1, optional=True)] = ABSENT
    forecasts: Forecasts | None = None

    @property
    def days(self) -> int:
        """T, the number of days."""
        return len(self.demand)

    @cached_property
    def reviews(self) -> range:
        """R, the days on which machines are ordered and returned."""
        return range(self.first_review, self.days, self.period)

    @cached_property
    def parts(self) -> int:
        """The number of parts into which a machine is divided so that all demands are integers."""
        numbers = [self.demand]
        if self.history is not None:
            numbers.append(self.history)
        if self.forecasts is not None:
            numbers.append(self.forecasts.demand.ravel())
        return unit_of(np.append(np.concatenate(numbers), 1.0)).denominator

    @cached_property
    def taken(self) -> IntArray:
        """d_t, the net demand of each day in parts of a machine."""
        return in_units(self.demand, Fraction(1, self.parts))

    @cached_property
    def due(self) -> IntArray:
        """a_t, the ordered machines that arrive each day, in parts of a machine."""
        due = np.zeros(self.days, dtype=np.int64)
        due[: len(self.pipeline)] = self.pipeline
        return due * self.parts

    @cached_property
    def _prices(self) -> tuple[Fraction, ...]:
        """The costs of holding a part for a day, of an order, of a removal, and of a short day."""
        others = (self.order_cost, self.removal_cost, self.short_cost)
        return as_written(self.holding_cost) / self.parts, *map(as_written, others)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The unit of which all costs are integer multiples."""
        return common_unit(self._prices)

    @cached_property
    def costs(self) -> tuple[int, int, int, int]:
        """Costs in units: holding a part for a day, an order, a removal, a short day."""
        holding, order, removal, short = (int(price / self.cost_unit) for price in self._prices)
        return holding, order, removal, short

    def decision(self, order: IntArray, remove: IntArray) -> dict[str, list[int]]:
        """Return the decision with the given orders and removals, one number of each per review."""
        return {"order": order.tolist(), "remove": remove.tolist()}


WEEK = 7
Paths = Literal["day", "sum"]


def seasonal(
    past: FloatArray, days: int, quantile: float, *, weeks: int = 12, paths: Paths = "day"
) -> FloatArray:
    """Return a seasonal forecast of the demand of each of the next ``days`` days.

    ``day``: for each day the empirical quantile (the next higher value) of the last ``weeks`` days
    with the same weekday.  ``sum``: the quantile of the summed demand from today to that day, over
    the last ``weeks`` intervals that began on today's weekday; the result is the increments of
    these sums.
    """
    if paths == "day":
        week = [_same_weekday(past, i, quantile, weeks) for i in range(min(days, WEEK))]
        return np.resize(week, days)
    totals = [_same_stretch(past, i, quantile, weeks) for i in range(days)]
    return np.diff(np.array(totals), prepend=0.0)


def least_history(days: int, paths: Paths) -> int:
    """Return the least number of days of history for a forecast of ``days`` days."""
    return 2 * WEEK if paths == "day" else days + WEEK


def _same_weekday(past: FloatArray, ahead: int, quantile: float, weeks: int) -> float:
    newest = len(past) - WEEK + ahead % WEEK
    return _next_higher(past[newest::-WEEK][:weeks], quantile)


def _same_stretch(past: FloatArray, ahead: int, quantile: float, weeks: int) -> float:
    running = np.concatenate([[0.0], np.cumsum(past)])
    newest = len(past) - WEEK * (ahead // WEEK + 1)
    starts = np.arange(newest, -1, -WEEK)[:weeks]
    seen = running[starts + ahead + 1] - running[starts]
    return _next_higher(seen, quantile)


def _next_higher(seen: FloatArray, quantile: float) -> float:
    """Return the empirical quantile (the next higher value) of the numbers ``seen``."""
    return float(np.sort(seen)[ceil((len(seen) - 1) * quantile)])


Shape = Literal["turning", "increasing", "fluctuating", "decreasing"]
Law = Literal["cauchy", "laplace", "normal"]

QUANTILES = (0.5, 0.6, 0.7)
_WEEK = np.array([1.0, 1.0, 0.5, 0.5, 0.0, -1.5, -1.5])
_WAVE = 60  # days of a wave of fluctuating demand
_BURST = 12  # machines that a burst takes
_SCALES = 20  # noise beyond so many scales is clipped


def generate(
    seed: int,
    *,
    days: int = 91,
    history: int = 112,
    period: int = 7,
    lead: int = 21,
    shape: Shape = "turning",
    trend: float = 0.5,
    weekly: float = 2.0,
    law: Law = "cauchy",
    noise: float = 0.8,
    bursts: float = 2.0,
    stock: int = 40,
    order_cost: float | None = None,
    forecasts: bool = True,
    max_short: int | None = None,
    short_cost: float = 100.0,
) -> ColdStock:
    """Return a random instance with an integral net demand.

    ``trend`` is in machines per day, ``weekly`` the amplitude of the weekly pattern, and ``noise``
    the scale of the ``law``. On average there are ``bursts`` bursts in ``days``; each takes twelve
    machines, which return after one to three weeks. Each review has seasonal forecasts; without
    ``forecasts`` there are none, and no history, so that policies know the future. By default an
    order costs as much as holding a machine for the lead time.
    """
    check_range(days=(days, 1), period=(period, 1), lead=(lead, 0), weekly=(weekly, 0))
    check_range(history=(history, 14), noise=(noise, 0), bursts=(bursts, 0), stock=(stock, 0))
    seen = history + days
    check_size(numbers=seen * (1 + bursts) + 3 * (1 + days // period) * (lead + period))
    rng = np.random.default_rng(seed)
    demand = _slope(rng, shape, history, days) * trend
    demand += weekly * _WEEK[np.arange(history + days) % len(_WEEK)]
    demand += noise * np.clip(_noise(rng, law, history + days), -_SCALES, _SCALES)
    _add_bursts(rng, demand, rng.poisson(bursts * (history + days) / max(1, days)))
    whole: FloatArray = np.diff(np.round(np.cumsum(demand)), prepend=0.0)
    return ColdStock(
        name=f"cold-stock-{shape}-{days}-s{seed}",
        demand=whole[history:],
        stock=stock,
        period=period,
        lead=lead,
        order_cost=float(lead) if order_cost is None else order_cost,
        max_short=max_short,
        short_cost=short_cost,
        allocated=400.0,
        history=whole[:history] if forecasts else None,
        forecasts=_forecasts(whole, history, period, lead) if forecasts else None,
    )


def _forecasts(demand: FloatArray, history: int, period: int, lead: int) -> Forecasts:
    """Return the seasonal forecasts at each review."""
    forecasts = [
        [seasonal(demand[:day], lead + period, quantile) for quantile in QUANTILES]
        for day in range(history, len(demand), period)
    ]
    return Forecasts(quantiles=QUANTILES, demand=np.array(forecasts))


def _slope(rng: np.random.Generator, shape: Shape, history: int, days: int) -> FloatArray:
    """Return the direction of the trend on each day: a number between -1 and 1."""
    slope = np.ones(history + days)
    if shape == "decreasing":
        return -slope
    if shape == "fluctuating":
        return np.cos(2 * np.pi * np.arange(history + days) / _WAVE)
    if shape == "turning":
        turn = int(rng.integers(days // 3, max(days // 3 + 1, 2 * days // 3)))
        slope[history + turn :] = -1.0
    return slope


def _noise(rng: np.random.Generator, law: Law, count: int) -> FloatArray:
    if law == "cauchy":
        return rng.standard_cauchy(count)
    if law == "laplace":
        return rng.laplace(size=count)
    return rng.standard_normal(count)


def _add_bursts(rng: np.random.Generator, demand: FloatArray, count: int) -> None:
    for _ in range(count):
        start, back = int(rng.integers(len(demand))), int(rng.integers(7, 22))
        demand[start] += _BURST
        if start + back < len(demand):
            demand[start + back] -= _BURST
