"""The sites of `consolidation`, read anew from the raw fields of the file.

A site is a machine, one that is offered, or the place where an optional item waits.  Such a place
adds more to the objective than all machines and offers together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from ....core.decimals import as_written
from ....instances.consolidation import MACHINE, Consolidation, Machine, PlacementRule


@dataclass(frozen=True)
class Site:
    """A machine, or one that is offered: its name, and the name by which items allow it.

    The place where an item waits has the fields of a machine as well.
    """

    name: str
    listed: str
    record: Any
    offered: bool
    waits: str | None = None  # the name of the item

    @property
    def limit(self) -> tuple[float, ...]:
        """The share of every resource that may be used."""
        return self.record.limit or (1.0,) * len(self.record.capacity)

    def domain(self, level: str) -> str | None:
        """Return the domain in which the site lies, if any."""
        return self.name if level == MACHINE else (self.record.labels or {}).get(level)


def sites_of(instance: Consolidation) -> list[Site]:
    """Return the machines, then those of the offers, then the places where optional items wait.

    Of an offer there are no more machines than there are items.  Waiting adds one more than all
    machines, or than their prices with those of all offers, rounded up.
    """
    every = [Site(machine.name, machine.name, machine, False) for machine in instance.machines]
    for offer in instance.offers or ():
        for k in range(min(offer.at_most, len(instance.items))):
            every.append(Site(f"{offer.called}#{k + 1}", offer.called, offer, True))
    prices = (as_written(site.record.price or 0) for site in every)
    most = sum(prices, Fraction(0)) if instance.objective == "price" else len(instance.machines)
    whole = [name in (instance.devices or ()) for name in instance.resources]
    for item in instance.items:
        if item.optional:
            name, pairs = f"(waits) {item.name}#1", zip(item.demand, whole, strict=True)
            room = tuple(float(ceil(size)) if device else size for size, device in pairs)
            place = Machine(name=name, capacity=room, price=float(1 + ceil(most)))
            every.append(Site(name, name, place, True, item.name))
    return every


def domains_of(rule: PlacementRule, sites: Iterable[Site]) -> set[str]:
    """Return the domains of a rule: those that it names, else those where machines are.

    A rule that spreads items over wide domains counts none that only offers have.
    """
    if rule.domains is not None:
        return set(rule.domains)
    wide_spread = rule.kind == "spread" and rule.at != MACHINE
    counted = (site for site in sites if not (site.waits or (wide_spread and site.offered)))
    return {domain for site in counted if (domain := site.domain(rule.at)) is not None}
