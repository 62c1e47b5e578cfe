"""The data of macrow's bound: kinds of nodes, coupling rows, columns.

A unit is a set of colocated PEs.  A column is a placement of one tree of streams.  A row is a limit
that trees share: the load of a kind of nodes or of a link, tokens, risk, changes, the number of PEs
on a kind of nodes, and how many loads of one size such nodes can hold (`Packing`).
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import common_unit
from ...instances.macrow import NO_LIMIT, MacroArrays, MacroW, Node
from .placing import Choices, place_trees


@dataclass(frozen=True, eq=False)
class Forest:
    """A spanning forest of the graph of streams; parents come before children in ``order``.

    ``dropped`` are the streams that would close a cycle; a bound that ignores them is valid.
    """

    order: IntArray
    parent: IntArray  # -1 at a root
    rate: FloatArray  # rate of the stream to the parent
    tree: IntArray  # per unit
    trees: int
    dropped: list[int]

    def tree_edges(self) -> IntArray:
        """Return the units that have a parent; each represents the tree edge to its parent."""
        return np.flatnonzero(self.parent >= 0)


def forest_of(arrays: MacroArrays, matters: bool) -> Forest:
    """Return a maximum spanning forest of the streams, without edges unless rates matter."""
    units = len(arrays.units)
    near: list[list[tuple[int, float]]] = [[] for _ in range(units)]
    dropped = []
    group = list(range(units))

    def root(u: int) -> int:
        while group[u] != u:
            group[u] = group[group[u]]
            u = group[u]
        return u

    for k in np.argsort(-arrays.stream_rate, kind="stable").tolist():
        (p, q), rate = arrays.stream_ends[k].tolist(), float(arrays.stream_rate[k])
        if p == q or rate == 0 or not matters:
            continue
        if root(p) == root(q):
            dropped.append(k)
            continue
        group[root(p)] = root(q)
        near[p].append((q, rate))
        near[q].append((p, rate))
    return _forest(near, dropped)


def _forest(near: list[list[tuple[int, float]]], dropped: list[int]) -> Forest:
    units = len(near)
    parent, rate = np.full(units, -1), np.zeros(units)
    tree = np.full(units, -1)
    order: list[int] = []
    trees = 0
    for start in range(units):
        if tree[start] >= 0:
            continue
        tree[start] = trees
        at = len(order)
        order.append(start)
        while at < len(order):
            u = order[at]
            at += 1
            for q, each in near[u]:
                if tree[q] < 0:
                    tree[q], parent[q], rate[q] = trees, u, each
                    order.append(q)
        trees += 1
    return Forest(np.array(order), parent, rate, tree, trees, dropped)


_MOST_STEPS = 10_000  # steps between two levels; none is listed if there are more
_MOST_SIZES = 6  # load sizes per kind of nodes


def step_of(loads: Iterable[Fraction]) -> Fraction | None:
    """Return the greatest common divisor of the nonzero loads, ``None`` if all loads are 0.

    It is the step between two levels of the busiest node.  Cores determine it: each PE with one
    thread loads a node of four cores by a quarter.
    """
    parts = {load for load in loads if load}
    return common_unit(parts) if parts else None


def unit_loads(instance: MacroW, arrays: MacroArrays, nodes: Sequence[str]) -> list[list[Fraction]]:
    """Return, for each of these nodes, the list of exact loads that the units would cause."""
    pes = {pe.name: pe for pe in instance.pes}
    known: dict[tuple[float, float], Fraction] = {}

    def load(name: str, node: Node) -> Fraction:
        key = pes[name].usable(node), node.mips
        if key not in known:
            known[key] = Fraction(str(key[0])) / Fraction(str(key[1]))
        return known[key]

    chosen = set(nodes)
    return [
        [
            sum((load(name, node) for name in names[1:]), load(names[0], node))
            for names in arrays.members
        ]
        for node in instance.nodes
        if node.name in chosen
    ]


def multiple_below(level: Fraction, step: Fraction) -> Fraction:
    """Return the largest multiple of a step that is below a level."""
    return (-(-level // step) - 1) * step


def levels_between(steps: set[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """Return all multiples of the steps strictly between two levels, in rising order."""
    levels: set[Fraction] = set()
    for step in steps:
        if (high - low) / step > _MOST_STEPS:
            return []
        first = low // step + 1
        last = -(-high // step) - 1
        levels.update(step * k for k in range(int(first), int(last) + 1))
    return sorted(levels)


@dataclass(frozen=True, eq=False)
class Packing:
    """A load size on a kind of nodes, and ``times``: ⌊load / size⌋ of each unit.

    The ``times`` of the units on a node sum to at most ⌊L / size⌋ if its load is at most L: a node
    with five cores holds at most one PE of three cores or more.
    """

    kind: int
    size: Fraction
    times: FloatArray


def packings(loads: list[list[Fraction]], steps: list[Fraction | None]) -> list[Packing]:
    """Return, per kind of nodes, a packing for every load size above its step."""
    found = []
    for g, (row, step) in enumerate(zip(loads, steps, strict=True)):
        sizes = sorted({load for load in row if step and load > step})
        if len(sizes) > _MOST_SIZES:
            sizes = sizes[:: -(-len(sizes) // _MOST_SIZES)]
        for size in sizes:
            found.append(Packing(g, size, np.array([float(load // size) for load in row])))
    return found


MOST_PAIRED = 8  # clusters up to which two of them can be a home
_ENOUGH = 1e-6  # relative rounding error of the mips that a PE needs


@dataclass(frozen=True, eq=False)
class TreeColumn:
    """A placement of a tree: its units' homes and nodes per kind, cost, and use of each row."""

    tree: int
    units: IntArray
    home: IntArray
    taken: IntArray  # number of nodes taken, per unit of the tree and kind
    cost: float
    use: FloatArray


