"""How much may be pushed along a path: limits on change, and legal ranges; compiled."""

from __future__ import annotations

import numpy as np

from ...core.compiled import kernel
from .net import DUMMY, LEAST, Net, Steps, differs


@kernel(inner=True)
def within_limits(net: Net, path: Steps, amount: float, room: float) -> float:
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


@kernel(inner=True)
def touched_nodes_after(net: Net, path: Steps, amount: float, touched: int) -> int:
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
            touched += int(count > 0) - int(net.changed[n] > 0)
    return touched
