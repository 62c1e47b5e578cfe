"""A bound of `consolidation` by prices of resources and of domains, re-checked in whole numbers.

Every machine sells its room at prices of its own, and a rule over wide domains charges or pays an
item for the domain in which it is.  For any such prices no plan costs less than what all items pay
at their cheapest machines, less what machines earn beyond their own price, less what the rules
allow for nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any, ClassVar, Literal

from pydantic import Field

from ....core.schema import Count, NonNegative
from ....instances.consolidation import MACHINE
from ..forms import Certificate, Names
from .devices import sizes_and_rooms
from .packing import Amounts, PackingInUnits
from .sites import domains_of

_SCALE = 2**80  # prices are rounded down to multiples of its inverse: they hold all the same

Charges = dict[int, dict[str | None, int]]  # what items pay for domains, by the number of a rule


class SitePrices(Certificate):
    """The class of every machine, the prices of resources by class, and charges of rules.

    Resources that ``devices`` names have a further price, of half a device.
    """

    AXES: ClassVar[Names] = {"of_class": ("sites",)}
    kind: Literal["class-prices"] = "class-prices"
    of_class: list[Count] = Field(alias="class")
    price: list[list[NonNegative]]
    rules: dict[str, dict[str, float]]
    devices: dict[str, float] | None = None

    def proven(self, packing: PackingInUnits) -> int:
        """Return the units of the objective that the prices prove."""
        sizes, rooms = sizes_and_rooms(packing, packing.instance.resources, self.devices)
        if any(k >= len(self.price) for k in self.of_class):
            raise ValueError("there is no such class")
        if any(len(row) != len(sizes[0]) for row in self.price):
            raise ValueError("it must give a price to every resource, and to half devices")
        rows = [[_whole(value) for value in row] for row in self.price]
        price = [rows[k] for k in self.of_class]
        charges, free = _charges(packing, self.rules)
        earned = (_cost(room, row) for room, row in zip(rooms, price, strict=True))
        return packing.least(_payment(packing, sizes, price, charges) - free, earned, _SCALE)


def _whole(value: float) -> int:
    return floor(Fraction(value) * _SCALE)


def _cost(amounts: Amounts, price: Sequence[int]) -> int:
    return sum(n * value for n, value in zip(amounts, price, strict=True))


def _payment(
    packing: PackingInUnits, sizes: list[Amounts], price: list[list[int]], charges: Charges
) -> int:
    """Return what all items pay at their cheapest sites."""
    kind = {
        site.name: (
            tuple(row),
            tuple(of.get(site.domain(packing.rules[r].at), 0) for r, of in charges.items()),
        )
        for site, row in zip(packing.sites, price, strict=True)
    }
    owed: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for k, r in enumerate(charges):
        for name in packing.rules[r].items:
            owed[name] += (k,)
    kinds_of: dict[frozenset[str], frozenset[Any]] = {}
    known: dict[Any, int] = {}
    total = 0
    for item, size, may in zip(packing.instance.items, sizes, packing.may, strict=True):
        there = may if item.machine is None else may | {item.machine}
        if there not in kinds_of:
            kinds_of[there] = frozenset(kind[name] for name in there)
        key = size, kinds_of[there], owed[item.name]
        if key not in known:
            known[key] = min(
                _cost(size, row) + sum(charge[k] for k in owed[item.name])
                for row, charge in kinds_of[there]
            )
        total += known[key]
    return total


def _charges(packing: PackingInUnits, rules: dict[str, dict[str, float]]) -> tuple[Charges, int]:
    """Return the charges of rules, and what all of them allow for nothing.

    Those of a rule that is broken now, says nothing, or is named twice are refused.
    """
    charges: Charges = {}
    free = 0
    for number, values in rules.items():
        r = int(number)
        if not 0 <= r < len(packing.rules) or r in charges:
            raise ValueError("there is no such rule, or it is named twice")
        rule = packing.rules[r]
        domains, now = domains_of(rule, packing.sites), packing.now(rule)
        if (
            rule.at == MACHINE
            or rule.kind not in ("apart", "spread")
            or not values.keys() <= domains
        ):
            raise ValueError(f"rule {r} has no such wide domains")
        capped = rule.kind == "apart" or len(domains) > len(rule.items)
        most = rule.most if rule.kind == "apart" else rule.skew
        least = 0 if capped else min(now[value] for value in domains)
        if any(now[value] - least > most for value in domains):
            raise ValueError(f"rule {r} is broken now, and may stay so")
        charges[r] = {value: _whole(charge) for value, charge in values.items()}
        own = charges[r].values()
        if capped and any(charge < 0 for charge in own):
            raise ValueError(f"rule {r} is a cap, whose charges are >= 0")
        if not capped and sum(own) > 0:
            raise ValueError(f"the charges of rule {r} must not sum to more than 0")
        free += most * sum(max(0, charge) for charge in own)
    return charges, free
