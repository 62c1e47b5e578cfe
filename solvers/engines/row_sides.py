"""A function that changes the lower and upper limits (sides) of rows of a HiGHS program."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray


def change_sides(highs: Any, rows: NDArray[np.integer], low: FloatArray, high: FloatArray) -> None:
    """Set lower and upper sides of rows, one row at a time: highspy 1.12 has no bulk call."""
    for row, lower, upper in zip(rows.tolist(), low.tolist(), high.tolist(), strict=True):
        highs.changeRowBounds(row, lower, upper)
