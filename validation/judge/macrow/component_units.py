"""Units of macrow and the trees of their streams, read from the raw instance for certificates.

A unit is one PE, or a set of PEs that must be colocated.  Numbers such as (19) are those of
constraints in the paper.
"""

import itertools
import math
from fractions import Fraction

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written, common_unit
from ....core.groups import group_heads
from ....instances.macrow import MacroW, Pe
from ..proofs.claims import UnprovenError

_MOST_PAIRED = 8  # clusters up to which two of them can be a home


class Units:
    """The units of an instance: their loads, candidate counts, and trees of streams."""

    def __init__(self, instance: MacroW, dropped: set[frozenset[str]]) -> None:
        self.instance = instance
        self.clusters = {name: c for c, name in enumerate(instance.clusters)}
        self.links = {link.name: e for e, link in enumerate(instance.links)}
        self.licenses = {held.name: k for k, held in enumerate(instance.licenses)}
        single = range(len(self.clusters))
        self.paired = len(single) <= _MOST_PAIRED
        self.homes: list[tuple[int, ...]] = [(c,) for c in single]
        if self.paired:
            self.homes += itertools.combinations(single, 2)
        self.homes.append(())
        head = group_heads((pe.name for pe in instance.pes), instance.colocated)  # (27)
        numbers = {name: k for k, name in enumerate(dict.fromkeys(head.values()))}
        self.unit_of = {name: numbers[each] for name, each in head.items()}
        self.members: list[list[int]] = [[] for _ in set(self.unit_of.values())]
        for number, pe in enumerate(instance.pes):
            self.members[self.unit_of[pe.name]].append(number)
        self.home_of = np.array([self.clusters[node.cluster] for node in instance.nodes])
        self._known_usable: dict[object, FloatArray] = {}
        self.rows, self.row_of = self._loads()
        self.load = np.array([[float(load) for load in row] for row in self.rows])[self.row_of]
        self.allowed = self._allowed()
        self.steps = [self._step(n) for n in range(len(instance.nodes))]
        self.least, self.most = self._counts()
        self._read_limits()
        self.parent, self.order, self.rate = self._trees(dropped)

    def _usable(self, pe: Pe) -> FloatArray:
        """Return how many mips of each node a PE can use; PEs of equal limits share the array."""
        alike = pe.max_mips, tuple(pe.usable_mips.items())
        if alike not in self._known_usable:
            self._known_usable[alike] = np.array([float(pe.usable(n)) for n in self.instance.nodes])
        return self._known_usable[alike]

    def _loads(self) -> tuple[list[list[Fraction]], IntArray]:
        """Return the distinct rows of exact node loads, (4), and for each unit its row's index."""
        mips = [as_written(node.mips) for node in self.instance.nodes]
        rows, number, row_of = list[list[Fraction]](), dict[tuple[int, ...], int](), list[int]()
        for unit in self.members:
            usable = [self._usable(self.instance.pes[k]) for k in unit]
            row_of.append(number.setdefault(tuple(map(id, usable)), len(rows)))
            if row_of[-1] == len(rows):
                of_node = np.transpose(usable).tolist()
                sums = (sum(map(as_written, each), Fraction(0)) for each in of_node)
                rows.append([amount / most for amount, most in zip(sums, mips, strict=True)])
        return rows, np.array(row_of)

    def _allowed(self) -> BoolArray:
        """Return, as an array units x nodes, whether all PEs of a unit may run on a node."""
        column = {node.name: n for n, node in enumerate(self.instance.nodes)}
        allowed = np.ones((len(self.members), len(column)), dtype=np.bool_)
        for pe in self.instance.pes:
            if pe.allowed_nodes is not None:
                listed = np.isin(np.arange(len(column)), [column[n] for n in pe.allowed_nodes])
                allowed[self.unit_of[pe.name]] &= listed
        return allowed

    def _step(self, n: int) -> Fraction | None:
        """Return the largest amount that divides all loads of a node; ``None`` if all are 0."""
        parts = {self.rows[k][n] for k in np.unique(self.row_of[self.allowed[:, n]]).tolist()}
        parts.discard(Fraction(0))
        return common_unit(parts) if parts else None

    def _counts(self) -> tuple[list[int], list[int]]:
        """Return each unit's minimum and maximum number of candidates, by (19), (25) and (26)."""
        least, most = [], []
        for unit, may in zip(self.members, self.allowed, strict=True):
            few, open_to = 0, int(may.sum())
            many = open_to
            for pe in (self.instance.pes[k] for k in unit):
                offers = map(as_written, np.sort(self._usable(pe)[may])[::-1].tolist())
                need = as_written(pe.fairness) * as_written(pe.goal)
                need *= 1 - Fraction(1, 10**9)  # what the judge of decisions allows for rounding
                sums = enumerate(itertools.accumulate(offers, initial=Fraction(0)))
                count = next((k for k, offered in sums if offered >= need), open_to + 1)
                few = max(few, pe.min_nodes, count)
                many = many if pe.max_nodes is None else min(many, pe.max_nodes)
            least.append(few)
            most.append(many)
        return least, most

    def _read_limits(self) -> None:
        """Read the limits (13), (16), (22) and (24) as arrays over units and nodes."""
        instance, shape = self.instance, self.load.shape
        self.size = np.array([len(unit) for unit in self.members])
        self.uses = np.zeros((shape[0], len(self.licenses)))
        for held in instance.licenses:
            for name in held.pes:
                self.uses[self.unit_of[name], self.licenses[held.name]] += 1
        column = {node.name: n for n, node in enumerate(instance.nodes)}
        self.risk = np.zeros(shape)
        for name, levels in (instance.risk.levels if instance.risk else {}).items():
            for node, level in levels.items():
                self.risk[self.unit_of[name], column[node]] += level
        had = np.zeros(shape)
        for name, nodes in (instance.previous or {}).items():
            for node in nodes:
                had[self.unit_of[name], column[node]] += 1
        self.slope, self.former = self.size[:, None] - 2 * had, int(had.sum())

    def _trees(self, dropped: set[frozenset[str]]) -> tuple[list[int], list[int], list[float]]:
        """Return each unit's parent, the units from roots to leaves, and traffic with parents."""
        near: list[dict[int, float]] = [{} for _ in self.members]
        gone = {frozenset(self.unit_of.get(name, -1) for name in pair) for pair in dropped}
        weights = self.instance.weights
        matter = bool(self.links) and max(weights.mean_link, weights.max_link) > 0
        for stream in self.instance.streams:
            p, q = (self.unit_of[name] for name in stream.ends)
            if p != q and stream.rate > 0 and matter and frozenset((p, q)) not in gone:
                for one, other in ((p, q), (q, p)):
                    near[one][other] = near[one].get(other, 0.0) + stream.rate
        parent, rate = [-2] * len(near), [0.0] * len(near)
        order: list[int] = []
        for root in range(len(near)):
            if parent[root] != -2:
                continue
            parent[root], tree = -1, [root]
            for u in tree:  # grows while it is walked
                for q, each in near[u].items():
                    if q == parent[u]:
                        continue
                    if parent[q] != -2:
                        raise UnprovenError("the streams that are not dropped close a cycle")
                    parent[q], rate[q] = u, each
                    tree.append(q)
            order += tree
        return parent, order, rate

    def single_costs(
        self, u: int, cost: FloatArray, may: BoolArray, anchor: BoolArray | None, many: int
    ) -> FloatArray:
        """Return, per cluster, the least cost of a unit's candidates with one in the cluster."""
        row = np.sort(cost[may])
        count = max(self.least[u], min(many, int((row < 0).sum())))
        total, last = float(row[:count].sum()), float(row[count - 1]) if count else -np.inf
        cheapest = np.full(len(self.clusters), np.inf)
        near = may if anchor is None else may & anchor
        np.minimum.at(cheapest, self.home_of[near], cost[near])
        extra = cheapest - last  # it takes the place of the last one, or comes in addition
        if count < many:
            extra = np.minimum(extra, cheapest)
        return np.asarray(total + np.maximum(extra, 0.0))

    def several_cost(
        self,
        u: int,
        cost: FloatArray,
        may: BoolArray,
        anchor: BoolArray | None,
        many: int,
        home: tuple[int, ...],
    ) -> float:
        """Return the minimum cost of a unit's candidates in a home of one or two clusters.

        In a home of two clusters, both have a candidate.  ``many`` is the maximum number of
        candidates, and ``anchor`` masks nodes of which one is a candidate.
        """
        inside = may & (self.home_of == home[0]) if len(home) == 1 else may
        best = math.inf
        for held in (-1,) if anchor is None else home:
            left, total = inside.copy(), 0.0
            for cluster in home:
                near = inside & (self.home_of == cluster)
                if anchor is not None and cluster == held:
                    near &= anchor
                if not near.any():
                    break
                first = int(np.flatnonzero(near)[cost[near].argmin()])
                total += float(cost[first])
                left[first] = False
            else:
                rest = np.sort(cost[left])
                more = max(self.least[u] - len(home), min(many - len(home), int((rest < 0).sum())))
                if len(home) <= many and more <= len(rest):
                    best = min(best, total + float(rest[:more].sum()))
        return best
