"""Objectives as whole numbers, so that "strictly better" is "less by at least one".

A sum with decimal coefficients is multiplied with their common denominator; a maximum is replaced
by the rank of its value among all values that it can take.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import Decimals

LARGEST_VALUE = 500_000_000  # an engine's word is is_distinguishable to one in a thousand million


@dataclass(frozen=True, eq=False)
class LinearGoal:
    """``whole · x`` is the objective in steps of 1, turned so that less is better.

    ``sign`` is -1 where the objective is maximised.  ``exact`` says that the steps miss no value;
    else coefficients were rounded.
    """

    name: str
    sign: float
    coefficients: FloatArray
    constant: float
    whole: IntArray
    scale: float
    exact: bool

    def steps(self, x: FloatArray) -> int:
        """Return the value of a point in steps."""
        return int(self.whole @ np.rint(x).astype(np.int64))

    def measured(self, x: FloatArray) -> float:
        """Return the objective at a point, in its own sense and all digits counted."""
        parts = self.coefficients * np.rint(x)
        return math.fsum([*parts[parts != 0].tolist(), self.constant])

    def natural(self, steps: float) -> float:
        """Return a value in steps in the unit and sense of the objective."""
        return self.sign * steps / self.scale + self.constant

    def columns_above(self, most: float) -> IntArray:
        """Return no column: a row limits a sum."""
        return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class LargestGoal:
    """The largest value among the columns that are 1, as its rank among all values.

    ``whole``, the row of a sum, is all 0.
    """

    name: str
    columns: IntArray
    values: FloatArray  # rising
    rank: IntArray  # of each column
    whole: IntArray
    sign: float = 1.0
    exact: bool = True

    def steps(self, x: FloatArray) -> int:
        """Return the rank of the largest value that is chosen."""
        return int(self.rank[x[self.columns] > 0.5].max())

    def measured(self, x: FloatArray) -> float:
        """Return the largest value that is chosen."""
        return float(self.values[self.steps(x)])

    def natural(self, steps: float) -> float:
        """Return the value of a rank; of one below or above all ranks, an infinity."""
        if steps < 0:
            return -math.inf
        return float(self.values[int(steps)]) if steps < len(self.values) else math.inf

    def columns_above(self, most: float) -> IntArray:
        """Return the columns of the values above a rank."""
        return self.columns[self.rank > most]


# One objective over the columns of a form, minimised, in whole numbers: its steps.
Goal: TypeAlias = LinearGoal | LargestGoal


def whole_coefficients(coefficients: FloatArray) -> tuple[float, IntArray, bool]:
    """Return a scale, the coefficients times the scale as whole numbers, and whether exactly so."""
    decimals = Decimals.of(coefficients)
    if not decimals.broken.any():
        common = math.lcm(*np.unique(decimals.denominator).tolist(), 1)
        whole = decimals.times(np.full(len(coefficients), common))
        unit = max(1, int(np.gcd.reduce(whole, initial=0)))
        if int(np.abs(whole).max(initial=0)) // unit <= LARGEST_VALUE:
            return common / unit, whole // unit, True
    power = math.floor(math.log10(LARGEST_VALUE / 100 / np.abs(coefficients).max()))
    return 10.0**power, np.rint(coefficients * 10.0**power).astype(np.int64), False


def is_distinguishable(goal: Goal, steps: int) -> bool:
    """Return whether a value is small enough that an engine tells it from its neighbours."""
    return goal.exact and (isinstance(goal, LargestGoal) or abs(steps) <= LARGEST_VALUE)
