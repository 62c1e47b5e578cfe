"""Items and sites of `consolidation` in integer units, and the arguments that proofs share."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import ceil, floor, lcm
from typing import Any

import numpy as np

from ....core.decimals import as_written, common_unit
from ....core.records import column
from ....instances.consolidation import MACHINE, Consolidation, PlacementRule
from ..judging import Judge
from .sites import JudgedPlan, domains_of, sites_of

Amounts = tuple[int, ...]  # whole units of every resource
Bonds = frozenset[tuple[str, frozenset[str]]]  # levels, and the domains allowed on each


class PackingInUnits:
    """The items and sites of an instance, with demands, capacities and prices as integers."""

    def __init__(self, instance: Consolidation) -> None:
        self.instance, self.rules = instance, instance.rules or ()
        self.sites = sites_of(instance)
        self.by_name = {site.name: site for site in self.sites}
        self.kept = {machine.name for machine in instance.machines if machine.keep}
        fields = ("name", "machine", "migration_cost")
        self.names, self.homes, self.costs = (column(instance.items, field) for field in fields)

    @cached_property
    def number(self) -> dict[str, int]:
        """The position of each item in the instance, by the item's name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def demands(self) -> list[tuple[float, ...]]:
        """The demand of each item."""
        return list(map(tuple, np.array(column(self.instance.items, "demand")).tolist()))

    @cached_property
    def unit(self) -> list[Fraction]:
        """The largest amount of each resource that divides every demand."""
        of_resources = zip(*set(self.demands), strict=True)
        return [common_unit(map(as_written, sizes)) for sizes in of_resources]

    @cached_property
    def size(self) -> list[Amounts]:
        """The demand of each item, in units of each resource."""
        known = {
            demand: tuple(int(as_written(d) / u) for d, u in zip(demand, self.unit, strict=True))
            for demand in set(self.demands)
        }
        return list(map(known.__getitem__, self.demands))

    @cached_property
    def room(self) -> list[Amounts]:
        """The usable capacity of each site in units, at most the sum of all demands."""
        most = [sum(sizes) for sizes in zip(*self.size, strict=True)]
        keys = [(site.record.capacity, site.limit) for site in self.sites]
        known = {
            key: tuple(
                min(total, floor(as_written(size) * as_written(share) / unit))
                for size, share, unit, total in zip(*key, self.unit, most, strict=True)
            )
            for key in set(keys)
        }
        return [known[key] for key in keys]

    @cached_property
    def price_unit(self) -> Fraction:
        """The unit of the objective, which divides all tolls and all prices (1 without prices)."""
        prices = (as_written(site.record.price or 0.0) for site in self.sites)
        each = prices if self.instance.objective == "price" else (Fraction(1),)
        costs = map(as_written, set(self.costs))
        toll = as_written(self.instance.migration_price or 0.0)
        return common_unit((common_unit(each), toll * common_unit(costs)))

    @cached_property
    def tolls(self) -> list[int]:
        """The amount by which the objective rises if each item moves; 0 for a new item."""
        each = as_written(self.instance.migration_price or 0.0) / self.price_unit
        known = {cost: int(as_written(cost) * each) for cost in set(self.costs)}
        pairs = zip(self.homes, self.costs, strict=True)
        return [0 if home is None else known[cost] for home, cost in pairs]

    @cached_property
    def spared(self) -> list[int]:
        """For each site, its price or, if less, its items' total toll; each plan pays the sum."""
        costs: dict[str | None, int] = defaultdict(int)
        for home, toll in zip(self.homes, self.tolls, strict=True):
            if toll:
                costs[home] += toll
        pairs = zip(self.sites, self.full_price, strict=True)
        return [min(price, costs[site.name]) for site, price in pairs]

    @cached_property
    def full_price(self) -> list[int]:
        """The amount by which the objective rises for each site if the site is in use."""
        counted = self.instance.objective != "price"
        each = [
            1 if counted and site.waits is None else site.record.price or 0.0 for site in self.sites
        ]
        known = {price: int(as_written(price) / self.price_unit) for price in set(each)}
        return [known[price] for price in each]

    @cached_property
    def price(self) -> list[int]:
        """The price of each site in use (see `full_price`), less the amount in `spared`."""
        return [p - spared for p, spared in zip(self.full_price, self.spared, strict=True)]

    @cached_property
    def most(self) -> int:
        """The largest objective that a plan can have, less the sum of `spared`."""
        return sum(self.price) + sum(self.tolls)

    @cached_property
    def cost(self) -> tuple[list[int], int | None]:
        """The migration cost of each item (0 for a new one) and the budget, in a common unit."""
        budget = self.instance.migration_budget
        unit = common_unit(map(as_written, set(self.costs)))
        known = {cost: int(as_written(cost) / unit) for cost in set(self.costs)}
        pairs = zip(self.homes, self.costs, strict=True)
        costs = [0 if home is None else known[cost] for home, cost in pairs]
        return costs, None if budget is None else floor(as_written(budget) / unit)

    @cached_property
    def may(self) -> list[frozenset[str]]:
        """The names of the sites to which a plan may send each item."""
        waits = {site.waits: site.name for site in self.sites if site.waits is not None}
        barred = frozenset(waits.values())
        never = {
            name
            for rule in self.rules
            if rule.kind == "at_once" and rule.at_most == 0
            for name in rule.items
        }
        in_use = self.kept | {home for home in self.homes if home is not None}
        bound, free = self._binding_rules(), Bonds()
        known: dict[Any, frozenset[str]] = {}
        names = []
        fields = (column(self.instance.items, field) for field in ("allowed_machines", "fixed"))
        for name, home, allowed, fixed in zip(self.names, self.homes, *fields, strict=True):
            runs, listed = home is not None, allowed
            if fixed or (runs and name in never):
                listed = (str(home),)
            key = runs, listed, bound.get(name, free)
            if key not in known:
                known[key] = frozenset(self._sent_to(*key, in_use)) - barred
            own = {waits[name]} if name in waits else set()
            names.append(known[key] | own if own else known[key])  # one set for all that are alike
        return names

    def _sent_to(
        self, runs: bool, allowed: tuple[str, ...] | None, bound: Bonds, in_use: set[str]
    ) -> Iterator[str]:
        """Yield the names of the sites to which an item with these restrictions may be sent."""
        anywhere = not runs or self.instance.empty_machines == "any"
        listed = None if allowed is None else set(allowed)
        for site in self.sites:
            if (
                (listed is None or site.listed in listed)
                and all(site.domain(level) in among for level, among in bound)
                and (anywhere or site.offered or site.name in in_use)
            ):
                yield site.name

    def _binding_rules(self) -> dict[str, Bonds]:
        """Return, for each item, the (level, allowed domains) pairs that rules prescribe."""
        binding: dict[str, Bonds] = defaultdict(frozenset)
        known: dict[Any, Bonds] = {}
        for rule in self.rules:
            if rule.kind in ("with", "spread") and (rule.at != MACHINE or rule.domains):
                key = rule.kind, rule.at, rule.domains
                if key not in known:
                    known[key] = frozenset({(rule.at, frozenset(domains_of(rule, self.sites)))})
                for name in rule.items:
                    binding[name] |= known[key]
        return binding

    @cached_property
    def pinned(self) -> list[bool]:
        """For each item, whether it runs now and no plan can place it on another machine."""
        pairs = zip(self.homes, self.may, strict=True)
        return [home is not None and may <= {home} for home, may in pairs]

    @cached_property
    def anyway(self) -> set[str]:
        """The machines that every plan uses: those to keep, and those with a pinned item."""
        return self.kept | set(map(str, compress(self.homes, self.pinned)))

    def now(self, rule: PlacementRule) -> Counter[str]:
        """Return how many of a rule's items are in each domain now."""
        homes = (self.homes[self.number[name]] for name in rule.items)
        domains = (self.by_name[home].domain(rule.at) for home in homes if home is not None)
        return Counter(domain for domain in domains if domain is not None)

    def least(self, paid: int, worths: Iterable[int], scale: int) -> int:
        """Return the lower bound on the objective that prices of items prove.

        Prices are multiples of 1 / ``scale``.  ``paid`` is the sum of the items' prices, and
        ``worths`` has the largest value that each site can hold.  An unused site holds nothing; a
        machine that is in use in every plan always costs its price.  So each plan costs at least

            paid - Σ_sites max(0, worth - price).
        """
        for site, worth, price in zip(self.sites, worths, self.price, strict=True):
            surplus = worth - scale * price
            paid -= surplus if site.name in self.anyway else max(0, surplus)
        return max(0, -(-paid // scale))

    def covered(self, needed: Fraction | int, held: Sequence[Fraction | int]) -> int | None:
        """Return a lower bound on the price of sites that hold ``needed``; ``None`` if none do.

        ``held`` is the amount that each site holds.  The machines that are in use in every plan
        come first, at their full price.  Then come the other sites by increasing price per amount,
        the last one in part.
        """
        spent: Fraction | int = 0
        others: Counter[tuple[Fraction | int, int]] = Counter()
        for site, amount, price in zip(self.sites, held, self.price, strict=True):
            if site.name in self.anyway:
                needed -= amount
                spent += price
            elif amount > 0:
                others[amount, price] += 1
        for amount, price in sorted(others, key=lambda kind: (Fraction(kind[1]) / kind[0], kind)):
            if needed <= 0:
                break
            whole = min(others[amount, price], needed // amount)
            spent += whole * price
            needed -= whole * amount
            if whole < others[amount, price]:
                spent += Fraction(price) / amount * needed
                needed = 0
        return None if needed > 0 else ceil(spent)


# Shares of devices: an exact search tests whether they fit; half devices give a bound.
MOST_STATES = 200_000  # of a search


def shares_fit(wanted: list[Fraction], devices: int) -> bool | None:
    """Return whether demands fit on a machine's devices; ``None`` if the search is too long.

    The search fills one device after the other.  It puts the largest remaining share and further
    shares on a device, in each way that leaves no room for another one.  Combinations of remaining
    shares from which the search failed are not tried again.
    """
    whole = sum((size for size in wanted if size >= 1), Fraction(0))
    common = lcm(*(size.denominator for size in wanted))
    counts = Counter(int(size * common) for size in wanted if size < 1)
    sizes = tuple(sorted(counts, reverse=True))
    left = tuple(counts[size] for size in sizes)
    dead: set[tuple[int, tuple[int, ...]]] = set()
    stack = [iter([left])]
    room = devices - int(whole)
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
            continue
        free = room - len(stack) + 1
        if not any(state):
            if free >= 0:
                return True
            continue
        need = sum(size * count for size, count in zip(sizes, state, strict=True))
        if need > free * common or (free, state) in dead:
            continue
        if len(dead) > MOST_STATES:
            return None
        dead.add((free, state))
        stack.append(_fillings(sizes, state, common))
    return False


def _fillings(
    sizes: tuple[int, ...], state: tuple[int, ...], common: int
) -> Iterator[tuple[int, ...]]:
    """Yield the counts of remaining shares after each way to fill a device with the largest one."""
    first = next(k for k, count in enumerate(state) if count)

    def fill(k: int, left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        if k == len(sizes):
            if not any(count and size <= room for size, count in zip(sizes, left, strict=True)):
                yield left
            return
        for taken in range(min(left[k], room // sizes[k]), -1, -1):
            after = (*left[:k], left[k] - taken, *left[k + 1 :])
            yield from fill(k + 1, after, room - taken * sizes[k])

    start = (*state[:first], state[first] - 1, *state[first + 1 :])
    yield from fill(first, start, common - sizes[first])


def judge_devices(plan: JudgedPlan, judge: Judge) -> None:
    """Report each machine whose shares do not fit on its devices, or take too long to check."""
    for name in plan.instance.devices or ():
        r = plan.instance.resources.index(name)
        known: dict[tuple[tuple[Fraction, ...], int], bool | None] = {}
        for k, machine in enumerate(plan.in_use):
            wanted = [
                as_written(size) for size in plan.demands[plan.items_on[k], r].tolist() if size
            ]
            devices = int(plan.sites[machine].record.capacity[r])
            key = tuple(sorted(wanted, reverse=True)), devices
            if key not in known:
                known[key] = shares_fit(wanted, devices)
            asked, late = f"{_words(wanted)} of {name}", known[key] is None
            words = f"it takes too long to find out whether {asked} fit"
            if not known[key]:
                words = words if late else f"{asked} do not fit into {devices} devices"
                judge.fault("devices", machine, words)


def _words(wanted: list[Fraction]) -> str:
    times = sorted(Counter(wanted).items(), reverse=True)
    return ", ".join(f"{count} of {float(size):.15g}" for size, count in times)


def sizes_and_rooms(
    packing: PackingInUnits, resources: Sequence[str], thresholds: Mapping[str, float] | None
) -> tuple[list[Amounts], list[Amounts]]:
    """Return the items' sizes and the sites' rooms, in units of resources and in half devices.

    A threshold t above a third and at most half of a device classifies shares: a device holds at
    most two shares of at least t, and only one such share if it is above 1 - t.  So a share counts
    two halves if it is above 1 - t, one if it is at least t, and none otherwise; a whole device
    counts two.  No device holds more than two halves.
    """
    instance = packing.instance
    shares: list[tuple[int, Fraction]] = []
    for name, value in (thresholds or {}).items():
        if name not in (instance.devices or ()):
            raise ValueError(f"{name!r} does not come in devices")
        threshold = as_written(value)
        if not Fraction(1, 3) < threshold <= Fraction(1, 2):
            raise ValueError("a threshold must be above a third and at most a half")
        shares.append((instance.resources.index(name), threshold))
    heeded = [instance.resources.index(name) for name in resources]
    known: dict[tuple[float, ...], Amounts] = {}
    for demand, size in zip(packing.demands, packing.size, strict=True):
        if demand not in known:
            halves = (_halves(as_written(demand[r]), t) for r, t in shares)
            known[demand] = (*(size[r] for r in heeded), *halves)
    rooms = [
        (*(room[r] for r in heeded), *(2 * int(site.record.capacity[r]) for r, _ in shares))
        for site, room in zip(packing.sites, packing.room, strict=True)
    ]
    return [known[demand] for demand in packing.demands], rooms


def _halves(share: Fraction, threshold: Fraction) -> int:
    if share >= 1:
        return 2 * int(share)
    return 2 if share > 1 - threshold else int(share >= threshold)
