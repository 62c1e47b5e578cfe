"""Flows of microw: the largest flow from PEs to nodes, and the plan with the least distance.

The largest flow is found by Dinic's phases in compiled code; the plan has the least distance within
a limit on the total change, from minimum-cost flows."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.installed import is_installed
from ...core.kernels import kernel
from ...core.run import Run
from ...instances.microw import MicroW
from .prices import FlowPrices

_FAR = np.int64(-1)


@dataclass(frozen=True, eq=False)
class LargestFlow:
    """A flow on the arcs, and masks of the PEs and nodes that augmenting paths reach.

    If the flow is maximum, no reached node has spare MIPS.
    """

    amount: FloatArray  # per arc
    pe_reached: BoolArray
    node_reached: BoolArray


def largest_flow(
    pe: IntArray, node: IntArray, room: FloatArray, supply: FloatArray, spare: FloatArray, run: Run
) -> LargestFlow:
    """Return the maximum flow from PEs with supply, over arcs with room, to nodes with spare MIPS.

    ``pe``, ``node`` and ``room`` describe arcs, sorted by PE.  When time runs out, the flow is
    feasible but not maximum.
    """
    pes, nodes = len(supply), len(spare)
    order = np.argsort(node, kind="stable")
    first = np.concatenate(
        [
            np.searchsorted(pe, np.arange(pes)),
            len(pe) + np.searchsorted(node[order], np.arange(nodes)),
            [2 * len(pe)],
        ]
    )
    arc = np.concatenate([np.arange(len(pe)), order])
    end = np.concatenate([node + pes, pe[order]])
    left = np.stack([room, np.zeros_like(room)])  # remaining capacity along the arc, and back
    supply, spare = supply.copy(), spare.copy()
    level = np.empty(pes + nodes, dtype=np.int64)
    while _layers(first, arc, end, left, supply, spare, level) and not run.should_stop():
        _blocking_flow(first, arc, end, left, supply, spare, level)
    return LargestFlow(left[1], level[:pes] >= 0, level[pes:] >= 0)


@kernel
def _layers(
    first: IntArray,
    arc: IntArray,
    end: IntArray,
    left: FloatArray,
    supply: FloatArray,
    spare: FloatArray,
    level: IntArray,
) -> bool:
    """Set ``level`` (PEs, nodes) to distances from supply; return whether spare is reached."""
    pes = len(supply)
    queue = np.empty(len(level), dtype=np.int64)
    known = 0
    level[:] = _FAR
    # queue[:known] has been reached; level is the distance from a supply
    for p in range(pes):
        if supply[p] > 0:
            level[p] = 0
            queue[known] = p
            known += 1
    at, reached = 0, False
    while at < known:
        v = queue[at]
        at += 1
        # vertices below ``pes`` are PEs, left[0] their arcs; left[1] leads back
        back = 1 if v >= pes else 0
        if back and spare[v - pes] > 0:
            reached = True
        for k in range(first[v], first[v + 1]):
            if left[back, arc[k]] > 0 and level[end[k]] < 0:
                level[end[k]] = level[v] + 1
                queue[known] = end[k]
                known += 1
    return reached


@kernel
def _blocking_flow(
    first: IntArray,
    arc: IntArray,
    end: IntArray,
    left: FloatArray,
    supply: FloatArray,
    spare: FloatArray,
    level: IntArray,
) -> None:
    """Push flow along shortest paths, layer by layer, until every such path is blocked."""
    pes = len(supply)
    # at[v]: the first arc of v that may still lead on (Dinic)
    at = first[:-1].copy()
    path = np.empty(len(level), dtype=np.int64)
    for p in range(pes):
        v, depth = p, 0
        while supply[p] > 0:
            if v >= pes and spare[v - pes] > 0:
                # path[:depth] leads from p to spare: push, and begin again at p
                _push(arc, left, supply, spare, path[:depth], p, v - pes)
                v, depth = p, 0
            elif at[v] < first[v + 1]:
                k = at[v]
                back = 1 if v >= pes else 0
                if left[back, arc[k]] > 0 and level[end[k]] == level[v] + 1:
                    path[depth] = k
                    depth += 1
                    v = end[k]
                else:
                    at[v] += 1
            elif depth == 0:
                break
            else:
                # a dead end: the arc that led here is passed over for good
                depth -= 1
                v = p if depth == 0 else end[path[depth - 1]]
                at[v] += 1


@kernel(inner=True)
def _push(
    arc: IntArray,
    left: FloatArray,
    supply: FloatArray,
    spare: FloatArray,
    path: IntArray,
    p: int,
    n: int,
) -> None:
    """Push the maximum flow from PE p to node n along a path of alternating arc directions."""
    amount = min(supply[p], spare[n])
    for step in range(len(path)):
        amount = min(amount, left[step % 2, arc[path[step]]])
    for step in range(len(path)):
        left[step % 2, arc[path[step]]] -= amount
        left[1 - step % 2, arc[path[step]]] += amount
    supply[p] -= amount
    spare[n] -= amount


_GRAINS = 2**20  # integral amounts of the flow per unit of mips
_HIGHEST = Fraction(2)  # a price at which nothing changes that need not
_DENOMINATOR = 120  # of a price: one mips brings a plan closer by a small fraction of its changes
_SECONDS = 1e-5  # of a flow per arc, on a slow machine; measured afterwards


def legal_ends(instance: MicroW, fraction: FloatArray) -> FloatArray:
    """Return the ends (2 x shares) of the legal range nearest to each share's ``fraction``."""
    ends = np.stack(instance.share_arrays[3:])
    for k, share in enumerate(instance.shares):
        if len(share.ranges) > 1 and not share.fixed:
            away = [max(low - fraction[k], fraction[k] - high) for low, high in share.ranges]
            ends[:, k] = share.ranges[away.index(min(away))]
    return ends


