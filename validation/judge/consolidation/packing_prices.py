"""Certificates by item prices that no plan of `consolidation` uses fewer machines.

Each item has a price, and so has each unit of migration cost, as a fraction of a machine.  A plan
puts items worth the sum of all prices on machines; a machine holds at most its most valuable load,
and an empty one holds nothing.  Hence for any prices a plan uses at least

    Σ prices - budget price · Q - Σ_machines max(0, most valuable load - 1)

machines.  A load is worth the prices of its items less the price of moving those among them that
run elsewhere now.  If machines have prices, these replace the 1.  A machine that is kept, or has an
item that may be nowhere else, costs its price in any case, and such items reduce its room.  If
rules keep items apart, a load has at most as many of them as the rules allow, or as one machine has
now.  A proof may omit resources: loads can only become larger, so the bound remains valid.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from ....core.schema import Part
from ....instances.consolidation import MACHINE
from ..forms import Certificate, Names, read_part
from ..proofs.load_table import MOST_NODES, Allowance, Shelf, Thing
from .packing import Amounts, PackingInUnits, sizes_and_rooms
from .sites import Site

# A split decides whether two items are on one machine, or an item is on one of some. Every plan
# belongs to exactly one leaf, so the least of the leaves' bounds is valid. A leaf proves its bound
# for the plans that agree with its decisions. Items that are together form a bundle: their sizes
# and prices add up, and a machine has all of them or none. Items apart never share one.
_DEEPEST = 400

Tree = dict[str, Any]  # a `PairFork`, a `PlaceFork` or a leaf of prices, read step by step


class PairFork(Part):
    """A split: two items are on the same machine (``together``), or not (``apart``)."""

    items: Annotated[list[str], Field(min_length=2, max_length=2)]
    together: Tree
    apart: Tree


class PlaceFork(Part):
    """A split: an item is on one of the ``machines`` (``there``), or not (``elsewhere``)."""

    item: str
    machines: list[str]
    there: Tree
    elsewhere: Tree


class Decided(NamedTuple):
    """One side of a split: whether the items are together or, for one item, on the machines."""

    items: tuple[int, ...]
    machines: frozenset[str]
    meet: bool


@dataclass
class Bundle:
    """Items that a split puts on one machine, and the names of the sites that all of them allow."""

    items: list[int]
    may: set[str]
    apart: set[int] = field(default_factory=set)  # numbers of bundles that it must not meet


def leaves(
    packing: PackingInUnits, tree: Tree, way: tuple[Decided, ...] = ()
) -> Iterator[tuple[tuple[Decided, ...], Tree]]:
    """Yield each leaf of a tree, after the sides of the splits that lead to the leaf."""
    if len(way) > _DEEPEST:
        raise ValueError(f"its tree is deeper than {_DEEPEST}")
    if "items" in tree:
        pair = read_part(PairFork, tree)
        items, machines = tuple(number_of(packing, name) for name in pair.items), frozenset[str]()
        if items[0] == items[1]:
            raise ValueError("a fork must name two different items")
        below = pair.together, pair.apart
    elif "item" in tree:
        place = read_part(PlaceFork, tree)
        items, machines = (number_of(packing, place.item),), frozenset(place.machines)
        below = place.there, place.elsewhere
    else:
        yield way, tree
        return
    for meet, subtree in zip((True, False), below, strict=True):
        yield from leaves(packing, subtree, (*way, Decided(items, machines, meet)))


def number_of(packing: PackingInUnits, name: str) -> int:
    """Return the position of an item in the instance; raise an error for an unknown name."""
    if name not in packing.number:
        raise ValueError(f"there is no item {name!r}")
    return packing.number[name]


def bundles_of(packing: PackingInUnits, way: tuple[Decided, ...]) -> list[Bundle] | None:
    """Return the bundles that sides of splits imply; ``None`` if they contradict each other."""
    number: dict[int, int] = {}
    bundles: list[Bundle] = []
    for i in sorted({i for fork in way for i in fork.items}):
        item = packing.instance.items[i]
        if packing.pinned[i]:
            raise ValueError(f"{item.name} is pinned, so the tree must not decide its place")
        number[i] = len(bundles)
        bundles.append(Bundle([i], {*packing.may[i], *([item.machine] if item.machine else ())}))
    for fork in way:
        if len(fork.items) == 1:
            alone = bundles[number[fork.items[0]]]
            alone.may = alone.may & fork.machines if fork.meet else alone.may - fork.machines
    pairs = [(*fork.items, fork.meet) for fork in way if len(fork.items) == 2]
    for a, b, meet in pairs:
        keep, gone = bundles[number[a]], bundles[number[b]]
        if meet and keep is not gone:
            keep.may &= gone.may
            number |= dict.fromkeys(gone.items, number[a])
            keep.items, gone.items = keep.items + gone.items, []
    for a, b, meet in pairs:
        if not meet:
            if number[a] == number[b]:
                return None
            bundles[number[a]].apart.add(number[b])
            bundles[number[b]].apart.add(number[a])
    return bundles


Whole = Annotated[int, Field(ge=0, le=2**40)]


class PricedItems(Part):
    """Prices of items and of migration cost, as multiples of 1 / ``scale``.

    Items that ``prices`` does not name have price 0.  ``resources`` names the resources that limit
    loads, by default all.
    """

    scale: Annotated[Whole, Field(gt=0)]
    prices: dict[str, Whole]
    budget_price: Whole
    resources: list[str] | None = None
    devices: dict[str, float] | None = None


class ItemPrices(PricedItems, Certificate):
    """Certificate: prices of items, used with the value of each machine's most valuable load."""

    NAMES: ClassVar[Names] = {"prices": ("items",), "resources": ("resources",)}
    kind: Literal["prices"] = "prices"

    def proven(self, packing: PackingInUnits) -> int:
        """Return the lower bound on the objective that the prices prove."""
        return _PricedLoads(packing, self, []).proven(Allowance(MOST_NODES))


