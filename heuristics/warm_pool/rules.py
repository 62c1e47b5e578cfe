"""Eigen's rules for warm machines, (6) to (10), and the forecasts that it compares them with.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2 and Fig. 11.  The paper gives no parameter;
the defaults are ours.  A rule decides at tick t, from the memory in use until then, the memory to
be configured at tick t + lead: smoothed use S plus a *Margin*, or S + (1 + R) Margin, where R
depends on the bends (second differences) of the use.  Parameters: α is the weight of the latest
tick in S, γ the exponent of a bend's sharpness in R, and β the weight of the previous R in the R
after a downward bend.

In hindsight the best parameters of a rule are one Margin for all ticks, and others from a grid.  A
larger Margin never configures fewer machines in a tick, so the best Margin is the least with few
enough short ticks.  It is found by bisection down to adjacent floating-point numbers.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Share
from ...instances.warm_pool import WarmPool
from ...solvers.best_price import in_money
from ...solvers.warm_pool import cheap_bound, cost_of, impossible
from . import replay
from .replay import adaptive, answer_with, least_margin, past_rises, smooth_series

Amount = Annotated[float, Field(ge=0)]
Percent = Annotated[Amount, Field(description="memory configured beyond the use, in percent")]
Window = Annotated[int, Field(ge=1)]
Order = Annotated[int, Field(ge=1, le=20)]
MarginQuantile = Annotated[
    Share | None, Field(description="add this quantile of past rises; default: add nothing")
]
Alpha = Annotated[Share, Field(description="weight of the latest tick in the smoothing")]
PastTicks = Annotated[Window, Field(description="number of past ticks to use")]


def past_and_present(instance: WarmPool) -> FloatArray:
    """Return the series of memory in use, including the history if there is one."""
    if instance.history is None:
        return np.asarray(instance.allocated, dtype=float)
    return np.concatenate([instance.history, instance.allocated])


def constant_percentage(instance: WarmPool, run: Run, *, percent: Percent = 5.0) -> Answer:
    """Configure a constant percentage more memory than is in use."""
    return answer_with(instance, run, (1 + percent / 100) * instance.allocated)


def es(
    instance: WarmPool, run: Run, *, alpha: Alpha = 0.8, margin_quantile: MarginQuantile = None
) -> Answer:
    """Forecast by exponential smoothing, S_{t+1} = α O_t + (1 - α) S_t."""
    series = past_and_present(instance)
    return _forecast(instance, run, replay.exponential(series, alpha), margin_quantile)


def moving_average(
    instance: WarmPool, run: Run, *, window: PastTicks = 6, margin_quantile: MarginQuantile = None
) -> Answer:
    """Forecast by the mean of the last values."""
    ahead = replay.moving_average_forecast(past_and_present(instance), window)
    return _forecast(instance, run, ahead, margin_quantile)


def ar(
    instance: WarmPool,
    run: Run,
    *,
    order: Annotated[Order, Field(description="number of past ticks in the autoregression")] = 3,
    window: PastTicks = 144,
    margin_quantile: MarginQuantile = None,
) -> Answer:
    """Forecast by an autoregression with a constant, refitted in every tick."""
    series = past_and_present(instance)
    ahead = replay.autoregressive(series, order, max(window, 3 * order), instance.lead)
    return _forecast(instance, run, ahead, margin_quantile)


def arima(
    instance: WarmPool, run: Run, *, window: PastTicks = 144, margin_quantile: MarginQuantile = None
) -> Answer:
    """Forecast by ARIMA(2, 1, 1), refitted in every tick by two regressions."""
    ahead = replay.arima_forecast(past_and_present(instance), max(window, 32), instance.lead)
    return _forecast(instance, run, ahead, margin_quantile)


def _forecast(
    instance: WarmPool, run: Run, ahead: FloatArray, margin_quantile: float | None
) -> Answer:
    """Return the answer for the forecast ``ahead`` plus, if requested, a Margin from past rises."""
    target = ahead[-instance.ticks :]
    if margin_quantile is not None:
        target = target + _margin(instance, None, margin_quantile, 144)
    return answer_with(instance, run, target)


def _margin(
    instance: WarmPool, margin: float | None, quantile: float, window: int
) -> FloatArray | float:
    """Return the Margin: ``margin`` if given, else a quantile of past rises for each tick."""
    if margin is not None:
        return margin
    series = past_and_present(instance)
    return past_rises(series, quantile, window, instance.lead)[-instance.ticks :]


class MarginParameters(Parameters):
    """The parameters of a constant Margin."""

    alpha: Share = Field(default=0.8, description="weight of the latest tick in the smoothing")
    quantile: Share = Field(default=0.95, description="quantile of past rises for the Margin")
    window: Window = Field(default=144, description="number of past ticks to use")
    margin: Amount | None = Field(
        default=None, description="one Margin for all ticks, in place of the quantile"
    )


class AdaptiveParameters(MarginParameters):
    """The parameters of a Margin that depends on the latest bend."""

    gamma: Share = Field(default=0.5, description="exponent of the bend; smaller values react more")


class SmoothedParameters(AdaptiveParameters):
    """The parameters of a Margin that decreases smoothly after downward bends."""

    beta: Share = Field(default=0.8, description="weight of the last ratio after a downward bend")


def es_constant_margin(instance: WarmPool, run: Run, parameters: MarginParameters) -> Answer:
    """Configure smoothed use S plus a Margin, (6): ``margin`` or a quantile of past rises."""
    return _with_margin(instance, run, parameters, np.ones(instance.ticks))


def es_adaptive_margin(instance: WarmPool, run: Run, parameters: AdaptiveParameters) -> Answer:
    """Configure S + (1 + R) Margin, (8), (9); R is the latest bend's sign times sharpness^γ."""
    ratio = adaptive(past_and_present(instance), parameters.gamma, parameters.window)
    return _with_margin(instance, run, parameters, 1 + ratio[-instance.ticks :])


