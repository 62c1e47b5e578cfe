"""The seasonal forecast: quantiles of the demand on the same weekday."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.arrays import FloatArray

WEEK = 7
Paths = Literal["day", "sum"]


def seasonal(
    past: FloatArray, days: int, quantile: float, *, weeks: int = 12, paths: Paths = "day"
) -> FloatArray:
    """Return a forecast of the demand of the next ``days`` days.

    ``day``: for each day the empirical quantile (the next higher value) of the last ``weeks``
    days of the same weekday.  ``sum``: the quantile of the demand added up from today to that
    day, over the last ``weeks`` stretches that began on today's weekday; what is returned are
    the steps of that path.
    """
    if paths == "day":
        return np.array([_same_weekday(past, i, quantile, weeks) for i in range(days)])
    totals = [_same_stretch(past, i, quantile, weeks) for i in range(days)]
    return np.diff(np.array(totals), prepend=0.0)


def least_history(days: int, paths: Paths) -> int:
    """Return how many days of history a forecast needs."""
    return 2 * WEEK if paths == "day" else days + WEEK


def _same_weekday(past: FloatArray, ahead: int, quantile: float, weeks: int) -> float:
    newest = len(past) - WEEK + ahead % WEEK
    seen = past[newest::-WEEK][:weeks]
    return float(np.quantile(seen, quantile, method="higher"))


def _same_stretch(past: FloatArray, ahead: int, quantile: float, weeks: int) -> float:
    running = np.concatenate([[0.0], np.cumsum(past)])
    newest = len(past) - WEEK * (ahead // WEEK + 1)
    starts = np.arange(newest, -1, -WEEK)[:weeks]
    seen = running[starts + ahead + 1] - running[starts]
    return float(np.quantile(seen, quantile, method="higher"))
