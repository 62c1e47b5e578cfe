"""Floating-point numbers as the decimal fractions that they are written as, in arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .arrays import BoolArray, FloatArray, IntArray

LARGEST = 2**53  # every whole number up to here is a floating-point number as well
UNLIMITED = 2**63 - 1  # the whole number that stands for an infinity
_LARGEST_DENOMINATOR = 10**15
_DIGITS = 12
_NOISE = 1e-15  # relative: a few operations in floating point


@dataclass(frozen=True, eq=False)
class Decimals:
    """Numbers ``numerator / denominator``: 0.1 is 1/10, and an infinity is 0/1.

    A number is what it reads as in twelve digits if only rounding noise parts the two, as for
    1.7000000000000002, and what it reads as in all its digits otherwise.  A number beyond 2^53,
    or one that has too many digits, as 1/3 has, has the denominator 0 and counts as `broken`.
    All other denominators divide 10^15, so that a common one always fits.
    """

    values: FloatArray
    numerator: IntArray
    denominator: IntArray

    @classmethod
    def of(cls, values: FloatArray) -> Decimals:
        """Return the numbers of an array; every distinct one is converted once."""
        distinct, inverse = np.unique(values, return_inverse=True)
        pairs = [_decimal(value) for value in distinct.tolist()]
        table = np.array(pairs, dtype=np.int64).reshape(-1, 2)[inverse]
        return cls(values, table[:, 0], table[:, 1])

    @property
    def broken(self) -> BoolArray:
        """Which numbers are no small decimal fractions."""
        broken: BoolArray = self.denominator == 0
        return broken

    def times(self, factors: IntArray) -> IntArray:
        """Return whole products with multiples of the denominators.

        An infinity becomes ± `UNLIMITED`, and a product beyond 2^53 becomes `LARGEST` + 1,
        whatever its sign.
        """
        whole = factors // self.denominator
        fits = np.abs(self.numerator.astype(np.float64)) * whole <= LARGEST
        product = np.where(fits, self.numerator * np.where(fits, whole, 0), LARGEST + 1)
        product[self.values == np.inf] = UNLIMITED
        product[self.values == -np.inf] = -UNLIMITED
        return product


def _decimal(value: float) -> tuple[int, int]:
    if math.isinf(value):
        return 0, 1
    short = f"{value:.{_DIGITS}g}"
    noisy = abs(float(short) - value) <= _NOISE * abs(value)
    fraction = Fraction(short if noisy else repr(value))
    if abs(fraction.numerator) > LARGEST or fraction.denominator > _LARGEST_DENOMINATOR:
        return 0, 0
    return fraction.numerator, fraction.denominator
