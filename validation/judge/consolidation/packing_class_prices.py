"""A bound of `consolidation` by prices of resources and of domains, re-checked in whole numbers.

Every machine sells its room at prices of its own, and a rule over wide domains charges or pays an
item for the domain in which it is.  For any such prices no plan costs less than what all items pay
at their cheapest machines, less what machines earn beyond their own price, less what the rules
allow for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from ....core.decimals import as_written
from ....instances.consolidation import MACHINE, Consolidation
from .certificate_forms import SitePrices
from .devices import HalfDevices
from .packing_sites import Site, in_use_anyway, is_pinned, prices, sent_to, sites
from .sizes import rooms, units

_SCALE = 2**80  # prices are rounded down to multiples of its inverse: they hold all the same

Domain = tuple[int, str]  # a rule and a value of its label


class _Charges(NamedTuple):
    """What items pay for domains, by rule and value, and what all rules allow for nothing."""

    of: dict[Domain, int]
    free: int


def proven_by_class_prices(instance: Consolidation, proof: SitePrices) -> int | None:
    """Return the units of the objective that the prices prove."""
    halves = HalfDevices(instance, proof.devices or {})
    every = sites(instance)
    price = [[_whole(value) for value in row] for row in proof.price]
    of_class = proof.of_class
    if any(k >= len(price) for k in of_class):
        raise ValueError("there is no such class")
    columns = len(instance.resources) + len(halves.thresholds)
    if any(len(row) != columns for row in price):
        raise ValueError("it must give a price to every resource, and to half devices")
    charges = _charges(instance, every, proof.rules)
    total = -charges.free
    anyway = in_use_anyway(instance)
    amounts = zip(rooms(instance), halves.rooms(instance), strict=True)
    space = [room + more for room, more in amounts]
    for site, room, own, k in zip(every, space, prices(instance), of_class, strict=True):
        earned = sum(n * value for n, value in zip(room, price[k], strict=True))
        if site.name in anyway:
            total += own * _SCALE - earned
        else:
            total -= max(0, earned - own * _SCALE)
    total += _payment(instance, every, price, of_class, charges, halves)
    return ceil(Fraction(total, _SCALE))


def _whole(value: float) -> int:
    return floor(Fraction(value) * _SCALE)


def _payment(
    instance: Consolidation,
    every: list[Site],
    price: list[list[int]],
    of_class: list[int],
    charges: _Charges,
    halves: HalfDevices,
) -> int:
    """Return what all items pay at their cheapest machines."""
    levels = {(instance.rules or ())[r].at for r, _ in charges.of}
    kind = {
        site.name: (k, tuple(sorted((level, site.labels.get(level)) for level in levels)))
        for site, k in zip(every, of_class, strict=True)
    }
    charged: dict[str, tuple[int, ...]] = {}
    for r in dict.fromkeys(r for r, _ in charges.of):
        for name in (instance.rules or ())[r].items:
            charged[name] = (*charged.get(name, ()), r)
    unit, total = units(instance), 0
    kinds_of: dict[frozenset[str], frozenset[Any]] = {}
    known: dict[Any, int] = {}
    for item, may in zip(instance.items, sent_to(instance), strict=True):
        there = frozenset({str(item.machine)}) if is_pinned(item, may) else may
        if item.machine is not None:
            there |= {item.machine}
        if there not in kinds_of:
            kinds_of[there] = frozenset(kind[name] for name in there)
        key = (item.demand, kinds_of[there], charged.get(item.name, ()))
        if key not in known:
            size = [int(as_written(d) / u) for d, u in zip(item.demand, unit, strict=True)]
            size += halves.of_item(item)
            known[key] = min(
                sum(n * value for n, value in zip(size, price[k], strict=True))
                + _charge(instance, charges, key[2], dict(labels))
                for k, labels in key[1]
            )
        total += known[key]
    return total


def _charge(
    instance: Consolidation,
    charges: _Charges,
    rules: tuple[int, ...],
    labels: Mapping[str, str | None],
) -> int:
    named = ((r, labels[(instance.rules or ())[r].at]) for r in rules)
    return sum(charges.of.get((r, value), 0) for r, value in named if value is not None)


def _charges(
    instance: Consolidation, every: list[Site], rules: dict[str, dict[str, float]]
) -> _Charges:
    """Read the charges of rules; refuse those of a rule that is broken now or says nothing."""
    charges: dict[Domain, int] = {}
    free = 0
    for number, values in rules.items():
        r = int(number)
        if not 0 <= r < len(instance.rules or ()):
            raise ValueError("there is no such rule")
        rule = (instance.rules or ())[r]
        own = {value: _whole(charge) for value, charge in values.items()}
        counted = _domains(instance, every, r)
        if rule.at == MACHINE or rule.kind not in ("apart", "spread") or not own.keys() <= counted:
            raise ValueError(f"rule {r} has no such wide domains")
        now = _now(instance, every, r)
        capped = rule.kind == "apart" or len(counted) > len(rule.items)
        most = rule.most if rule.kind == "apart" else rule.skew
        least = 0 if capped else min(now[value] for value in counted)
        if any(now[value] - least > most for value in counted):
            raise ValueError(f"rule {r} is broken now, and may stay so")
        if capped and any(charge < 0 for charge in own.values()):
            raise ValueError(f"rule {r} is a cap, whose charges are >= 0")
        if not capped and sum(own.values()) > 0:
            raise ValueError(f"the charges of rule {r} must not sum to more than 0")
        charges |= {(r, value): charge for value, charge in own.items()}
        free += most * sum(max(0, charge) for charge in own.values())
    return _Charges(charges, free)


def _domains(instance: Consolidation, every: list[Site], r: int) -> set[str]:
    """Return the domains of a rule; those over which it spreads if it does."""
    rule = (instance.rules or ())[r]
    if rule.kind == "spread" and rule.domains is not None:
        return set(rule.domains)
    values = (
        site.labels.get(rule.at) for site in every if rule.kind == "apart" or not site.offered
    )
    return {value for value in values if value is not None}


def _now(instance: Consolidation, every: list[Site], r: int) -> Counter[str]:
    """Return how many items of a rule are in each domain now."""
    rule = (instance.rules or ())[r]
    label = {site.name: site.labels.get(rule.at) for site in every}
    home = {item.name: item.machine for item in instance.items}
    places = (label[str(home[name])] for name in rule.items if home[name] is not None)
    return Counter(value for value in places if value is not None)
