"""cold_stock: the stock of offline machines that covers the demand of the coming weeks.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.3.2: at every review machines are ordered,
which come after the lead time, or given back at once.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.decimals import as_written, common_unit, in_units, unit_of
from ...core.given import ABSENT, Floats, MaybeFloats
from ...core.schema import Count, Instance, Many, NonNegative, Part, Rule
from .rules import (
    first_review_within,
    forecasts_of_the_reviews,
    pipeline_within,
    quantiles_that_grow,
    something_asks_for_stock,
    sums_are_exact,
)


class Forecasts(Part):
    """Forecast net demand, by review, by quantile, for each of the next lead + period days."""

    quantiles: Annotated[Many[float], Field(min_length=1)]
    demand: Annotated[FloatArray, *number_array(3)]


class ColdStock(Instance):
    """The net demand of every day, the machines at hand, and the costs of holding and ordering."""

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
        """R, the days on which machines are ordered and given back."""
        return range(self.first_review, self.days, self.period)

    @cached_property
    def parts(self) -> int:
        """How many parts of a machine are counted as one, so that all demand is whole."""
        numbers = [self.demand]
        if self.history is not None:
            numbers.append(self.history)
        if self.forecasts is not None:
            numbers.append(self.forecasts.demand.ravel())
        return unit_of(np.append(np.concatenate(numbers), 1.0)).denominator

    @cached_property
    def taken(self) -> IntArray:
        """d_t, the demand of every day in parts of a machine."""
        return in_units(self.demand, Fraction(1, self.parts))

    @cached_property
    def due(self) -> IntArray:
        """a_t, the machines of the pipeline that arrive each day, in parts of a machine."""
        due = np.zeros(self.days, dtype=np.int64)
        due[: len(self.pipeline)] = self.pipeline
        return due * self.parts

    @cached_property
    def _prices(self) -> tuple[Fraction, ...]:
        """Holding a part for a day; ordering, removing a machine; a short day."""
        others = (self.order_cost, self.removal_cost, self.short_cost)
        return as_written(self.holding_cost) / self.parts, *map(as_written, others)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The unit of which all costs are whole multiples."""
        return common_unit(self._prices)

    @cached_property
    def costs(self) -> tuple[int, int, int, int]:
        """Holding a part for a day; ordering, removing a machine; a short day: in cost units."""
        holding, order, removal, short = (int(price / self.cost_unit) for price in self._prices)
        return holding, order, removal, short

    def decision(self, order: IntArray, remove: IntArray) -> dict[str, list[int]]:
        """Return the decision with these orders and removals, one of each per review."""
        return {"order": order.tolist(), "remove": remove.tolist()}
