"""The bound of macrow by prices: column generation over trees of streams, split into cases.

A unit is a set of colocated PEs, a tree a set of units connected by streams without a cycle.  Any
prices of the rows that trees share prove a Lagrangian bound: each tree is placed at minimum cost,
and prices times right-hand sides are subtracted.  The maximum utilisation is a multiple of a node's
step (the common divisor of its possible loads), so the plans are split into cases by its level, and
then by the clusters (homes) of units placed fractionally; each case has separate prices, and the
least of the cases' bounds holds.
"""

import math
from fractions import Fraction

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import CertifiedBound
from ...core.run import Run
from ...instances.macrow import MacroArrays, MacroW
from .master import Case, Spot, TreeMaster
from .pieces import Pieces, TreeColumn, levels_between

_CLOSE = 1e-6  # relative difference at which the master's value and the bound count as equal
_SMOOTHING = 0.6  # weight of the best prices so far in the new prices
_WITHIN = 1 - 1e-12  # prices that sum up to a weight stay below it
_SAFETY, _NOISE = 1e-8, 1e-11  # margins for rounding, relative to the bound and to the scale
# Where many kinds of nodes cost nearly the same, all trees choose the same one. Columns at costs
# multiplied by random factors use all of these kinds, so the first masters have good prices.
_DRAWS, _UNEQUAL = 2, 1.1  # such placements, and the largest factor
_PENALTY = 2.0  # penalty for exceeding a row, relative to the scale


