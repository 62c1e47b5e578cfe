"""consolidation: pack the items of a cluster onto as few machines as possible.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 4.1: vector bin packing, of new requests one
after the other, or of a running cluster within a budget for migrations.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import as_written, countable, in_units, unit_of, whole_units
from ...core.faults import Fault, near_miss, repeated_names
from ...core.schema import Instance, Many, Name, NonNegative, Part, Rule, Share
from .devices import Devices, crowded_sites, devices_agree, devices_of
from .masks import masks_of
from .rule_book import RuleBook, rule_book_of
from .rules import Offer, PlacementRule, fixed_items_run, offers_agree, rules_agree

# Items that may be left out: each has a site of its own on which it waits.
#
# As many optional items as possible are placed first. So a site to wait costs more than all
# machines and offers together, and whoever finds the least objective has left out as few as can
# be. An item on such a site is absent from the decision.


def site_to_wait(item: str) -> str:
    """Return the name of the site on which an optional item waits."""
    return f"(waits) {item}#1"


def room_to_wait(instance: Consolidation, item: Item) -> tuple[float, ...]:
    """Return the room of the site on which an item waits: its demand, devices as a whole."""
    devices = instance.devices or ()
    return tuple(
        float(ceil(size)) if name in devices else size
        for name, size in zip(instance.resources, item.demand, strict=True)
    )


def price_to_wait(instance: Consolidation) -> float:
    """Return what a left out item adds to the objective: more than everything else together."""
    if instance.objective != "price":
        return 1.0 + len(instance.machines)
    offered = (
        (offer.price or 0.0) * min(offer.at_most, len(instance.items))
        for offer in instance.offers or ()
    )
    return 1.0 + ceil(sum(machine.price or 0.0 for machine in instance.machines) + sum(offered))


def optional_items_wait(
    items: tuple[Item, ...], rules: tuple[PlacementRule, ...] | None
) -> Iterator[Fault]:
    """An optional item does not run yet, and need not be with others."""
    bound = {name for rule in rules or () if rule.kind == "with" for name in rule.items}
    for i, item in enumerate(items):
        if item.optional and item.machine is not None:
            yield Fault.of(f"items[{i}].optional", "may be left out, but runs on", item.machine)
        if item.optional and item.name in bound:
            yield Fault(f"items[{i}].optional", "may be left out, but a rule keeps it with others")


def without_left_out(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> tuple[Consolidation, tuple[str, ...]]:
    """Return the instance of what a decision places, all of it required, and what it leaves out."""
    chosen = decision["machine"]
    waiting = {site_to_wait(item.name) for item in instance.items if item.optional}
    out = tuple(
        item.name
        for item in instance.items
        if item.optional and chosen.get(item.name, site_to_wait(item.name)) in waiting
    )
    if not any(item.optional for item in instance.items):
        return instance, ()
    items = tuple(
        item.model_copy(update={"optional": None})
        for item in instance.items
        if item.name not in set(out)
    )
    rules = tuple(_rules_without(instance.rules or (), set(out)))
    smaller = instance.model_copy(update={"items": items, "rules": rules or None})
    return smaller, out


def with_awaited_kept(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> Consolidation:
    """Return the instance without the items left out, and keep the machines that these may take.

    An item that tolerates a cordon takes such a machine as soon as there is room, closed or not.
    """
    placed, out = without_left_out(instance, decision)
    items = enumerate(instance.items)
    waiting = [i for i, item in items if item.tolerates_cordon and item.name in out]
    if not waiting:
        return placed
    awaited = np.asarray(instance.pairs()[waiting].any(axis=0)).tolist()
    machines = tuple(
        machine.model_copy(update={"keep": machine.keep or may or None})
        for machine, may in zip(instance.machines, awaited, strict=False)
    )
    return placed.model_copy(update={"machines": machines})


def _rules_without(rules: tuple[PlacementRule, ...], out: set[str]) -> Iterator[PlacementRule]:
    """Yield the rules about what is left."""
    for rule in rules:
        cut: dict[str, Any] = {"items": tuple(name for name in rule.items if name not in out)}
        if rule.others is not None:
            cut["others"] = tuple(name for name in rule.others if name not in out)
        if cut["items"] and cut.get("others", True):
            yield rule.model_copy(update=cut)


class Machine(Part):
    """A machine, its capacity in every resource, and the share of each that may be used."""

    name: Name
    capacity: Many[NonNegative]
    reserved: Many[NonNegative] | None = None  # beside the capacity; only schedulers' scores ask
    limit: Many[Share] | None = None
    labels: dict[str, str] | None = None
    price: NonNegative | None = None
    type: str | None = None
    pool: str | None = None  # the machines that are made and ended together
    keep: bool | None = None  # it counts as in use even when nothing is on it


class Item(Part):
    """A database instance (a pod, a virtual machine), running on a machine or requested anew."""

    name: Name
    demand: Many[NonNegative]
    machine: str | None = None
    migration_cost: NonNegative = 1.0
    allowed_machines: Many[str] | None = None  # machines, and offers by their names
    fixed: bool | None = None  # it stays where it is, whatever it is
    optional: bool | None = None  # it may be left out, where there is no place for all
    tolerates_cordon: bool | None = None  # a scheduler may send it to a machine that is cordoned
    seconds: NonNegative | None = None  # that a move takes: to end, and to start anew
    owner: Name | None = None  # who starts it anew: kind and name of a controller, with a slash


def distinct_names(
    resources: tuple[str, ...], machines: tuple[Machine, ...], items: tuple[Item, ...]
) -> Iterator[Fault]:
    """Names of resources, of machines and of items are distinct."""
    for k, name in enumerate(resources):
        if name in resources[:k]:
            rule = f"is the name of resources[{resources.index(name)}] already"
            yield Fault.of(f"resources[{k}]", rule, name)
    yield from repeated_names("machines", (machine.name for machine in machines))
    yield from repeated_names("items", (item.name for item in items))


def one_value_per_resource(
    resources: tuple[str, ...], machines: tuple[Machine, ...], items: tuple[Item, ...]
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
    for i, item in enumerate(items):
        if len(item.demand) != count:
            yield Fault.of(f"items[{i}].demand", rule, len(item.demand))


def known_machines(
    machines: tuple[Machine, ...], items: tuple[Item, ...], offers: tuple[Offer, ...] | None
) -> Iterator[Fault]:
    """The machines that an item names are machines of the file; it may be sent to offers, too."""
    known = {machine.name for machine in machines}
    sent = known | {offer.called for offer in offers or ()}
    for i, item in enumerate(items):
        if item.machine is not None and item.machine not in known:
            rule = f"is no machine of the file {near_miss(item.machine, known)}"
            yield Fault.of(f"items[{i}].machine", rule, item.machine)
        for k, name in enumerate(item.allowed_machines or ()):
            if name not in sent:
                rule = f"is no machine of the file {near_miss(name, sent)}"
                yield Fault.of(f"items[{i}].allowed_machines[{k}]", rule, name)


def sums_are_exact(resources: tuple[str, ...], items: tuple[Item, ...]) -> Iterator[Fault]:
    """Demands and costs have so few digits that their sums are exact."""
    if any(len(item.demand) != len(resources) for item in items):
        return
    demand = np.array([item.demand for item in items])
    for r, name in enumerate(resources):
        if not countable(demand[:, r]):
            yield Fault("items", f"the demands for {name!r} have too many digits to be added")
    if not countable(np.array([item.migration_cost for item in items])):
        yield Fault("items", "the migration costs have too many digits to be added")


class Consolidation(Instance):
    """Machines, items with their demands, and what migrations may cost."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        one_value_per_resource,
        known_machines,
        sums_are_exact,
        offers_agree,
        devices_agree,
        fixed_items_run,
        optional_items_wait,
        rules_agree,
    )

    problem: Literal["consolidation"] = "consolidation"
    resources: Annotated[Many[Name], Field(min_length=1)]
    machines: Annotated[Many[Machine], Field(min_length=1)]
    items: Annotated[Many[Item], Field(min_length=1)]
    migration_budget: NonNegative | None = None
    empty_machines: Literal["any", "keep"] = "keep"
    objective: Literal["machines", "price"] | None = None
    offers: Many[Offer] | None = None
    rules: Many[PlacementRule] | None = None
    devices: Annotated[Many[Name], Field(min_length=1)] | None = None  # resources in devices
    notes: Many[str] | None = None  # what the source says and this file does not

    @cached_property
    def sites(self) -> tuple[Machine, ...]:
        """The machines, then those offered, no more than there are items, then sites to wait."""
        price = price_to_wait(self)
        return (
            *self.machines,
            *(
                Machine(
                    name=f"{offer.called}#{k + 1}",
                    capacity=offer.capacity,
                    limit=offer.limit,
                    labels=offer.labels,
                    price=offer.price,
                    type=offer.type,
                )
                for offer in self.offers or ()
                for k in range(min(offer.at_most, len(self.items)))
            ),
            *(
                Machine(
                    name=site_to_wait(item.name), capacity=room_to_wait(self, item), price=price
                )
                for item in self.items
                if item.optional
            ),
        )

    @cached_property
    def waits_at(self) -> IntArray:
        """The site on which each item waits that may be left out; -1 for the others."""
        may = np.array([bool(item.optional) for item in self.items])
        site = len(self.sites) - int(may.sum()) + np.cumsum(may) - 1
        return np.where(may, site, -1)

    @property
    def priced(self) -> bool:
        """Whether sites add different amounts to the objective."""
        return self.objective == "price" or bool((self.waits_at >= 0).any())

    @property
    def offered(self) -> BoolArray:
        """A mask of the sites that are not machines yet."""
        return np.arange(len(self.sites)) >= len(self.machines)

    @cached_property
    def capacity(self) -> FloatArray:
        """The capacity of every machine in every resource."""
        return np.array([machine.capacity for machine in self.sites], dtype=float)

    @cached_property
    def limit(self) -> FloatArray:
        """The share of every capacity that may be used."""
        whole = (1.0,) * len(self.resources)
        return np.array([machine.limit or whole for machine in self.sites], dtype=float)

    @cached_property
    def units(self) -> list[Fraction]:
        """What one whole unit of each resource is in the file."""
        demand = np.array([item.demand for item in self.items], dtype=float)
        return [unit_of(demand[:, r]) for r in range(len(self.resources))]

    @cached_property
    def demand(self) -> IntArray:
        """The demand of every item, in whole units of each resource."""
        raw = np.array([item.demand for item in self.items], dtype=float)
        columns = [in_units(raw[:, r], unit) for r, unit in enumerate(self.units)]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def usable(self) -> IntArray:
        """The usable amounts of every machine in whole units, cut to the sum of all demand."""
        columns = [
            whole_units(self.capacity[:, r], self.limit[:, r], unit, int(self.demand[:, r].sum()))
            for r, unit in enumerate(self.units)
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def device_book(self) -> Devices:
        """The devices of all machines, and the shares and whole ones that items want."""
        return devices_of(self)

    @cached_property
    def rule_book(self) -> RuleBook:
        """The rules that speak of places, as arrays."""
        return rule_book_of(self)

    @cached_property
    def per_unit(self) -> FloatArray:
        """The share of a machine that one unit is: scales residuals to [0, 1]; 0 without any."""
        usable = self.capacity * self.limit
        units = np.array([float(unit) for unit in self.units])
        share: FloatArray = np.divide(units, usable, out=np.zeros_like(usable), where=usable > 0)
        return share

    @cached_property
    def spare(self) -> FloatArray:
        """The share of a machine that the whole units in ``usable`` leave out."""
        left = np.maximum(0.0, 1.0 - self.usable * self.per_unit)
        return np.where(self.per_unit > 0, left, 0.0)

    @cached_property
    def cost_unit(self) -> Fraction:
        """What one whole unit of cost is in the file."""
        return unit_of(np.array([item.migration_cost for item in self.items]))

    @cached_property
    def cost(self) -> IntArray:
        """The migration cost of each item in whole units; 0 for a new request."""
        cost = in_units(np.array([item.migration_cost for item in self.items]), self.cost_unit)
        return np.where(self.home >= 0, cost, 0)

    @cached_property
    def budget(self) -> int:
        """The budget of all migrations in whole units; without a limit, the cost of moving all."""
        total = int(self.cost.sum())
        if self.migration_budget is None:
            return total
        return min(total, int(as_written(self.migration_budget) / self.cost_unit))

    @cached_property
    def home(self) -> IntArray:
        """The machine of every item now; -1 for a new request."""
        number = {machine.name: j for j, machine in enumerate(self.machines)}
        homes = (-1 if item.machine is None else number[item.machine] for item in self.items)
        return np.fromiter(homes, dtype=np.int64, count=len(self.items))

    @cached_property
    def occupied(self) -> np.ndarray:
        """A mask of the machines that have an item now."""
        return np.bincount(self.home[self.home >= 0], minlength=len(self.sites)) > 0

    @cached_property
    def masks(self) -> tuple[np.ndarray, IntArray]:
        """Rows of machines to which items may be sent, and the row of each item.

        Where ``empty_machines`` is ``keep``, an item that runs already is sent to no machine that
        is empty now, unless it is kept or offered.  Staying is always allowed.
        """
        return masks_of(self)

    @cached_property
    def price_unit(self) -> Fraction:
        """The objective is counted in this unit: a machine, or what divides all prices."""
        if self.objective != "price":
            return Fraction(1)
        return unit_of(np.array([site.price or 0.0 for site in self.sites]))

    @cached_property
    def price(self) -> IntArray:
        """What each machine in use adds to the objective, in whole units."""
        if self.objective != "price":
            units = np.ones(len(self.sites), dtype=np.int64)
            units[self.waits_at[self.waits_at >= 0]] = int(price_to_wait(self))
            return units
        return in_units(np.array([site.price or 0.0 for site in self.sites]), self.price_unit)

    @cached_property
    def kept(self) -> BoolArray:
        """A mask of the machines that count as in use whatever is on them."""
        return np.array([bool(site.keep) for site in self.sites])

    def units_of(self, machine: IntArray) -> int:
        """Return the objective of an assignment in whole units."""
        used = self.kept.copy()
        used[machine[machine >= 0]] = True
        return int(self.price[used].sum())

    def value_of(self, units: int) -> float:
        """Return the objective that a number of units is."""
        return float(units * self.price_unit)

    def pairs(self) -> np.ndarray:
        """Return, per item and machine, whether the item may be there and fits there alone."""
        masks, row_of = self.masks
        allowed = masks[row_of]
        residents = np.flatnonzero(self.home >= 0)
        allowed[residents, self.home[residents]] = True
        for r in range(len(self.resources)):
            allowed &= self.demand[:, r, None] <= self.usable[None, :, r]
        return allowed

    def decision(self, machine: IntArray) -> dict[str, dict[str, str]]:
        """Return the decision that sends each item to the machine of that number.

        What waits is absent.
        """
        names = [site.name for site in self.sites]
        placed = np.flatnonzero((machine != self.waits_at) | (machine < 0)).tolist()
        return {"machine": {self.items[i].name: names[machine[i]] for i in placed}}

    def numbers(self, decision: dict[str, dict[str, str]]) -> IntArray:
        """Return the number of each item's machine in a decision."""
        number = {machine.name: j for j, machine in enumerate(self.sites)}
        chosen = decision["machine"]
        if all(item.name in chosen for item in self.items):
            return np.array([number[chosen[item.name]] for item in self.items], dtype=np.int64)
        places = ((i, chosen.get(item.name)) for i, item in enumerate(self.items))
        sites = (self.waits_at[i] if name is None else number[name] for i, name in places)
        return np.fromiter(sites, dtype=np.int64, count=len(self.items))


def overfull(instance: Consolidation, machine: IntArray) -> IntArray:
    """Return the machines that an assignment (-1: nowhere) overfills, or their devices."""
    load = np.zeros_like(instance.usable)
    placed = machine >= 0
    np.add.at(load, machine[placed], instance.demand[placed])
    over = (load > instance.usable).any(axis=1)
    if instance.devices:
        over |= crowded_sites(instance.device_book, machine)
    return np.flatnonzero(over)
