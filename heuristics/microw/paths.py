"""Shortest paths in the digraph of nodes and PEs, and how much may be pushed along one; compiled.

SODA 5.4.3, Figures 15 and 16.  A path is a list of steps: a share, and whether it gains or loses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from .net import DUMMY, LEAST, Net, Steps
from .push_lengths import touched_nodes_after, within_limits


class Reach(NamedTuple):
    """Scratch of a search: the nodes in the order in which it reached them, and the shares used."""

    order: IntArray
    depth: IntArray  # per node: steps from the source; -1 if not reached
    entered: IntArray  # per node: the share that gains there
    left: IntArray  # per node: the share that loses on the node before; -1 at the first
    moved: BoolArray  # PEs that have moved


class PushLimits(NamedTuple):
    """The limits that hold for all PEs together: on the total change, (47), and touched nodes."""

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
    """Write the steps of a shortest path to the first sink to which anything may be pushed.

    Return the number of steps and the mips; no steps if there is no such path.
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
    """Search breadth first from a PE; a PE reaches all its nodes at its first move."""
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
    """Write the shortest path to a sink; return its length and the mips that its ends and arcs let
    by.
    """
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