@dataclass(frozen=True, eq=False)
class CornerPlan:
    """A plan as the MIPS of each share, its distance from the goals, its change, and its prices."""

    mips: FloatArray
    distance: float
    change: float
    prices: FlowPrices


class FlowNetwork:
    """A flow network: two arcs per share, for MIPS up to and beyond the previous, and a sink."""

    def __init__(self, instance: MicroW, ends: FloatArray) -> None:
        pe, node, before, _, _ = instance.share_arrays
        power = np.array([each.mips for each in instance.nodes])
        self.goal = np.array([each.goal for each in instance.pes], dtype=np.float64)
        self.pe, self.nodes = pe, len(power)
        self.before, (self.low, high) = before * power[node], ends * power[node]
        self.grain = instance.unit / _GRAINS
        self.rounding = self.grain * (len(pe) + len(self.goal))
        kink = np.clip(self.before, self.low, high)
        self.spare = self._grains(power - np.bincount(node, self.low, len(power)))
        self.missing = self.goal - np.bincount(pe, self.low, len(self.goal))
        of_pe, self.sink = self.nodes + np.arange(len(self.goal)), self.nodes + len(self.goal)
        sink = np.full(self.sink, self.sink)
        self.tail = np.concatenate([node, node, np.arange(self.sink), of_pe])
        self.head = np.concatenate([self.nodes + pe] * 2 + [sink, sink[self.nodes :]])
        self.room = np.concatenate(
            [
                *map(self._grains, (kink - self.low, high - kink)),
                self.spare,
                self._grains(self.missing),
                np.full(len(self.goal), self.spare.sum() + 1),
            ]
        )

    def _grains(self, mips: FloatArray) -> IntArray:
        return np.floor(np.maximum(mips, 0.0) / self.grain + 1e-6).astype(np.int64)

    def corner(self, price: Fraction) -> CornerPlan | None:
        """Return the plan with the least distance plus ``price`` times change."""
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        shares, pes, one = len(self.pe), len(self.goal), price.denominator
        signs = np.repeat([-1, 1, 0, -1, 1], [shares, shares, self.nodes, pes, pes])
        cost = signs * np.repeat([price.numerator, 0, one], [2 * shares, self.nodes, 2 * pes])
        flow = SimpleMinCostFlow()
        arcs = flow.add_arcs_with_capacity_and_unit_cost(self.tail, self.head, self.room, cost)
        flow.set_nodes_supplies(np.arange(self.nodes), self.spare)
        flow.set_node_supply(self.sink, -int(self.spare.sum()))
        if flow.solve() != flow.OPTIMAL:
            return None
        amount = flow.flows(arcs)
        mips = self.low + (amount[:shares] + amount[shares : 2 * shares]) * self.grain
        potential = np.zeros(self.sink + 1, dtype=np.int64)
        _relax(self.tail, self.head, self.room - amount, amount, cost, potential)
        worth = (potential[:-1] - potential[-1]) / one
        worth[self.nodes :][self.missing < 0] = -1.0  # no arc says that these exceed their goals
        prices = FlowPrices(
            np.clip(worth[self.nodes :], -1.0, 1.0),
            np.maximum(worth[: self.nodes], 0.0),
            float(price),
        )
        return CornerPlan(
            mips, self.distance(mips), float(np.abs(mips - self.before).sum()), prices
        )

    def distance(self, mips: FloatArray) -> float:
        """Return the sum of the PEs' distances from their goals."""
        return float(np.abs(self.goal - np.bincount(self.pe, mips, len(self.goal))).sum())


