"""consolidation: pack the items of a cluster onto the minimum number of machines.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.1: vector bin packing of new requests, one
after another, or of a running cluster within a budget for migrations.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.decimals import (
    LARGEST,
    as_written,
    common_unit,
    countable,
    fault_of_digits,
    unit_of,
)
from ...core.faults import Fault, near_miss, repeated_names
from ...core.records import column, lengths
from ...core.schema import Rule
from .devices import Devices, crowded_sites, devices_agree, devices_of
from .fields import PackingData
from .masks import masks_of
from .parts import Item, Machine, Offer, PlacementRule, fixed_items_run, offers_agree, rules_agree
from .rule_book import RuleBook, rule_book_of


def distinct_names(
    resources: tuple[str, ...], machines: tuple[Machine, ...], items: Sequence[Item]
) -> Iterator[Fault]:
    """Resources, machines and items have distinct names."""
    for k, name in enumerate(resources):
        if name in resources[:k]:
            rule = f"is already the name of resources[{resources.index(name)}]"
            yield Fault.of(f"resources[{k}]", rule, name)
    yield from repeated_names("machines", (machine.name for machine in machines))
    yield from repeated_names("items", column(items, "name"))


def one_value_per_resource(
    resources: tuple[str, ...], machines: tuple[Machine, ...], items: Sequence[Item]
) -> Iterator[Fault]:
    """Capacities, limits and demands have one entry per resource."""
    count = len(resources)
    rule = f"must have {count} entries, one per resource"
    for j, machine in enumerate(machines):
        if len(machine.capacity) != count:
            yield Fault.of(f"machines[{j}].capacity", rule, len(machine.capacity))
        if machine.reserved is not None and len(machine.reserved) != count:
            yield Fault.of(f"machines[{j}].reserved", rule, len(machine.reserved))
        if machine.limit is not None and len(machine.limit) != count:
            yield Fault.of(f"machines[{j}].limit", rule, len(machine.limit))
    demands = column(items, "demand")
    for i, demand in enumerate(() if lengths(demands) == {count} else demands):
        if len(demand) != count:
            yield Fault.of(f"items[{i}].demand", rule, len(demand))


def known_machines(
    machines: tuple[Machine, ...], items: Sequence[Item], offers: tuple[Offer, ...] | None
) -> Iterator[Fault]:
    """The machines that an item allows are machines or offers of the instance."""
    known = {machine.name for machine in machines}
    sent = known | {offer.called for offer in offers or ()}
    named = set(column(items, "machine")) - {None}
    if named <= known and not any(column(items, "allowed_machines")):
        return
    for i, item in enumerate(items):
        if item.machine is not None and item.machine not in known:
            rule = f"is not a machine of the file {near_miss(item.machine, known)}"
            yield Fault.of(f"items[{i}].machine", rule, item.machine)
        for k, name in enumerate(item.allowed_machines or ()):
            if name not in sent:
                rule = f"is not a machine of the file {near_miss(name, sent)}"
                yield Fault.of(f"items[{i}].allowed_machines[{k}]", rule, name)


def sums_are_exact(resources: tuple[str, ...], items: Sequence[Item]) -> Iterator[Fault]:
    """Demands and costs have so few digits that their sums are exact."""
    demands = column(items, "demand")
    if lengths(demands) != {len(resources)}:
        return
    demand = np.array(demands)
    for r, name in enumerate(resources):
        if not countable(demand[:, r]):
            places = {f"items[{{}}].demand[{r}]": demand[:, r]}
            yield fault_of_digits(f"the demands for {name!r}", places, demand[:, r].sum())
    costs = np.array(column(items, "migration_cost"))
    if not countable(costs):
        place = "items[{}].migration_cost"
        yield fault_of_digits("the migration costs", {place: costs}, costs.sum())


def prices_are_exact(
    machines: tuple[Machine, ...],
    items: Sequence[Item],
    offers: tuple[Offer, ...] | None,
    objective: str | None,
    migration_price: float | None,
) -> Iterator[Fault]:
    """With a price of migrations the objective is still an integral number of exact units."""
    if not migration_price:
        return
    counted = [(machine.price or 0.0, 1) for machine in machines]
    counted += [(offer.price, offer.at_most) for offer in offers or ()]
    if objective != "price":
        counted = [(1.0, len(machines))]
    costs = np.array(column(items, "migration_cost"))
    toll = as_written(migration_price) * unit_of(costs)
    unit = common_unit((unit_of(np.array([price for price, _ in counted])), toll))
    most = sum(price * count for price, count in counted) + migration_price * costs.sum()
    if toll and most > LARGEST * unit:
        rule = "has so many digits that sums with prices and migration costs would be inexact"
        yield Fault.of("migration_price", rule, migration_price)


def optional_items_wait(
    items: Sequence[Item], rules: tuple[PlacementRule, ...] | None
) -> Iterator[Fault]:
    """An optional item does not run yet, and no rule requires other items beside it."""
    bound = {name for rule in rules or () if rule.kind == "with" for name in rule.items}
    for i, item in enumerate(items) if any(column(items, "optional")) else ():
        if item.optional and item.machine is not None:
            yield Fault.of(f"items[{i}].optional", "is true, but the item runs now", item.machine)
        if item.optional and item.name in bound:
            yield Fault(
                f"items[{i}].optional", "is true, but a rule requires this item near others"
            )


class Consolidation(PackingData):
    """Machines, items with demands, rules, offers, and the migration budget."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        one_value_per_resource,
        known_machines,
        sums_are_exact,
        prices_are_exact,
        offers_agree,
        devices_agree,
        fixed_items_run,
        optional_items_wait,
        rules_agree,
    )

    @cached_property
    def device_book(self) -> Devices:
        """The devices of all sites, and the shares and whole devices that items need."""
        return devices_of(self)

    @cached_property
    def rule_book(self) -> RuleBook:
        """The placement rules as arrays."""
        return rule_book_of(self, self.device_book)

    @cached_property
    def masks(self) -> tuple[np.ndarray, IntArray]:
        """Distinct masks of machines to which items may move, and the number of each item's mask.

        If ``empty_machines`` is ``keep``, a running item moves to no machine that is empty now,
        unless that machine is kept or offered. Staying is always allowed.
        """
        return masks_of(self)

    def allowed_pairs(self) -> BoolArray:
        """Return a mask, items x sites: each item's present site and its allowed sites."""
        masks, row_of = self.masks
        allowed: BoolArray = masks[row_of]
        residents = np.flatnonzero(self.home >= 0)
        allowed[residents, self.home[residents]] = True
        return allowed

    def pairs(self) -> BoolArray:
        """Return a mask, items x sites: the item may be on the site, and fits there alone."""
        allowed = self.allowed_pairs()
        for r in range(len(self.resources)):
            allowed &= self.demand[:, r, None] <= self.usable[None, :, r]
        return allowed


def overfull(instance: Consolidation, machine: IntArray) -> IntArray:
    """Return the machines that an assignment overfills in resources or devices; -1: no machine."""
    placed = machine >= 0
    at, demand = machine[placed], instance.demand[placed]
    over = np.zeros(len(instance.sites), dtype=np.bool_)
    for r, usable in enumerate(instance.usable.T):  # sums below 2^53 are exact
        over |= np.bincount(at, weights=demand[:, r], minlength=len(over)) > usable
    if instance.devices:
        over |= crowded_sites(instance.device_book, machine)
    return np.flatnonzero(over)
