"""The forecasts that policies of cold_stock plan with, in parts of a machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.faults import input_error
from ...instances.cold_stock import ColdStock, Paths, least_history, seasonal

Source = Literal["given", "seasonal", "perfect"]
Weeks = Annotated[int, Field(ge=1)]
Quantile = Annotated[float, Field(ge=0, le=1)]
Forecaster: TypeAlias = Callable[[int], IntArray]  # demand from a review on, by its day


@dataclass(frozen=True)
class Outlook:
    """How to look ahead: where the forecast is from, which quantile, how it is added up."""

    forecast: Source | None = None
    quantile: float = 0.5
    paths: Paths = "day"
    weeks: int = 12

    def forecaster(self, instance: ColdStock) -> Forecaster:
        """Return the forecast of a review: of lead + period days, none beyond the last day."""
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
    """Return the file's own forecasts of a quantile."""
    if instance.forecasts is None:
        raise input_error("forecast", "the instance gives no forecasts", "given")
    quantiles = instance.forecasts.quantiles
    if outlook.quantile not in quantiles:
        listed = ", ".join(f"{quantile:g}" for quantile in quantiles)
        raise input_error("quantile", f"must be one of the file's ({listed})", outlook.quantile)
    if outlook.paths == "sum":
        raise input_error("paths", "the file's forecasts are of single days", "sum")
    column = quantiles.index(outlook.quantile)
    known = np.rint(instance.forecasts.demand[:, column] * instance.parts).astype(np.int64)
    return lambda day: known[(day - instance.first_review) // instance.period]


def _seasonal(instance: ColdStock, outlook: Outlook) -> Forecaster:
    """Return quantiles of the same weekdays before the review."""
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
