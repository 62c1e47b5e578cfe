"""The curves of macroq counted in units, so that an optimum in units is an optimum.

The unit divides all breakpoints and all mips; with a granularity it is the granularity.  An optimum
of piecewise linear curves has at most one job between breakpoints, which takes what is left: a
number of units as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ....core.arrays import FloatArray
from ....core.decimals import as_written, unit_of
from ....instances.macroq import MacroQ, OfferedJob, Template

_MOST_UNITS = 5_000_000
_UP = 1 + 4 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class CurveUnits:
    """The unit, how many the system has, and which mips of a curve may be chosen."""

    unit: Fraction
    room: int
    points: bool

    def steps(self, job: OfferedJob, *, forced: bool) -> tuple[int, FloatArray]:
        """Return the least units of a job, and the most importance of each number from there on.

        A job that may be left out takes 0 units.  What it is given and cannot use is worth nothing.
        """
        tables = [self._table(template) for template in job.choices]
        low = min(least for least, _ in tables) if forced else 0
        high = min(self.room, max(least + len(worth) - 1 for least, worth in tables))
        best = np.full(max(1, high - low + 1), -np.inf if forced else 0.0)
        for least, worth in tables:
            into = best[least - low :]
            count = min(len(into), len(worth))
            np.maximum(into[:count], worth[:count], out=into[:count])
        return low, np.maximum.accumulate(best)

    def _table(self, template: Template) -> tuple[int, FloatArray]:
        assert template.mips is not None
        assert template.importance is not None
        at = [as_written(mips) / self.unit for mips in template.mips.tolist()]
        worth = template.importance
        if self.points:
            whole = [(int(x), w) for x, w in zip(at, worth.tolist(), strict=True) if x == int(x)]
            low, high = whole[0][0], whole[-1][0]
            table = np.full(high - low + 1, -np.inf)
            for x, value in whole:
                table[x - low] = value
            return low, np.maximum.accumulate(table)
        low, high = -int(-at[0] // 1), int(at[-1])
        places = np.arange(low, high + 1)
        exact = np.isin(places, [int(x) for x in at if x == int(x)])
        table = np.interp(places, [float(x) for x in at], worth)
        return low, np.where(exact, table, table * _UP)


def units_of(instance: MacroQ) -> CurveUnits:
    """Return the units of an instance of curves."""
    points = instance.curves == "points"
    if instance.granularity is not None:
        unit = as_written(instance.granularity)
    else:
        curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
        given = np.concatenate([*curves, *([] if points else [np.array([instance.mips])])])
        unit = unit_of(given)
    room = int(as_written(instance.mips) / unit)
    if room > _MOST_UNITS:
        raise ValueError("the mips are too many units to be re-checked")
    return CurveUnits(unit, room, points)
