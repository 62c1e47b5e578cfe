"""The maximum flow from PEs to nodes, by Dinic's phases in compiled code."""

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run

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
