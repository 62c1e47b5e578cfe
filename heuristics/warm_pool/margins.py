"""Margins over a forecast: from past rises, and how (8) to (10) of Eigen stretch them."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ...core.arrays import FloatArray
from ...core.compiled import kernel


def past_rises(series: FloatArray, quantile: float, window: int, lead: int) -> FloatArray:
    """Return, per tick, a quantile (the next higher value) of the last rises over ``lead`` ticks.

    At least 0, and 0 if there are none yet.
    """
    margin = np.zeros(len(series))
    rises = series[lead:] - series[:-lead]
    for seen in range(1, min(window, len(rises) + 1)):
        margin[lead + seen - 1] = np.quantile(rises[:seen], quantile, method="higher")
    if len(rises) >= window:
        windows = sliding_window_view(rises, window)
        margin[lead + window - 1 :] = np.quantile(windows, quantile, axis=1, method="higher")
    return np.maximum(margin, 0.0)


def bends(series: FloatArray) -> FloatArray:
    """O''_t = O_t - 2 O_{t-1} + O_{t-2}; 0 if the past is too short."""
    bend = np.zeros(len(series))
    bend[2:] = series[2:] - 2 * series[1:-1] + series[:-2]
    return bend


def sharpness(bend: FloatArray, window: int) -> FloatArray:
    """ρ: how sharp a bend is beside the sharpest upward one of the window, at most 1."""
    padded = np.concatenate([np.zeros(window - 1), bend])
    sharpest = np.maximum(0.0, sliding_window_view(padded, window).max(axis=1))
    size = np.abs(bend)
    bent = sharpest > 0
    share = np.where(bent, size / np.where(bent, sharpest, 1.0), 1.0)
    return np.where(bend == 0, 0.0, np.minimum(1.0, share))


def adaptive(series: FloatArray, gamma: float, window: int) -> FloatArray:
    """R of (8) and (9), corrected: the sign of the bend times a power of its sharpness."""
    bend = bends(series)
    return np.sign(bend) * sharpness(bend, window) ** gamma


def smooth_series(series: FloatArray, gamma: float, beta: float, window: int) -> FloatArray:
    """R of (10), corrected: at once up with an upward bend, smoothly down with a downward one."""
    bend = bends(series)
    return _smooth(bend, sharpness(bend, window) ** gamma, beta)


@kernel
def _smooth(bend: FloatArray, power: FloatArray, beta: float) -> FloatArray:
    """Return R of (10): it follows a rising bend at once and smooths a falling one by β."""
    ratio = np.zeros(len(bend))
    for t in range(len(bend)):
        before = ratio[t - 1] if t > 0 else 0.0
        ratio[t] = power[t] if bend[t] >= 0 else beta * before - (1 - beta) * power[t]
    return ratio
