"""Arithmetic on the decimals in a file: 0.3 contains 0.1 exactly three times.

`Decimals` are arrays of numbers as fractions. Sizes are converted to integral multiples of a unit,
so that comparisons with capacities need no rounding. The unit is the largest amount that divides
all sizes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, gcd, isinf, lcm, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import BoolArray, FloatArray, IntArray
from .faults import Fault

LARGEST = 2**53  # every integer up to here is a floating-point number as well
UNLIMITED = 2**63 - 1  # the integer that stands for an infinity
_LARGEST_DENOMINATOR = 10**15
_DIGITS = 12
_KEPT_DIGITS = 15
_SHORT_DIGITS = 6  # behind the point
_FEW = 1000  # values that are compared first
_NOISE = 1e-15  # relative: a few operations in floating point
_LONGEST = 1000  # characters of a number in quotes
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+|(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?)")


@dataclass(frozen=True, eq=False)
class Decimals:
    """Numbers ``numerator / denominator``: 0.1 is 1/10, and an infinity is 0/1.

    A float such as 1.7000000000000002, which only a rounding error separates from a decimal of
    twelve digits, is read as this decimal; any other float is read with all its digits. A number
    beyond 2^53, or with too many digits (1/3), has denominator 0 and counts as `broken`. All other
    denominators divide 10^15, so a common denominator always exists.
    """

    values: FloatArray
    numerator: IntArray
    denominator: IntArray

    @classmethod
    def of(cls, values: FloatArray, noise: float = _NOISE) -> Decimals:
        """Return an array's numbers as fractions; equal numbers are converted only once.

        ``noise`` is the relative error up to which a float counts as a decimal of twelve digits.
        """
        distinct, inverse = np.unique(values, return_inverse=True)
        whole = (distinct == np.rint(distinct)) & (np.abs(distinct) < 10**_DIGITS)
        table = np.ones((len(distinct), 2), dtype=np.int64)
        table[whole, 0] = distinct[whole]
        others = [_decimal(value, noise) for value in distinct[~whole].tolist()]
        table[~whole] = np.array(others, dtype=np.int64).reshape(-1, 2)
        table = table[inverse]
        return cls(values, table[:, 0], table[:, 1])

    @property
    def broken(self) -> BoolArray:
        """A mask of the numbers that have too many digits for exact arithmetic."""
        broken: BoolArray = self.denominator == 0
        return broken

    def times(self, factors: IntArray) -> IntArray:
        """Return each number times its factor as an integer.

        A factor must be a multiple of its number's denominator. An infinity becomes ± `UNLIMITED`.
        A product beyond ± 2^53 becomes `LARGEST` + 1, also if it is negative.
        """
        whole = factors // self.denominator
        fits = np.abs(self.numerator.astype(np.float64)) * whole <= LARGEST
        product = np.where(fits, self.numerator * np.where(fits, whole, 0), LARGEST + 1)
        product[self.values == np.inf] = UNLIMITED
        product[self.values == -np.inf] = -UNLIMITED
        return product


def _decimal(value: float, noise: float) -> tuple[int, int]:
    if isinf(value):
        return 0, 1
    short = f"{value:.{_DIGITS}g}"
    noisy = abs(float(short) - value) <= noise * abs(value)
    fraction = Fraction(short if noisy else repr(value))
    if abs(fraction.numerator) > LARGEST or fraction.denominator > _LARGEST_DENOMINATOR:
        return 0, 0
    return fraction.numerator, fraction.denominator


@lru_cache(maxsize=2**15, typed=True)  # typed: 1e23 equals an integer that is written otherwise
def as_written(number: float | Fraction) -> Fraction:
    """Return, as a fraction, the decimal that Python prints for a float."""
    return number if isinstance(number, Fraction) else Fraction(Decimal(str(number)))


def number_in(text: str) -> Fraction:
    """Return the number that a file states in quotes: 3, -0.25, 1e-3 or 2/7.

    Raise a `ValueError` for any other text, and for numbers that take long to compute with.
    """
    if len(text) > _LONGEST or not _NUMBER.fullmatch(text) or not int(text.partition("/")[2] or 1):
        raise ValueError(f"{text[:40]!r} is not a decimal or a fraction of ordinary size")
    return Fraction(text)


def in_short_decimals(values: FloatArray) -> tuple[IntArray, int] | None:
    """Return the integers n and the power of ten p with ``values == n / p``, with the smallest p.

    Return ``None`` if the numbers have too many digits.
    """
    first, largest = values.ravel()[:_FEW], float(np.abs(values).max(initial=0.0))
    for digits in range(_SHORT_DIGITS + 1):
        if not np.rint(largest * 10**digits) < 10**_KEPT_DIGITS:
            return None
        if (np.rint(first * 10**digits) / 10**digits != first).any():
            continue
        whole = np.rint(values * 10**digits)
        if (whole / 10**digits == values).all():
            return whole.astype(np.int64), 10**digits
    return None


def in_parts(values: FloatArray) -> tuple[NDArray[Any], int]:
    """Return decimal values as integers in units of 1 / parts, and the number ``parts``."""
    short = in_short_decimals(values)
    if short is not None:
        return short
    distinct, places = np.unique(values, return_inverse=True)
    written = [as_written(value) for value in distinct.tolist()]
    parts = lcm(1, *(amount.denominator for amount in written))
    whole = np.array([int(each * parts) for each in written], dtype=object)
    return whole[places.reshape(values.shape)], parts


def exact_sums(rows: NDArray[Any], weights: list[int]) -> NDArray[Any]:
    """Return the exact weighted sum of each row; integers and weights are >= 0, of any size."""
    kind = np.int64 if sum(weights) * int(rows.max(initial=0)) < 2**62 else object
    sums: NDArray[Any] = rows.astype(kind) @ np.array(weights, dtype=kind)
    return sums


def unit_of(sizes: FloatArray) -> Fraction:
    """Return the largest amount that divides all sizes; 1 if all sizes are 0."""
    short = in_short_decimals(sizes)
    if short is not None:
        return _short_unit(*short)
    return common_unit(as_written(size) for size in np.unique(np.abs(sizes)).tolist())


def _short_unit(whole: IntArray, power: int) -> Fraction:
    """Return the largest amount that divides all numbers ``whole / power``; 1 if all are 0."""
    return Fraction(int(np.gcd.reduce(whole, axis=None)), power) or Fraction(1)


def common_unit(amounts: Iterable[Fraction]) -> Fraction:
    """Return the largest amount that divides all amounts; 1 if all amounts are 0."""
    parts = list(amounts)
    common = lcm(1, *{part.denominator for part in parts})
    whole = (part.numerator * (common // part.denominator) for part in parts)
    return Fraction(gcd(*whole), common) or Fraction(1)


def steps(values: FloatArray) -> FloatArray:
    """Return the differences of neighbouring values, rounded to 15 digits.

    1.8 - 1.7 is 0.1, and numbers that differ only in the sixteenth digit are equal.
    """
    sizes = np.maximum(np.abs(values[1:]), np.abs(values[:-1]))
    digits = np.ceil(np.log10(np.where(sizes > 0, sizes, 1.0)))
    factor = np.power(10.0, np.minimum(_KEPT_DIGITS - digits, 300))
    rounded: FloatArray = np.rint(np.diff(values) * factor) / factor
    return rounded


def clearly_grow(values: FloatArray) -> bool:
    """Return whether numbers increase by steps larger than rounding errors."""
    numbers = values.tolist()
    return all(b - a > 1e-290 + 1e-13 * (abs(a) + abs(b)) for a, b in pairwise(numbers))


def each_grows(lists: Sequence[FloatArray], *, clearly: bool = True) -> bool:
    """Return whether each list grows `clearly`, or never decreases if ``clearly`` is false."""
    if not lists:
        return True
    values = np.concatenate(lists)
    noise = 1e-290 + 1e-13 * (np.abs(values[1:]) + np.abs(values[:-1]))
    grows = np.diff(values) > noise if clearly else np.diff(values) >= 0
    grows[np.cumsum([len(each) for each in lists[:-1]], dtype=int) - 1] = True  # between lists
    return bool(grows.all())


def slopes(values: FloatArray, places: FloatArray) -> FloatArray:
    """Return the slopes between neighbouring points, rounded to 15 significant digits."""
    exact = steps(values) / steps(places)
    rounded = [float(f"{slope:.{_KEPT_DIGITS}g}") for slope in exact.ravel().tolist()]
    return np.array(rounded).reshape(exact.shape)


def in_units(sizes: FloatArray, unit: Fraction) -> IntArray:
    """Return sizes, which must be multiples of the unit, as integral numbers of units."""
    short = in_short_decimals(sizes)
    if short is not None:
        step = unit * short[1]
        if (
            int(np.abs(short[0]).max(initial=0)) * step.denominator < LARGEST
            and step.numerator < LARGEST
        ):
            return short[0].reshape(-1) * step.denominator // step.numerator
    values, back = np.unique(sizes, return_inverse=True)
    whole = [int(as_written(value) / unit) for value in values.tolist()]
    return np.array(whole, dtype=np.int64)[back.reshape(-1)]


def whole_units(capacity: FloatArray, limit: FloatArray, unit: Fraction, most: int) -> IntArray:
    """Return the number of whole units in each product capacity * limit, at most ``most``."""
    pairs, back = np.unique(capacity + 1j * limit, return_inverse=True)
    whole = [
        min(most, floor(as_written(pair.real) * as_written(pair.imag) / unit))
        for pair in pairs.tolist()
    ]
    return np.array(whole, dtype=np.int64)[back.reshape(-1)]


def how_many(capacity: FloatArray, size: float) -> IntArray:
    """Return how often a size fits into each capacity, exactly: 0.1 fits into 0.3 three times."""
    return whole_units(capacity, np.ones_like(capacity), as_written(size), LARGEST)


def row_in_units(sizes: FloatArray, limit: float, *, least: bool) -> tuple[FloatArray, float]:
    """Return sizes and the limit of their sum in integral units, so that sums are exact.

    With ``least`` the limit is a lower one, else an upper one. Both arguments are returned
    unchanged if the limit is infinite, or if a sum would have too many units to be exact.
    """
    if not np.isfinite(limit):
        return sizes, limit
    whole, unit = sizes_in_units(sizes)
    within = limit_in_units(limit, unit, least=least)
    return (sizes, limit) if within is None else (whole, within)


def limit_in_units(limit: float, unit: Fraction | None, *, least: bool) -> float | None:
    """Return a limit as a number of units, rounded up if ``least``, else down.

    ``None`` means that there is no unit, or that the limit is infinite or too large.
    """
    if unit is None or not np.isfinite(limit):
        return None
    parts = as_written(limit) / unit
    within = ceil(parts) if least else floor(parts)
    return None if within > LARGEST else float(within)


def sizes_in_units(sizes: FloatArray) -> tuple[FloatArray, Fraction | None]:
    """Return sizes in units, and the unit; if the sum is too large, the same sizes and ``None``."""
    short = in_short_decimals(sizes)
    if short is not None:
        unit = _short_unit(*short)
        units = short[0] // int(unit * short[1])
        if np.abs(units).sum(dtype=np.float64) < 0.99 * LARGEST:  # else it is added exactly below
            return units.astype(np.float64), unit
    values, back, counts = np.unique(sizes, return_inverse=True, return_counts=True)
    amounts = [as_written(value) for value in values.tolist()]
    unit = common_unit(map(abs, amounts))
    whole = [int(amount / unit) for amount in amounts]
    total = sum(amount * count for amount, count in zip(whole, counts.tolist(), strict=True))
    if total > LARGEST:
        return sizes, None
    return np.array(whole, dtype=np.float64)[back].reshape(sizes.shape), unit


def countable(sizes: FloatArray) -> bool:
    """Return whether sizes have few enough units for an exact sum."""
    unit = unit_of(sizes)
    values, counts = np.unique(sizes, return_counts=True)
    total = sum(
        as_written(value) / unit * count
        for value, count in zip(values.tolist(), counts.tolist(), strict=True)
    )
    return bool(total <= LARGEST)


def fault_of_digits(
    words: str, amounts: Mapping[str, FloatArray | float], total: Fraction | float, factors: int = 1
) -> Fault:
    """Return the fault that amounts have too many digits for exact sums, with a remedy.

    ``amounts`` maps the place of a field, with ``{}`` for an index, to its number or array; the
    fault names the amount with the most digits. ``total`` is the largest sum. If products of
    several ``factors`` are added, the possible digits are divided among the factors.
    """
    named = (
        (field.format(k), number)
        for field, values in amounts.items()
        for k, number in enumerate(np.ravel(values).tolist())
    )
    place, value = max(named, key=lambda each: as_written(each[1]).denominator)
    spare = log10(LARGEST) - log10(float(total) * 1.001)  # rounding may raise the sum
    step = 10.0 ** -floor(spare / factors)
    rule = (
        f"{words} have too many digits to be added exactly: round them to multiples of {step:g}, "
        "or choose a unit in which they are integers"
    )
    return Fault.of(place, rule, value)