@kernel
def _relax(
    tail: IntArray,
    head: IntArray,
    room: IntArray,
    amount: IntArray,
    cost: IntArray,
    potential: IntArray,
) -> None:
    """Lower potentials until no residual arc is shorter than their difference (Bellman and Ford).

    ``room`` is the remaining capacity along an arc, ``amount`` the capacity against it.
    """
    changed = True
    while changed:
        changed = False
        for a in range(len(tail)):
            i, j = tail[a], head[a]
            if room[a] > 0 and potential[i] + cost[a] < potential[j]:
                potential[j] = potential[i] + cost[a]
                changed = True
            if amount[a] > 0 and potential[j] - cost[a] < potential[i]:
                potential[i] = potential[j] - cost[a]
                changed = True


def cheapest_plans(instance: MicroW, ends: FloatArray, run: Run) -> Iterator[CornerPlan]:
    """Yield better and better plans within the limit on the total change, if the time suffices.

    Fractions are between ``ends`` (2 x shares). The prices are those of the last corner that
    was computed; they prove a bound if no fraction beyond ``ends`` is legal.
    """
    if not is_installed("ortools"):
        return
    network = FlowNetwork(instance, ends)
    limit, lasts = instance.max_total_change, _SECONDS * len(network.tail)

    def corner(price: Fraction) -> CornerPlan | None:
        nonlocal lasts
        if run.should_stop() or (run.remaining is not None and run.remaining < lasts):
            return None
        begun = perf_counter()
        found = network.corner(price)
        lasts = perf_counter() - begun
        return found

    if limit is None:
        if (cheapest := corner(Fraction(0))) is not None:
            yield cheapest
        return
    above = corner(_HIGHEST)
    if above is None or above.change > limit + network.rounding:
        return
    yield above
    limit = max(limit, above.change)  # rounding may put it just above the limit
    below = corner(Fraction(0))
    if below is None:
        return
    if below.change <= limit:
        yield below
        return
    prices = below.prices
    while True:
        share = max(0.0, (limit - above.change) / (below.change - above.change))
        mips = (1 - share) * above.mips + share * below.mips
        yield CornerPlan(mips, network.distance(mips), limit, prices)
        slope = (above.distance - below.distance) / (below.change - above.change)
        middle = corner(price := Fraction(slope).limit_denominator(_DENOMINATOR))
        if middle is None:
            return
        prices = middle.prices
        cost, *line = (c.distance + float(price) * c.change for c in (middle, above, below))
        if cost >= min(line) - network.rounding:  # no corner is below the line
            yield CornerPlan(mips, network.distance(mips), limit, prices)
            return
        above, below = (middle, below) if middle.change <= limit else (above, middle)
