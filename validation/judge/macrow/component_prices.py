"""Certificates of macrow: a tree that splits all plans, with prices of resources at each leaf.

For any prices >= 0 of node load, link traffic, tokens, risk, changes and room, a plan costs at
least the sum of the minimum costs of its stream trees, each on its own, minus the priced right-hand
sides of the shared constraints.  Let t be the maximum utilisation.  The prices μ of load pay back
at most Σ μ_n min(t, L_n), where L_n is the largest multiple of the node's load step below the upper
level.  The prices of links sum to at most W4.

A split divides all plans in two: t is below a level or not, or a PE has a candidate among some
nodes or not.  The minimum of the leaves' bounds holds for all plans.  The constraints (14), (15),
(17), (18), (23) and (28) are relaxed, so the bound remains valid.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from ....core.arrays import BoolArray, FloatArray
from ....core.decimals import as_written, number_in
from ....core.schema import NonNegative, Part
from ....instances.macrow import MacroW
from ..forms import Certificate, read_part
from ..proofs.claims import UnprovenError
from .component_units import Units
from .decision import joined_without

# Every unit has at least the number of candidates that its goal and its minimum require. Its home
# is a cluster with one of them. If a unit needs several candidates, its home is one cluster with
# all of them, or two clusters with some each; with many clusters such a unit is treated like the
# others. A stream pays for the links between the homes of its two PEs, which is at most its
# payment for all links between their candidates.
#
# Sums are formed in floating point. Of N PEs, packings, nodes, links, licenses and streams in all,
# no part of a sum passes through more than 2 N + 13 <= 8.5 N roundings, each of 2^-53 of the part.
UnitSpot = tuple[int, tuple[int, ...]]  # a unit and nodes


@dataclass
class RowPrices:
    """Prices as arrays over nodes, links and licenses, and of risk and of changes.

    ``crowd`` is the price of a place for a PE on a node, and ``change`` that of a changed
    candidate. ``pack`` lists (nodes, size, price): a price for each multiple of the size in a
    unit's load.
    """

    load: FloatArray
    crowd: FloatArray
    link: FloatArray
    license: FloatArray
    pack: list[tuple[list[int], Fraction, float]]
    risk: float
    change: float


@dataclass(frozen=True)
class Leaf:
    """The plans of a leaf, with low <= maximum utilisation < high.

    A unit has a candidate on the nodes of each of its pairs (unit, nodes) in ``inside``, and none
    on those in ``outside``.
    """

    low: Fraction = Fraction(0)
    high: Fraction | None = None
    inside: tuple[UnitSpot, ...] = ()
    outside: tuple[UnitSpot, ...] = ()


class Places(Units):
    """The units (sets of colocated PEs) of an instance, and their costs at given prices."""

    def __init__(self, instance: MacroW, dropped: set[frozenset[str]]) -> None:
        super().__init__(instance, dropped)
        self._known_times: dict[tuple[tuple[int, ...], Fraction], FloatArray] = {}

    def least_value(self, prices: RowPrices, leaf: Leaf) -> float:
        """Return a lower bound on the objective of a leaf's plans; infinite if it has no plan."""
        weights = self.instance.weights
        may, anchors = self.allowed.copy(), {}
        for u, nodes in leaf.outside:
            may[u, list(nodes)] = False
        for u, nodes in leaf.inside:  # of several sets of nodes the last one counts
            anchors[u] = np.zeros(len(self.home_of), dtype=np.bool_)
            anchors[u][list(nodes)] = True
        if sum(map(Fraction, prices.link.tolist())) > as_written(weights.max_link):
            raise UnprovenError("the prices of links sum up to more than the weight W4")
        way = self._ways(prices)
        rounding = self._rounding(prices, way)
        homes = self._home_costs(self._costs(prices, self.slope), may, anchors)
        total = self._along_trees(homes, way)
        if math.isinf(total):
            return math.inf
        exact = Fraction(total) - rounding + self._repaid(prices, leaf)
        value = float(exact)
        return value if Fraction(value) <= exact else math.nextafter(value, -math.inf)

    def _rounding(self, prices: RowPrices, way: FloatArray) -> Fraction:
        """Return an upper bound on the rounding error of the sums that `_along_trees` computes."""
        largest = self._costs(prices, np.abs(self.slope)).max(axis=1)
        parts = float(largest @ np.array(self.most))  # or three times that: one replaces another
        parts += float(way.max(initial=0.0)) * math.fsum(self.rate)
        if not math.isfinite(parts):  # an infinite sum would say that there is no plan
            raise UnprovenError("its prices are too large to be added up")
        given = self.instance
        things = (given.pes, given.nodes, given.links, given.licenses, given.streams, prices.pack)
        return Fraction(parts) * sum(map(len, things)) / 2**48

    def _costs(self, prices: RowPrices, slope: FloatArray) -> FloatArray:
        """Return the cost of each node as a candidate of each unit: units x nodes."""
        per_load = self.instance.weights.mean_node / self.load.shape[1] + prices.load
        cost: FloatArray = self.load * per_load + self.size[:, None] * prices.crowd
        cost += (self.uses @ prices.license)[:, None]
        cost += self.risk * prices.risk + slope * prices.change
        for nodes, size, price in prices.pack:
            cost[:, nodes] += price * self._times(tuple(nodes), size)
        return cost

    def _times(self, nodes: tuple[int, ...], size: Fraction) -> FloatArray:
        """Return how often a size fits into the load of each unit on each node: units x nodes."""
        if (nodes, size) not in self._known_times:
            table = np.array([[float(row[n] // size) for n in nodes] for row in self.rows])
            self._known_times[nodes, size] = table.reshape(-1, len(nodes))[self.row_of]
        return self._known_times[nodes, size]

    def _ways(self, prices: RowPrices) -> FloatArray:
        """Return the cost per unit of traffic between two homes (sets of clusters), (5)-(11)."""
        way = np.zeros((len(self.homes), len(self.homes)))
        for link, price in zip(self.instance.links, prices.link, strict=True):
            each = self.instance.weights.mean_link / len(self.links) + float(price)
            joined = joined_without(self.instance, link.name, link.between[0])
            side = {c for name, c in self.clusters.items() if name in joined}
            one = np.array([bool(side & set(home)) for home in self.homes])
            other = np.array([bool(set(home) - side) for home in self.homes])
            apart = np.logical_or.outer(one, one) & np.logical_or.outer(other, other)
            way += apart * (each / link.capacity)
        return way

    def _home_costs(
        self, cost: FloatArray, may: BoolArray, anchors: dict[int, BoolArray]
    ) -> FloatArray:
        """Return the minimum cost of each unit's candidates in each home: units x homes."""
        value = np.full((len(cost), len(self.homes)), np.inf)
        single = slice(0, len(self.clusters))
        for u, row in enumerate(cost):
            many = min(self.most[u], int(may[u].sum()))
            if self.least[u] > many:
                continue
            anchor = anchors.get(u)
            if self.least[u] == 0 and anchor is None:
                value[u, -1] = 0.0
            if self.least[u] < 2 or not self.paired:
                value[u, single] = self.single_costs(u, row, may[u], anchor, many)
                continue
            for h, home in enumerate(self.homes):
                if home:
                    value[u, h] = self.several_cost(u, row, may[u], anchor, many, home)
        return value

    def _along_trees(self, value: FloatArray, way: FloatArray) -> float:
        """Return the minimum cost of all trees; ``value`` is overwritten with costs of subtrees."""
        roots = []
        for u in reversed(self.order):
            if self.parent[u] < 0:
                roots.append(float(value[u].min()))
            else:
                value[self.parent[u]] += (value[u] + self.rate[u] * way).min(axis=1)
        return math.fsum(roots) if all(map(math.isfinite, roots)) else math.inf

    def _repaid(self, prices: RowPrices, leaf: Leaf) -> Fraction:
        """Return min over the leaf's t of W2 t - Σ μ_n min(t, L_n), less other priced limits."""
        instance = self.instance
        total = Fraction(0)
        for held, price in zip(instance.licenses, prices.license.tolist(), strict=True):
            total -= Fraction(price) * held.tokens
        if prices.risk:
            if instance.risk is None:
                raise UnprovenError("a price of risk needs a risk limit")
            total -= Fraction(prices.risk) * as_written(instance.risk.limit)
        if prices.change:
            if instance.max_total_change is None:
                raise UnprovenError("a price of changes needs max_total_change")
            total -= Fraction(prices.change) * (instance.max_total_change - self.former)
        for node, price in zip(instance.nodes, prices.crowd.tolist(), strict=True):
            if price and node.max_pes is None:
                raise UnprovenError(f"node {node.name} has no max_pes, so it can have no price")
            total -= Fraction(price) * (node.max_pes or 0)
        caps = [self._below(n, leaf.high) for n in range(len(instance.nodes))]
        for nodes, size, price in prices.pack:
            for n in nodes:
                cap = caps[n]
                if cap is None:
                    raise UnprovenError("packings may have prices only below a level")
                total -= Fraction(price) * (cap // size)
        return total + self._busiest(prices, leaf, caps)

    def _below(self, n: int, high: Fraction | None) -> Fraction | None:
        """Return the largest multiple of a node's load step below ``high``; ``None`` without it."""
        step = self.steps[n]
        if high is None:
            return None
        return Fraction(0) if step is None else (-(-high // step) - 1) * step

    def _busiest(self, prices: RowPrices, leaf: Leaf, caps: list[Fraction | None]) -> Fraction:
        """Return min over the leaf's t of W2 t - Σ μ_n min(t, L_n), where ``caps`` has the L_n."""
        weight = as_written(self.instance.weights.max_node)
        per_cap: dict[Fraction | None, Fraction] = {}
        for cap, price in zip(caps, prices.load.tolist(), strict=True):
            if price:
                per_cap[cap] = per_cap.get(cap, Fraction(0)) + Fraction(price)
        if leaf.high is None and sum(per_cap.values()) > weight:
            raise UnprovenError("the prices of load sum up to more than the weight W2")

        def least_at(t: Fraction) -> Fraction:
            return weight * t - sum(
                (mu * (t if cap is None else min(t, cap)) for cap, mu in per_cap.items()),
                Fraction(0),
            )

        high = leaf.low if leaf.high is None else leaf.high
        inner = {cap for cap in per_cap if cap is not None and leaf.low < cap < high}
        return min(least_at(t) for t in {leaf.low, high, *inner})


_DEEPEST = 400  # splits below each other

Tree = dict[str, Any]  # a `LevelSplit`, a `SpotSplit` or a `PricedLeaf`, read step by step
Named = dict[str, NonNegative]


class ComponentPrices(Certificate):
    """A certificate: a tree of splits, each leaf of which has its own prices.

    ``dropped`` lists the pairs of PEs whose streams are ignored.  ``groups`` names disjoint sets of
    nodes; splits refer to these names, and all nodes of a group have the same prices.
    """

    kind: Literal["component-prices"] = "component-prices"
    dropped: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    groups: dict[str, list[str]]
    tree: Tree


class LevelSplit(Part):
    """A split: plans with a maximum utilisation below a level, and those at or above the level."""

    level: str
    below: Tree
    above: Tree = Field(alias="from")


class SpotSplit(Part):
    """A split: plans in which a PE has a candidate in the named groups of nodes, and the others."""

    pe: str
    on: list[str]
    inside: Tree
    outside: Tree


class LeafPrices(Part):
    """Prices by name of link, license or group of nodes; ``pack`` has prices by group and size."""

    load: Named = Field(default_factory=dict)
    link: Named = Field(default_factory=dict)
    license: Named = Field(default_factory=dict)
    crowd: Named = Field(default_factory=dict)
    pack: dict[str, Named] = Field(default_factory=dict)
    risk: NonNegative = 0.0
    change: NonNegative = 0.0


class PricedLeaf(Part):
    """A leaf of the tree, with the prices that prove its bound."""

    prices: LeafPrices


def certified(instance: MacroW, certificate: ComponentPrices) -> float:
    """Return the bound that a certificate proves, as a float rounded down."""
    places = Places(instance, {frozenset(pair) for pair in certificate.dropped})
    groups = _groups(instance, certificate.groups)
    return max(0.0, _least(places, groups, certificate.tree, Leaf(), 0))


def _least(
    places: Places, groups: dict[str, list[int]], tree: Tree, leaf: Leaf, depth: int
) -> float:
    """Return the minimum of the bounds that the leaves below a part of the tree prove."""
    if depth > _DEEPEST:
        raise UnprovenError("its tree is too deep")
    if "prices" in tree:
        prices = _prices(places, groups, read_part(PricedLeaf, tree).prices)
        return places.least_value(prices, leaf)
    if "level" in tree:
        cut = read_part(LevelSplit, tree)
        level = number_in(cut.level)
        if not leaf.low < level or (leaf.high is not None and not level < leaf.high):
            raise UnprovenError(f"the level {cut.level} is not inside its interval")
        parts = (cut.below, replace(leaf, high=level)), (cut.above, replace(leaf, low=level))
    else:
        split = read_part(SpotSplit, tree)
        _refuse_unknown("PEs", [split.pe], places.unit_of)
        _refuse_unknown("groups", split.on, groups)
        spot = places.unit_of[split.pe], tuple(n for group in split.on for n in groups[group])
        parts = (
            (split.inside, replace(leaf, inside=(*leaf.inside, spot))),
            (split.outside, replace(leaf, outside=(*leaf.outside, spot))),
        )
    one, other = parts  # no frames of a generator, so that the deepest tree is not too deep
    least = _least(places, groups, *one, depth + 1)
    return min(least, _least(places, groups, *other, depth + 1))


def _refuse_unknown(what: str, names: Iterable[str], known: Mapping[str, Any]) -> None:
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise UnprovenError(f"unknown {what}: {', '.join(unknown)}")


def _groups(instance: MacroW, groups: dict[str, list[str]]) -> dict[str, list[int]]:
    """Return the node numbers of each group; refuse groups that share a node."""
    index = {node.name: n for n, node in enumerate(instance.nodes)}
    members = [name for names in groups.values() for name in names]
    _refuse_unknown("nodes", members, index)
    if len(set(members)) < len(members):
        raise UnprovenError("a node is in two groups")
    return {group: [index[name] for name in names] for group, names in groups.items()}


def _prices(places: Places, groups: dict[str, list[int]], given: LeafPrices) -> RowPrices:
    def of_rows(key: str, index: Mapping[str, Any], count: int) -> FloatArray:
        named: Named = getattr(given, key)
        _refuse_unknown(f"rows of {key}", named, index)
        prices = np.zeros(count)
        for name, price in named.items():
            prices[index[name]] = price
        return prices

    nodes = len(places.home_of)
    link = of_rows("link", places.links, len(places.links))
    license_ = of_rows("license", places.licenses, len(places.licenses))
    load, crowd = of_rows("load", groups, nodes), of_rows("crowd", groups, nodes)
    _refuse_unknown("groups", given.pack, groups)
    pack = [
        (groups[name], number_in(size), price)
        for name, sizes in given.pack.items()
        for size, price in sizes.items()
    ]
    if any(size <= 0 for _, size, _ in pack):
        raise UnprovenError("a size must be a positive fraction")
    return RowPrices(load, crowd, link, license_, pack, given.risk, given.change)
