"""Rounding by comparisons, so that amounts may be symbolic numbers."""

from typing import Any


def number_of(amount: Any, size: Any) -> int:
    """Return the least number of parts of a size that hold an amount, at least 0."""
    number = 0
    while number * size < amount:
        number += 1
    return number


def number_within(amount: Any, size: Any) -> int:
    """Return the largest number of parts of a size within an amount, at least 0."""
    number = 0
    while (number + 1) * size <= amount:
        number += 1
    return number
