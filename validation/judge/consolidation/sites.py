"""The sites of `consolidation`, read independently from the raw fields of the file.

A site is a machine, an offered machine, or the waiting place of an optional item.  A waiting place
costs more than all machines and offers together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from operator import ne
from typing import Any

import numpy as np

from ....core.arrays import FloatArray, IntArray
from ....core.decimals import as_written
from ....core.records import column
from ....instances.consolidation import MACHINE, Consolidation, Item, Machine, PlacementRule
from ..verdict import Violation


@dataclass(frozen=True)
class Site:
    """A machine or an offered machine, with the name by which items allow it.

    The waiting place of an optional item has the fields of a machine, too.
    """

    name: str
    listed: str
    record: Any
    offered: bool
    waits: str | None = None  # the name of the item

    @property
    def limit(self) -> tuple[float, ...]:
        """The usable share of each resource."""
        return self.record.limit or (1.0,) * len(self.record.capacity)

    def domain(self, level: str) -> str | None:
        """Return the domain of a level in which the site lies, or None."""
        return self.name if level == MACHINE else (self.record.labels or {}).get(level)


def sites_of(instance: Consolidation) -> list[Site]:
    """Return the machines, then the offered ones, then the waiting places of optional items.

    An offer gives at most as many machines as there are items.  Waiting costs one more than all
    moves and all machines (with prices: the prices of machines and offers) together, rounded up.
    """
    every = [Site(machine.name, machine.name, machine, False) for machine in instance.machines]
    for offer in instance.offers or ():
        for k in range(min(offer.at_most, len(instance.items))):
            every.append(Site(f"{offer.called}#{k + 1}", offer.called, offer, True))
    prices = (as_written(site.record.price or 0) for site in every)
    counted = instance.objective != "price"
    most = Fraction(len(instance.machines)) if counted else sum(prices, Fraction(0))
    if toll := as_written(instance.migration_price or 0):
        runs = (item for item in instance.items if item.machine is not None)
        most += toll * sum((as_written(item.migration_cost) for item in runs), Fraction(0))
    whole = [name in (instance.devices or ()) for name in instance.resources]
    optional = np.flatnonzero(np.array(column(instance.items, "optional"), dtype=bool)).tolist()
    for item in map(instance.items.__getitem__, optional):
        name, pairs = f"(waits) {item.name}#1", zip(item.demand, whole, strict=True)
        room = tuple(float(ceil(size)) if device else size for size, device in pairs)
        place = Machine(name=name, capacity=room, price=float(1 + ceil(most)))
        every.append(Site(name, name, place, True, item.name))
    return every


def domains_of(rule: PlacementRule, sites: Iterable[Site]) -> set[str]:
    """Return the domains of a rule: the listed ones, or else all domains that contain a site.

    A spread rule over groups of machines ignores groups that contain offered machines only.
    """
    if rule.domains is not None:
        return set(rule.domains)
    wide_spread = rule.kind == "spread" and rule.at != MACHINE
    counted = (site for site in sites if not (site.waits or (wide_spread and site.offered)))
    return {domain for site in counted if (domain := site.domain(rule.at)) is not None}


# A rule that is broken now may remain broken if no item moves. So each item that moves or is new
# must satisfy its rules, and no move may break a rule of other items or make it worse.
Faults = Iterator[tuple[float | None, str]]  # by how much a rule is broken, in words


@dataclass(frozen=True)
class JudgedPlan:
    """The present and the planned machine of each item; ``out`` names the items left out."""

    instance: Consolidation
    sites: dict[str, Site]
    machine: dict[str, str]
    now: dict[str, str | None]
    out: frozenset[str]

    @cached_property
    def items(self) -> Sequence[Item]:
        """The items that have a machine in the plan."""
        items = self.instance.items
        return [item for item in items if item.name not in self.out] if self.out else items

    @cached_property
    def places(self) -> list[str]:
        """The planned machine of each of the `items`."""
        return list(map(self.machine.__getitem__, column(self.items, "name")))

    @cached_property
    def homes(self) -> list[str | None]:
        """The present machine of each of the `items`."""
        return list(column(self.items, "machine"))

    @cached_property
    def arrivals(self) -> list[int]:
        """The positions of the `items` whose planned machine is not their present one."""
        return [i for i, moves in enumerate(map(ne, self.places, self.homes)) if moves]

    @cached_property
    def moves(self) -> Counter[float]:
        """The number of running items that move, by migration cost."""
        cost, home = column(self.items, "migration_cost"), self.homes
        return Counter(cost[i] for i in self.arrivals if home[i] is not None)

    @cached_property
    def moving_cost(self) -> Fraction:
        """The total migration cost of the items that move."""
        return sum((as_written(each) * n for each, n in self.moves.items()), Fraction(0))

    @cached_property
    def in_use(self) -> list[str]:
        """The names of the machines with an item in the plan."""
        return sorted(set(self.places))

    @cached_property
    def _numbers(self) -> IntArray:
        """The position of each item's machine in `in_use`."""
        number = {name: k for k, name in enumerate(self.in_use)}
        return np.fromiter(map(number.__getitem__, self.places), np.int64, len(self.places))

    @cached_property
    def demands(self) -> FloatArray:
        """The demands of the `items`, for each resource."""
        rows = np.array(column(self.items, "demand"), dtype=float)
        return rows.reshape(-1, len(self.instance.resources))

    @cached_property
    def loads(self) -> FloatArray:
        """The load of each machine in `in_use`, for each resource."""
        return np.array([np.bincount(self._numbers, sizes) for sizes in self.demands.T]).T

    @cached_property
    def items_on(self) -> list[IntArray]:
        """The positions of the items on each machine in `in_use`."""
        number = self._numbers
        return np.split(number.argsort(kind="stable"), np.bincount(number).cumsum()[:-1])

    def moved(self, name: str) -> bool:
        """Return whether the decision moves a running item or places a new one."""
        return self.machine[name] != self.now[name]

    def domain(self, level: str, machine: str | None) -> str | None:
        """Return the domain of a level in which a machine lies, or None."""
        return None if machine is None else self.sites[machine].domain(level)

    def by_domain(
        self, names: Iterable[str], level: str, where: Mapping[str, str | None]
    ) -> dict[str, list[str]]:
        """Return the names of items by domain; ``where`` maps each name to the item's machine."""
        items: dict[str, list[str]] = {}
        for name in names:
            domain = self.domain(level, where.get(name))
            if domain is not None:
                items.setdefault(domain, []).append(name)
        return items


