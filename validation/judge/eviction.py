"""The judge of eviction: decisions, and certificates of bounds, in exact arithmetic.

``shortage``: all evictable residents together free too little.  ``prices``: a price for the whole
need of each resource.  ``covers``: prices of the amounts that are missing after some evictions.
``table``: the minimum temperature for each amount still needed.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, gcd, lcm, prod
from operator import mul
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.decimals import as_written, common_unit
from ...core.schema import NonNegative, Part
from ...instances.eviction import Eviction, Resident
from .forms import Certificate, Decision
from .judging import Judge
from .proofs.claims import UnprovenError

MOST_STATES = 1_000_000
_NEVER = 2**62


class Shortage(Certificate):
    """A certificate of infeasibility: all evictable residents free too little of a resource."""

    kind: Literal["shortage"] = "shortage"

    def proven(self, cover: _Cover) -> None:
        if all(sum(row[r] for row in cover.frees) >= need for r, need in enumerate(cover.need)):
            raise UnprovenError("the evictable residents free enough of every resource")


class NeedPrices(Certificate):
    """A certificate: for each missing resource, the price of the whole missing amount.

    The bound is the sum of the prices, minus the amounts by which the priced resources of residents
    exceed their temperatures.
    """

    kind: Literal["prices"] = "prices"
    prices: list[NonNegative]

    def proven(self, cover: _Cover) -> Fraction:
        if len(self.prices) != len(cover.need):
            raise UnprovenError(f"there must be {len(cover.need)} prices, one per missing resource")
        priced = [as_written(price) for price in self.prices]
        of_unit = [price / need for price, need in zip(priced, cover.need, strict=True)]
        parts = lcm(cover.unit, *(price.denominator for price in of_unit))
        whole = [int(price * parts) for price in of_unit]
        beyond, of_heat = 0, parts // cover.unit
        for row, heat in zip(cover.frees, cover.heat, strict=True):
            worth = sum(map(mul, whole, map(min, row, cover.need)))
            beyond += max(0, worth - heat * of_heat)
        return sum(priced, Fraction(0)) - Fraction(beyond, parts)


class SetCover(Part):
    """A set of residents assumed to be evicted, and a price per unit of the amount then missing."""

    without: list[str]
    price: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)]


class CoverPrices(Certificate):
    """A certificate: sets of residents, and prices of the amounts missing after their eviction.

    The bound is the sum of price times amount.  All prices together must not value the resources of
    a resident above its temperature.
    """

    kind: Literal["covers"] = "covers"
    covers: list[SetCover]

    def proven(self, cover: _Cover) -> Fraction:
        if len(cover.need) != 1:
            raise UnprovenError("covers are checked only for one missing resource")
        number = {name: i for i, name in enumerate(cover.names)}
        total, worth = Fraction(0), [Fraction(0)] * len(cover.names)
        for one in self.covers:
            if not number.keys() >= set(one.without):
                raise UnprovenError("a cover must name only evictable residents")
            price, without = Fraction(*one.price), {number[name] for name in one.without}
            missing = max(0, cover.need[0] - sum(cover.frees[i][0] for i in without))
            total += price * missing
            for i, (freed,) in enumerate(cover.frees):
                worth[i] += 0 if i in without else price * min(freed, missing)
        heats = (Fraction(heat, cover.unit) for heat in cover.heat)
        if any(value > heat for value, heat in zip(worth, heats, strict=True)):
            raise UnprovenError("at these prices, a resident is worth more than its temperature")
        return total


class NeedTable(Certificate):
    """A certificate: the judge computes the minimum temperature for each amount still needed."""

    kind: Literal["table"] = "table"

    def proven(self, cover: _Cover) -> Fraction:
        if prod(need + 1 for need in cover.need) > MOST_STATES:
            raise UnprovenError("its table is too large to be re-checked")
        shape = [need + 1 for need in cover.need]
        least_heat = np.full(shape, _NEVER, dtype=np.int64)
        least_heat[(0,) * len(shape)] = 0
        for i, heat in enumerate(cover.heat):
            after = [
                np.maximum(0, np.arange(size) - amount)
                for size, amount in zip(shape, cover.frees[i], strict=True)
            ]
            moved = least_heat[np.ix_(*after)] if shape else least_heat
            np.minimum(least_heat, moved + heat, out=least_heat)
        least = int(least_heat[tuple(cover.need)])
        if least >= _NEVER:
            raise UnprovenError("no choice of residents frees enough")
        return Fraction(least, cover.unit)


def certified(
    instance: Eviction, certificate: Shortage | NeedPrices | CoverPrices | NeedTable
) -> Fraction | None:
    """Return the proven bound, rounded up to a multiple of the unit; ``None`` if infeasible."""
    cover = _Cover(instance)
    proven = certificate.proven(cover)
    return None if proven is None else Fraction(ceil(proven * cover.unit), cover.unit)


def _amounts_needed(instance: Eviction) -> list[Fraction]:
    """Return the amounts of resources that the growing instance needs beyond the free ones."""
    free = instance.free or (0.0,) * len(instance.resources)
    pairs = zip(instance.request, free, strict=True)
    return [as_written(asked) - as_written(had) for asked, had in pairs]


class _Cover:
    """The evictable residents, with names, temperatures, and the needed amounts that they free.

    Amounts are integers, in a unit of each resource; the need is rounded up to a multiple. All
    temperatures are integers, in multiples of 1 / ``unit``.
    """

    def __init__(self, instance: Eviction) -> None:
        leaving = [resident for resident in instance.residents if not resident.keep]
        self.names = [resident.name for resident in leaving]
        self.heat, self.unit = _whole_temperatures(instance, leaving)
        self.need: list[int] = []
        self.frees: list[list[int]] = [[] for _ in leaving]
        for r, needed in enumerate(_amounts_needed(instance)):
            if needed > 0:
                held = [resident.demand[r] for resident in leaving]
                written = {amount: as_written(amount) for amount in set(held)}
                unit = common_unit(written.values())
                whole = {amount: int(each / unit) for amount, each in written.items()}
                self.need.append(ceil(needed / unit))
                for row, amount in zip(self.frees, held, strict=True):
                    row.append(whole[amount])


def _whole_temperatures(instance: Eviction, residents: list[Resident]) -> tuple[list[int], int]:
    """Return the temperatures as integer multiples of 1 / parts, and the number ``parts``."""
    weights = instance.weights or {}
    values = {resident.temperature or 0.0 for resident in residents}
    values.update(weights.values(), *((each.factors or {}).values() for each in residents))
    written = {value: as_written(value) for value in values}
    part = lcm(1, *(value.denominator for value in written.values()))
    whole = {value: int(each * part) for value, each in written.items()}
    heat = [
        sum(whole[weights[name]] * whole[value] for name, value in each.factors.items())
        if each.factors is not None
        else whole[each.temperature or 0.0] * part
        for each in residents
    ]
    common = gcd(part * part, *heat)
    return [amount // common for amount in heat], part * part // common


class Evictions(Decision):
    """A decision: the names of the evicted residents."""

    NAMES: ClassVar = {"evict": ("residents",)}
    evict: list[str]


def check(instance: Eviction, decision: Evictions, judge: Judge) -> Fraction:
    """Check the evictions; the objective is the sum of the evicted residents' temperatures."""
    named = {resident.name: resident for resident in instance.residents}
    evicted = [named[name] for name in decision.evict]
    for resident in evicted:
        if resident.keep:
            judge.fault("keep", resident.name, "must stay")
    left = {
        name: sum((as_written(resident.demand[r]) for resident in evicted), -needed)
        for r, (name, needed) in enumerate(
            zip(instance.resources, _amounts_needed(instance), strict=True)
        )
    }
    for name, room in left.items():
        judge.over("room", name, -room, f"{float(-room):.15g} of {name} are still missing")
    heat, parts = _whole_temperatures(instance, evicted)
    judge.details = {
        "evicted": len(evicted),
        "hottest": float(Fraction(max(heat, default=0), parts)),
        "free_afterwards": {name: float(room) for name, room in left.items()},
    }
    return Fraction(sum(heat), parts)
