"""Flows of microw: the largest flow from PEs to nodes, and the plan with the least distance.

The largest flow is found by Dinic's phases in compiled code.  The plan has the least distance
within a limit on the total change.  It is found by successive shortest paths: the largest flows
along the paths that change the fewest MIPS per MIPS of distance, then the next fewest.
"""

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run
from ...instances.microw import MicroW
from .prices import FlowPrices

_FAR = np.int64(-1)
_UNREACHED = np.int64(2**40)  # longer than all paths
_GRAIN = 2.0**-26  # of a unit of mips: smaller amounts are rounding errors


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
    left = np.stack([room, np.zeros_like(room)])
    level = _push_most(pe, node, left, supply.copy(), spare.copy(), np.inf, run)
    return LargestFlow(left[1], level[: len(supply)] >= 0, level[len(supply) :] >= 0)


def _push_most(
    pe: IntArray,
    node: IntArray,
    left: FloatArray,
    supply: FloatArray,
    spare: FloatArray,
    most: float,
    run: Run,
) -> IntArray:
    """Add a maximum flow of at most ``most`` MIPS to the arcs; return the vertices' last levels.

    ``left`` has the remaining capacity along each arc, and back.  It is updated like ``supply`` and
    ``spare``.
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
    level, budget = np.empty(pes + nodes, dtype=np.int64), np.array([most])
    while _layers(first, arc, end, left, supply, spare, level) and not run.should_stop():
        _blocking_flow(first, arc, end, left, supply, spare, level, budget)
        if budget[0] <= 0:
            break
    return level


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
    most: FloatArray,
) -> None:
    """Push flow along shortest paths, layer by layer, until every such path is blocked.

    ``most`` has one number: the amount that may still be pushed.
    """
    pes = len(supply)
    # at[v]: the first arc of v that may still lead on (Dinic)
    at = first[:-1].copy()
    path = np.empty(len(level), dtype=np.int64)
    for p in range(pes):
        v, depth = p, 0
        while supply[p] > 0 and most[0] > 0:
            if v >= pes and spare[v - pes] > 0:
                # path[:depth] leads from p to spare: push, and begin again at p
                most[0] -= _push(arc, left, supply, spare, path[:depth], p, v - pes, most[0])
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
    most: float,
) -> float:
    """Push at most ``most`` MIPS from PE p to node n along a path of alternating arc directions.

    Return the amount, which is the maximum that the path has room for.
    """
    amount: float = min(supply[p], spare[n], most)
    for step in range(len(path)):
        amount = min(amount, left[step % 2, arc[path[step]]])
    for step in range(len(path)):
        left[step % 2, arc[path[step]]] -= amount
        left[1 - step % 2, arc[path[step]]] += amount
    supply[p] -= amount
    spare[n] -= amount
    return amount


def legal_ends(instance: MicroW, fraction: FloatArray) -> FloatArray:
    """Return the ends (2 x shares) of the legal range nearest to each share's ``fraction``."""
    ends = np.stack(instance.share_arrays[3:])
    for k, share in enumerate(instance.shares):
        if len(share.ranges) > 1 and not share.fixed:
            away = [max(low - fraction[k], fraction[k] - high) for low, high in share.ranges]
            ends[:, k] = share.ranges[away.index(min(away))]
    return ends


@dataclass(frozen=True, eq=False)
class LimitedPlan:
    """A plan: MIPS of shares, its distance from the goals, and prices that prove a bound.

    It is not legal if the limit on the total change forbids the repair of the fractions before.
    """

    mips: FloatArray
    distance: float
    prices: FlowPrices
    is_legal: bool


def limited_plan(instance: MicroW, ends: FloatArray, run: Run) -> LimitedPlan:
    """Return the plan of least distance within the limit on the total change.

    Fractions are between ``ends`` (2 x shares).  The prices prove its distance least if no fraction
    beyond is legal; if the time is up earlier, the plan is legal and the prices prove less.
    """
    limit = instance.max_total_change
    segments = _Segments(instance, ends, 0 if limit is None else 1)
    segments.repair(run)
    most = np.inf if limit is None else limit + segments.least * len(segments.pe)
    is_legal = segments.change <= most
    if limit is not None:  # rounding may put the repair just above the limit
        most = max(limit, segments.change)
    segments.give_up(most)
    length = segments.raise_shares(most, run)
    distance = float(np.abs(segments.missing).sum())
    return LimitedPlan(segments.mips, distance, segments.prices(length), is_legal)


