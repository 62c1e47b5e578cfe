"""Rules between the fields of a warm_pool instance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import LARGEST, as_written, common_unit, unit_of
from ...core.faults import Fault


def lead_within(allocated: FloatArray, lead: int) -> Iterator[Fault]:
    """There are more ticks than it takes to configure a machine."""
    if len(allocated) <= lead:
        yield Fault.of("allocated", f"must have more entries than lead ({lead})", len(allocated))


def something_asks_for_machines(max_short: int | None, short_cost: float) -> Iterator[Fault]:
    """Short ticks are limited, or cost something."""
    if max_short is None and short_cost == 0:
        rule = "nothing asks for machines: give max_short, or a short_cost above 0"
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
    if len(allocated) * dearest / common_unit((memory, configure, short)) > LARGEST:
        yield Fault("allocated", "memory and costs have too many digits to be added")
