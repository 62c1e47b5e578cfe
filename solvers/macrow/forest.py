"""The streams of macrow as a forest: its trees are placed one by one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.macrow import MacroArrays


@dataclass(frozen=True, eq=False)
class Forest:
    """The trees of a graph of streams; a parent comes before its children in ``order``.

    ``dropped`` are the streams that would close a cycle; a bound without them still holds.
    """

    order: IntArray
    parent: IntArray  # -1 at a root
    rate: FloatArray  # of the stream to the parent
    tree: IntArray  # per unit
    trees: int
    dropped: list[int]

    def tree_edges(self) -> IntArray:
        """Return the units that have a parent."""
        return np.flatnonzero(self.parent >= 0)


def forest_of(arrays: MacroArrays, matters: bool) -> Forest:
    """Return the forest of the busiest streams, or one of single units if no stream matters."""
    units = len(arrays.units)
    near: list[list[tuple[int, float]]] = [[] for _ in range(units)]
    dropped = []
    group = list(range(units))

    def root(u: int) -> int:
        while group[u] != u:
            group[u] = group[group[u]]
            u = group[u]
        return u

    for k in np.argsort(-arrays.stream_rate, kind="stable").tolist():
        (p, q), rate = arrays.stream_ends[k].tolist(), float(arrays.stream_rate[k])
        if p == q or rate == 0 or not matters:
            continue
        if root(p) == root(q):
            dropped.append(k)
            continue
        group[root(p)] = root(q)
        near[p].append((q, rate))
        near[q].append((p, rate))
    return _forest(near, dropped)


def _forest(near: list[list[tuple[int, float]]], dropped: list[int]) -> Forest:
    units = len(near)
    parent, rate = np.full(units, -1), np.zeros(units)
    tree = np.full(units, -1)
    order: list[int] = []
    trees = 0
    for start in range(units):
        if tree[start] >= 0:
            continue
        tree[start] = trees
        at = len(order)
        order.append(start)
        while at < len(order):
            u = order[at]
            at += 1
            for q, each in near[u]:
                if tree[q] < 0:
                    tree[q], parent[q], rate[q] = trees, u, each
                    order.append(q)
        trees += 1
    return Forest(np.array(order), parent, rate, tree, trees, dropped)