class _Segments:
    """The shares in two segments each, up to the MIPS before and beyond, and what they lack.

    ``left`` has the MIPS by which a segment can be raised, and lowered.  ``cost`` is the change per
    MIPS: raising the first segment of a share undoes a change, raising the second is one.
    """

    def __init__(self, instance: MicroW, ends: FloatArray, cost: int) -> None:
        pe, node, before, _, _ = instance.share_arrays
        power = np.array([each.mips for each in instance.nodes])
        goal = np.array([each.goal for each in instance.pes], dtype=np.float64)
        before, (self.low, high) = before * power[node], ends * power[node]
        kept = np.clip(before, self.low, high)
        self.pe, self.node = np.repeat(pe, 2), np.repeat(node, 2)
        self.unit, self.cost = cost, np.tile([-cost, cost], len(pe))
        self.left = np.zeros((2, 2 * len(pe)))
        self.left[0, 1::2], self.left[1, ::2] = high - kept, kept - self.low
        self.missing = goal - np.bincount(pe, kept, len(goal))
        self.idle = power - np.bincount(node, kept, len(power))
        self.idle[np.abs(self.idle) <= _GRAIN * power] = 0.0
        self.change, self.least = float(np.abs(kept - before).sum()), _GRAIN * instance.unit

    @property
    def mips(self) -> FloatArray:
        """The MIPS of each share."""
        sums: FloatArray = self.low + self.left[1].reshape(-1, 2).sum(axis=1)
        return sums

    def _raise(self, amount: FloatArray, change: float) -> None:
        self.missing -= np.bincount(self.pe, amount, len(self.missing))
        self.idle -= np.bincount(self.node, amount, len(self.idle))
        self.change += change

    def _lower(self, amount: FloatArray) -> None:
        self.left += [amount, -amount]
        self._raise(-amount, float(amount.sum()))

    def repair(self, run: Run) -> None:
        """Lower shares on overfull nodes, first those of PEs above their goals."""
        over, above = np.maximum(-self.idle, 0.0), np.maximum(-self.missing, 0.0)
        if over.any():
            self._lower(largest_flow(self.pe, self.node, self.left[1], above, over, run).amount)
            self._lower(_in_order(self.node, np.maximum(-self.idle, 0.0), self.left[1]))
            self.idle = np.maximum(self.idle, 0.0)

    def give_up(self, limit: float) -> None:
        """Lower shares of PEs above their goals, as far as the limit on the change permits it."""
        amount = _in_order(self.pe, np.maximum(-self.missing, 0.0), self.left[1])
        self._lower(np.clip(limit - self.change - (amount.cumsum() - amount), 0.0, amount))

    def raise_shares(self, limit: float, run: Run) -> int:
        """Raise shares of PEs below their goals; return the change per MIPS on the last paths.

        Shortest paths are first.  Return 0 if there are no paths left, but changes.
        """
        length = 1
        while limit - self.change > self.least and not run.should_stop():
            at_pe = np.full(len(self.missing), _UNREACHED)
            at_node = self._shorten(at_pe)
            short = self.missing > self.least
            nearest = int(at_pe[short].min(initial=_UNREACHED))
            if nearest == _UNREACHED:
                return 0
            length = max(nearest, 1)
            most = (limit - self.change) / nearest if nearest > 0 else np.inf
            tight = np.flatnonzero(at_node[self.node] + self.cost == at_pe[self.pe])
            left = self.left[:, tight]
            supply = np.where(short & (at_pe == nearest), self.missing, 0.0)
            spare = np.where(at_node == 0, self.idle, 0.0)
            _push_most(self.pe[tight], self.node[tight], left, supply, spare, most, run)
            amount = np.zeros(len(self.pe))
            amount[tight] = self.left[0, tight] - left[0]
            self.left[:, tight] = left
            self._raise(amount, float(self.cost @ amount))
        return length

    def _shorten(self, at_pe: IntArray) -> IntArray:
        """Lower the distances of PEs to those from nodes with idle MIPS; return those of nodes."""
        at_node = np.where(self.idle > self.least, 0, _UNREACHED)
        _shorten(self.pe, self.node, self.cost, self.left > self.least, at_pe, at_node)
        return at_node

    def prices(self, length: int) -> FlowPrices:
        """Return prices of PEs, nodes and changes, if a MIPS nearer to a goal is worth ``length``.

        ``length`` is the change per MIPS on the next path; 0 if there is none, so that changes are
        worth nothing.
        """
        if length == 0:
            self.unit, self.cost, length = 0, 0 * self.cost, 1
        at_pe = np.where(self.missing < -self.least, -length, length)
        at_node = self._shorten(at_pe)
        of_pe, of_node = np.maximum(at_pe, -length), np.clip(at_node, 0, length + self.unit)
        return FlowPrices(of_pe / length, of_node / length, self.unit / length)


def _in_order(owner: IntArray, wanted: FloatArray, room: FloatArray) -> FloatArray:
    """Return what is taken of each ``room`` if each owner takes what it wants from its first."""
    order = np.argsort(owner, kind="stable")
    upto, first = room[order].cumsum(), np.searchsorted(owner[order], np.arange(len(wanted)))
    start = np.concatenate([[0.0], upto])[first]
    taken = np.empty_like(room)
    begun = upto - room[order] - start[owner[order]]
    taken[order] = np.clip(wanted[owner[order]] - begun, 0.0, room[order])
    return taken


@kernel
def _shorten(
    pe: IntArray,
    node: IntArray,
    cost: IntArray,
    free: BoolArray,
    at_pe: IntArray,
    at_node: IntArray,
) -> None:
    """Lower distances until none exceeds another by more than the cost of moving between them.

    Raising a segment leads from the node to the PE, lowering it leads back (Bellman and Ford).
    ``free`` has a mask of the segments that can be raised, and one of those that can be lowered.
    """
    changed = True
    while changed:
        changed = False
        for a in range(len(pe)):
            p, n = pe[a], node[a]
            if free[0, a] and at_node[n] < _UNREACHED and at_node[n] + cost[a] < at_pe[p]:
                at_pe[p] = at_node[n] + cost[a]
                changed = True
            if free[1, a] and at_pe[p] < _UNREACHED and at_pe[p] - cost[a] < at_node[n]:
                at_node[n] = at_pe[p] - cost[a]
                changed = True
