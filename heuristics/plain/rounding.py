"""Rounding by comparisons, so that amounts may be symbolic numbers."""

from itertools import count
from typing import Any


def number_of(amount: Any, size: Any) -> int:
    """Return the least number of parts of a size that hold an amount, at least 0."""
    return next(number for number in count() if not number * size < amount)


def number_within(amount: Any, size: Any) -> int:
    """Return the largest number of parts of a size within an amount, at least 0."""
    return next(number for number in count() if not (number + 1) * size <= amount)
