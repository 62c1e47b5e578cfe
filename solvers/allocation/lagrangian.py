"""Allocation of a common supply to parties: cost curves, lower hulls, the Lagrangian dual.

Party i takes 0, 1, …, w_i units at cost f_i; all parties together take at most ``room`` units, and
the summed cost is minimised.  Along the lower convex hulls, allocating the steepest
segments first is optimal; the slope at which the room ends is a price p, and
``Σ_i min_x (f_i(x) + p x) - p · room`` is a lower bound for any curves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel

_EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Curves:
    """The curves of all parties in one array: party i has ``cost[start[i]:start[i + 1]]``."""

    start: IntArray
    cost: FloatArray

    @staticmethod
    def of(curves: list[FloatArray]) -> Curves:
        """Return the curves from a list with one cost array per party."""
        sizes = np.array([len(curve) for curve in curves], dtype=np.int64)
        start = np.concatenate([[0], sizes.cumsum()])
        return Curves(start, np.ascontiguousarray(np.concatenate(curves), dtype=np.float64))

    @property
    def parties(self) -> int:
        """The number of parties."""
        return len(self.start) - 1

    @cached_property
    def owner(self) -> IntArray:
        """The party that each entry of ``cost`` belongs to."""
        return np.repeat(np.arange(self.parties), np.diff(self.start))

    @cached_property
    def units(self) -> IntArray:
        """The amount that each entry of ``cost`` belongs to."""
        return np.arange(len(self.cost)) - self.start[self.owner]

    def total(self, amounts: IntArray) -> float:
        """Return the summed cost of one amount per party."""
        return float(self.cost[self.start[:-1] + amounts].sum())


@dataclass(frozen=True, eq=False)
class Fill:
    """The amount of each party after the room is filled along the hulls, and the final price."""

    amounts: IntArray
    price: float


def fill(curves: Curves, room: int) -> Fill:
    """Allocate the steepest segments of the lower hulls while they fit.

    The amounts are optimal if every curve is convex. The price is the saving per unit of the first
    segment that does not fit (0 if all fit). This price gives the best Lagrangian bound.
    """
    owner, width, slope = _falling_stretches(curves.start, curves.cost)
    order = np.argsort(slope, kind="stable")
    owner, width, slope = owner[order], width[order], slope[order]
    amounts = np.zeros(curves.parties, dtype=np.int64)
    fits = int(np.searchsorted(width.cumsum(), room, side="right"))
    np.add.at(amounts, owner[:fits], width[:fits])
    if fits == len(order):
        return Fill(amounts, 0.0)
    left = room - int(width[:fits].sum())
    _fill_rest(curves.start, curves.cost, owner[fits:], width[fits:], left, amounts)
    return Fill(amounts, -float(slope[fits]))


@kernel
def _falling_stretches(start: IntArray, cost: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Return party, width and slope (arrays) of every decreasing segment of the lower hulls."""
    owner = np.empty(len(cost), dtype=np.int64)
    width = np.empty(len(cost), dtype=np.int64)
    slope = np.empty(len(cost), dtype=np.float64)
    corner = np.empty(len(cost), dtype=np.int64)
    count = 0
    for i in range(len(start) - 1):
        curve = cost[start[i] : start[i + 1]]
        top = 0
        for x in range(len(curve)):
            # corner[:top] is the lower hull so far; b goes where a to x lies below
            while top >= 2:
                a, b = corner[top - 2], corner[top - 1]
                if (curve[b] - curve[a]) * (x - b) <= (curve[x] - curve[b]) * (b - a):
                    break
                top -= 1
            corner[top] = x
            top += 1
        # slopes of a hull rise: behind the first that falls no more none does
        for k in range(1, top):
            a, b = corner[k - 1], corner[k]
            if curve[b] >= curve[a]:
                break
            owner[count], width[count] = i, b - a
            slope[count] = (curve[b] - curve[a]) / (b - a)
            count += 1
    return owner[:count], width[:count], slope[:count]


@kernel
def _fill_rest(
    start: IntArray,
    cost: FloatArray,
    owner: IntArray,
    width: IntArray,
    left: int,
    amounts: IntArray,
) -> None:
    """Allocate ``left`` units to the segments in order; of each, take the cheapest amount."""
    closed = np.zeros(len(start) - 1, dtype=np.bool_)
    for k in range(len(owner)):
        i = owner[k]
        if closed[i] or left == 0:
            continue
        base = start[i] + amounts[i]
        best = 0
        for x in range(1, min(width[k], left) + 1):
            if cost[base + x] < cost[base + best]:
                best = x
        closed[i] = best < width[k]
        amounts[i] += best
        left -= best


def priced_excess(curves: Curves, price: float) -> FloatArray:
    """Return, for each amount x, cost(x) + price · x minus the minimum of this over the party."""
    priced = curves.cost + price * curves.units
    least = np.minimum.reduceat(priced, curves.start[:-1])
    return np.asarray(priced - least[curves.owner])


def dual_value(curves: Curves, room: int, price: float) -> Fraction:
    """Return the Lagrangian bound at a price as an exact fraction.

    Floats are only used to skip amounts whose excess is larger than the rounding error can be.
    """
    excess = priced_excess(curves, price)
    error = 8 * _EPSILON * (np.abs(curves.cost).max() + price * int(curves.units.max()))
    near = np.flatnonzero(excess <= error)
    costs = curves.cost[near].tolist()
    scale = common_denominator([*costs, price])
    multiplier = whole(price, scale)
    least: dict[int, int] = {}
    at = zip(curves.owner[near].tolist(), costs, curves.units[near].tolist(), strict=True)
    for i, cost, units in at:
        value = whole(cost, scale) + multiplier * units
        least[i] = min(value, least.get(i, value))
    return Fraction(sum(least.values()) - multiplier * room, scale)


def common_denominator(values: Iterable[float]) -> int:
    """Return the least power of two whose product with each number is integral."""
    return max(value.as_integer_ratio()[1] for value in values)


def whole(value: float, scale: int) -> int:
    """Return a number multiplied by a scale that makes it an integer."""
    numerator, denominator = value.as_integer_ratio()
    return numerator * (scale // denominator)


def nearest_float(value: Fraction) -> float:
    """Return the floating-point number nearest to an exact value."""
    return value.numerator / value.denominator
