"""Shortest paths in the digraph of nodes and PEs, and how much may be pushed along one; compiled.

SODA 5.4.3, Figures 15 and 16.  A path is a list of steps: a share, and whether it gains or loses.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray

DUMMY = -1
LEAST = 1e-9  # mips; what is less is rounding


class Net(NamedTuple):
    """Shares of PEs on nodes in mips, their limits, and the sums that follow from them.

    A list by owner stands in one array: the part of owner k goes from ``start[k]`` to
    ``start[k + 1]``.  The last five arrays change with every push; all others stay.
    """

    pe: IntArray  # of each share
    node: IntArray
    power: FloatArray  # mips of the share's node
    before: FloatArray  # mips in the epoch before
    low: FloatArray  # least and most mips
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


class Reach(NamedTuple):
    """Scratch of a search: the nodes in the order in which it reached them, and the shares used."""

    order: IntArray
    depth: IntArray  # per node: steps from the source; -1 if not reached
    entered: IntArray  # per node: the share that gains there
    left: IntArray  # per node: the share that loses on the node before; -1 at the first
    moved: BoolArray  # PEs that have moved


class Steps(NamedTuple):
    """The steps of a path in order: a share, and 1 if it gains mips or -1 if it loses them."""

    shares: IntArray
    signs: IntArray


class PushLimits(NamedTuple):
    """The limits that hold for all PEs together: on the total change, (47), and touched nodes."""

    room: float  # mips by which the total change may grow
    touched: int
    most_touched: int


@numba.njit(cache=True)
def differs(net: Net, k: int, amount: float) -> bool:
    """Return whether a share would not be what it was before."""
    return bool(abs(amount - net.before[k]) > LEAST * net.power[k])


@numba.njit(cache=True)
def best_push(
    net: Net,
    reach: Reach,
    steps: Steps,
    source: int,
    sinks: IntArray,
    within: PushLimits,
) -> tuple[int, float]:
    """Write the steps of a shortest path to the first sink to which anything may be pushed.

    Return the number of steps and the mips; no steps if there is no such path.
    """
    reached = _search(net, reach, source)
    for sink in sinks:
        count, amount = _path(net, reach, steps, reached, source, sink)
        if count > 0 and amount > LEAST:
            path = Steps(steps.shares[:count], steps.signs[:count])
            amount = _within_limits(net, path, amount, within.room)
            if amount > LEAST:
                touched = _touched_after(net, path, amount, within.touched)
                if touched <= within.most_touched:
                    return count, amount
    return 0, 0.0


@numba.njit(cache=True)
def _search(net: Net, reach: Reach, source: int) -> int:
    """Search breadth first from a PE; a PE reaches all its nodes at its first move."""
    order, depth, entered, left, moved = reach
    node, amount, of_pe, pe_start = net.node, net.amount, net.of_pe, net.pe_start
    reached, head = 0, 0
    if source == DUMMY:
        for n in range(len(depth)):
            order[n], depth[n], entered[n] = n, 0, -1
        return len(depth)
    depth[:] = -1
    moved[:] = False
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


@numba.njit(cache=True)
def _path(
    net: Net, reach: Reach, path: Steps, reached: int, source: int, sink: int
) -> tuple[int, float]:
    """Write the shortest path to a sink; return its length and what its ends and arcs let by."""
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
    if last < 0:
        return 0, 0.0
    steps = depth[last] + (final >= 0)
    at = steps
    if final >= 0:
        at -= 1
        shares[at], signs[at] = final, -1
    n = last
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
        width = min(width, free)
    return steps, width


@numba.njit(cache=True)
def _within_limits(net: Net, path: Steps, amount: float, room: float) -> float:
    """Return the most mips up to an amount that keep (47), (48) and (51) on the whole path."""
    shares, signs = path
    amount = _within_change(net, path, DUMMY, amount, room)
    for at in range(len(shares)):
        if amount <= LEAST:
            return 0.0
        p = net.pe[shares[at]]
        if net.limit[p] < np.inf:
            own = net.limit[p] - net.pe_change[p]
            amount = _within_change(net, path, p, amount, own)
    shrunk = True
    while shrunk and amount > LEAST:
        shrunk = False
        for at in range(len(shares)):
            legal = _legal_move(net, shares[at], signs[at], amount)
            if legal < amount:
                amount, shrunk = legal, True
    return amount


@numba.njit(cache=True)
def _within_change(net: Net, path: Steps, p: int, amount: float, room: float) -> float:
    """Return the most mips for which the changes on the path grow by at most ``room``.

    Only the steps of PE p count, or all for the dummy.  The growth is convex and piecewise linear
    in the mips; it bends where a share passes its amount before.
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
    toward, bends = np.empty(len(shares)), np.empty(len(shares) + 1)
    count, bent = 0, 0
    for at in range(len(shares)):
        k = shares[at]
        if p == DUMMY or net.pe[k] == p:
            toward[count] = signs[at] * (net.before[k] - net.amount[k])
            if 0 < toward[count] < amount:
                bends[bent] = toward[count]
                bent += 1
            count += 1
    bends[bent] = amount
    begun, grown = 0.0, 0.0
    for bend in np.sort(bends[: bent + 1]):
        slope = 0
        for at in range(count):
            slope += 1 if begun >= toward[at] else -1
        if slope > 0 and grown + slope * (bend - begun) > room:
            return float(min(bend, begun + max(0.0, room - grown) / slope))
        grown += slope * (bend - begun)
        begun = bend
    return amount


@numba.njit(cache=True)
def _legal_move(net: Net, k: int, sign: int, amount: float) -> float:
    """Return the longest move of a share up to an amount that ends in a legal range."""
    best, target = 0.0, net.amount[k] + sign * amount
    for at in range(net.range_start[k], net.range_start[k + 1]):
        low, high = net.range_low[at], net.range_high[at]
        if low - LEAST <= target <= high + LEAST:
            return amount
        move = sign * ((high if sign > 0 else low) - net.amount[k])
        if best < move < amount:
            best = move
    return best


@numba.njit(cache=True)
def _touched_after(net: Net, path: Steps, amount: float, touched: int) -> int:
    """Return how many nodes are touched once the mips are pushed."""
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
            touched += (count > 0) - (net.changed[n] > 0)
    return touched
