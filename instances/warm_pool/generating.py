"""Random memory in use: days, weeks, a drift, autocorrelated noise and bursts."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import check_range
from ...core.memory import check_size
from .instance import WarmPool

Regime = Literal["steady", "shift"]
_STEP = 0.15  # of the level, from a shift on
_MEMORY = 0.8  # how much of the noise of a tick the next one keeps
_RISING = 3  # ticks that a burst takes to rise


def generate(
    seed: int,
    *,
    ticks: int = 1008,
    per_day: int = 144,
    machines: int = 60,
    machine_size: float = 512.0,
    daily: float = 0.12,
    weekly: float = 0.05,
    trend: float = 0.0,
    regime: Regime = "steady",
    noise: float = 0.004,
    bursts: float = 6.0,
    burst: float = 0.08,
    max_up: int | None = 2,
    max_down: int | None = 2,
    max_short: int | None = None,
    short_cost: float = 20000.0,
    configure_cost: float = 0.0,
) -> WarmPool:
    """Return random memory in use, around the memory of ``machines``.

    ``daily`` and ``weekly`` are the heights of the two rhythms, ``trend`` the growth per week,
    all as shares of the level; with the regime ``shift`` the level rises at a random tick of the
    middle third.  ``bursts`` is their mean number, ``burst`` their scale.
    """
    check_range(ticks=(ticks, 2), per_day=(per_day, 1), machines=(machines, 1))
    check_range(machine_size=(machine_size, 1e-9), noise=(noise, 0), bursts=(bursts, 0))
    check_size(numbers=ticks * (1 + bursts))
    rng = np.random.default_rng(seed)
    tick = np.arange(ticks)
    day = tick / per_day
    course = 1 + daily * np.sin(2 * np.pi * day)
    course += weekly * np.where(day.astype(int) % 7 < 5, 1, -1) + trend * day / 7
    if regime == "shift":
        course[int(rng.integers(ticks // 3, max(ticks // 3 + 1, 2 * ticks // 3))) :] += _STEP
    course += _autocorrelated_noise(rng, ticks, noise)
    for _ in range(rng.poisson(bursts)):
        course += _burst(rng, ticks, burst)
    level = machines * machine_size
    return WarmPool(
        name=f"warm-pool-{regime}-{ticks}-s{seed}",
        allocated=np.maximum(0.0, np.round(course * level)),
        machine_size=machine_size,
        max_up=max_up,
        max_down=max_down,
        max_short=max_short,
        short_cost=short_cost,
        configure_cost=configure_cost,
    )


def _autocorrelated_noise(rng: np.random.Generator, ticks: int, scale: float) -> FloatArray:
    shocks = rng.standard_normal(ticks) * scale
    values = np.empty(ticks)
    now = 0.0
    for t in range(ticks):
        now = _MEMORY * now + shocks[t]
        values[t] = now
    return values


def _burst(rng: np.random.Generator, ticks: int, scale: float) -> FloatArray:
    """Return a burst that rises as a square, stays, and decays."""
    height = scale * (rng.pareto(2.5) + 0.5)
    start, stays = int(rng.integers(ticks)), int(rng.integers(6, 25))
    since = np.arange(ticks) - start
    rising = ((since + 1) / _RISING) ** 2
    decaying = np.exp(-np.maximum(0, since - _RISING - stays) / 6)
    return np.where(since < 0, 0.0, height * np.minimum(rising, 1.0) * decaying)
