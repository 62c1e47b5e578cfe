"""Linear programs of a few variables, solved in fractions, for proofs by prices.

Maximise Σ c x over A x <= b, x >= 0, where b >= 0, so that x = 0 is a start.  Bland's rule cannot
cycle, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = tuple[Sequence[Fraction], Fraction]


class UnboundedError(ValueError):
    """The program has no largest value."""


def largest_value(gains: Sequence[Fraction], rows: Sequence[Row]) -> Fraction:
    """Return the largest value of a bounded program."""
    count = len(gains)
    table = [_with_slack(row, k, len(rows)) for k, row in enumerate(rows)]
    profit = [*gains, *[Fraction(0)] * len(rows), Fraction(0)]
    basis = list(range(count, count + len(rows)))
    while True:
        entering = next((j for j, gain in enumerate(profit[:-1]) if gain > 0), None)
        if entering is None:
            return -profit[-1]
        leaving = _leaving(table, basis, entering)
        _pivot(table, profit, leaving, entering)
        basis[leaving] = entering


def _with_slack(row: Row, number: int, rows: int) -> list[Fraction]:
    coefficients, limit = row
    if limit < 0:
        raise ValueError("zero must be feasible")
    return [*coefficients, *(Fraction(int(k == number)) for k in range(rows)), limit]


def _leaving(table: list[list[Fraction]], basis: list[int], entering: int) -> int:
    ratios = [
        (row[-1] / row[entering], basis[k], k) for k, row in enumerate(table) if row[entering] > 0
    ]
    if not ratios:
        raise UnboundedError
    return min(ratios)[2]


def _pivot(table: list[list[Fraction]], profit: list[Fraction], leaving: int, column: int) -> None:
    pivot = table[leaving][column]
    table[leaving] = scaled = [value / pivot if value else value for value in table[leaving]]
    for other in (*table[:leaving], *table[leaving + 1 :], profit):
        factor = other[column]
        if factor:
            for j, value in enumerate(scaled):
                if value:
                    other[j] -= factor * value
