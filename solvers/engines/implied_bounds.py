"""Bounds for implied integers that have none: CP-SAT needs every variable bounded.

If the cost does not pull a continuous variable up and something limits it from below, then at some
optimum it is the greatest of its lower limits; the ranges of the integer variables bound that.
Likewise the other way round.  Everything here is in whole numbers already.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ...core.arrays import IntArray
from ...core.decimals import UNLIMITED
from ...core.faults import Fault
from .engine_result import column_faults
from .forms import StandardForm

_Ends: TypeAlias = tuple[IntArray, IntArray]
_Range: TypeAlias = tuple[int, int]  # the least and the greatest value of a limit


def implied_bounds(
    form: StandardForm, coefficients: IntArray, cost: IntArray, sides: _Ends, bounds: _Ends
) -> tuple[IntArray, IntArray, list[Fault]]:
    """Return finite bounds for all columns, and faults for columns that have none."""
    lower, upper = bounds[0].copy(), bounds[1].copy()
    unlimited = np.flatnonzero((lower == -UNLIMITED) | (upper == UNLIMITED))
    if not len(unlimited):
        return lower, upper, []
    least, greatest = _activities(form, coefficients, bounds)
    refused = []
    for column in unlimited.tolist():
        own = int(lower[column]), int(upper[column])
        below = [(own[0], own[0])] if own[0] != -UNLIMITED else []
        above = [(own[1], own[1])] if own[1] != UNLIMITED else []
        entries = slice(form.matrix.indptr[column], form.matrix.indptr[column + 1])
        signs = form.matrix.data[entries].tolist()
        for row, sign in zip(form.matrix.indices[entries].tolist(), signs, strict=True):
            others = int(least[row]), int(greatest[row])
            row_sides = int(sides[0][row]), int(sides[1][row])
            low, high = _limits(int(sign), others, row_sides)
            below += [low] if low is not None else []
            above += [high] if high is not None else []
        found = _bounds(int(cost[column]), below, above)
        if found is None:
            refused.append(column)
        else:
            lower[column], upper[column] = _clip_interval(found, own)
    rule = "is continuous, and nothing bounds it in the direction of its cost"
    return lower, upper, column_faults(form, np.array(refused, dtype=np.int64), rule)


def _activities(form: StandardForm, coefficients: IntArray, bounds: _Ends) -> _Ends:
    """The least and the greatest sum of the integer columns in every row."""
    matrix = form.by_row
    row_of = form.row_of
    whole = form.integer[matrix.indices]
    ends = [coefficients[whole] * bound[matrix.indices[whole]] for bound in bounds]
    least, greatest = np.zeros((2, form.shape[0]), dtype=np.int64)
    np.add.at(least, row_of[whole], np.minimum(*ends))
    np.add.at(greatest, row_of[whole], np.maximum(*ends))
    return least, greatest


def _limits(sign: int, others: _Range, sides: _Range) -> tuple[_Range | None, _Range | None]:
    """The ranges of the lower and of the upper limit that a row sets to ``sign·t + others``."""
    least, greatest = others
    low = None if sides[0] == -UNLIMITED else (sides[0] - greatest, sides[0] - least)
    high = None if sides[1] == UNLIMITED else (sides[1] - greatest, sides[1] - least)
    if sign > 0:
        return low, high
    turned = [None if limit is None else (-limit[1], -limit[0]) for limit in (high, low)]
    return turned[0], turned[1]


def _bounds(cost: int, below: list[_Range], above: list[_Range]) -> _Range | None:
    """Bounds that keep some optimum, or ``None`` if the cost pulls away from every limit."""
    if cost >= 0 and below:
        return max(least for least, _ in below), max(greatest for _, greatest in below)
    if cost <= 0 and above:
        return min(least for least, _ in above), min(greatest for _, greatest in above)
    return (0, 0) if cost == 0 else None


def _clip_interval(bounds: _Range, own: _Range) -> _Range:
    """Keep the bounds that were there; where they exclude the new ones a row will say so."""
    return min(max(bounds[0], own[0]), own[1]), max(min(bounds[1], own[1]), own[0])
