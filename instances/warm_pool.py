"""warm_pool: how many machines to keep configured in each tick for the coming memory demand.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2, Eq. 6 to 10.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ..core.arrays import ABSENT, FloatArray, Floats, IntArray, MaybeFloats, number_array
from ..core.decimals import (
    LARGEST,
    as_written,
    common_unit,
    fault_of_digits,
    in_units,
    unit_of,
)
from ..core.faults import Fault, check_range
from ..core.memory import check_size
from ..core.schema import Count, Instance, NonNegative, Positive, Rule

__all__ = ["WarmPool", "generate"]


def lead_within(allocated: FloatArray, lead: int) -> Iterator[Fault]:
    """There are more ticks than the lead time."""
    if len(allocated) <= lead:
        yield Fault.of("allocated", f"must have more entries than lead ({lead})", len(allocated))


def something_asks_for_machines(max_short: int | None, short_cost: float) -> Iterator[Fault]:
    """Ticks with too few machines (short ticks) have a limit or a cost."""
    if max_short is None and short_cost == 0:
        rule = "nothing requires machines: set max_short, or short_cost above 0"
        yield Fault("max_short", rule)


def sums_are_exact(
    allocated: FloatArray,
    machine_size: float,
    configured: int | None,
    configure_cost: float,
    short_cost: float,
) -> Iterator[Fault]:
    """Memory and costs have so few digits that all sums of them are exact."""
    size, memory = as_written(machine_size), unit_of(np.append(allocated, machine_size))
    most = max((configured or 0) * size, as_written(float(allocated.max())) + size)
    configure, short = as_written(configure_cost), as_written(short_cost)
    dearest = most + most / size * configure + short  # of one tick
    total = len(allocated) * dearest
    if total / common_unit((memory, configure, short)) > LARGEST:
        amounts: dict[str, FloatArray | float] = {
            "allocated[{}]": allocated,
            "machine_size": machine_size,
            "configure_cost": configure_cost,
            "short_cost": short_cost,
        }
        yield fault_of_digits("memory and costs", amounts, total)


class WarmPool(Instance):
    """The memory in use in each tick, and the size and costs of machines."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        lead_within,
        something_asks_for_machines,
        sums_are_exact,
    )

    problem: Literal["warm_pool"] = "warm_pool"
    allocated: Annotated[Floats, *number_array(1, at_least=0)]
    machine_size: Positive
    configured: Count | None = None
    lead: Annotated[int, Field(ge=1)] = 1
    max_up: Count | None = None
    max_down: Count | None = None
    configure_cost: NonNegative = 0.0
    max_short: Count | None = None
    short_cost: NonNegative = 0.0
    history: Annotated[MaybeFloats, *number_array(1, at_least=0, optional=True)] = ABSENT

    @property
    def ticks(self) -> int:
        """T, the number of ticks."""
        return len(self.allocated)

    @cached_property
    def memory_unit(self) -> Fraction:
        """The unit of which all memory sizes are integer multiples."""
        return unit_of(np.append(self.allocated, self.machine_size))

    @cached_property
    def size(self) -> int:
        """g, the memory of a machine, in memory units."""
        return int(as_written(self.machine_size) / self.memory_unit)

    @cached_property
    def used(self) -> IntArray:
        """O_t, the memory in use in each tick, in memory units."""
        return in_units(self.allocated, self.memory_unit)

    @cached_property
    def needed(self) -> IntArray:
        """n_t, the number of machines that the memory in use needs in each tick."""
        return -(-self.used // self.size)

    @cached_property
    def at_start(self) -> int:
        """The machines configured before tick 0; by default those needed in tick 0."""
        return int(self.needed[0]) if self.configured is None else self.configured

    @cached_property
    def _prices(self) -> tuple[Fraction, Fraction, Fraction]:
        """The costs of a unit of warm memory, of configuring a machine, and of a short tick."""
        return self.memory_unit, as_written(self.configure_cost), as_written(self.short_cost)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The unit of which all costs are integer multiples."""
        return common_unit(self._prices)

    @cached_property
    def costs(self) -> tuple[int, int, int]:
        """Costs in units: a unit of warm memory, configuring a machine, a short tick."""
        warm, configure, short = (int(price / self.cost_unit) for price in self._prices)
        return warm, configure, short

    @property
    def rise(self) -> int:
        """The limit on machines that are newly configured per tick, at most `most`."""
        return self.most if self.max_up is None else min(self.max_up, self.most)

    @property
    def fall(self) -> int:
        """The limit on machines that are returned per tick, at most `most`."""
        return self.most if self.max_down is None else min(self.max_down, self.most)

    @cached_property
    def most(self) -> int:
        """C, the maximum of the machines at the start and of those that any tick needs."""
        return max(self.at_start, int(self.needed.max()))

    def decision(self, machines: IntArray) -> dict[str, list[int]]:
        """Return the decision with these numbers of configured machines."""
        return {"machines": machines.tolist()}


Regime = Literal["steady", "shift"]
_STEP = 0.15  # rise after a shift, as a share of the level
_MEMORY = 0.8  # the share of a tick's noise that the next tick keeps
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
    """Return a random course of memory in use, around the memory of ``machines`` machines.

    ``daily`` and ``weekly`` are the amplitudes of two periods, ``trend`` the growth per week, all
    relative to the level; with the regime ``shift`` the level rises at a random tick of the middle
    third.  ``bursts`` is the mean number of bursts, ``burst`` their scale.
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
    """Return a burst's additional demand per tick: a quadratic rise, a constant level, a decay."""
    height = scale * (rng.pareto(2.5) + 0.5)
    start, stays = int(rng.integers(ticks)), int(rng.integers(6, 25))
    since = np.arange(ticks) - start
    rising = ((since + 1) / _RISING) ** 2
    decaying = np.exp(-np.maximum(0, since - _RISING - stays) / 6)
    return np.where(since < 0, 0.0, height * np.minimum(rising, 1.0) * decaying)
