"""Passes over a large latency matrix, by blocks of rows in threads, without copies."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run

T = TypeVar("T")
Bits: TypeAlias = NDArray[np.uint64]

BLOCK_CELLS = 1 << 21


class OutOfTime(Exception):  # noqa: N818
    """Raised if the run's time is up; results obtained so far remain valid."""


def poll(run: Run) -> None:
    """Raise `OutOfTime` if the run's time is up."""
    if run.should_stop():
        raise OutOfTime


def row_major(latency: FloatArray) -> FloatArray:
    """Return the matrix as a read-only array with contiguous rows, copied only if necessary."""
    matrix = np.ascontiguousarray(latency).view(np.ndarray)
    matrix.flags.writeable = False
    return matrix


def over_rows(work: Callable[[int, int], T], matrix: FloatArray, run: Run) -> Iterator[T]:
    """Call ``work(first, last)`` for blocks of rows, in threads, and yield its results."""
    m, n = matrix.shape
    step = max(1, BLOCK_CELLS // n)
    blocks = [(first, min(first + step, m)) for first in range(0, m, step)]
    threads = min(run.threads or os.cpu_count() or 1, len(blocks))
    if threads == 1:
        for first, last in blocks:
            poll(run)
            yield work(first, last)
        return
    executor = ThreadPoolExecutor(threads)
    try:
        for future in [executor.submit(work, *block) for block in blocks]:
            poll(run)
            yield future.result()
    finally:
        executor.shutdown(cancel_futures=True)


def row_and_column_minima(
    matrix: FloatArray, usable: NDArray[np.bool_], run: Run
) -> tuple[FloatArray, FloatArray]:
    """Return minima of rows (over usable machines) and of columns; infinite without a latency."""
    row_least = np.full(matrix.shape[0], np.inf)
    column_least = np.full(matrix.shape[1], np.inf)

    def work(first: int, last: int) -> FloatArray:
        least: FloatArray = _minima(matrix, first, last, usable, row_least)
        return least

    for least in over_rows(work, matrix, run):
        np.minimum(column_least, least, out=column_least)
    return row_least, column_least


def pairs_up_to(matrix: FloatArray, threshold: float, bits: Bits, run: Run) -> None:
    """Set bit j of row i if L_ij <= threshold; clear it otherwise."""
    for _ in over_rows(lambda a, b: _fill(matrix, a, b, threshold, bits), matrix, run):
        pass


def gather_between(
    matrix: FloatArray, low: float, high: float, bits: Bits, run: Run
) -> tuple[IntArray, FloatArray]:
    """Return the cells (i · n + j) with low <= L_ij < high, and their latencies.

    Bit j of row i of ``bits`` is set if L_ij < low, and cleared otherwise.
    """
    counts = np.zeros(matrix.shape[0] + 1, dtype=np.int64)
    for _ in over_rows(lambda a, b: _count(matrix, a, b, low, high, counts), matrix, run):
        pass
    starts = np.cumsum(counts)
    listed = _Listed(starts, np.empty(starts[-1], dtype=np.int64), np.empty(starts[-1]))

    def work(first: int, last: int) -> None:
        _gather(matrix, (first, last), (low, high), listed, bits)

    for _ in over_rows(work, matrix, run):
        pass
    return listed.cells, listed.values


class _Listed(NamedTuple):
    """A list of some cells of a matrix with their values, row after row."""

    starts: IntArray  # place of each row's first cell
    cells: IntArray  # row · columns + column
    values: FloatArray


@kernel
def _minima(
    matrix: FloatArray, first: int, last: int, usable: NDArray[np.bool_], row_least: FloatArray
) -> FloatArray:
    """Write the minima of some rows over the usable machines; return their column minima."""
    n = matrix.shape[1]
    column_least = np.full(n, np.inf)
    for i in range(first, last):
        least = np.inf
        for j in range(n):
            value = matrix[i, j]
            if value < column_least[j]:
                column_least[j] = value
            if value < least and usable[j]:
                least = value
        row_least[i] = least
    return column_least


@kernel
def _fill(matrix: FloatArray, first: int, last: int, threshold: float, bits: Bits) -> None:
    """Set the bits of cells up to the threshold and clear all others; a word has 64 columns."""
    n = matrix.shape[1]
    for i in range(first, last):
        for word in range(bits.shape[1]):
            start = word << 6
            pattern = np.uint64(0)
            for k in range(min(64, n - start)):
                pattern |= np.uint64(matrix[i, start + k] <= threshold) << np.uint64(k)
            bits[i, word] = pattern


@kernel
def _count(
    matrix: FloatArray, first: int, last: int, low: float, high: float, counts: IntArray
) -> None:
    """Write to ``counts[i + 1]`` the number of cells of row i with low <= L_ij < high."""
    for i in range(first, last):
        count = 0
        for j in range(matrix.shape[1]):
            count += (matrix[i, j] >= low) & (matrix[i, j] < high)
        counts[i + 1] = count


@kernel
def _gather(
    matrix: FloatArray,
    rows: tuple[int, int],
    limits: tuple[float, float],
    listed: _Listed,
    bits: Bits,
) -> None:
    """Write the cells with low <= L_ij < high to ``listed``; set the bits of cells below low."""
    n = matrix.shape[1]
    low, high = limits
    starts, cells, values = listed
    for i in range(rows[0], rows[1]):
        at = starts[i]
        for word in range(bits.shape[1]):
            start = word << 6
            pattern = np.uint64(0)  # bit k is column start + k
            for k in range(min(64, n - start)):
                value = matrix[i, start + k]
                pattern |= np.uint64(value < low) << np.uint64(k)
                if (value >= low) & (value < high):
                    cells[at] = i * n + start + k
                    values[at] = value
                    at += 1
            bits[i, word] = pattern


@kernel
def set_bits(cells: IntArray, values: FloatArray, threshold: float, n: int, bits: Bits) -> None:
    """Set the bits of listed cells up to the threshold; clear the bits of other listed cells."""
    for k in range(len(cells)):
        i = cells[k] // n
        j = cells[k] - i * n
        mask = np.uint64(1) << np.uint64(j & 63)
        if values[k] <= threshold:
            bits[i, j >> 6] |= mask
        else:
            bits[i, j >> 6] &= ~mask


@kernel
def least_listed_crossing(
    cells: IntArray,
    values: FloatArray,
    threshold: float,
    inside: NDArray[np.bool_],
    reached: NDArray[np.bool_],
) -> float:
    """Return the least listed value > ``threshold`` in rows ``inside``, columns not ``reached``."""
    least = np.inf
    n = len(reached)
    for k in range(len(cells)):
        if threshold < values[k] < least:
            i = cells[k] // n
            if inside[i] and not reached[cells[k] - i * n]:
                least = values[k]
    return least


@kernel
def least_crossing(matrix: FloatArray, rows: IntArray, outside: IntArray) -> float:
    """Return the least latency of these rows on the machines ``outside`` their neighbourhood."""
    least = np.inf
    for i in rows:
        for j in outside:
            if matrix[i, j] < least:
                least = matrix[i, j]
    return least