def rule_violations(plan: JudgedPlan) -> Iterator[Violation]:
    """Yield the violations of rules that the decision causes or makes worse."""
    for number, rule in enumerate(plan.instance.rules or ()):
        for amount, message in _JUDGES[rule.kind](rule, plan):
            yield Violation(rule.kind, rule.named(number), amount, message)


def broken_now(plan: JudgedPlan) -> int:
    """Return the number of violations of rules in the current placement, before any move.

    Each item is treated as newly placed, because violations by items that stay are otherwise
    excused.
    """
    where = {name: machine for name, machine in plan.now.items() if machine is not None}
    return len(list(rule_violations(replace(plan, machine=where, now=dict.fromkeys(plan.now)))))


def _check_apart(rule: PlacementRule, plan: JudgedPlan) -> Faults:
    """Yield a fault for each domain with too many items of a rule, if a plan moves one there."""
    for domain, names in plan.by_domain(rule.items, rule.at, plan.machine).items():
        over = len(names) - rule.most
        if over > 0 and any(map(plan.moved, names)):
            here = f"{len(names)} of its items are in {domain}, but at most {rule.most} may be"
            yield float(over), f"{here}: {_list_words(names)}"


def _not_with(rule: PlacementRule, plan: JudgedPlan) -> Faults:
    """Yield a fault for each domain with both items and ``others``, if the plan moves one there."""
    others = plan.by_domain(rule.others or (), rule.at, plan.machine)
    for domain, names in plan.by_domain(rule.items, rule.at, plan.machine).items():
        both = names + others.get(domain, [])
        if len(both) > len(names) and any(map(plan.moved, both)):
            yield None, f"{_list_words(names)} and {_list_words(others[domain])} are in {domain}"


def _check_with(rule: PlacementRule, plan: JudgedPlan) -> Faults:
    """Yield a fault for each item without ``others`` in its domain, if it moved or had some."""
    others = [name for name in rule.others or () if name not in plan.out]
    after = plan.by_domain(others, rule.at, plan.machine)
    before = plan.by_domain(others, rule.at, plan.now)

    def beside(name: str, machine: str | None, mates: dict[str, list[str]]) -> bool:
        domain = plan.domain(rule.at, machine)
        if domain is None:
            return False
        return not set(others) - {name} or bool(set(mates.get(domain, ())) - {name})

    for name in rule.items:
        machine = plan.machine.get(name)
        if machine is None or beside(name, machine, after):
            continue
        if plan.moved(name) or beside(name, plan.now[name], before):
            yield None, f"{name} is on {machine}, without any of {_list_words(others)}"


def _spread(rule: PlacementRule, plan: JudgedPlan) -> Faults:
    """Yield a fault for a domain with too many more items than another, and a move outside all."""
    domains = domains_of(rule, plan.sites.values())
    after = plan.by_domain(rule.items, rule.at, plan.machine)
    before = plan.by_domain(rule.items, rule.at, plan.now)
    least = min((len(after.get(domain, ())) for domain in domains), default=0)
    least_before = min((len(before.get(domain, ())) for domain in domains), default=0)
    for domain in domains:
        names = after.get(domain, [])
        came = any(map(plan.moved, names))
        skew = 0 if came else len(before.get(domain, ())) - least_before
        over = len(names) - least - max(rule.skew, skew)
        if over > 0:
            yield float(over), f"{domain} has {len(names)} items, but the emptiest has {least}"
    for name in rule.items:
        machine = plan.machine.get(name)
        moved = machine is not None and plan.moved(name)
        if moved and plan.domain(rule.at, machine) not in domains:
            yield None, f"{name} moves to {machine}, which is in no domain"


def _at_once(rule: PlacementRule, plan: JudgedPlan) -> Faults:
    """Yield a fault for each moved item of a rule that allows no move (a limit of 0)."""
    for name in rule.items:
        if rule.at_most == 0 and plan.now[name] is not None and plan.moved(name):
            yield None, f"{name} moves, but no item may move"


def _list_words(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


_JUDGES: dict[str, Callable[[PlacementRule, JudgedPlan], Faults]] = {
    "apart": _check_apart,
    "not_with": _not_with,
    "with": _check_with,
    "spread": _spread,
    "at_once": _at_once,
}
