"""Linear programs with few variables, solved in fractions, for price certificates.

Maximise Σ c x over A x <= b, x >= 0, where b >= 0, so that x = 0 is feasible.  Bland's rule
prevents cycling, and nothing is rounded.
"""

from collections.abc import Sequence
from fractions import Fraction

Row = tuple[Sequence[Fraction], Fraction]


def largest_value(gains: Sequence[Fraction], rows: Sequence[Row]) -> Fraction:
    """Return the maximum of Σ gains x; a row is (coefficients, right-hand side)."""
    count = len(gains)
    if any(limit < 0 for _, limit in rows):
        raise ValueError("zero must be feasible")
    table = [
        [*row, *(Fraction(int(k == slack)) for slack in range(len(rows))), limit]
        for k, (row, limit) in enumerate(rows)
    ]
    profit = [*gains, *[Fraction(0)] * len(rows), Fraction(0)]
    basis = list(range(count, count + len(rows)))
    while True:
        entering = next((j for j, gain in enumerate(profit[:-1]) if gain > 0), None)
        if entering is None:
            return -profit[-1]
        pairs = ((k, row) for k, row in enumerate(table) if row[entering] > 0)
        ratios = [(row[-1] / row[entering], basis[k], k) for k, row in pairs]
        if not ratios:
            raise ValueError("the program has no largest value")
        leaving = min(ratios)[2]
        _pivot(table, profit, leaving, entering)
        basis[leaving] = entering


def _pivot(table: list[list[Fraction]], profit: list[Fraction], leaving: int, column: int) -> None:
    pivot = table[leaving][column]
    table[leaving] = scaled = [value / pivot if value else value for value in table[leaving]]
    for other in (*table[:leaving], *table[leaving + 1 :], profit):
        factor = other[column]
        if factor:
            for j, value in enumerate(scaled):
                if value:
                    other[j] -= factor * value
