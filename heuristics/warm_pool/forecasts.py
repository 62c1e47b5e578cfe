"""Forecasts of memory in use: of every tick, ``lead`` ticks ahead, from the past alone."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray
from ...core.compiled import kernel

_LONG_ORDER = 8  # of the first of Hannan and Rissanen's two regressions


@kernel
def exponential(series: FloatArray, alpha: float) -> FloatArray:
    """S_{t+1} = α O_t + (1 - α) S_t with S_0 = O_0."""
    smooth = np.empty(len(series))
    now = series[0]
    for t in range(len(series)):
        now = alpha * series[t] + (1 - alpha) * now
        smooth[t] = now
    return smooth


def moving_average(series: FloatArray, window: int) -> FloatArray:
    """The mean of the last ``window`` values."""
    running = np.concatenate([[0.0], np.cumsum(series)])
    begin = np.maximum(0, np.arange(len(series)) - window + 1)
    end = np.arange(1, len(series) + 1)
    mean: FloatArray = (running[end] - running[begin]) / (end - begin)
    return mean


def autoregressive(series: FloatArray, order: int, window: int, lead: int) -> FloatArray:
    """An autoregression with a constant, fitted anew in every tick by least squares."""
    ahead = series.astype(float).copy()
    level = float(series.max())  # a constant of the series' own size, whatever its unit
    for t in range(2 * order + 1, len(series)):
        past = series[max(0, t + 1 - window) : t + 1]
        weights = _fit(_lag_matrix(past, order, constant=level), past[order:])
        values = past[-order:]
        for _ in range(lead):
            following = weights[0] * level + weights[1:] @ values[::-1]
            values = np.append(values[1:], following)
        ahead[t] = values[-1]
    return ahead


def arima(series: FloatArray, window: int, lead: int) -> FloatArray:
    """ARIMA(2, 1, 1), fitted anew in every tick by Hannan and Rissanen's two regressions."""
    ahead = series.astype(float).copy()
    for t in range(3 * _LONG_ORDER, len(series)):
        steps = np.diff(series[max(0, t + 1 - window) : t + 1])
        ahead[t] = series[t] + _sum_ahead(steps, lead)
    return ahead


def _sum_ahead(steps: FloatArray, lead: int) -> float:
    """Return the sum of the next ``lead`` steps."""
    long = _lag_matrix(steps, _LONG_ORDER)
    shocks = np.zeros(len(steps))
    shocks[_LONG_ORDER:] = steps[_LONG_ORDER:] - long @ _fit(long, steps[_LONG_ORDER:])
    first = _LONG_ORDER + 1
    known = np.stack([steps[first - 1 : -1], steps[first - 2 : -2], shocks[first - 1 : -1]], axis=1)
    weights = _fit(known, steps[first:])
    shock = steps[-1] - float(known[-1] @ weights)
    newest, before, total = float(steps[-1]), float(steps[-2]), 0.0
    for _ in range(lead):
        following = float(weights @ np.array([newest, before, shock]))
        newest, before, shock, total = following, newest, 0.0, total + following
    return total


def _lag_matrix(values: FloatArray, order: int, *, constant: float | None = None) -> FloatArray:
    """Return one row per value from ``order`` on: a constant if given, then the values before."""
    count = len(values) - order
    columns = [values[order - k : order - k + count] for k in range(1, order + 1)]
    if constant is not None:
        columns.insert(0, np.full(count, constant))
    return np.stack(columns, axis=1)


def _fit(known: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return the least-squares weights, the shortest ones where they are not unique."""
    return np.asarray(np.linalg.lstsq(known, wanted, rcond=None)[0], dtype=np.float64)
