"""The judge of eviction: decisions, and certificates of bounds, in exact arithmetic.

``shortage``: all evictable residents together free too little.  ``prices``: a price for the whole
need of each resource.  ``covers``: prices of the amounts that are missing after some evictions.
``table``: the minimum temperature for each amount still needed.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import compress
from math import ceil, gcd, lcm, prod
from operator import neg
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ...core.arrays import IntArray
from ...core.decimals import as_written, exact_sums, in_parts
from ...core.records import column
from ...core.schema import NonNegative, Part
from ...instances.eviction import Eviction
from .forms import Certificate, Decision
from .judging import Judge
from .proofs.claims import UnprovenError

MOST_STATES = 1_000_000
_NEVER = 2**62


class Shortage(Certificate):
    """A certificate of infeasibility: all evictable residents free too little of a resource."""

    kind: Literal["shortage"] = "shortage"

    def proven(self, cover: _Cover) -> None:
        freed = map(sum, cover.frees.T.tolist())
        if all(amount >= need for amount, need in zip(freed, cover.need, strict=True)):
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
        worth = exact_sums(cover.frees, whole)
        heat = exact_sums(cover.heat[:, None], [parts // cover.unit])
        beyond = np.maximum(0, worth - heat).tolist()
        return sum(priced, Fraction(0)) - Fraction(sum(beyond), parts)


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
        frees = cover.frees[:, 0].tolist()
        for one in self.covers:
            if not number.keys() >= set(one.without):
                raise UnprovenError("a cover must name only evictable residents")
            price, without = Fraction(*one.price), {number[name] for name in one.without}
            missing = max(0, cover.need[0] - sum(frees[i] for i in without))
            total += price * missing
            for i, freed in enumerate(frees):
                worth[i] += 0 if i in without else price * min(freed, missing)
        heats = (Fraction(heat, cover.unit) for heat in cover.heat.tolist())
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
        for heat, *amounts in zip(cover.heat.tolist(), *cover.frees.T.tolist(), strict=True):
            after = [
                np.maximum(0, np.arange(size) - amount)
                for size, amount in zip(shape, amounts, strict=True)
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

    Amounts are integers, in a unit of each resource; the need is rounded up to a multiple, and a
    resident frees at most the need. All temperatures are integers, in multiples of 1 / ``unit``.
    """

    def __init__(self, instance: Eviction) -> None:
        keep = np.array(column(instance.residents, "keep"), dtype=np.bool_)
        self.names = list(compress(column(instance.residents, "name"), ~keep))
        self.heat, self.unit = _whole_temperatures(instance, np.flatnonzero(~keep))
        self.need: list[int] = []
        held = np.array(column(instance.residents, "demand"))[~keep]
        frees = [np.zeros((len(held), 0), dtype=np.int64)]
        for r, needed in enumerate(_amounts_needed(instance)):
            if needed > 0:
                whole, parts = in_parts(held[:, r : r + 1])
                common = gcd(*set(whole.ravel().tolist())) or 1
                self.need.append(ceil(needed * parts / common))
                most = self.need[-1] if whole.dtype == object else min(self.need[-1], _NEVER)
                frees.append(np.minimum(whole // common, most))
        self.frees = np.hstack(frees)


def _whole_temperatures(instance: Eviction, residents: IntArray) -> tuple[NDArray[Any], int]:
    """Return the temperatures as integer multiples of 1 / parts, and the number ``parts``."""
    weights, rows = instance.weights or {}, instance.residents
    stated = [temperature or 0.0 for temperature in column(rows, "temperature")]
    factors = [each or {} for each in column(rows, "factors")]
    listed = [stated, *([each.get(name, 0.0) for each in factors] for name in weights)]
    values, per_one = in_parts(np.array(listed).T[residents])
    whole, of_weights = in_parts(np.array([1.0, *weights.values()]))
    heat, parts = exact_sums(values, whole.tolist()), per_one * of_weights
    common = gcd(parts, *set(heat.tolist()))
    return heat // common, parts // common


class Evictions(Decision):
    """A decision: the names of the evicted residents."""

    NAMES: ClassVar = {"evict": ("residents",)}
    evict: list[str]


def check(instance: Eviction, decision: Evictions, judge: Judge) -> Fraction:
    """Check the evictions; the objective is the sum of the evicted residents' temperatures."""
    names, keep = (column(instance.residents, field) for field in ("name", "keep"))
    number = dict(zip(names, range(len(names)), strict=True))
    evicted = np.array([number[name] for name in decision.evict], dtype=np.int64)
    for i in filter(keep.__getitem__, evicted.tolist()):
        judge.fault("keep", names[i], "must stay")
    held = np.array(column(instance.residents, "demand"))[evicted]
    left = dict(zip(instance.resources, map(neg, _amounts_needed(instance)), strict=True))
    for name, amounts in zip(left, held.T, strict=True):
        whole, parts = in_parts(amounts)
        left[name] += Fraction(sum(whole.tolist()), parts)
        lack = -left[name]
        judge.over("room", name, lack, f"{float(lack):.15g} of {name} are still missing")
    heat, parts = _whole_temperatures(instance, evicted)
    judge.details = {
        "evicted": len(evicted),
        "hottest": float(Fraction(int(heat.max(initial=0)), parts)),
        "free_afterwards": {name: float(room) for name, room in left.items()},
    }
    return Fraction(sum(heat.tolist()), parts)
