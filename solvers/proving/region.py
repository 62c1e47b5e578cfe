"""Bounds of the variables in exact arithmetic, and how an inequality tightens them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .whole_model import Number, WholeModel

_GRID = 2**64  # bounds of continuous variables with a larger denominator are rounded outwards


@dataclass
class Implied:
    """Σ terms x <= side, or < side where ``strict``, with whole coefficients."""

    terms: dict[int, int]
    side: Number
    strict: bool = False


class Region:
    """The bounds of a node; changes are undone in the order in which they were made."""

    def __init__(self, model: WholeModel) -> None:
        self.integer = model.integer
        self.lower = [_up(b, whole) for b, whole in zip(model.lower, model.integer, strict=True)]
        self.upper = [_down(b, whole) for b, whole in zip(model.upper, model.integer, strict=True)]
        self.trail: list[tuple[int, bool, Number | None]] = []
        ends = zip(self.lower, self.upper, strict=True)
        self.empty = any(a is not None and b is not None and a > b for a, b in ends)

    def tighten(self, column: int, value: Number, *, upper: bool) -> bool:
        """Take over a bound where it is tighter; return whether it is."""
        ends = self.upper if upper else self.lower
        known = ends[column]
        if known is not None and (value >= known if upper else value <= known):
            return False
        self.trail.append((column, upper, known))
        ends[column] = value
        low, high = self.lower[column], self.upper[column]
        if low is not None and high is not None and low > high:
            self.empty = True
        return True

    def undo(self, length: int) -> set[int]:
        """Go back to when the trail had a length; return the columns that changed."""
        changed = set()
        while len(self.trail) > length:
            column, upper, value = self.trail.pop()
            (self.upper if upper else self.lower)[column] = value
            changed.add(column)
        return changed

    def least(self, terms: dict[int, int]) -> tuple[Number, list[int]]:
        """Return the least value of a sum, and the columns that have no least value in it."""
        total: Number = 0
        endless = []
        for column, factor in terms.items():
            end = self.lower[column] if factor > 0 else self.upper[column]
            if end is None:
                endless.append(column)
            else:
                total += factor * end
        return total, endless

    def shrink(self, given: Implied) -> bool:
        """Tighten all bounds by an inequality; return whether any changed, or the box is empty."""
        least, endless = self.least(given.terms)
        if len(endless) > 1:
            return False
        room = given.side - least
        if not endless and (room < 0 or (given.strict and room == 0)):
            self.empty = True
            return True
        changed = False
        for column in endless or given.terms:
            factor = given.terms[column]
            low, high = self.lower[column], self.upper[column]
            if low is not None and high is not None and abs(factor) * (high - low) < room:
                continue
            start = low if factor > 0 else high
            limit = Fraction(room + (0 if start is None else factor * start)) / factor
            if factor > 0:
                value = self._most(column, limit, given.strict)
                changed |= self.tighten(column, value, upper=True)
            else:
                value = -self._most(column, -limit, given.strict)
                changed |= self.tighten(column, value, upper=False)
        return changed

    def _most(self, column: int, limit: Fraction, strict: bool) -> Number:
        if self.integer[column]:
            return -(-limit // 1) - 1 if strict else limit // 1
        return limit if limit.denominator <= _GRID else Fraction(-(-limit * _GRID // 1), _GRID)


def _up(bound: Number | None, whole: bool) -> Number | None:
    return -(-bound // 1) if whole and bound is not None else bound


def _down(bound: Number | None, whole: bool) -> Number | None:
    return bound // 1 if whole and bound is not None else bound
