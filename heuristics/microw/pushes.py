"""The state of the pushes (SODA 5.4.3, Figures 15, 16): mips per share, kept legal.

A push moves mips along a path: the first PE gains on the first node, PEs in between move from node
to node, the last PE loses on the last node.  A dummy PE, here -1, owns the mips that no PE uses.
"""

from __future__ import annotations

import math

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.microw import MicroW
from .net import DUMMY, LEAST, Net, Steps, differs
from .paths import PushLimits, Reach, best_push


class Pushes:
    """Mips per share, kept legal, and the digraph that follows from them."""

    def __init__(self, instance: MicroW, mips: FloatArray) -> None:
        self.net = _net(instance, mips)
        pes, nodes = len(instance.pes), len(instance.nodes)
        order, depth, entered, left = np.empty((4, nodes), dtype=np.int64)
        self._reach = Reach(order, depth, entered, left, np.empty(pes, dtype=np.bool_))
        # a path passes every node once, and every PE on it twice
        shares, signs = np.empty((2, 2 * nodes + 2), dtype=np.int64)
        self._path = Steps(shares, signs)
        most, total = instance.max_touched_nodes, instance.max_total_change
        self._most_touched = nodes if most is None else most
        self._most_change = math.inf if total is None else total
        self._count()

    def _count(self) -> None:
        self.change = math.fsum(self.net.pe_change)
        self.touched = int((self.net.changed > 0).sum())

    @property
    def amount(self) -> FloatArray:
        """Mips per share."""
        return self.net.amount

    @property
    def power(self) -> FloatArray:
        """The mips of each share's node."""
        return self.net.power

    @property
    def objective(self) -> float:
        """The sum of all distances between the PEs' mips and their goals."""
        return math.fsum(np.abs(self.net.missing))

    def under_allocated(self) -> list[int]:
        """Return the PEs that are short of their goals, the worst first; the dummy last."""
        short = np.flatnonzero(self.net.missing > LEAST)
        worst = np.argsort(-self.net.missing[short], kind="stable")
        return [*short[worst].tolist(), DUMMY]

    def over_allocated(self) -> list[int]:
        """Return the PEs that are beyond their goals, the worst first."""
        beyond = np.flatnonzero(self.net.missing < -LEAST)
        worst = np.argsort(self.net.missing[beyond], kind="stable")
        return list(beyond[worst].tolist())

    def push_from(self, source: int) -> bool:
        """Push along a shortest path from a PE to an over-allocated one or unused capacity."""
        sinks = self.over_allocated()
        if source != DUMMY:
            sinks.append(DUMMY)
        within = PushLimits(self._most_change - self.change, self.touched, self._most_touched)
        listed = np.array(sinks, dtype=np.int64)
        steps, amount = best_push(self.net, self._reach, self._path, source, listed, within)
        shares, signs = self._path
        for k, sign in zip(shares[:steps], signs[:steps], strict=True):
            self._move(int(k), int(sign) * amount)
        if steps > 0:
            self._count()
        return bool(steps > 0)

    def _move(self, k: int, mips: float) -> None:
        net, old = self.net, self.net.amount[k]
        new = old + mips
        p, n = net.pe[k], net.node[k]
        net.amount[k] = new
        net.missing[p] -= mips
        net.idle[n] -= mips
        net.changed[n] += int(differs(net, k, new)) - int(differs(net, k, old))
        net.pe_change[p] += abs(new - net.before[k]) - abs(old - net.before[k])


def _net(instance: MicroW, mips: FloatArray) -> Net:
    shares = instance.shares
    nodes, pes = len(instance.nodes), len(instance.pes)
    pe = np.array([share.pe for share in shares], dtype=np.int64)
    node = np.array([share.node for share in shares], dtype=np.int64)
    power_of = np.array([node.mips for node in instance.nodes], dtype=float)
    power = power_of[node]
    before = np.array([share.before for share in shares]) * power
    # (52) holds on the way as well, which the paper's inner arcs do not ask for
    free = np.array([not share.fixed for share in shares], dtype=bool)
    pe_start, of_pe = _group_shares(pe, free, pes)
    node_start, of_node = _group_shares(node, free, nodes)
    ranges = [range_ for share in shares for range_ in share.ranges]
    range_start = np.cumsum([0, *(len(share.ranges) for share in shares)])
    range_power = np.repeat(power, np.diff(range_start))
    limits = [math.inf if pe.max_change is None else pe.max_change for pe in instance.pes]
    change, pe_change = np.abs(mips - before), np.zeros(pes)
    np.add.at(pe_change, pe, change)
    missing, idle = np.array([pe.goal for pe in instance.pes], dtype=float), power_of.copy()
    np.subtract.at(missing, pe, mips)
    np.subtract.at(idle, node, mips)
    return Net(
        pe,
        node,
        power,
        before,
        np.array([share.least for share in shares]) * power,
        np.array([share.most for share in shares]) * power,
        pe_start,
        of_pe,
        node_start,
        of_node,
        range_start,
        np.array([low for low, _ in ranges], dtype=float) * range_power,
        np.array([high for _, high in ranges], dtype=float) * range_power,
        np.array(limits, dtype=float),
        np.array(mips, dtype=float),
        missing,
        idle,
        np.bincount(node[change > LEAST * power], minlength=nodes),
        pe_change,
    )


def _group_shares(owner: IntArray, free: np.ndarray, count: int) -> tuple[IntArray, IntArray]:
    """Return where the free shares of each owner begin in a list of them, and that list."""
    listed = np.flatnonzero(free)
    start = np.append(0, np.bincount(owner[listed], minlength=count).cumsum())
    return start, listed[np.argsort(owner[listed], kind="stable")]
