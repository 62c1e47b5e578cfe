"""Proofs for choosing one amount per party under a common supply, checked in exact arithmetic.

Every party i takes an amount x of ``low_i … low_i + n_i - 1`` at a cost f_i(x), and all amounts
together are at most the supply.  A price p >= 0 proves that no choice costs less than

    Σ_i min_x (f_i(x) + p x) - p · supply,

which is the Lagrangian dual at p.  Where a gap remains, the *core* closes it: a choice below a
threshold can use only those amounts whose excess over the minimum, summed over all parties, stays
below the distance from the dual value to the threshold.  These few are enumerated here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..instances.arrays import FloatArray
from .verdict import Violation

MOST_STATES = 1_200_000
_HIGHEST_PRICE = 1e300
_EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Party:
    """The costs of one party for the amounts ``low``, ``low + 1``, …"""

    low: int
    costs: FloatArray


def check_price(
    parties: list[Party], supply: int, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check that the price of a certificate proves a lower bound on the cost."""
    try:
        price, kind = _read(certificate)
    except ValueError as error:
        return [invalid(str(error))]
    if bound is None:
        return [invalid("a price proves a bound, and none is claimed")]
    least = _exact(parties, price, 0.0)
    total = sum(min(value for _, value in options) for options in least.options)
    dual = Fraction(total, least.unit) - price * supply
    if _rounded(dual) >= bound:
        return []
    if kind == "multiplier":
        return [invalid(f"its price proves {_rounded(dual)!r}, the claimed bound is {bound!r}")]
    return _check_core(parties, supply, price, dual, bound)


def _read(certificate: dict[str, Any]) -> tuple[Fraction, str]:
    kind = certificate.get("kind")
    if kind not in ("multiplier", "core") or set(certificate) != {"kind", "price"}:
        raise ValueError("is no {kind: multiplier or core, price}")
    price = certificate["price"]
    if type(price) not in (int, float) or not 0 <= price <= _HIGHEST_PRICE:
        raise ValueError("its price must be a number from 0 to 1e300")
    return Fraction(price), str(kind)


def _rounded(value: Fraction) -> float:
    """Return the nearest floating-point number, as a correctly rounded sum does."""
    return value.numerator / value.denominator


@dataclass(frozen=True)
class _Priced:
    """Amounts of each party with their cost at the price, in whole multiples of 1/unit."""

    unit: int
    options: list[list[tuple[int, int]]]


def _exact(parties: list[Party], price: Fraction, distance: float) -> _Priced:
    """Return the amounts of each party that may be within a distance of its least priced cost.

    Floating point only rules out amounts that are further away than its error allows.
    """
    near = [_near(party, float(price), distance) for party in parties]
    costs = [cost for each in near for _, cost in each]
    unit = max(price.denominator, *(cost.as_integer_ratio()[1] for cost in costs))
    multiplier = price.numerator * (unit // price.denominator)
    options = []
    for each in near:
        ratios = [(amount, *cost.as_integer_ratio()) for amount, cost in each]
        options.append([(x, n * (unit // d) + multiplier * x) for x, n, d in ratios])
    return _Priced(unit, options)


def _near(party: Party, price: float, distance: float) -> list[tuple[int, float]]:
    amounts = np.arange(party.low, party.low + len(party.costs))
    priced = party.costs + price * amounts
    error = 8 * _EPSILON * (np.abs(party.costs).max() + price * int(amounts[-1]))
    near = priced <= priced.min() + distance + error
    return list(zip(amounts[near].tolist(), party.costs[near].tolist(), strict=True))


def _check_core(
    parties: list[Party], supply: int, price: Fraction, dual: Fraction, bound: float
) -> list[Violation]:
    """Enumerate every choice that could cost less than the bound; none may round below it."""
    threshold = Fraction(bound) - dual
    distance = float(threshold) * (1 + 1e-9)
    cores = _exact(parties, price, distance)
    limit = math.ceil(threshold * cores.unit)
    states: dict[int, int] = {0: 0}
    work = 0
    for core in cores.options:
        least = min(value for _, value in core)
        options = [(amount, value - least) for amount, value in core if value - least < limit]
        work += len(states) * len(options)
        if work > MOST_STATES:
            return [invalid("its price leaves too many choices to enumerate")]
        states = _combined(states, options, limit)
    for used, paid in states.items():
        cost = dual + Fraction(paid, cores.unit) + price * (supply - used)
        if used <= supply and _rounded(cost) < bound:
            return [invalid(f"a choice costs {_rounded(cost)!r}, the claimed bound is {bound!r}")]
    return []


def _combined(states: dict[int, int], options: list[tuple[int, int]], limit: int) -> dict[int, int]:
    """Return the least excess below the limit for each number of units, with one more party."""
    following: dict[int, int] = {}
    for amount, excess in options:
        for used, paid in states.items():
            if paid + excess < following.get(used + amount, limit):
                following[used + amount] = paid + excess
    return following


def invalid(message: str) -> Violation:
    """Return the violation of a certificate that proves less than is claimed."""
    return Violation("certificate", "certificate", None, message)
