"""The latencies turned: machine by machine, in single precision, rounded up."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run

_LEAST_NORMAL = np.float32(1.2e-38)


def bounds_by_machine(matrix: FloatArray, row: IntArray, run: Run) -> NDArray[np.float32]:
    """Return single-precision upper bounds of the latencies, one row per machine."""
    m, n = matrix.shape
    bounds = np.empty((n, m), dtype=np.float32)
    step = max(64, (1 << 21) // n)

    def work(start: int) -> None:
        if not run.should_stop():
            _turn(matrix, row, start, min(start + step, m), bounds)

    with ThreadPoolExecutor(run.threads or os.cpu_count()) as executor:
        list(executor.map(work, range(0, m, step)))
    return bounds


@kernel
def _turn(
    matrix: FloatArray, row: IntArray, start: int, stop: int, bounds: NDArray[np.float32]
) -> None:
    """Fill the columns of some positions in tiles; NaN stays NaN."""
    n = matrix.shape[1]
    for low in range(start, stop, 128):
        for left in range(0, n, 64):
            for p in range(low, min(low + 128, stop)):
                for j in range(left, min(left + 64, n)):
                    bound = np.float32(matrix[row[p], j])
                    raised = max(bound * np.float32(1.0000002), _LEAST_NORMAL)
                    bounds[j, p] = bound if bound >= matrix[row[p], j] else raised
