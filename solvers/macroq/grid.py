"""The mips of a macroq instance counted in units: least and most units of PEs and curves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import as_written, unit_of
from ...core.faults import Fault, InputError
from ...instances.macroq import MacroQ, PeVertex, Template

Rounding = Literal["legal", "printed", "above"]
MOST_UNITS = 5_000_000


class TooManyUnitsError(Exception):
    """The grid is too fine for tables."""


@dataclass(frozen=True)
class Grid:
    """Units of mips, and how the least and most mips of PEs are rounded to them.

    ``legal``: ⌈m⌉ to ⌊M⌋ units, the grid as it is meant.  ``printed``: ⌊m⌋ to ⌈M⌉, as SODA's 5.1.3
    prints it.  ``above``: ⌈m⌉ to ⌈M⌉ with room to spare, so that no plan is worth more than one on
    the grid.
    """

    instance: MacroQ
    unit: Fraction
    room: int
    rounding: Rounding = "legal"

    def span(self, pe: PeVertex) -> tuple[int, int]:
        """Return the least and the most units of a PE."""
        least, most = as_written(pe.least) / self.unit, as_written(pe.most) / self.unit
        if self.rounding == "printed":
            return int(least // 1), int(-(-most // 1))
        low = int(-(-least // 1))
        high = int(-(-most // 1)) if self.rounding == "above" else int(most // 1)
        return low, max(low, high)

    def mips(self, pe: PeVertex, units: int) -> float:
        """Return the mips of units of a PE."""
        given = float(self.unit * units)
        return given if self.rounding == "printed" else min(given, pe.most)

    def curve(self, template: Template) -> tuple[int, FloatArray, FloatArray]:
        """Return the least units of a curve; from there on, importance and mips by units."""
        assert template.mips is not None
        assert template.importance is not None
        given = [as_written(value) for value in template.mips.tolist()]
        worth = template.importance
        on_grid = self.instance.granularity is not None
        if self.instance.curves == "points":
            keep = [k for k, mips in enumerate(given) if not on_grid or mips % self.unit == 0]
            units = [int(-(-given[k] // self.unit)) for k in keep]
            low = units[0]
            value = np.full(units[-1] - low + 1, -np.inf)
            mips = np.zeros(len(value))
            for k, u in zip(keep, units, strict=True):
                value[u - low], mips[u - low] = worth[k], template.mips[k]
            return low, value, mips
        low, most = int(-(-given[0] // self.unit)), given[-1] / self.unit
        high = int(-(-most // 1)) if self.rounding == "above" else int(most // 1)
        places = np.arange(low, max(low, high) + 1)
        mips = np.minimum([float(self.unit * int(k)) for k in places], template.mips[-1])
        return low, np.interp(mips, template.mips, worth), mips


def grid_of(instance: MacroQ, unit: float | None = None) -> Grid:
    """Return the grid of a unit; without one, of the granularity or what divides all curves."""
    if instance.granularity is not None:
        step = as_written(instance.granularity)
        if unit is not None and as_written(unit) % step:
            rule = f"must be a multiple of the granularity ({instance.granularity:g})"
            raise InputError("bad input", [Fault.of("unit", rule, unit)])
        step = step if unit is None else as_written(unit)
    else:
        step = _common_unit(instance) if unit is None else as_written(unit)
    room = int(as_written(instance.mips) // step)
    if room > MOST_UNITS:
        raise TooManyUnitsError(
            f"{room:,} units of {float(step):g} mips are too many; take a larger unit"
        )
    return Grid(instance, step, room)


def _common_unit(instance: MacroQ) -> Fraction:
    curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
    whole = [] if instance.curves == "points" else [np.array([instance.mips])]
    return unit_of(np.concatenate([*curves, *whole]))


def plain_table(low: int, worth: FloatArray, room: int) -> FloatArray:
    """Return the importance of 0, 1, …, room units at most; -inf where units do not suffice."""
    table = np.full(min(room, low + len(worth) - 1) + 1, -np.inf)
    count = max(0, len(table) - low)
    table[low : low + count] = worth[:count]
    return np.maximum.accumulate(table)