class Bounding:
    """The computation of the bound, with its columns, cases and certificate."""

    def __init__(self, instance: MacroW, arrays: MacroArrays, scale: float) -> None:
        self.pieces = pieces = Pieces(instance, arrays)
        self.worth = math.inf  # the objective of the best plan
        self.scale = scale  # more than the objective of any plan
        self.master = TreeMaster(pieces, _PENALTY * scale)
        self.root = Case(np.zeros(pieces.rows))
        self.importance = pieces.importance()
        self.iterations = 0
        side = self.root.sides(pieces)
        equal = np.zeros(pieces.rows)  # prices that bound maxima by means
        equal[pieces.load] = equal[pieces.link] = sum(pieces.kinds.weights)
        equal = self._lawful(self.root, equal, side)
        for prices in (self.root.prices, equal):
            value, columns = self._value(self.root, prices, side)
            self.root.improve(value, prices)
            self.master.add_all(columns)
        rng, shape = np.random.default_rng(0), pieces.kinds.load.shape
        where = self.root.allowed(pieces), self.root.anchor(pieces), self.master.alike.first
        for _ in range(_DRAWS):
            spread = pieces.place(equal, *where, rng.uniform(1.0, _UNEQUAL, shape))
            self.master.add_all(spread.columns)

    def short_of_nodes(self) -> str | None:
        """Return a unit with fewer allowed nodes than it needs, or ``None``."""
        kinds, least = self.pieces.kinds, self.pieces.least
        short = np.flatnonzero((kinds.allowed @ kinds.copies < least) | (kinds.max_nodes < least))
        return None if len(short) == 0 else kinds.units[short[0]]

    def certified_value(self) -> float:
        """Return the least bound of all cases, lowered by a margin for rounding errors."""
        least = self.root.proven()
        return max(0.0, least - _SAFETY * abs(least) - _NOISE * self.scale)

    def certified(self) -> CertifiedBound:
        """Return the bound of all cases with its certificate."""
        pieces = self.pieces
        kinds = enumerate(pieces.nodes_of)
        arrays, streams = pieces.arrays, pieces.forest.dropped
        ends = [[arrays.members[u][0] for u in arrays.stream_ends[k].tolist()] for k in streams]
        document = {
            "kind": "component-prices",
            "dropped": ends,
            "groups": {str(g): [arrays.nodes[n] for n in nodes] for g, nodes in kinds},
            "tree": self.root.document(pieces),
        }
        return CertifiedBound(self.certified_value(), document)

    def weakest(self) -> Case:
        """Return the case with the least bound among those not split yet."""
        return min(self.root.leaves(), key=lambda case: case.bound)

    def raise_bound(self, run: Run, most_splits: int) -> int:
        """Split the weakest case repeatedly, until no case can be split or the time is up.

        Return the number of splits.
        """
        if self.root.share is None:
            self._raise(self.root, run)
        for splits in range(most_splits):
            weakest = self.weakest()
            reached = weakest.bound >= self.worth * (1 - run.gap)
            if run.should_stop() or reached or not self._split(weakest):
                return splits
            for part in weakest.parts:
                self._raise(part, run)
        return most_splits

    def _split(self, case: Case) -> bool:
        """Split a case at a level or at a home; return whether that was possible."""
        steps = {step for step in self.pieces.steps if step}
        end = case.high
        if end is None:
            end = Fraction(case.busiest).limit_denominator(10**6) + max(steps, default=Fraction(1))
        inner = levels_between(steps, case.low, end)
        if inner:
            above = [level for level in inner if level > case.busiest * (1 + 1e-9)]
            case.at_level(above[0] if above else inner[-1])
            return True
        spot = self._division(case)
        if spot is None:
            return False
        self.master.part(int(self.pieces.forest.tree[spot[0]]))
        case.at_spot(*spot)
        return True

    def _division(self, case: Case) -> Spot | None:
        """Return a unit placed fractionally and the kinds of nodes to split by, or ``None``."""
        if case.share is None:
            return None
        kinds = self.pieces.kinds
        member = np.equal.outer(kinds.cluster_of, np.arange(len(kinds.clusters)))
        at_home = np.zeros((len(kinds.units), len(kinds.clusters)))
        on_kind = np.zeros(kinds.load.shape)
        for k in np.flatnonzero(case.share > 1e-6).tolist():
            column = self.master.columns[k]
            at_home[column.units] += case.share[k] * (column.taken @ member > 0)
            on_kind[column.units] += case.share[k] * (column.taken > 0)
        for table, groups in ((at_home, kinds.cluster_of), (on_kind, None)):
            table = table - np.floor(table)  # of a group of trees, each on its own
            divided = np.minimum(table, 1 - table)
            divided = np.where(divided > 1e-4, divided * self.importance[:, None], 0.0)
            u, c = (int(k) for k in np.unravel_index(int(divided.argmax()), divided.shape))
            if divided[u, c] > 0:
                spot = [c] if groups is None else np.flatnonzero(groups == c).tolist()
                return u, tuple(spot)
        return None

    def _raise(self, case: Case, run: Run) -> None:
        """Raise a case's bound by column generation, until it equals the value of the master."""
        side = case.sides(self.pieces)
        self.master.enter(case, side)
        smoothing = _SMOOTHING
        prices = self._lawful(case, case.prices, side)
        value, columns = self._value(case, prices, side)
        case.improve(value, prices)
        while not run.should_stop():
            point = self.master.solve()
            if point is None:
                return
            self.iterations += 1
            case.busiest, case.share = point.busiest, point.share
            done = case.bound >= self.worth * (1 - run.gap)
            if done or point.value - case.bound <= _CLOSE * abs(point.value):
                return
            mixed = smoothing * case.prices + (1 - smoothing) * point.prices
            prices = self._lawful(case, mixed, side)
            value, columns = self._value(case, prices, side)
            case.improve(value, prices)
            if self.master.add_all(columns):
                smoothing = _SMOOTHING
            elif smoothing == 0.0:
                return
            else:
                smoothing = 0.0

    def _value(
        self, case: Case, prices: FloatArray, side: FloatArray
    ) -> tuple[float, list[TreeColumn]]:
        """Return the bound that prices prove in a case, and the cheapest column of each tree."""
        pieces = self.pieces
        limited = np.isfinite(side)
        limited[pieces.load] = False
        first = self.master.alike.first
        placed = pieces.place(prices, case.allowed(pieces), case.anchor(pieces), first)
        total = float(placed.worth.sum() - prices[limited] @ side[limited])
        total -= pieces.rounding(prices)
        most = side[pieces.load]
        return total + self._least_busiest(case, prices[pieces.load], most), placed.columns

    def _least_busiest(self, case: Case, per_load: FloatArray, most: FloatArray) -> float:
        """Return the least weight·t - Σ price·min(t, load limit) over a case's utilisations t."""
        copies, weight = self.pieces.kinds.copies, self.pieces.kinds.weights[1]
        low = float(case.low)
        high = low if case.high is None else float(case.high)
        caps = most / copies
        ends = np.concatenate([[low, high], caps[(caps > low) & (caps < high)]])
        room = np.minimum(ends[:, None], caps)
        return float((weight * ends - room @ (copies * per_load)).min())

    def _lawful(self, case: Case, prices: FloatArray, side: FloatArray) -> FloatArray:
        """Return prices that prove a bound: the given ones, made nonnegative and reduced.

        Link prices sum to at most the weight of the maximum link utilisation, prices of loads to at
        most that of nodes if the case has no upper level; other rows without a limit have price 0.
        """
        pieces = self.pieces
        _, node_weight, _, link_weight = pieces.kinds.weights
        prices = np.maximum(0.0, prices)
        total = float(prices[pieces.link].sum())
        if total > link_weight * _WITHIN:
            prices[pieces.link] *= link_weight * _WITHIN / total
        total = float(prices[pieces.load] @ pieces.kinds.copies)
        if case.high is None and total > node_weight * _WITHIN:
            prices[pieces.load] *= node_weight * _WITHIN / total
        free = ~np.isfinite(side)
        free[pieces.load] = free[pieces.link] = False
        prices[free] = 0.0
        return prices
