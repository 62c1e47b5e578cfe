"""Prices of a linear program as whole multipliers, with which rows add up to one inequality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from ...core.arrays import FloatArray
from .region import Implied, Region
from .whole_model import Number, WholeModel, WholeRow

# The simplest multipliers that do are taken: few digits, and ties of neat prices are met exactly.
_SCALES = (1, 2, 6, 12, 60, 840, 2520, 2**20, 2**34, 2**50)
_NEAT = 1e-6


@dataclass(frozen=True)
class Combination:
    """The multiplier of the objective, and those of rows."""

    objective: int
    rows: tuple[tuple[int, int], ...]

    def as_list(self) -> list[int]:
        """Return it as a proof lists it: objective, then row and multiplier in turn."""
        return [self.objective, *(number for pair in self.rows for number in pair)]


class Adder:
    """Adds up multiples of the objective, of the model's rows, and of cuts."""

    def __init__(self, model: WholeModel, bound: Number | None) -> None:
        self.rows: list[WholeRow] = list(model.rows)
        self.cost_scale = model.cost_scale
        self.cost = model.cost
        self.better = None if bound is None else model.best_better(bound)

    def inequality(self, combination: Combination) -> Implied:
        """Return the sum, which holds for every better point."""
        terms: dict[int, int] = {}
        side: Number = 0
        strict = False
        if combination.objective:
            assert self.better is not None
            terms = {column: combination.objective * factor for column, factor in self.cost}
            side, strict = combination.objective * self.better[0], self.better[1]
        for number, times in combination.rows:
            row = self.rows[number]
            end = row.upper if times > 0 else row.lower
            assert end is not None
            side += times * end
            for column, factor in row.terms:
                terms[column] = terms.get(column, 0) + times * factor
        return Implied({j: a for j, a in terms.items() if a}, side, strict)

    def candidates(self, prices: FloatArray, objective: int) -> Iterator[Combination]:
        """Yield whole multipliers for prices of the rows, the simplest first.

        ``objective`` is 1 for prices, and 0 for a ray, which is scaled to a largest entry of 1.
        """
        used = np.flatnonzero(prices)
        numbers = used.tolist()
        if not numbers and not objective:
            return
        ratio = -prices[used] if objective else -prices[used] / np.abs(prices).max()
        rows = [self.rows[number] for number in numbers]
        common = lcm(self.cost_scale, *(row.scale for row in rows if not row.is_cut))
        clear = [1 if row.is_cut else common // row.scale for row in rows]
        cuts = np.array([common / row.scale if row.is_cut else 1.0 for row in rows])
        for times in _SCALES:
            multipliers = np.rint(ratio * cuts * times)
            neat = np.abs(ratio * cuts * times - multipliers).max(initial=0.0) < _NEAT * times
            if times < 2**20 and not neat:
                continue
            whole = [int(each) * by for each, by in zip(multipliers.tolist(), clear, strict=True)]
            own = objective * times * (common // self.cost_scale)
            shared = gcd(own, *whole) or 1
            pairs = ((number, each // shared) for number, each in zip(numbers, whole, strict=True))
            yield Combination(own // shared, tuple(self._with_sides(pairs)))

    def _with_sides(self, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Leave out multipliers for which a row has no side: their prices are noise."""
        for number, times in pairs:
            row = self.rows[number]
            if times and (row.upper if times > 0 else row.lower) is not None:
                yield number, times

    def closing(self, box: Region, prices: FloatArray, objective: int) -> Combination | None:
        """Return multipliers that leave nothing of the box, if these prices do."""
        return next(
            (
                candidate
                for candidate in self.candidates(prices, objective)
                if self.closes(box, candidate)
            ),
            None,
        )

    def closes(self, box: Region, given: Combination) -> bool:
        """Return whether a combination leaves nothing of the box."""
        inequality = self.inequality(given)
        least, endless = box.least(inequality.terms)
        room = inequality.side - least
        return not endless and (room < 0 or (inequality.strict and room == 0))

    def exact(self, prices: dict[int, Fraction]) -> Combination:
        """Return multipliers that stand for prices of whole rows and of the whole objective."""
        clear = lcm(*(price.denominator for price in prices.values()))
        pairs = ((number, -int(price * clear)) for number, price in sorted(prices.items()))
        return Combination(clear, tuple(self._with_sides(pairs)))
