"""The grid of mips: whole multiples of the granularity."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.decimals import as_written
from ...instances.macroq import MacroQ


def units_of(instance: MacroQ) -> tuple[IntArray, IntArray]:
    """Return the least and the most units of the granularity that each PE may have."""
    assert instance.granularity is not None
    unit, pes = as_written(instance.granularity), instance.graph.pes
    least = [-int(-as_written(pe.least) // unit) for pe in pes]
    most = [int(as_written(pe.most) // unit) for pe in pes]
    return np.array(least, dtype=np.int64), np.array(most, dtype=np.int64)
