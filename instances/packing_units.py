"""Sizes in whole units, so that whether things fit is decided without rounding.

Numbers of an instance file are read as the decimals that they are written as.  The unit of a
resource is the largest amount of which every demand is a whole multiple.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import ceil, floor, gcd, lcm

import numpy as np

from .arrays import FloatArray, IntArray

LARGEST = 2**53  # sums up to here are exact in floating point as well


def as_written(number: float) -> Fraction:
    """Return the decimal that a number is written as."""
    return Fraction(str(number))


def unit_of(sizes: FloatArray) -> Fraction:
    """Return the largest amount of which all sizes are whole multiples; 1 where all are zero."""
    parts = [as_written(size) for size in np.unique(sizes[sizes > 0]).tolist()]
    if not parts:
        return Fraction(1)
    common = reduce(lcm, (part.denominator for part in parts))
    return Fraction(reduce(gcd, (int(part * common) for part in parts)), common)


def in_units(sizes: FloatArray, unit: Fraction) -> IntArray:
    """Return sizes that are whole multiples of the unit as numbers of units."""
    values, back = np.unique(sizes, return_inverse=True)
    whole = [int(as_written(value) / unit) for value in values.tolist()]
    return np.array(whole, dtype=np.int64)[back.reshape(-1)]


def whole_units(capacity: FloatArray, limit: FloatArray, unit: Fraction, most: int) -> IntArray:
    """Return how many units fit into each capacity times its limit, counted up to ``most``."""
    pairs, back = np.unique(np.stack([capacity, limit], axis=1), axis=0, return_inverse=True)
    whole = [
        min(most, floor(as_written(size) * as_written(share) / unit))
        for size, share in pairs.tolist()
    ]
    return np.array(whole, dtype=np.int64)[back.reshape(-1)]


def how_many(capacity: FloatArray, size: float) -> IntArray:
    """Return how often a size goes into each capacity, as decimals: 0.3 holds 0.1 three times."""
    return whole_units(capacity, np.ones_like(capacity), as_written(size), LARGEST)


def row_in_units(sizes: FloatArray, limit: float, *, least: bool) -> tuple[FloatArray, float]:
    """Return sizes and their limit (a least or a most) in whole units, so that sums are exact.

    Both stay as they are where the units are too many to be counted exactly.
    """
    if not countable(sizes) or not np.isfinite(limit):
        return sizes, limit
    unit = unit_of(sizes)
    whole = as_written(limit) / unit
    within = ceil(whole) if least else floor(whole)
    if within > LARGEST:
        return sizes, limit
    return in_units(sizes, unit).reshape(sizes.shape).astype(np.float64), float(within)


def countable(sizes: FloatArray) -> bool:
    """Return whether all sizes together are few enough units to be added exactly."""
    unit = unit_of(sizes)
    values, counts = np.unique(sizes, return_counts=True)
    total = sum(
        as_written(value) / unit * count
        for value, count in zip(values.tolist(), counts.tolist(), strict=True)
    )
    return bool(total <= LARGEST)