def es_smoothed_margin(instance: WarmPool, run: Run, parameters: SmoothedParameters) -> Answer:
    """Configure S + (1 + R) Margin, (10), where R falls smoothly after downward bends."""
    series = past_and_present(instance)
    ratio = smooth_series(series, parameters.gamma, parameters.beta, parameters.window)
    return _with_margin(instance, run, parameters, 1 + ratio[-instance.ticks :])


def _with_margin(
    instance: WarmPool, run: Run, parameters: MarginParameters, stretch: FloatArray
) -> Answer:
    """Return the answer for the targets: smoothed use plus ``stretch`` times the Margin."""
    smooth = _smooth(instance, past_and_present(instance), parameters.alpha)
    margin = _margin(instance, parameters.margin, parameters.quantile, parameters.window)
    return answer_with(instance, run, smooth + stretch * margin)


Grid = Annotated[list[Share], Field(min_length=1)]

ALPHAS = (0.2, 0.5, 0.8, 1.0)
GAMMAS = (0.25, 0.5, 1.0)
BETAS = (0.5, 0.8, 0.95)


class ConstantGrid(Parameters):
    """The parameters of `best_constant_margin`: values to try."""

    alpha: Grid = Field(default=list(ALPHAS), description="weights of the latest tick to try")


class AdaptiveGrid(ConstantGrid):
    """The parameters of `best_adaptive_margin`: values to try."""

    gamma: Grid = Field(default=list(GAMMAS), description="exponents of the bend to try")
    window: Window = Field(default=144, description="number of past ticks to use")


class SmoothedGrid(AdaptiveGrid):
    """The parameters of `best_smoothed_margin`: values to try."""

    beta: Grid = Field(default=list(BETAS), description="weights of the last ratio to try")


@dataclass(frozen=True, eq=False)
class MarginRule:
    """A rule whose Margin is not chosen yet: target = smooth + stretch x Margin, stretch >= 0."""

    parameters: dict[str, float]
    smooth: FloatArray
    stretch: FloatArray


