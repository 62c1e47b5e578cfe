"""The best parameters of a rule in hindsight: one Margin for all ticks, the others from a grid.

A larger Margin configures no machine less in any tick, so that the best one is the least with few
enough short ticks.  It is found by bisection down to neighbouring floating-point numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Share
from ...instances.warm_pool import WarmPool
from ...solvers.warm_pool import cheap_bound, cost_of, impossible, in_money
from . import forecasts
from .margins import adaptive, smooth_series
from .replay import least_margin
from .rules import Window, past_and_present

Grid = Annotated[list[Share], Field(min_length=1)]

ALPHAS = (0.2, 0.5, 0.8, 1.0)
GAMMAS = (0.25, 0.5, 1.0)
BETAS = (0.5, 0.8, 0.95)


@dataclass(frozen=True, eq=False)
class MarginRule:
    """A rule but for its Margin: F = smooth + stretch x Margin, with stretch >= 0."""

    parameters: dict[str, float]
    smooth: FloatArray
    stretch: FloatArray


def best_constant_margin(instance: WarmPool, run: Run, *, alpha: Grid = list(ALPHAS)) -> Answer:  # noqa: B006
    """The least-cost Margin of (6) in hindsight, over a grid of α."""
    series = past_and_present(instance)
    ones = np.ones(instance.ticks)
    rules = (MarginRule({"alpha": a}, _smooth(instance, series, a), ones) for a in alpha)
    return _best(instance, run, rules)


def best_adaptive_margin(
    instance: WarmPool,
    run: Run,
    *,
    alpha: Grid = list(ALPHAS),  # noqa: B006
    gamma: Grid = list(GAMMAS),  # noqa: B006
    window: Window = 144,
) -> Answer:
    """The least-cost Margin of (8) and (9) in hindsight, over grids of α and γ."""
    series = past_and_present(instance)
    rules = (
        MarginRule(
            {"alpha": a, "gamma": g},
            _smooth(instance, series, a),
            1 + adaptive(series, g, window)[-instance.ticks :],
        )
        for a, g in itertools.product(alpha, gamma)
    )
    return _best(instance, run, rules)


def best_smoothed_margin(
    instance: WarmPool,
    run: Run,
    *,
    alpha: Grid = list(ALPHAS),  # noqa: B006
    gamma: Grid = list(GAMMAS),  # noqa: B006
    beta: Grid = list(BETAS),  # noqa: B006
    window: Window = 144,
) -> Answer:
    """The least-cost Margin of (10) in hindsight, over grids of α, γ and β."""
    series = past_and_present(instance)
    rules = (
        MarginRule(
            {"alpha": a, "gamma": g, "beta": b},
            _smooth(instance, series, a),
            1 + smooth_series(series, g, b, window)[-instance.ticks :],
        )
        for a, g, b in itertools.product(alpha, gamma, beta)
    )
    return _best(instance, run, rules)


def _smooth(instance: WarmPool, series: FloatArray, alpha: float) -> FloatArray:
    return forecasts.exponential(series, alpha)[-instance.ticks :]


def _best(instance: WarmPool, run: Run, rules: Iterator[MarginRule]) -> Answer:
    """Return the cheapest plan of all rules and their Margins, with the hindsight bound."""
    refused = impossible(instance)
    if refused is not None:
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
        message = "no Margin leaves few enough ticks short"
        return cheap_bound(instance).answer(None, message=message)
    if instance.configure_cost == 0:  # else a larger Margin may configure less often
        details["best_of_class"] = run.objective
    return cheap_bound(instance).answer(decision, details=details)


def _candidates(instance: WarmPool, rule: MarginRule) -> Iterator[tuple[float, int, IntArray]]:
    """Yield the least Margin for each number of short ticks that may be best, with its cost."""
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
    """Return the least Margin from ``least`` on with so few short ticks, and its machines."""
    smallest = rule.stretch[rule.stretch > 1e-6].min(initial=1.0)
    high = max(least, 4.0 * instance.most * instance.machine_size / float(smallest))
    return least_margin(instance, rule.smooth, rule.stretch, (least, high), allowed)
