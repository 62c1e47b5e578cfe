"""The judge of eviction: decisions, and certificates of bounds, in exact arithmetic.

``shortage``: all who may leave free too little.  ``prices``: a price for all that is needed of each
resource.  ``covers``: prices for the amount still missing once some have left.  ``table``: the
least temperature by the amount still needed.
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
    """All who may leave free too little of a resource; nothing else has to be said."""

    kind: Literal["shortage"] = "shortage"

    def proven(self, cover: _Cover) -> None:
        if all(sum(row[r] for row in cover.frees) >= need for r, need in enumerate(cover.need)):
            raise UnprovenError("the residents that may leave free enough of every resource")


class NeedPrices(Certificate):
    """A price for all that is needed of each missing resource.

    They prove what they sum to, less the worth of residents at them beyond their temperature.
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
    """The price, a numerator and a denominator, of the amount still missing without some."""

    without: list[str]
    price: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)]


class CoverPrices(Certificate):
    """Prices of the amounts that sets of residents leave missing: they prove the sum of these.

    Nobody may be worth more than it is hot.
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
                raise UnprovenError("a cover names residents that may leave")
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
    """The least temperature by the amount still needed; the judge computes it itself."""

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
            raise UnprovenError("there is no choice that frees enough")
        return Fraction(least, cover.unit)


def certified(
    instance: Eviction, certificate: Shortage | NeedPrices | CoverPrices | NeedTable
) -> Fraction | None:
    """Return the bound that a certificate proves, rounded up to the unit of temperatures."""
    cover = _Cover(instance)
    proven = certificate.proven(cover)
    return None if proven is None else Fraction(ceil(proven * cover.unit), cover.unit)


def _amounts_needed(instance: Eviction) -> list[Fraction]:
    """Return how much of each resource the growing instance asks for beyond what is free."""
    free = instance.free or (0.0,) * len(instance.resources)
    pairs = zip(instance.request, free, strict=True)
    return [as_written(asked) - as_written(had) for asked, had in pairs]


class _Cover:
    """The residents that may leave: names, temperatures, and the needed amounts that they free.

    In whole units of each resource: residents free whole multiples of them, so that the need is
    rounded up to one.  All temperatures are whole multiples of 1 / ``unit``.
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
    """Return temperatures as whole multiples of one part, and how many parts make 1."""
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
    """The names of the residents that leave."""

    NAMES: ClassVar = {"evict": ("residents",)}
    evict: list[str]


def check(instance: Eviction, decision: Evictions, judge: Judge) -> Fraction:
    """Judge who leaves; the objective is the sum of their temperatures."""
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
