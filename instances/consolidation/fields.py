"""The fields of `consolidation`, and its numbers as arrays in integral units."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import ceil
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray, distinct_rows
from ...core.decimals import as_written, common_unit, in_units, unit_of, whole_units
from ...core.records import Table, column
from ...core.schema import Instance, Many, Name, NonNegative
from .parts import Item, Machine, Offer, PlacementRule


def site_to_wait(item: str) -> str:
    """Return the name of the waiting place of an optional item, which is a site.

    Items that may be left out: each has a separate site on which it waits.  As many optional items
    as possible are placed first.  So a site to wait costs more than all machines and offers
    together, and the least objective leaves out as few items as possible.  An item on such a site
    is absent from the decision.
    """
    return f"(waits) {item}#1"


def room_to_wait(instance: "PackingData", item: Item) -> tuple[float, ...]:
    """Return the capacity of an item's waiting place: its demand, rounded up to whole devices."""
    devices = instance.devices or ()
    return tuple(
        float(ceil(size)) if name in devices else size
        for name, size in zip(instance.resources, item.demand, strict=True)
    )


def price_to_wait(instance: "PackingData") -> float:
    """Return the price of a waiting place, which exceeds the cost of all machines and moves."""
    moves = as_written(instance.migration_price or 0.0)
    if moves:
        running = (item for item in instance.items if item.machine is not None)
        moves *= sum((as_written(item.migration_cost) for item in running), Fraction(0))
    if instance.objective != "price":
        return 1.0 + ceil(len(instance.machines) + moves)
    prices = [(machine.price or 0.0, 1) for machine in instance.machines]
    prices += [(o.price, min(o.at_most, len(instance.items))) for o in instance.offers or ()]
    return 1.0 + ceil(sum((as_written(each) * count for each, count in prices), moves))


