"""Shortest paths in the digraph of nodes and PEs, and how much may be pushed along one; compiled.

SODA 5.4.3, Figures 15 and 16.  A path is a list of steps: a share, and whether it gains or loses.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import FloatArray, IntArray

DUMMY = -1
LEAST = 1e-9  # mips; what is less is rounding


class Net(NamedTuple):
    """Shares of PEs on nodes in mips, what may become of them, and what follows from them.

    The shares that are not fixed are listed by PE and by node; ranges are listed by share.
    """

    pe: IntArray
    node: IntArray
    power: FloatArray
    before: FloatArray
    low: FloatArray
    high: FloatArray
    pe_start: IntArray
    of_pe: IntArray
    node_start: IntArray
    of_node: IntArray
    range_start: IntArray
    range_low: FloatArray
    range_high: FloatArray
    limit: FloatArray
    amount: FloatArray
    missing: FloatArray
    idle: FloatArray
    changed: IntArray
    pe_change: FloatArray


class Reach(NamedTuple):
    """Nodes in the order in which a search reached them, and over which shares it did."""

    order: IntArray
    depth: IntArray
    entered: IntArray
    left: IntArray
    moved: np.ndarray


@numba.njit(cache=True)
def differs(net: Net, k: int, amount: float) -> bool:
    """Return whether a share would not be what it was before."""
    return bool(abs(amount - net.before[k]) > LEAST * net.power[k])


@numba.njit(cache=True)
def best_push(
    net: Net,
    reach: Reach,
    source: int,
    sinks: IntArray,
    room: float,
    touched: int,
    most_touched: int,
    shares: IntArray,
    signs: IntArray,
) -> tuple[int, float]:
    """Write the steps of a shortest path to the first sink to which anything may be pushed.

    Return how many steps there are, and how many mips; no steps where there is no such path.
    """
    reached = _search(net, reach, source)
    for sink in sinks:
        steps, amount = _path(net, reach, reached, source, sink, shares, signs)
        if steps > 0 and amount > LEAST:
            ks, way = shares[:steps], signs[:steps]
            amount = _within_limits(net, ks, way, amount, room)
            if amount > LEAST and _touched_after(net, ks, way, amount, touched) <= most_touched:
                return steps, amount
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
    net: Net,
    reach: Reach,
    reached: int,
    source: int,
    sink: int,
    shares: IntArray,
    signs: IntArray,
) -> tuple[int, float]:
    """Write the shortest path to a sink; return its steps and what its ends and arcs let by."""
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
def _within_limits(
    net: Net, shares: IntArray, signs: IntArray, amount: float, room: float
) -> float:
    """Return the most mips up to an amount that keep (47), (48) and (51) on the whole path."""
    amount = _within_change(net, shares, signs, DUMMY, amount, room)
    for at in range(len(shares)):
        if amount <= LEAST:
            return 0.0
        p = net.pe[shares[at]]
        if net.limit[p] < np.inf:
            own = net.limit[p] - net.pe_change[p]
            amount = _within_change(net, shares, signs, p, amount, own)
    shrunk = True
    while shrunk and amount > LEAST:
        shrunk = False
        for at in range(len(shares)):
            legal = _legal_move(net, shares[at], signs[at], amount)
            if legal < amount:
                amount, shrunk = legal, True
    return amount


@numba.njit(cache=True)
def _within_change(
    net: Net, shares: IntArray, signs: IntArray, p: int, amount: float, room: float
) -> float:
    """Return the most mips for which the changes on the path grow by no more than ``room``.

    The steps are those of one PE, or all.  The growth is convex and piecewise linear in the mips;
    it bends where a share passes what it had before.
    """
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
def _touched_after(net: Net, shares: IntArray, signs: IntArray, amount: float, touched: int) -> int:
    """Return how many nodes are touched once the mips are pushed."""
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
