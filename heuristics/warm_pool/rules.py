"""Eigen's rules for warm machines, (6) to (10), and the forecasts that it compares them with.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2 and Fig. 11.  The paper gives no parameter;
the defaults are ours.  A rule decides at tick t, from the memory in use until then, the memory to
be configured at tick t + lead.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Share
from ...instances.warm_pool import WarmPool
from . import forecasts
from .margins import adaptive, past_rises, smooth_series
from .replay import answer_with

Amount = Annotated[float, Field(ge=0)]
Window = Annotated[int, Field(ge=1)]
Order = Annotated[int, Field(ge=1, le=20)]


def past_and_present(instance: WarmPool) -> FloatArray:
    """Return the memory in use, with the history before it."""
    if instance.history is None:
        return np.asarray(instance.allocated, dtype=float)
    return np.concatenate([instance.history, instance.allocated])


def constant_percentage(instance: WarmPool, run: Run, *, percent: Amount = 5.0) -> Answer:
    """Configure so many percent more than is in use."""
    return answer_with(instance, run, (1 + percent / 100) * instance.allocated)


def es(
    instance: WarmPool, run: Run, *, alpha: Share = 0.8, margin_quantile: Share | None = None
) -> Answer:
    """Exponential smoothing, S_{t+1} = α O_t + (1 - α) S_t."""
    series = past_and_present(instance)
    return _forecast(instance, run, forecasts.exponential(series, alpha), margin_quantile)


def moving_average(
    instance: WarmPool, run: Run, *, window: Window = 6, margin_quantile: Share | None = None
) -> Answer:
    """The mean of the last values."""
    ahead = forecasts.moving_average(past_and_present(instance), window)
    return _forecast(instance, run, ahead, margin_quantile)


def ar(
    instance: WarmPool,
    run: Run,
    *,
    order: Order = 3,
    window: Window = 144,
    margin_quantile: Share | None = None,
) -> Answer:
    """Autoregression with a constant, fitted anew in every tick."""
    series = past_and_present(instance)
    ahead = forecasts.autoregressive(series, order, max(window, 3 * order), instance.lead)
    return _forecast(instance, run, ahead, margin_quantile)


def arima(
    instance: WarmPool, run: Run, *, window: Window = 144, margin_quantile: Share | None = None
) -> Answer:
    """ARIMA(2, 1, 1), fitted anew in every tick by two regressions."""
    ahead = forecasts.arima(past_and_present(instance), max(window, 32), instance.lead)
    return _forecast(instance, run, ahead, margin_quantile)


def _forecast(
    instance: WarmPool, run: Run, ahead: FloatArray, margin_quantile: float | None
) -> Answer:
    """Return the answer of a plain forecast, with a margin from past rises if asked for."""
    target = ahead[-instance.ticks :]
    if margin_quantile is not None:
        target = target + _margin(instance, None, margin_quantile, 144)
    return answer_with(instance, run, target)


def _margin(
    instance: WarmPool, margin: float | None, quantile: float, window: int
) -> FloatArray | float:
    """Return the Margin of every tick: one for all if given, else from past rises."""
    if margin is not None:
        return margin
    series = past_and_present(instance)
    return past_rises(series, quantile, window, instance.lead)[-instance.ticks :]


def es_constant_margin(
    instance: WarmPool,
    run: Run,
    *,
    alpha: Share = 0.8,
    quantile: Share = 0.95,
    window: Window = 144,
    margin: Amount | None = None,
) -> Answer:
    """(6): F = S + Margin; one ``margin`` for all ticks, or a quantile of past rises."""
    smooth = forecasts.exponential(past_and_present(instance), alpha)[-instance.ticks :]
    return answer_with(instance, run, smooth + _margin(instance, margin, quantile, window))


def es_adaptive_margin(
    instance: WarmPool,
    run: Run,
    *,
    alpha: Share = 0.8,
    gamma: Share = 0.5,
    quantile: Share = 0.95,
    window: Window = 144,
    margin: Amount | None = None,
) -> Answer:
    """(8) and (9): F = S + (1 + R) Margin, R as sharp as the latest bend."""
    series = past_and_present(instance)
    ratio = adaptive(series, gamma, window)[-instance.ticks :]
    smooth = forecasts.exponential(series, alpha)[-instance.ticks :]
    target = smooth + (1 + ratio) * _margin(instance, margin, quantile, window)
    return answer_with(instance, run, target)


def es_smoothed_margin(
    instance: WarmPool,
    run: Run,
    *,
    alpha: Share = 0.8,
    gamma: Share = 0.5,
    beta: Share = 0.8,
    quantile: Share = 0.95,
    window: Window = 144,
    margin: Amount | None = None,
) -> Answer:
    """(10): as the adaptive margin, but falling smoothly."""
    series = past_and_present(instance)
    ratio = smooth_series(series, gamma, beta, window)[-instance.ticks :]
    smooth = forecasts.exponential(series, alpha)[-instance.ticks :]
    target = smooth + (1 + ratio) * _margin(instance, margin, quantile, window)
    return answer_with(instance, run, target)