def best_constant_margin(instance: WarmPool, run: Run, grid: ConstantGrid) -> Answer:
    """Use the constant Margin and α of (6) with the least cost in hindsight."""
    series = past_and_present(instance)
    ones = np.ones(instance.ticks)
    rules = (MarginRule({"alpha": a}, _smooth(instance, series, a), ones) for a in grid.alpha)
    return _best(instance, run, rules)


def best_adaptive_margin(instance: WarmPool, run: Run, grid: AdaptiveGrid) -> Answer:
    """Use the Margin, α and γ of (8) and (9) with the least cost in hindsight."""
    series = past_and_present(instance)
    rules = (
        MarginRule(
            {"alpha": a, "gamma": g},
            _smooth(instance, series, a),
            1 + adaptive(series, g, grid.window)[-instance.ticks :],
        )
        for a, g in itertools.product(grid.alpha, grid.gamma)
    )
    return _best(instance, run, rules)


def best_smoothed_margin(instance: WarmPool, run: Run, grid: SmoothedGrid) -> Answer:
    """Use the Margin, α, γ and β of (10) with the least cost in hindsight."""
    series = past_and_present(instance)
    rules = (
        MarginRule(
            {"alpha": a, "gamma": g, "beta": b},
            _smooth(instance, series, a),
            1 + smooth_series(series, g, b, grid.window)[-instance.ticks :],
        )
        for a, g, b in itertools.product(grid.alpha, grid.gamma, grid.beta)
    )
    return _best(instance, run, rules)


def _smooth(instance: WarmPool, series: FloatArray, alpha: float) -> FloatArray:
    return replay.exponential(series, alpha)[-instance.ticks :]


def _best(instance: WarmPool, run: Run, rules: Iterator[MarginRule]) -> Answer:
    """Return the cheapest plan over all rules and their Margins, with a proven bound."""
    if (refused := impossible(instance)) is not None:
        return refused
    decision: dict[str, Any] | None = None
    details: dict[str, Any] = {}
    for rule in rules:
        if run.should_stop():
            return cheap_bound(instance).answer(decision, stopped=run.stopped, details=details)
        for margin, cost, machines in _candidates(instance, rule):
            money = in_money(instance, cost)
            if run.report(money, None, instance.decision(machines)):
                decision = instance.decision(machines)
                details = {**rule.parameters, "margin": margin}
    if decision is None:
        message = "every tested Margin leaves too many ticks short"
        return cheap_bound(instance).answer(None, message=message)
    if instance.configure_cost == 0:  # else a larger Margin may configure less often
        details["best_of_class"] = run.objective
    return cheap_bound(instance).answer(decision, details=details)


def _candidates(instance: WarmPool, rule: MarginRule) -> Iterator[tuple[float, int, IntArray]]:
    """Yield (least Margin, cost, machines) for falling limits on ticks with too few machines."""
    allowed = instance.ticks if instance.max_short is None else instance.max_short
    margin, best = 0.0, None
    while True:
        found = _least_margin(instance, rule, margin, allowed)
        if found is None:
            return
        margin, machines = found
        cost = cost_of(instance, machines)
        short = int((machines < instance.needed).sum())
        paid = short * instance.costs[2]
        if best is not None and cost - paid >= best:  # warm memory alone costs more by now
            return
        best = cost if best is None else min(best, cost)
        yield margin, cost, machines
        allowed = short - 1
        if allowed < 0 or instance.short_cost == 0:
            return


def _least_margin(
    instance: WarmPool, rule: MarginRule, least: float, allowed: int
) -> tuple[float, IntArray] | None:
    """Return the least Margin >= ``least`` with up to ``allowed`` short ticks, and the machines."""
    smallest = rule.stretch[rule.stretch > 1e-6].min(initial=1.0)
    high = max(least, 4.0 * instance.most * instance.machine_size / float(smallest))
    return least_margin(instance, rule.smooth, rule.stretch, (least, high), allowed)