@dataclass(frozen=True, eq=False)
class PlacedTrees:
    """The minimum cost of each tree under prices, and the cheapest columns of some trees."""

    worth: FloatArray
    columns: list[TreeColumn]


class Pieces:
    """The arrays of an instance for the bound, with one column per kind of equal nodes."""

    def __init__(self, instance: MacroW, arrays: MacroArrays) -> None:
        self.arrays = arrays
        self.kinds: MacroArrays = arrays.interchangeable()
        loads = unit_loads(instance, arrays, self.kinds.nodes)
        open_to = self.kinds.allowed.T
        self.steps = [
            step_of(itertools.compress(row, mask)) for row, mask in zip(loads, open_to, strict=True)
        ]
        self.nodes_of = [np.flatnonzero(arrays.node_kinds == g) for g in range(len(self.steps))]
        self.packings = packings(loads, self.steps)
        links = len(arrays.links) if max(arrays.weights[2:]) > 0 else 0
        self.forest: Forest = forest_of(arrays, links > 0)
        self.least = fewest_nodes(self.kinds)
        members = np.argsort(self.forest.tree, kind="stable")
        ends = np.searchsorted(self.forest.tree[members], np.arange(self.forest.trees + 1))
        self.units_of = [members[ends[k] : ends[k + 1]] for k in range(self.forest.trees)]
        self._number_rows(links)
        finite = np.isfinite(self.kinds.risk_limit) and self.kinds.risk_limit > 0
        self.risk_unit = self.kinds.risk_limit if finite else 1.0
        self.risk_shares = self.kinds.risk / self.risk_unit
        self.limit = self._limits()
        self.homes = homes_of(len(self.kinds.clusters))
        self.cross = self._crossings(self.kinds.first_side[:links])
        self.slope = (self.kinds.size[:, None] - 2 * self.kinds.before).astype(np.float64)

    def _number_rows(self, links: int) -> None:
        """Set the slices of row numbers, one slice per family of rows."""
        kinds, count = self.kinds, len(self.kinds.copies)
        self.load = slice(0, count)
        self.link = slice(count, count + links)
        at = count + links
        self.token = slice(at, at + len(kinds.tokens))
        at = self.token.stop
        self.risk, self.change = at, at + 1
        self.crowd = slice(at + 2, at + 2 + count)
        self.pack = slice(at + 2 + count, at + 2 + count + len(self.packings))
        self.rows = self.pack.stop

    def _limits(self) -> FloatArray:
        """Return the right-hand sides of the rows that do not depend on a case."""
        kinds = self.kinds
        limit = np.full(self.rows, np.inf)
        limit[self.token] = kinds.tokens
        limit[self.risk] = kinds.risk_limit / self.risk_unit
        if kinds.total_change != NO_LIMIT:
            base = kinds.total_base + int((kinds.before @ kinds.copies).sum())
            limit[self.change] = kinds.total_change - base
        room = kinds.max_pes * kinds.copies
        crowded = (kinds.max_pes != NO_LIMIT) & (kinds.size @ kinds.allowed > kinds.max_pes)
        limit[self.crowd] = np.where(crowded, room, np.inf)
        return limit

    def unit_costs(self, prices: FloatArray, slope: FloatArray | None = None) -> FloatArray:
        """Return the priced cost of each candidate (units x kinds), without traffic."""
        kinds = self.kinds
        slope = self.slope if slope is None else slope
        per_load = kinds.weights[0] / kinds.copies.sum() + prices[self.load]
        cost = kinds.load * per_load + kinds.size[:, None] * prices[self.crowd]
        cost += (kinds.license_use @ prices[self.token])[:, None]
        cost += self.risk_shares * prices[self.risk] + slope * prices[self.change]
        for each, price in zip(self.packings, prices[self.pack].tolist(), strict=True):
            cost[:, each.kind] += price * each.times
        return np.asarray(cost)

    def rounding(self, prices: FloatArray) -> float:
        """Return twice the checker's allowance for rounding errors in sums along trees."""
        arrays, nodes = self.arrays, int(self.kinds.copies.sum())
        largest = self.unit_costs(prices, np.abs(self.slope)).max(axis=1)
        parts = float(largest @ np.minimum(self.kinds.max_nodes, nodes))
        parts += float(self.ways(prices).max(initial=0.0)) * float(arrays.stream_rate.sum())
        things = (*arrays.members, arrays.nodes, arrays.links, arrays.tokens, arrays.stream_rate)
        return 2.0**-47 * parts * (sum(map(len, things)) + len(self.packings))

    def _crossings(self, first_side: BoolArray) -> FloatArray:
        """Return an array (links x homes x homes): 1 for homes on different sides, else 0."""
        touches = np.zeros((2, len(first_side), len(self.homes)), dtype=np.bool_)
        for h, clusters in enumerate(self.homes.tolist()):
            for c in clusters:
                if c >= 0:
                    touches[0, :, h] |= first_side[:, c]
                    touches[1, :, h] |= ~first_side[:, c]
        both = touches[:, :, :, None] | touches[:, :, None, :]
        return np.asarray(both.all(axis=0), dtype=np.float64)

    def ways(self, prices: FloatArray) -> FloatArray:
        """Return the priced cost of one unit of traffic between two homes (homes x homes)."""
        links = self.link.stop - self.link.start
        each = (self.kinds.weights[2] / max(1, links) + prices[self.link]) / self.kinds.capacity[
            :links
        ]
        return np.tensordot(each, self.cross, axes=1)

    def place(
        self,
        prices: FloatArray,
        allowed: BoolArray,
        anchor: IntArray,
        trees: Sequence[int],
        factors: FloatArray | float = 1.0,
    ) -> PlacedTrees:
        """Place each tree at minimum cost under prices; return costs, and columns of ``trees``.

        The costs of candidates (units x kinds), without traffic, are multiplied by ``factors``.
        """
        kinds, forest = self.kinds, self.forest
        worth = np.empty(forest.trees)
        home = np.empty(len(kinds.units), dtype=np.int64)
        taken = np.empty(kinds.load.shape, dtype=np.int64)
        place_trees(
            Choices(kinds.copies, kinds.cluster_of, self.least, kinds.max_nodes, self.homes),
            self.unit_costs(prices) * factors,
            allowed,
            anchor,
            forest.order,
            forest.parent,
            forest.rate,
            self.ways(prices),
            forest.tree,
            worth,
            home,
            taken,
        )
        if not np.isfinite(worth).all():
            return PlacedTrees(worth, [])
        return PlacedTrees(worth, self._columns(home, taken, trees))

    def _columns(self, home: IntArray, taken: IntArray, trees: Sequence[int]) -> list[TreeColumn]:
        """Return columns of ``trees``, given the home and the nodes per kind of every unit."""
        kinds, forest = self.kinds, self.forest
        per_unit = np.zeros((len(kinds.units), self.rows))
        count = taken.sum(axis=1)
        per_unit[:, self.load] = kinds.load * taken
        per_unit[:, self.token] = kinds.license_use * count[:, None]
        per_unit[:, self.risk] = (self.risk_shares * taken).sum(axis=1)
        per_unit[:, self.change] = (self.slope * taken).sum(axis=1)
        per_unit[:, self.crowd] = kinds.size[:, None] * taken
        for row, each in enumerate(self.packings, self.pack.start):
            per_unit[:, row] = each.times * taken[:, each.kind]
        self._add_traffic(per_unit, home)
        use = np.zeros((forest.trees, self.rows))
        np.add.at(use, forest.tree, per_unit)
        links = max(1, self.link.stop - self.link.start)
        cost = kinds.weights[0] / kinds.copies.sum() * use[:, self.load].sum(axis=1)
        cost += kinds.weights[2] / links * use[:, self.link].sum(axis=1)
        of_tree = [(k, self.units_of[k]) for k in trees]
        return [
            TreeColumn(k, units, home[units], taken[units], float(cost[k]), use[k])
            for k, units in of_tree
        ]

    def _add_traffic(self, per_unit: FloatArray, home: IntArray) -> None:
        """Add the use of links by each tree edge to ``per_unit``, at the edge's child unit."""
        u = self.forest.tree_edges()
        p, rate = self.forest.parent[u], self.forest.rate[u]
        for e in range(self.link.stop - self.link.start):
            crosses = self.cross[e, home[u], home[p]]
            per_unit[u, self.link.start + e] = rate * crosses / self.kinds.capacity[e]

    def named(self, prices: FloatArray) -> dict[str, object]:
        """Return the nonzero prices, by the names of families and resources."""
        kinds = self.kinds
        groups = [str(g) for g in range(len(kinds.copies))]
        names = {
            "load": (groups, self.load),
            "link": (kinds.links, self.link),
            "license": (kinds.licenses, self.token),
            "crowd": (groups, self.crowd),
        }
        named: dict[str, object] = {
            key: {n: v for n, v in zip(label, prices[rows].tolist(), strict=False) if v}
            for key, (label, rows) in names.items()
        }
        pack: dict[str, dict[str, float]] = {}
        for each, price in zip(self.packings, prices[self.pack].tolist(), strict=True):
            if price:
                pack.setdefault(groups[each.kind], {})[str(each.size)] = price
        named |= {"pack": pack, "risk": float(prices[self.risk]) / self.risk_unit}
        named["change"] = float(prices[self.change])
        return {key: each for key, each in named.items() if each}

    def importance(self) -> FloatArray:
        """Return a weight per unit, from stream rates and load, by which splits are chosen."""
        kinds, forest = self.kinds, self.forest
        found = kinds.load.max(axis=1) / max(1e-9, float(kinds.load.max()))
        edges = forest.tree_edges()
        rates = forest.rate[edges] / max(1e-9, float(forest.rate.sum()))
        np.add.at(found, edges, rates * len(found))
        np.add.at(found, forest.parent[edges], rates * len(found))
        return np.asarray(found)


def homes_of(clusters: int) -> IntArray:
    """Return all possible homes as pairs of clusters; -1 stands for a missing cluster."""
    homes = [(c, -1) for c in range(clusters)]
    if clusters <= MOST_PAIRED:
        homes += itertools.combinations(range(clusters), 2)
    return np.array([*homes, (-1, -1)], dtype=np.int64)


def fewest_nodes(arrays: MacroArrays) -> IntArray:
    """Return, per unit, the minimum number of candidates that provide its MIPS."""
    least = arrays.min_nodes.copy()
    for u, need, mips in zip(arrays.need_unit, arrays.need, arrays.need_mips, strict=True):
        open_to = arrays.allowed[u]
        offers = np.repeat(mips[open_to], arrays.copies[open_to])
        best = np.cumsum(np.sort(offers)[::-1])
        enough = best >= need * (1 - _ENOUGH)
        least[u] = max(least[u], int(np.argmax(enough)) + 1 if enough.any() else len(best) + 1)
    return least
