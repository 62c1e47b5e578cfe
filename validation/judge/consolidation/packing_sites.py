"""The machines of `consolidation` with those offered, and where items may be sent, for proofs.

Everything is read anew from the raw fields of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written, common_unit
from ....instances.consolidation import MACHINE, Consolidation, Item, PlacementRule
from .left_out import waiting_sites


@dataclass(frozen=True)
class Site:
    """A machine, or one that is offered: its name, and the name by which items allow it."""

    name: str
    listed: str
    record: Any
    offered: bool

    @property
    def labels(self) -> dict[str, str]:
        """The labels."""
        return self.record.labels or {}


def sites(instance: Consolidation) -> list[Site]:
    """Return the machines, then those of the offers, no more of each than there are items."""
    every = [Site(machine.name, machine.name, machine, False) for machine in instance.machines]
    for offer in instance.offers or ():
        for k in range(min(offer.at_most, len(instance.items))):
            every.append(Site(f"{offer.called}#{k + 1}", offer.called, offer, True))
    return every + [Site(site.name, site.name, site, True) for site in waiting_sites(instance)]


def occupied(instance: Consolidation) -> set[str | None]:
    """Return the names of the machines that have an item now."""
    return {item.machine for item in instance.items} - {None}


def price_unit(instance: Consolidation) -> Fraction:
    """Return the unit in which objectives are counted: a machine, or what divides all prices."""
    if instance.objective != "price":
        return Fraction(1)
    return common_unit(as_written(site.record.price or 0.0) for site in sites(instance))


def prices(instance: Consolidation) -> list[int]:
    """Return what each site adds to the objective where it is used, in whole units."""
    every = sites(instance)
    if instance.objective != "price":
        waiting = [int(site.price) for site in waiting_sites(instance)]
        return [1] * (len(every) - len(waiting)) + waiting
    unit = price_unit(instance)
    return [int(as_written(site.record.price or 0.0) / unit) for site in every]


def sent_to(instance: Consolidation) -> list[frozenset[str]]:
    """Return, item by item, the names of the sites to which it may be sent."""
    every = sites(instance)
    running = occupied(instance) | {machine.name for machine in instance.machines if machine.keep}
    never = {
        name
        for rule in instance.rules or ()
        if rule.kind == "at_once" and rule.at_most == 0
        for name in rule.items
    }
    bound = _binding_rules(instance)
    wait = {site.item: site.name for site in waiting_sites(instance)}
    barred = frozenset(wait.values())
    known: dict[Any, frozenset[str]] = {}
    names = []
    for item in instance.items:
        resident = item.machine is not None
        allowed = item.allowed_machines
        if item.fixed or (resident and item.name in never):
            allowed = (str(item.machine),)
        rules = bound.get(item.name, ())
        key = (resident, allowed, rules)
        if key not in known:
            listed = None if allowed is None else set(allowed)
            known[key] = frozenset(
                site.name
                for site in every
                if (listed is None or site.listed in listed)
                and all(_in_a_domain(site, instance.rules[r], every) for r in rules)  # type: ignore[index]
                and (
                    not resident
                    or instance.empty_machines == "any"
                    or site.offered
                    or site.name in running
                )
            )
        may = known[key] - barred
        names.append(may | {wait[item.name]} if item.name in wait else may)
    return names


def _binding_rules(instance: Consolidation) -> dict[str, tuple[int, ...]]:
    """Return the rules of each item that bind it to machines in a domain."""
    binding: dict[str, tuple[int, ...]] = {}
    for r, rule in enumerate(instance.rules or ()):
        if rule.kind in ("with", "spread") and (rule.at != MACHINE or rule.domains):
            for name in rule.items:
                binding[name] = (*binding.get(name, ()), r)
    return binding


def _in_a_domain(site: Site, rule: PlacementRule, every: list[Site]) -> bool:
    own = site.name if rule.at == MACHINE else site.labels.get(rule.at)
    if rule.kind == "with":
        return own is not None
    if rule.domains is not None:
        return own in rule.domains
    return own is not None and any(
        site.labels.get(rule.at) == own for site in every if not site.offered
    )


def is_pinned(item: Item, may: frozenset[str]) -> bool:
    """Return whether an item runs and may be nowhere else."""
    return item.machine is not None and may <= {item.machine}


def in_use_anyway(instance: Consolidation) -> set[str]:
    """Return the machines that are kept, or have an item that may be nowhere else."""
    pinned = {
        str(item.machine)
        for item, may in zip(instance.items, sent_to(instance), strict=True)
        if is_pinned(item, may)
    }
    return pinned | {machine.name for machine in instance.machines if machine.keep}


def caps(instance: Consolidation) -> list[tuple[frozenset[int], int]]:
    """Return, item by item, the rules that keep it apart on machines, and the cap of its group.

    A machine has no more items of a rule than that allows, or than are on one machine now.
    """
    of: dict[str, frozenset[int]] = {}
    most: dict[int, int] = {}
    home = {item.name: item.machine for item in instance.items}
    for r, rule in enumerate(instance.rules or ()):
        if rule.kind != "apart" or rule.at != MACHINE:
            continue
        now: dict[str, int] = {}
        for name in rule.items:
            of[name] = of.get(name, frozenset()) | {r}
            if (machine := home[name]) is not None:
                now[machine] = now.get(machine, 0) + 1
        most[r] = max(rule.most, *now.values(), 0)
    none: frozenset[int] = frozenset()
    groups = (of.get(item.name, none) for item in instance.items)
    return [(rules, min((most[r] for r in rules), default=0)) for rules in groups]
