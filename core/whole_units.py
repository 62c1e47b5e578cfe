"""Numbers of a file as whole multiples of a common unit, so that sums of them are exact."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

import numpy as np

from .arrays import IntArray
from .decimals import as_written

LARGEST = 2**53  # sums up to here are exact in floating point as well


def parts_of_one(numbers: Iterable[float]) -> int:
    """Return the least number of equal parts of 1 such that all numbers are multiples of a part."""
    distinct = set(numbers)
    return lcm(1, *(as_written(number).denominator for number in distinct))


def counted(numbers: Iterable[float], parts: int) -> IntArray:
    """Return numbers as whole multiples of one part of 1."""
    given = list(numbers)
    known = {number: int(as_written(number) * parts) for number in set(given)}
    return np.fromiter((known[number] for number in given), dtype=np.int64, count=len(given))