class PackingData(Instance):
    """The base class of `Consolidation`: its fields, and its numbers in integral units."""

    problem: Literal["consolidation"] = "consolidation"
    resources: Annotated[Many[Name], Field(min_length=1)]
    machines: Annotated[Many[Machine], Field(min_length=1)]
    items: Table[Item]
    migration_budget: NonNegative | None = None
    migration_price: NonNegative | None = None  # of a unit of migration cost, in the objective
    empty_machines: Literal["any", "keep"] = "keep"
    objective: Literal["machines", "price"] | None = None
    currency: Name | None = None  # currency of all prices, which are per hour
    offers: Many[Offer] | None = None
    rules: Many[PlacementRule] | None = None
    devices: Annotated[Many[Name], Field(min_length=1)] | None = None  # resources in devices
    notes: Many[str] | None = None  # facts that the source contains and this file does not
    facts: str | None = None  # for the application that wrote the file; nothing else reads them

    def _facts(self) -> Mapping[str, Any]:
        return {name: line for name, line in super()._facts().items() if name != "facts"}

    @cached_property
    def sites(self) -> tuple[Machine, ...]:
        """The machines, machines of offers (at most one per offer and item), and waiting places."""
        price = price_to_wait(self)
        may_wait = enumerate(column(self.items, "optional"))
        optional = (self.items[i] for i, waits in may_wait if waits)
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
                for item in optional
            ),
        )

    @cached_property
    def waits_at(self) -> IntArray:
        """The site on which each optional item would wait; -1 for other items."""
        may = np.array(column(self.items, "optional"), dtype=bool)
        site = len(self.sites) - int(may.sum()) + np.cumsum(may) - 1
        return np.where(may, site, -1)

    @property
    def priced(self) -> bool:
        """Whether sites contribute different amounts to the objective."""
        return self.objective == "price" or self.toll > 0 or bool((self.waits_at >= 0).any())

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The number of distinct demands, and the number of distinct usable capacities."""
        return len(distinct_rows(self.demand)[0]), len(distinct_rows(self.usable)[0])

    @property
    def has_tight_budget(self) -> bool:
        """Whether the migration budget is too small to move all items."""
        return self.budget < int(self.cost.sum())

    @property
    def limits_moves(self) -> bool:
        """Whether a budget or a price limits the moves."""
        return self.toll > 0 or self.has_tight_budget

    @property
    def offered(self) -> BoolArray:
        """A mask of the offered sites."""
        return np.arange(len(self.sites)) >= len(self.machines)

    @cached_property
    def capacity(self) -> FloatArray:
        """The capacity of each site in each resource: sites x resources."""
        return np.array([machine.capacity for machine in self.sites], dtype=float)

    @cached_property
    def limit(self) -> FloatArray:
        """The usable share, from 0 to 1, of each capacity: sites x resources."""
        whole = (1.0,) * len(self.resources)
        return np.array([machine.limit or whole for machine in self.sites], dtype=float)

    @cached_property
    def raw_demand(self) -> FloatArray:
        """The demand of each item in the file's numbers: items x resources."""
        return np.array(column(self.items, "demand"), dtype=float)

    @cached_property
    def units(self) -> list[Fraction]:
        """The size of one integral unit of each resource, in the file's numbers."""
        return [unit_of(self.raw_demand[:, r]) for r in range(len(self.resources))]

    @cached_property
    def demand(self) -> IntArray:
        """The demand of each item in units: items x resources."""
        columns = [in_units(self.raw_demand[:, r], unit) for r, unit in enumerate(self.units)]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def usable(self) -> IntArray:
        """The usable capacities in units, at most the total demand: sites x resources."""
        columns = [
            whole_units(self.capacity[:, r], self.limit[:, r], unit, int(self.demand[:, r].sum()))
            for r, unit in enumerate(self.units)
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def per_unit(self) -> FloatArray:
        """The share of a machine that one unit of a resource takes (0 without capacity)."""
        usable = self.capacity * self.limit
        units = np.array([float(unit) for unit in self.units])
        share: FloatArray = np.divide(units, usable, out=np.zeros_like(usable), where=usable > 0)
        return share

    @cached_property
    def spare(self) -> FloatArray:
        """The share of a machine's capacity that is lost by rounding to whole units."""
        left = np.maximum(0.0, 1.0 - self.usable * self.per_unit)
        return np.where(self.per_unit > 0, left, 0.0)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The size of one unit of migration cost in the file's numbers."""
        return unit_of(np.array(column(self.items, "migration_cost")))

    @cached_property
    def cost(self) -> IntArray:
        """The migration cost of each item in units; 0 for a new request."""
        cost = in_units(np.array(column(self.items, "migration_cost")), self.cost_unit)
        return np.where(self.home >= 0, cost, 0)

    @cached_property
    def budget(self) -> int:
        """The migration budget in units; by default the cost of moving all items."""
        total = int(self.cost.sum())
        if self.migration_budget is None:
            return total
        return min(total, int(as_written(self.migration_budget) / self.cost_unit))

    @cached_property
    def item_numbers(self) -> dict[str, int]:
        """The number of each item by name."""
        return {name: i for i, name in enumerate(column(self.items, "name"))}

    @cached_property
    def site_numbers(self) -> dict[Any, int]:
        """The number of each site by name."""
        return {site.name: j for j, site in enumerate(self.sites)}

    @cached_property
    def home(self) -> IntArray:
        """The present machine of each item, by number; -1 for a new request."""
        number: dict[str | None, int] = {site.name: j for j, site in enumerate(self.machines)}
        number[None] = -1
        machines = column(self.items, "machine")
        return np.array(list(map(number.__getitem__, machines)), dtype=np.int64)

    @cached_property
    def occupied(self) -> np.ndarray:
        """A mask of the machines that have an item at present."""
        return np.bincount(self.home[self.home >= 0], minlength=len(self.sites)) > 0

    @cached_property
    def cost_to_empty(self) -> IntArray:
        """The sum of the migration costs of the items on each site at present, in units."""
        cost, placed = np.zeros(len(self.sites), dtype=np.int64), self.home >= 0
        np.add.at(cost, self.home[placed], self.cost[placed])
        return cost

    @cached_property
    def price_unit(self) -> Fraction:
        """The objective's unit: the greatest common divisor of prices (or 1) and move costs."""
        each = [site.price or 0.0 for site in self.sites] if self.objective == "price" else [1.0]
        return common_unit((unit_of(np.array(each)), self._toll))

    @cached_property
    def _toll(self) -> Fraction:
        price = as_written(self.migration_price or 0.0)
        return price * self.cost_unit if price else price

    @cached_property
    def toll(self) -> int:
        """The objective units that one unit of migration cost adds to the objective."""
        return int(self._toll / self.price_unit)

    @cached_property
    def full_price(self) -> IntArray:
        """The objective units that each site contributes while it is in use."""
        if self.objective == "price":
            return in_units(np.array([site.price or 0.0 for site in self.sites]), self.price_unit)
        one = int(1 / self.price_unit)
        units = np.full(len(self.sites), one, dtype=np.int64)
        units[self.waits_at[self.waits_at >= 0]] = int(price_to_wait(self)) * one
        return units

    @cached_property
    def spared(self) -> IntArray:
        """The objective units of moving all items off each machine, at most the machine's price.

        Each plan pays at least the sum over all machines, because it uses a machine or moves all of
        its items.
        """
        moves = np.zeros(len(self.sites), dtype=np.int64)
        if self.toll:
            running = self.home >= 0
            np.add.at(moves, self.home[running], self.toll * self.cost[running])
        return np.minimum(self.full_price, moves)

    @cached_property
    def price(self) -> IntArray:
        """The objective units saved by emptying each machine, minus those of moving its items."""
        return self.full_price - self.spared

    @property
    def dear_to_empty(self) -> BoolArray:
        """A mask of the machines whose emptying costs at least as much as it saves."""
        dear: BoolArray = (self.spared > 0) & (self.price == 0)
        return dear

    @property
    def most_units(self) -> int:
        """The units of the objective if all machines are used and all items move."""
        return int(self.price.sum()) + self.toll * int(self.cost.sum())

    @cached_property
    def kept(self) -> BoolArray:
        """A mask of the machines that always count as in use."""
        return np.array([bool(site.keep) for site in self.sites])

    def units_of(self, machine: IntArray) -> int:
        """Return the objective of an assignment in units, without the constant sum of `spared`."""
        units = int(self.full_price[self.in_use(machine)].sum() - self.spared.sum())
        return units + (self.toll and self.toll * int(self.cost[machine != self.home].sum()))

    def in_use(self, machine: IntArray) -> BoolArray:
        """Return a mask of the sites that are kept or have an item; -1 means no site."""
        used: BoolArray = self.kept.copy()
        used[machine[machine >= 0]] = True
        return used

    def loads(self, machine: IntArray) -> IntArray:
        """Return the demand of the items on each site, sites x resources; -1 means no site."""
        load = np.zeros_like(self.usable)
        placed = machine >= 0
        np.add.at(load, machine[placed], self.demand[placed])
        return load

    def value_of(self, units: int) -> float:
        """Return the objective in the file's numbers: of units plus the sum of `spared`."""
        return float((units + int(self.spared.sum())) * self.price_unit)

    def decision(self, machine: IntArray) -> dict[str, dict[str, str]]:
        """Return the decision for an array of site numbers; waiting items are left out."""
        sites = [site.name for site in self.sites]
        waits = (machine == self.waits_at) & (machine >= 0)
        names = column(self.items, "name")
        named = zip(names, map(sites.__getitem__, machine.tolist()), strict=True)
        return {"machine": dict(compress(named, (~waits).tolist()) if waits.any() else named)}

    def numbers(self, decision: dict[str, dict[str, str]]) -> IntArray:
        """Return the site number of each item in a decision, as an array."""
        number = self.site_numbers
        chosen = list(map(decision["machine"].get, column(self.items, "name")))
        if None not in chosen:
            return np.array(list(map(number.__getitem__, chosen)), dtype=np.int64)
        sites = (
            self.waits_at[i] if name is None else number[name] for i, name in enumerate(chosen)
        )
        return np.fromiter(sites, dtype=np.int64, count=len(self.items))
