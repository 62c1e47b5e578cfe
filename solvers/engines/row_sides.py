"""The sides of many rows of a HiGHS program, changed in one call.  Imports no engine."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray


def change_sides(highs: Any, rows: NDArray[np.integer], low: FloatArray, high: FloatArray) -> None:
    """Change the sides of rows, one at a time: highspy 1.12 has no call for many."""
    for row, lower, upper in zip(rows.tolist(), low.tolist(), high.tolist(), strict=True):
        highs.changeRowBounds(row, lower, upper)
