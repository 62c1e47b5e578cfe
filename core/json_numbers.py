"""Numbers in JSON text that no float holds: NaN, infinities, and numbers with many digits."""

from decimal import Decimal
from math import isinf
from typing import Any

import numpy as np

_DIGITS = 17  # significant digits that identify any float
_ONES = bytes.maketrans(b"23456789", b"11111111")
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_BLOCK, _OVERLAP = 1 << 22, 1 << 7  # bytes that are examined at once


class NotANumber:
    """The value read for NaN or Infinity; type checks then report its place."""

    def __init__(self, literal: str) -> None:
        self.literal = literal

    def __repr__(self) -> str:
        return self.literal


class LongNumber(NotANumber):
    """A number in a text with more digits than a float holds."""

    @property
    def rule(self) -> str:
        """The rule that it violates."""
        return f"has more digits than a float holds; the nearest is {self.value!r}"

    @property
    def value(self) -> float:
        """The nearest float."""
        return float(self.literal)


def may_have_long_numbers(text: bytes) -> bool:
    """Return whether a text has 18 significant digits in a row, with or without a point."""
    if b"0" * (_DIGITS + 1) not in text.translate(_ZEROS, b"."):
        return False
    shapes = text.translate(_ONES, b".")
    return any(
        _has_long_run(np.frombuffer(shapes[start : start + _BLOCK + _OVERLAP], np.uint8))
        for start in range(0, len(shapes), _BLOCK)
    )


def _has_long_run(shapes: np.ndarray) -> bool:
    """Return whether a run of digits is long enough without its leading zeros."""
    is_digit = np.zeros(len(shapes) + 2, np.bool_)
    is_digit[1:-1] = (shapes == ord("0")) | (shapes == ord("1"))
    edges = np.flatnonzero(is_digit[1:] != is_digit[:-1])
    starts, ends = edges[::2], edges[1::2]
    while len(starts):
        long = ends - starts > _DIGITS
        starts, ends = starts[long], ends[long]
        zero = shapes[starts] == ord("0")
        if not zero.all():
            return True
        starts = starts + 1
    return False


def exact_float(literal: str) -> float | LongNumber:
    """Return a JSON number as a float, or the literal if the float is another number."""
    value = float(literal)
    is_held = isinf(value) or Decimal(literal) == Decimal(repr(value)) or _has_few(literal)
    return value if is_held else LongNumber(literal)


def exact_integer(literal: str) -> int | LongNumber:
    """Return a JSON integer, or the literal if its float is another number."""
    value = exact_float(literal)
    if isinstance(value, LongNumber) and value.value != int(literal):
        return value
    return int(literal)


def _has_few(literal: str) -> bool:
    digits = literal.lower().partition("e")[0].replace(".", "").lstrip("-0")
    return len(digits) <= _DIGITS


ANY_DIGIT: dict[str, Any] = {"parse_constant": NotANumber}
EVERY_DIGIT = {**ANY_DIGIT, "parse_float": exact_float, "parse_int": exact_integer}
