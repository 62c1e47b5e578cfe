"""Proofs of eviction, re-checked in fractions and without a solver.

``shortage``: all who may leave free too little.  ``prices``: a price for all that is needed of each
resource.  ``covers``: prices for the amount still missing once some have left.  ``table``: the
least temperature by the amount still needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm, prod
from typing import Any

import numpy as np

from ....core.decimals import as_written
from ....instances.eviction import Eviction, Resident
from ..proofs.claims import (
    UnprovenError,
    check_claim,
    kind_of,
    price_of,
    refuse_bound,
    violations_of,
)
from ..verdict import Violation

MOST_STATES = 1_000_000
_NEVER = 2**62
_KEYS: dict[str, set[str]] = {
    "shortage": set(),
    "prices": {"prices"},
    "covers": {"covers"},
    "table": set(),
}


@dataclass(frozen=True)
class _Cover:
    """The residents that may leave: names, temperatures, and the needed amounts that they free.

    In whole units of each resource: residents free whole multiples of them, so that the need is
    rounded up to one.
    """

    names: list[str]
    heat: list[Fraction]
    frees: list[list[int]]
    need: list[int]

    @property
    def unit(self) -> int:
        """How many parts of 1 all temperatures are whole multiples of."""
        return lcm(1, *(each.denominator for each in self.heat))


def check_certificate(
    instance: Eviction, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check the proof of a bound (of infeasibility without one)."""
    return violations_of(lambda: _check(_cover(instance), certificate, bound))


def _check(cover: _Cover, certificate: dict[str, Any], bound: float | None) -> None:
    kind = kind_of(certificate, _KEYS)
    if kind == "shortage":
        _check_shortage(cover, bound)
    else:
        check_claim(bound, lambda: _proven(cover, certificate), kind)


def _proven(cover: _Cover, certificate: dict[str, Any]) -> Fraction:
    """Return the bound that a certificate proves, rounded up to the unit of temperatures."""
    if certificate["kind"] == "prices":
        proven = _by_prices(cover, certificate["prices"])
    elif certificate["kind"] == "covers":
        proven = _by_covers(cover, certificate["covers"])
    else:
        proven = _by_table(cover)
    return Fraction(ceil(proven * cover.unit), cover.unit)


def temperature_of(instance: Eviction, resident: Resident) -> Fraction:
    """Return the temperature of a resident, given or as the weighted sum of its factors."""
    if resident.temperature is not None:
        return as_written(resident.temperature)
    weights, factors = instance.weights or {}, resident.factors or {}
    parts = (as_written(weights[name]) * as_written(factors[name]) for name in factors)
    return sum(parts, Fraction(0))


def _cover(instance: Eviction) -> _Cover:
    free = instance.free or (0.0,) * len(instance.resources)
    need = [
        as_written(asked) - as_written(had)
        for asked, had in zip(instance.request, free, strict=True)
    ]
    missing = [r for r, amount in enumerate(need) if amount > 0]
    leaving = [resident for resident in instance.residents if not resident.keep]
    heat = [temperature_of(instance, resident) for resident in leaving]
    columns, whole_need = [], []
    for r in missing:
        amounts = [as_written(resident.demand[r]) for resident in leaving]
        common = lcm(1, *(amount.denominator for amount in amounts))
        whole = [int(amount * common) for amount in amounts]
        step = gcd(*whole) or 1
        columns.append([amount // step for amount in whole])
        whole_need.append(ceil(need[r] * common / step))
    names = [resident.name for resident in leaving]
    frees = [[column[i] for column in columns] for i in range(len(leaving))]
    return _Cover(names, heat, frees, whole_need)


def _check_shortage(cover: _Cover, bound: float | None) -> None:
    refuse_bound(bound, "shortages")
    for r, need in enumerate(cover.need):
        if sum(row[r] for row in cover.frees) < need:
            return
    raise UnprovenError("those who may leave free enough of every resource")


def _by_prices(cover: _Cover, given: Any) -> Fraction:
    """Return the prices less the worth of residents at them beyond their temperature."""
    if not isinstance(given, list) or len(given) != len(cover.need):
        raise UnprovenError(f"there must be {len(cover.need)} prices, one per missing resource")
    prices = [price_of(price) for price in given]
    total = sum(prices, Fraction(0))
    for row, heat in zip(cover.frees, cover.heat, strict=True):
        worth = sum(
            (
                price * Fraction(min(amount, need), need)
                for price, amount, need in zip(prices, row, cover.need, strict=True)
            ),
            Fraction(0),
        )
        total -= max(Fraction(0), worth - heat)
    return total


def _by_covers(cover: _Cover, given: Any) -> Fraction:
    """Return the prices of the amounts that sets leave missing; nobody may be worth more than it is
    hot.
    """
    if len(cover.need) != 1:
        raise UnprovenError("covers are checked for one missing resource")
    if not isinstance(given, list):
        raise UnprovenError("covers must be a list")
    amounts, need = [row[0] for row in cover.frees], cover.need[0]
    number = {name: i for i, name in enumerate(cover.names)}
    total, worth = Fraction(0), [Fraction(0)] * len(amounts)
    for each in given:
        without, price = _one_cover(each, number)
        missing = need - sum(amounts[i] for i in without)
        if missing <= 0:
            continue
        total += price * missing
        for i, amount in enumerate(amounts):
            if i not in without:
                worth[i] += price * min(amount, missing)
    if any(value > heat for value, heat in zip(worth, cover.heat, strict=True)):
        raise UnprovenError("a resident is worth more than its temperature at these prices")
    return total


def _one_cover(each: Any, number: dict[str, int]) -> tuple[set[int], Fraction]:
    if not isinstance(each, dict) or set(each) != {"without", "price"}:
        raise UnprovenError("a cover has the keys ['price', 'without']")
    without, price = each["without"], each["price"]
    if not isinstance(without, list) or not all(
        isinstance(name, str) and name in number for name in without
    ):
        raise UnprovenError("a cover names residents that may leave")
    if (
        not isinstance(price, list)
        or len(price) != 2
        or any(type(part) is not int for part in price)
        or price[0] < 0
        or price[1] <= 0
    ):
        raise UnprovenError("the price of a cover is a fraction [numerator, denominator] >= 0")
    return {number[name] for name in without}, Fraction(price[0], price[1])


def _by_table(cover: _Cover) -> Fraction:
    """Return the least temperature of all choices, by the amount still needed."""
    if prod(each + 1 for each in cover.need) > MOST_STATES:
        raise UnprovenError("its table is too large to be re-checked")
    shape = [each + 1 for each in cover.need]
    least_heat = np.full(shape, _NEVER, dtype=np.int64)
    least_heat[(0,) * len(shape)] = 0
    for i, heat in enumerate(cover.heat):
        after = [
            np.maximum(0, np.arange(size) - amount)
            for size, amount in zip(shape, cover.frees[i], strict=True)
        ]
        moved = least_heat[np.ix_(*after)] if shape else least_heat
        np.minimum(least_heat, moved + int(heat * cover.unit), out=least_heat)
    found = int(least_heat[tuple(cover.need)])
    if found >= _NEVER:
        raise UnprovenError("there is no choice that frees enough")
    return Fraction(found, cover.unit)
