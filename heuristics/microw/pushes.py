"""The state of the pushes (SODA 5.4.3, Figures 15, 16): legal MIPS per share.

A push moves MIPS along a path: the first PE gains on the first node, PEs in between move MIPS from
node to node, the last PE loses on the last node.  A dummy PE (-1) owns the unused MIPS.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...instances.microw import MicroW

# numba gives a plain -1 its own type, and would compile each function that takes it twice.
DUMMY: Any = np.int64(-1)


LEAST = 1e-9  # mips; smaller amounts are rounding errors


class Net(NamedTuple):
    """The shares of PEs on nodes (one share per PE and node) in MIPS, with limits and sums.

    Lists per owner are one array: owner k has the entries ``start[k]`` to ``start[k + 1] - 1``. The
    last five arrays change with every push; all others are constant.
    """

    pe: IntArray  # of each share
    node: IntArray
    power: FloatArray  # mips of the share's node
    before: FloatArray  # mips in the previous epoch
    low: FloatArray  # minimum and maximum mips
    high: FloatArray
    pe_start: IntArray  # shares of each PE that are not fixed
    of_pe: IntArray
    node_start: IntArray  # shares of each node that are not fixed
    of_node: IntArray
    range_start: IntArray  # legal ranges of each share, (51)
    range_low: FloatArray
    range_high: FloatArray
    limit: FloatArray  # per PE: limit on `pe_change`, (48)
    amount: FloatArray  # mips per share
    missing: FloatArray  # per PE: goal less mips; negative if over-allocated
    idle: FloatArray  # per node: mips that no PE uses
    changed: IntArray  # per node: shares that differ from before
    pe_change: FloatArray  # per PE: sum of |amount - before|


class Steps(NamedTuple):
    """The steps of a path in order: share, and sign (1: it gains MIPS, -1: it loses MIPS)."""

    shares: IntArray
    signs: IntArray


@kernel
def differs(net: Net, k: int, amount: float) -> bool:
    """Return whether ``amount`` MIPS differ from the amount of share ``k`` in the last epoch."""
    return bool(abs(amount - net.before[k]) > LEAST * net.power[k])


@kernel(inner=True)
def within_limits(net: Net, path: Steps, amount: float, room: float) -> float:
    """Return the maximum MIPS, up to ``amount``, of a push within the limits (47), (48), (51)."""
    shares, signs = path
    amount = _within_change(net, path, DUMMY, amount, room)
    for at in range(len(shares)):
        if amount <= LEAST:
            return 0.0
        p = net.pe[shares[at]]
        if net.limit[p] < np.inf:
            own = net.limit[p] - net.pe_change[p]
            amount = _within_change(net, path, p, amount, own)
    # a shorter move may be illegal on an earlier arc: until nothing changes
    shrunk = True
    while shrunk and amount > LEAST:
        shrunk = False
        for at in range(len(shares)):
            legal = _legal_move(net, shares[at], signs[at], amount)
            if legal < amount:
                amount, shrunk = legal, True
    return amount


@kernel(inner=True)
def _within_change(net: Net, path: Steps, p: int, amount: float, room: float) -> float:
    """Return the maximum MIPS for which the sum of changes on a path grows by at most ``room``.

    Only the steps of PE p count, or all steps for the dummy.  The growth is convex and piecewise
    linear in the MIPS, with breakpoints where a share equals its previous amount.
    """
    shares, signs = path
    if room == np.inf:
        return amount
    first, slope = amount, 0
    for at in range(len(shares)):
        k = shares[at]
        if p == DUMMY or net.pe[k] == p:
            back = signs[at] * (net.before[k] - net.amount[k])
            slope += 1 if back <= 0 else -1
            first = back if 0 < back < first else first
    if slope > 0 and slope * first > room:  # as most paths end where little may change yet
        return float(min(first, max(0.0, room) / slope))
    toward, count = np.empty(len(shares)), 0
    for at in range(len(shares)):
        k = shares[at]
        if p == DUMMY or net.pe[k] == p:
            toward[count] = signs[at] * (net.before[k] - net.amount[k])
            count += 1
    begun, grown = 0.0, 0.0
    while begun < amount:  # from bend to bend
        bend, slope = amount, 0
        for at in range(count):
            slope += 1 if begun >= toward[at] else -1
            if begun < toward[at] < bend:
                bend = toward[at]
        if slope > 0 and grown + slope * (bend - begun) > room:
            return float(min(bend, begun + max(0.0, room - grown) / slope))
        grown += slope * (bend - begun)
        begun = bend
    return amount


@kernel(inner=True)
def _legal_move(net: Net, k: int, sign: int, amount: float) -> float:
    """Return the largest change of share k, at most ``amount``, that leads into a legal range."""
    best, target = 0.0, net.amount[k] + sign * amount
    for at in range(net.range_start[k], net.range_start[k + 1]):
        low, high = net.range_low[at], net.range_high[at]
        if low - LEAST <= target <= high + LEAST:
            return amount
        move = sign * ((high if sign > 0 else low) - net.amount[k])
        if best < move < amount:
            best = move
    return best


@kernel(inner=True)
def touched_nodes_after(net: Net, path: Steps, amount: float, touched: int) -> int:
    """Return the number of nodes with a changed fraction after a push of ``amount`` MIPS."""
    shares, signs = path
    for at in range(len(shares)):
        n = net.node[shares[at]]
        seen, count = False, net.changed[n]
        for other in range(len(shares)):
            k = shares[other]
            if net.node[k] == n:
                seen |= other < at
                count += differs(net, k, net.amount[k] + signs[other] * amount)
                count -= differs(net, k, net.amount[k])
        if not seen:
            touched += int(count > 0) - int(net.changed[n] > 0)
    return touched


class Reach(NamedTuple):
    """Scratch space of a search: reached nodes in order, and the shares that reached them."""

    order: IntArray
    depth: IntArray  # per node: steps from the source; -1 if not reached
    entered: IntArray  # per node: the share that gains there
    left: IntArray  # per node: the share that loses on the node before; -1 at the first
    moved: BoolArray  # PEs that have moved


class PushLimits(NamedTuple):
    """The limits over all PEs: on the total change (47), and on the number of changed nodes."""

    room: float  # mips by which the total change may grow
    touched: int
    most_touched: int


@kernel
def best_push(
    net: Net,
    reach: Reach,
    steps: Steps,
    source: int,
    sinks: IntArray,
    within: PushLimits,
) -> tuple[int, float]:
    """Write the steps of a shortest path to the first sink for which a push is possible.

    Return the number of steps and the MIPS to push; 0 steps if there is no such path.

    A path is a list of steps: a share, and whether it gains or loses.
    """
    reached = _search(net, reach, source)
    for sink in sinks:
        count, amount = _path(net, reach, steps, reached, source, sink)
        if count > 0 and amount > LEAST:
            path = Steps(steps.shares[:count], steps.signs[:count])
            # A path that is shortest may still push nothing, or touch too many nodes.
            amount = within_limits(net, path, amount, within.room)
            if amount > LEAST:
                touched = touched_nodes_after(net, path, amount, within.touched)
                if touched <= within.most_touched:
                    return count, amount
    return 0, 0.0


@kernel(inner=True)
def _search(net: Net, reach: Reach, source: int) -> int:
    """Search breadth first from PE ``source``; return the number of reached nodes."""
    order, depth, entered, left, moved = reach
    node, amount, of_pe, pe_start = net.node, net.amount, net.of_pe, net.pe_start
    reached, head = 0, 0
    if source == DUMMY:
        for n in range(len(depth)):
            order[n], depth[n], entered[n] = n, 0, -1
        return len(depth)
    for n in range(len(depth)):  # whole-array assignments take numba long to compile
        depth[n] = -1
    for p in range(len(moved)):
        moved[p] = False
    moved[source] = True
    for at in range(pe_start[source], pe_start[source + 1]):
        k = of_pe[at]
        if net.high[k] - amount[k] > LEAST and depth[node[k]] < 0:
            order[reached], depth[node[k]], entered[node[k]], left[node[k]] = node[k], 1, k, -1
            reached += 1
    while head < reached:
        n = order[head]
        head += 1
        for at in range(net.node_start[n], net.node_start[n + 1]):
            k = net.of_node[at]
            p = net.pe[k]
            if moved[p] or amount[k] - net.low[k] <= LEAST:
                continue
            moved[p] = True
            for to in range(pe_start[p], pe_start[p + 1]):
                other = of_pe[to]
                target = node[other]
                if depth[target] < 0 and net.high[other] - amount[other] > LEAST:
                    order[reached], depth[target] = target, depth[n] + 2
                    entered[target], left[target] = other, k
                    reached += 1
    return reached


@kernel(inner=True)
def _path(
    net: Net, reach: Reach, path: Steps, reached: int, source: int, sink: int
) -> tuple[int, float]:
    """Write the steps of the shortest path to ``sink``; return their number and the MIPS limit."""
    shares, signs = path
    depth, last, final, least, width = reach.depth, -1, -1, np.iinfo(np.int64).max, 0.0
    if sink == DUMMY:
        for at in range(reached):
            n = reach.order[at]
            if net.idle[n] > LEAST and depth[n] < least:
                last, least, width = n, depth[n], net.idle[n]
    else:
        for at in range(net.pe_start[sink], net.pe_start[sink + 1]):
            k = net.of_pe[at]
            n = net.node[k]
            if 0 <= depth[n] < least and net.amount[k] - net.low[k] > LEAST:
                last, least, final, width = n, depth[n], k, -net.missing[sink]
    # last: the node at which the path ends; final: the share of the sink there
    if last < 0:
        return 0, 0.0
    steps = depth[last] + (final >= 0)
    at = steps
    if final >= 0:
        at -= 1
        shares[at], signs[at] = final, -1
    n = last
    # backwards: each node was entered by a share that grows and left by one
    while at > 0:
        at -= 1
        shares[at], signs[at] = reach.entered[n], 1
        if at > 0:
            at -= 1
            shares[at], signs[at] = reach.left[n], -1
            n = net.node[shares[at]]
    if source != DUMMY:
        width = min(width, net.missing[source])
    for at in range(steps):
        k = shares[at]
        free = net.high[k] - net.amount[k] if signs[at] > 0 else net.amount[k] - net.low[k]
        width = min(width, free)  # no arc lets by more than its share may grow or shrink
    return steps, width


class Pushes:
    """The state of the algorithm: legal MIPS of each share, and scratch space for paths."""

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
        """The MIPS of each share."""
        return self.net.amount

    @property
    def power(self) -> FloatArray:
        """The MIPS of each share's node."""
        return self.net.power

    @property
    def objective(self) -> float:
        """The sum over PEs of |MIPS - goal|."""
        return math.fsum(np.abs(self.net.missing))

    def under_allocated(self) -> list[int]:
        """Return the PEs below their goals by falling shortage, then the dummy PE."""
        short = np.flatnonzero(self.net.missing > LEAST)
        worst = np.argsort(-self.net.missing[short], kind="stable")
        return [*short[worst].tolist(), DUMMY]

    def over_allocated(self) -> list[int]:
        """Return the PEs above their goals by falling excess."""
        beyond = np.flatnonzero(self.net.missing < -LEAST)
        worst = np.argsort(self.net.missing[beyond], kind="stable")
        return list(beyond[worst].tolist())

    def push_from(self, source: int) -> bool:
        """Push MIPS to PE ``source`` from over-allocated PEs or idle capacity; return success."""
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
    """Return where each owner begins in the list of its ``free`` shares, and the whole list."""
    listed = np.flatnonzero(free)
    start = np.append(0, np.bincount(owner[listed], minlength=count).cumsum())
    return start, listed[np.argsort(owner[listed], kind="stable")]
