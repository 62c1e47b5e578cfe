"""The fields of `consolidation`, and its numbers in integral units, as arrays."""

from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import ceil
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import as_written, common_unit, in_units, unit_of, whole_units
from ...core.schema import Instance, Many, Name, NonNegative
from .parts import Item, Machine, Offer, PlacementRule

# Items that may be left out: each has a site of its own on which it waits.
#
# As many optional items as possible are placed first. So a site to wait costs more than all
# machines and offers together, and the least objective leaves out as few items as possible. An
# item on such a site is absent from the decision.


def site_to_wait(item: str) -> str:
    """Return the name of the site on which an optional item waits."""
    return f"(waits) {item}#1"


def room_to_wait(instance: "PackingData", item: Item) -> tuple[float, ...]:
    """Return the capacity of the site on which an item waits: its demand, in whole devices."""
    devices = instance.devices or ()
    return tuple(
        float(ceil(size)) if name in devices else size
        for name, size in zip(instance.resources, item.demand, strict=True)
    )


def price_to_wait(instance: "PackingData") -> float:
    """Return the objective of a left-out item, which exceeds everything else together."""
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
    """The fields of `consolidation`, and its numbers in integral units."""

    problem: Literal["consolidation"] = "consolidation"
    resources: Annotated[Many[Name], Field(min_length=1)]
    machines: Annotated[Many[Machine], Field(min_length=1)]
    items: Annotated[Many[Item], Field(min_length=1)]
    migration_budget: NonNegative | None = None
    migration_price: NonNegative | None = None  # of a unit of migration cost, in the objective
    empty_machines: Literal["any", "keep"] = "keep"
    objective: Literal["machines", "price"] | None = None
    currency: Name | None = None  # of all prices, which are per hour
    offers: Many[Offer] | None = None
    rules: Many[PlacementRule] | None = None
    devices: Annotated[Many[Name], Field(min_length=1)] | None = None  # resources in devices
    notes: Many[str] | None = None  # what the source says and this file does not

    @cached_property
    def sites(self) -> tuple[Machine, ...]:
        """The machines, then offered ones, at most one per item, then sites to wait."""
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
        """The site on which each optional item waits; -1 for other items."""
        may = np.array([bool(item.optional) for item in self.items])
        site = len(self.sites) - int(may.sum()) + np.cumsum(may) - 1
        return np.where(may, site, -1)

    @property
    def priced(self) -> bool:
        """Whether sites add different amounts to the objective."""
        return self.objective == "price" or self.toll > 0 or bool((self.waits_at >= 0).any())

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The numbers of different demands and of different usable capacities."""
        return len(np.unique(self.demand, axis=0)), len(np.unique(self.usable, axis=0))

    @property
    def has_tight_budget(self) -> bool:
        """Whether the budget excludes moving all items."""
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
        """The capacity of every machine in every resource."""
        return np.array([machine.capacity for machine in self.sites], dtype=float)

    @cached_property
    def limit(self) -> FloatArray:
        """The usable share of every capacity."""
        whole = (1.0,) * len(self.resources)
        return np.array([machine.limit or whole for machine in self.sites], dtype=float)

    @cached_property
    def raw_demand(self) -> FloatArray:
        """The demand of every item, as in the file."""
        flat = chain.from_iterable(item.demand for item in self.items)
        return np.fromiter(flat, dtype=float).reshape(len(self.items), -1)

    @cached_property
    def units(self) -> list[Fraction]:
        """The amount of one unit of each resource in the file."""
        return [unit_of(self.raw_demand[:, r]) for r in range(len(self.resources))]

    @cached_property
    def demand(self) -> IntArray:
        """The demand of every item, in whole units of each resource."""
        columns = [in_units(self.raw_demand[:, r], unit) for r, unit in enumerate(self.units)]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def usable(self) -> IntArray:
        """The usable amounts of every machine in integral units, at most the total demand."""
        columns = [
            whole_units(self.capacity[:, r], self.limit[:, r], unit, int(self.demand[:, r].sum()))
            for r, unit in enumerate(self.units)
        ]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    @cached_property
    def per_unit(self) -> FloatArray:
        """The share of a machine per unit, which scales residuals to [0, 1]; 0 if it has none."""
        usable = self.capacity * self.limit
        units = np.array([float(unit) for unit in self.units])
        share: FloatArray = np.divide(units, usable, out=np.zeros_like(usable), where=usable > 0)
        return share

    @cached_property
    def spare(self) -> FloatArray:
        """The share of a machine that is lost by rounding ``usable`` to units."""
        left = np.maximum(0.0, 1.0 - self.usable * self.per_unit)
        return np.where(self.per_unit > 0, left, 0.0)

    @cached_property
    def cost_unit(self) -> Fraction:
        """The amount of one unit of cost in the file."""
        return unit_of(np.array([item.migration_cost for item in self.items]))

    @cached_property
    def cost(self) -> IntArray:
        """The migration cost of each item in whole units; 0 for a new request."""
        cost = in_units(np.array([item.migration_cost for item in self.items]), self.cost_unit)
        return np.where(self.home >= 0, cost, 0)

    @cached_property
    def budget(self) -> int:
        """The budget of all migrations in integral units; by default the cost of moving all."""
        total = int(self.cost.sum())
        if self.migration_budget is None:
            return total
        return min(total, int(as_written(self.migration_budget) / self.cost_unit))

    @cached_property
    def home(self) -> IntArray:
        """The machine of every item now; -1 for a new request."""
        number: dict[str | None, int] = {site.name: j for j, site in enumerate(self.machines)}
        number[None] = -1
        return np.array([number[item.machine] for item in self.items], dtype=np.int64)

    @cached_property
    def occupied(self) -> np.ndarray:
        """A mask of the machines that have an item now."""
        return np.bincount(self.home[self.home >= 0], minlength=len(self.sites)) > 0

    @cached_property
    def price_unit(self) -> Fraction:
        """The unit of the objective: the largest divisor of all prices (or 1) and tolls."""
        each = [site.price or 0.0 for site in self.sites] if self.objective == "price" else [1.0]
        return common_unit((unit_of(np.array(each)), self._toll))

    @cached_property
    def _toll(self) -> Fraction:
        price = as_written(self.migration_price or 0.0)
        return price * self.cost_unit if price else price

    @cached_property
    def toll(self) -> int:
        """The contribution of one unit of migration cost to the objective, in integral units."""
        return int(self._toll / self.price_unit)

    @cached_property
    def full_price(self) -> IntArray:
        """The contribution of each machine in use to the objective, in integral units."""
        if self.objective == "price":
            return in_units(np.array([site.price or 0.0 for site in self.sites]), self.price_unit)
        one = int(1 / self.price_unit)
        units = np.full(len(self.sites), one, dtype=np.int64)
        units[self.waits_at[self.waits_at >= 0]] = int(price_to_wait(self)) * one
        return units

    @cached_property
    def spared(self) -> IntArray:
        """The cost of emptying each machine, at most its full price.

        Every plan pays this sum, because it uses the machine or moves all of its items.
        """
        moves = np.zeros(len(self.sites), dtype=np.int64)
        if self.toll:
            running = self.home >= 0
            np.add.at(moves, self.home[running], self.toll * self.cost[running])
        return np.minimum(self.full_price, moves)

    @cached_property
    def price(self) -> IntArray:
        """The saving of each machine that is not in use, net of its moves, in integral units."""
        return self.full_price - self.spared

    @property
    def dear_to_empty(self) -> BoolArray:
        """A mask of the machines that cost at least as much to empty as they save."""
        dear: BoolArray = (self.spared > 0) & (self.price == 0)
        return dear

    @property
    def most_units(self) -> int:
        """The objective in integral units if all machines are in use and all items move."""
        return int(self.price.sum()) + self.toll * int(self.cost.sum())

    @cached_property
    def kept(self) -> BoolArray:
        """A mask of the machines that always count as in use."""
        return np.array([bool(site.keep) for site in self.sites])

    def units_of(self, machine: IntArray) -> int:
        """Return the objective of an assignment in integral units, without the sum of `spared`."""
        units = int(self.full_price[self.in_use(machine)].sum() - self.spared.sum())
        return units + (self.toll and self.toll * int(self.cost[machine != self.home].sum()))

    def in_use(self, machine: IntArray) -> BoolArray:
        """Return a mask of the sites with an item and the kept ones; -1 means no site."""
        used: BoolArray = self.kept.copy()
        used[machine[machine >= 0]] = True
        return used

    def value_of(self, units: int) -> float:
        """Return the objective of a number of units, with the sum of `spared`."""
        return float((units + int(self.spared.sum())) * self.price_unit)

    def decision(self, machine: IntArray) -> dict[str, dict[str, str]]:
        """Return the decision with each item on its machine by number, without waiting ones."""
        names = [site.name for site in self.sites]
        at, waits = machine.tolist(), (machine == self.waits_at) & (machine >= 0)
        each = zip(self.items, at, waits.tolist(), strict=True)
        return {"machine": {item.name: names[j] for item, j, out in each if not out}}

    def numbers(self, decision: dict[str, dict[str, str]]) -> IntArray:
        """Return the number of each item's machine in a decision."""
        number = {machine.name: j for j, machine in enumerate(self.sites)}
        chosen = decision["machine"]
        if all(item.name in chosen for item in self.items):
            return np.array([number[chosen[item.name]] for item in self.items], dtype=np.int64)
        places = ((i, chosen.get(item.name)) for i, item in enumerate(self.items))
        sites = (self.waits_at[i] if name is None else number[name] for i, name in places)
        return np.fromiter(sites, dtype=np.int64, count=len(self.items))