class BranchedPrices(Certificate):
    """Certificate: a tree of splits, in which each leaf has its own prices."""

    kind: Literal["branches"] = "branches"
    tree: Tree

    def proven(self, packing: PackingInUnits) -> int:
        """Return the smallest of the bounds that the prices of the leaves prove."""
        allowance = Allowance(MOST_NODES)
        least = 1 + packing.most
        for way, tree in leaves(packing, self.tree):
            leaf, bundles = read_part(PricedItems, tree), bundles_of(packing, way)
            if bundles is not None:  # else there is no such plan
                least = min(least, _PricedLoads(packing, leaf, bundles).proven(allowance))
        return least


class ItemKind(NamedTuple):
    """The common data of items of equal price; ``cost`` is the migration cost of a running item."""

    demand: tuple[float, ...]
    cost: float | None
    may: frozenset[str]
    apart: bool


class _PricedLoads:
    """The value of each site's most valuable load, in plans that keep each bundle together."""

    def __init__(self, packing: PackingInUnits, proof: PricedItems, bundles: list[Bundle]) -> None:
        self.packing, self.proof, self.bundles = packing, proof, bundles
        named = packing.instance.resources if proof.resources is None else proof.resources
        self.sizes, self.rooms = sizes_and_rooms(packing, named, proof.devices)
        self.bundled = {i for bundle in bundles for i in bundle.items}
        names = ([packing.names[i] for i in bundle.items] for bundle in bundles)
        self.priced = [sum(proof.prices.get(name, 0) for name in joint) for joint in names]
        caps = _caps(packing)
        self.kinds = [self._kind(i, bool(rules)) for i, (rules, _) in enumerate(caps)]
        self.moving = [proof.budget_price * cost for cost in packing.cost[0]]
        self.count = Counter(kind for kind in self.kinds if kind is not None)
        self.price = self._prices()
        self.size: dict[ItemKind, Amounts] = {}
        self.sent: dict[ItemKind, int] = {}  # the worth of an item where it does not run
        self.residents: dict[str | None, Counter[ItemKind]] = defaultdict(Counter)
        groups: dict[ItemKind, dict[frozenset[int], int]] = defaultdict(dict)
        for i, (home, kind) in enumerate(zip(packing.homes, self.kinds, strict=True)):
            if kind is not None:
                self.size[kind] = self.sizes[i]
                self.sent[kind] = self.price[kind] - self.moving[i]
                self.residents[home][kind] += 1
                rules, cap = caps[i]
                groups[kind][rules] = cap
        self.fit = {  # no more items of a kind are on a machine than the caps of its groups allow
            kind: min(n, sum(groups[kind].values())) if kind.apart else n
            for kind, n in self.count.items()
        }

    def _kind(self, i: int, apart: bool) -> ItemKind | None:
        """Return the kind of item ``i``; ``None`` if the item is pinned or in a bundle."""
        packing = self.packing
        if packing.pinned[i] or i in self.bundled:
            return None
        cost = None if packing.homes[i] is None else packing.costs[i]
        return ItemKind(packing.demands[i], cost, packing.may[i], apart)

    def _prices(self) -> dict[ItemKind, int]:
        """Return the price of each kind: that of the kind's item that the proof names, or 0."""
        prices = dict.fromkeys(self.count, 0)
        for name, price in self.proof.prices.items():
            i = number_of(self.packing, name)
            if (kind := self.kinds[i]) is not None:
                prices[kind] = price
            elif i not in self.bundled:
                raise ValueError(f"{name} is pinned, so it must have no price")
        return prices

    def proven(self, allowance: Allowance) -> int:
        """Return the lower bound on the objective that the prices prove."""
        paid = sum(self.price[kind] * n for kind, n in self.count.items()) + sum(self.priced)
        if self.proof.budget_price:
            budget = self.packing.cost[1]
            if budget is None:
                raise ValueError("budget_price needs a migration budget")
            paid -= self.proof.budget_price * budget
        return self.packing.least(paid, self._worths(allowance), self.proof.scale)

    def _worths(self, allowance: Allowance) -> Iterator[int]:
        """Yield the value of each site's best load, or a bound on it that is at most the price."""
        rooms = list(self._rooms_left())
        largest = tuple(max(amounts) for amounts in zip(*rooms, strict=True))
        shelves: dict[frozenset[ItemKind], Shelf] = {}
        known: dict[Any, int] = {}
        every = zip(self.packing.sites, rooms, self._may_be_sent(), self.packing.price, strict=True)
        for site, room, may, price in every:
            above = 0 if site.name in self.packing.anyway else self.proof.scale * price
            if may not in shelves:
                shelves[may] = Shelf(largest, self._things(may, {}), allowance)
            staying = frozenset(  # present items that are worth more if they stay
                (kind, number)
                for kind, number in self.residents[site.name].items()
                if kind not in may or self.sent[kind] < self.price[kind]
            )
            key = room, may, staying, self._bundle_worths(site), above
            if key not in known:
                known[key] = self._best(shelves[may], *key)
            yield known[key]

    def _rooms_left(self) -> Iterator[Amounts]:
        """Yield each site's capacity, less its pinned items and at most the sum of all demands."""
        needed = [sum(amounts) for amounts in zip(*self.sizes, strict=True)]
        taken: dict[str | None, list[int]] = defaultdict(lambda: [0] * len(needed))
        for i, (home, kind) in enumerate(zip(self.packing.homes, self.kinds, strict=True)):
            if kind is None and i not in self.bundled:
                pairs = zip(taken[home], self.sizes[i], strict=True)
                taken[home] = [amount + more for amount, more in pairs]
        for site, room in zip(self.packing.sites, self.rooms, strict=True):
            amounts = zip(room, taken[site.name], needed, strict=True)
            yield tuple(max(0, min(whole - less, enough)) for whole, less, enough in amounts)

    def _may_be_sent(self) -> Iterator[frozenset[ItemKind]]:
        """Yield, for each site, the kinds of items that may be sent there."""
        lists: dict[frozenset[str], list[ItemKind]] = defaultdict(list)
        for kind in self.count:
            lists[kind.may].append(kind)
        known: dict[frozenset[frozenset[str]], frozenset[ItemKind]] = {}
        for site in self.packing.sites:
            key = frozenset(names for names in lists if site.name in names)
            if key not in known:
                known[key] = frozenset(kind for names in key for kind in lists[names])
            yield known[key]

    def _bundle_worths(self, site: Site) -> Amounts:
        """Return the value of each bundle on a site; 0 where the bundle may not be there."""
        homes = self.packing.homes
        return tuple(
            price - sum(self.moving[i] for i in bundle.items if homes[i] != site.name)
            if bundle.items and site.name in bundle.may
            else 0
            for bundle, price in zip(self.bundles, self.priced, strict=True)
        )

    def _things(self, may: frozenset[ItemKind], staying: dict[ItemKind, int]) -> list[Thing]:
        """Return the kinds that may be sent to a site, with their numbers less those that stay."""
        return [
            Thing(self.size[kind], self.sent[kind], n - staying.get(kind, 0))
            for kind, n in self.fit.items()
            if kind in may and n > staying.get(kind, 0)
        ]

    def _best(
        self,
        shelf: Shelf,
        room: Amounts,
        may: frozenset[ItemKind],
        staying: frozenset[tuple[ItemKind, int]],
        worths: Amounts,
        above: int,
    ) -> int:
        """Return the value of a site's most valuable load, or a bound that is at most ``above``."""
        own = [Thing(self.size[kind], self.price[kind], number) for kind, number in staying]
        place: dict[int, int] = {}
        for k, (bundle, worth) in enumerate(zip(self.bundles, worths, strict=True)):
            if worth > 0:
                place[k] = len(own)
                sizes = zip(*(self.sizes[i] for i in bundle.items), strict=True)
                own.append(Thing(tuple(map(sum, sizes)), worth, 1))
        met = ((k, m) for k in place for m in self.bundles[k].apart if m in place)
        apart = [(place[k], place[m]) for k, m in met]
        shared = self._things(may, dict(staying)) if staying else None
        return shelf.best(room, own, above, apart, shared)


def _caps(packing: PackingInUnits) -> list[tuple[frozenset[int], int]]:
    """Return, for each item, the rules that keep it apart on machines, and their smallest cap.

    The cap of a rule is its limit, or the current maximum on a machine if that is larger.
    """
    of: dict[str, frozenset[int]] = defaultdict(frozenset)
    most: dict[int, int] = {}
    for r, rule in enumerate(packing.rules):
        if rule.kind == "apart" and rule.at == MACHINE:
            most[r] = max(rule.most, *packing.now(rule).values(), 0)
            for name in rule.items:
                of[name] |= {r}
    groups = (of[name] for name in packing.names)
    return [(rules, min((most[r] for r in rules), default=0)) for rules in groups]
