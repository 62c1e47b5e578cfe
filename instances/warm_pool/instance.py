"""warm_pool: the configured machines that memory about to be allocated fits on.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.2, Eq. 6 to 10.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray, number_array
from ...core.decimals import as_written, common_unit, in_units, unit_of
from ...core.given import ABSENT, Floats, MaybeFloats
from ...core.schema import Count, Instance, NonNegative, Positive, Rule
from .rules import lead_within, something_asks_for_machines, sums_are_exact


class WarmPool(Instance):
    """The memory in use in every tick, and the size and cost of machines."""

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
        """The unit of which all memory is a whole multiple."""
        return unit_of(np.append(self.allocated, self.machine_size))

    @cached_property
    def size(self) -> int:
        """g, the memory of a machine, in units."""
        return int(as_written(self.machine_size) / self.memory_unit)

    @cached_property
    def used(self) -> IntArray:
        """O_t, the memory in use, in units."""
        return in_units(self.allocated, self.memory_unit)

    @cached_property
    def needed(self) -> IntArray:
        """n_t, the machines that the memory in use needs."""
        return -(-self.used // self.size)

    @cached_property
    def at_start(self) -> int:
        """The machines configured before tick 0: as many as are needed if not said."""
        return int(self.needed[0]) if self.configured is None else self.configured

    @cached_property
    def _prices(self) -> tuple[Fraction, Fraction, Fraction]:
        """A unit of warm memory, a machine configured, a short tick."""
        return self.memory_unit, as_written(self.configure_cost), as_written(self.short_cost)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The unit of which all costs are whole multiples."""
        return common_unit(self._prices)

    @cached_property
    def costs(self) -> tuple[int, int, int]:
        """A unit of warm memory, a machine configured, a short tick: in cost units."""
        warm, configure, short = (int(price / self.cost_unit) for price in self._prices)
        return warm, configure, short

    @property
    def rise(self) -> int:
        """The most machines configured in a tick; beyond all need if there is no limit."""
        return self.most if self.max_up is None else min(self.max_up, self.most)

    @property
    def fall(self) -> int:
        """The most machines given back in a tick; all of them if there is no limit."""
        return self.most if self.max_down is None else min(self.max_down, self.most)

    @cached_property
    def most(self) -> int:
        """C, the most machines that a plan without waste has."""
        return max(self.at_start, int(self.needed.max()))

    def decision(self, machines: IntArray) -> dict[str, list[int]]:
        """Return the decision with these configured machines."""
        return {"machines": machines.tolist()}
