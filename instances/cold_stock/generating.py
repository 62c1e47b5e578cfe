"""Random demand for offline machines: a trend, weeks, noise and bursts."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import check_range
from ...core.memory import check_size
from .instance import ColdStock, Forecasts
from .seasonal import seasonal

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
    """Return a random course of net demand, in whole machines.

    ``trend`` is in machines a day, ``weekly`` the height of the weekly pattern, ``noise`` the
    scale of the ``law``; ``bursts`` take twelve machines each, which come back after one to
    three weeks.  Forecasts are those of the seasonal forecaster at every review; without
    ``forecasts`` the file has none and no history, so that policies are told the future.  An
    order costs as much as holding a machine for the lead time, unless given.
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
    """Return the seasonal forecasts of every review."""
    forecasts = [
        [seasonal(demand[:day], lead + period, quantile) for quantile in QUANTILES]
        for day in range(history, len(demand), period)
    ]
    return Forecasts(quantiles=QUANTILES, demand=np.array(forecasts))


def _slope(rng: np.random.Generator, shape: Shape, history: int, days: int) -> FloatArray:
    """Return the sign of the trend on each day."""
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
