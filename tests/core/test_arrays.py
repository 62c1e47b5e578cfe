"""Distinct rows of a table of integers: those of `numpy.unique`."""

import numpy as np
import pytest

from optgap.core.arrays import distinct_rows


@pytest.mark.parametrize("largest", [1, 5, 2**20, 2**40])  # of the last a row fits in no number
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (60, 1), (60, 2), (200, 4)])
def test_distinct_rows_are_those_of_numpy(shape: tuple[int, int], largest: int) -> None:
    rng = np.random.default_rng((*shape, largest))
    rows = rng.integers(-largest, largest + 1, shape)
    rows[len(rows) // 2 :] = rows[: len(rows) - len(rows) // 2]
    distinct, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    for found, wanted in zip(distinct_rows(rows), (distinct, first, number), strict=True):
        assert found.tolist() == wanted.reshape(found.shape).tolist()
