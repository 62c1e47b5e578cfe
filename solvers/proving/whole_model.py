"""A standard form in whole numbers: the decimals of its numbers, every row cleared of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import gcd, isinf, lcm
from typing import TypeAlias

from ..engines import StandardForm, decimal

Number: TypeAlias = int | Fraction


@cache
def exact(value: float) -> Number:
    """Return the decimal that a number is written as in the model's file."""
    number = Fraction(decimal(value))
    return number.numerator if number.denominator == 1 else number


def side(value: float) -> Number | None:
    """Return a side or a bound; ``None`` where there is none."""
    return None if isinf(value) else exact(value)


@dataclass
class WholeRow:
    """lower <= Σ terms <= upper, all coefficients whole.

    ``scale`` is how much larger they are than in the linear program: it has cleared a row of
    decimals, and it is the largest coefficient of a cut.
    """

    terms: list[tuple[int, int]]
    lower: Number | None
    upper: Number | None
    scale: int = 1
    is_cut: bool = False


@dataclass
class WholeModel:
    """The rows and the objective of a standard form, without any rounding."""

    rows: list[WholeRow]
    cost: list[tuple[int, int]]
    cost_scale: int
    constant: Number
    lower: list[Number | None]
    upper: list[Number | None]
    integer: list[bool]
    unit: int | None = field(init=False)  # of the whole objective, if it has one

    def __post_init__(self) -> None:
        whole = all(self.integer[j] for j, _ in self.cost)
        self.unit = (gcd(*(a for _, a in self.cost)) or 1) if whole else None

    @classmethod
    def of(cls, form: StandardForm) -> WholeModel:
        """Return the model in whole numbers."""
        cost = [(j, exact(value)) for j, value in enumerate(form.cost.tolist()) if value]
        clear = lcm(*(value.denominator for _, value in cost))
        return cls(
            [_row(form, i) for i in range(form.shape[0])],
            [(j, int(value * clear)) for j, value in cost],
            clear,
            exact(float(form.constant)),
            [side(value) for value in form.lower.tolist()],
            [side(value) for value in form.upper.tolist()],
            form.integer.tolist(),
        )

    def objective(self, x: list[Number]) -> Number:
        """Return the minimised objective of a point."""
        total: Number = sum((a * x[j] for j, a in self.cost), start=Fraction(0))
        return Fraction(total) / self.cost_scale + self.constant

    def best_better(self, bound: Number) -> tuple[Number, bool]:
        """Return the side that the whole objective of a point below ``bound`` keeps.

        And whether strictly: in units it is at most the largest multiple below the bound.
        """
        side = (bound - self.constant) * self.cost_scale
        if self.unit is None:
            return side, True
        return self.unit * (-(-side // self.unit) - 1), False

    def bound_above(self, side: Number) -> Number:
        """Return the bound that is proven where the whole objective cannot stay at ``side``.

        It is the largest one for which a better point would have to be at most ``side``.
        """
        if self.unit is not None:
            side = self.unit * (side // self.unit + 1)
        return Fraction(side, self.cost_scale) + self.constant


def _row(form: StandardForm, i: int) -> WholeRow:
    matrix = form.by_row
    entries = slice(matrix.indptr[i], matrix.indptr[i + 1])
    entries_of_row = zip(
        matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True
    )
    terms = [(j, exact(value)) for j, value in entries_of_row if value]
    low, high = side(float(form.row_lower[i])), side(float(form.row_upper[i]))
    numbers = [value for _, value in terms] + [each for each in (low, high) if each is not None]
    clear = lcm(*(number.denominator for number in numbers))
    return WholeRow(
        [(j, int(value * clear)) for j, value in terms],
        None if low is None else low * clear,
        None if high is None else high * clear,
        clear,
    )
