"""The cheapest placement of every tree of streams under prices, by dynamic programming.

Each unit has a home: one of the clusters that hold its candidates, two of them where it needs
several candidates, or none if it may be left out.  A stream pays for the links between the homes of
its two PEs, which costs at most as much as the traffic between all their candidates.
"""

from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel

_NONE: Any = np.int64(-1)  # a plain -1 would be a type of its own to numba


class Choices(NamedTuple):
    """The kinds of nodes, limits on the candidates of each unit, and the possible homes.

    ``homes`` has two clusters per home, -1 for none; the last home has no cluster.
    """

    copies: IntArray
    cluster_of: IntArray
    least: IntArray
    most: IntArray
    homes: IntArray


@kernel
def place_trees(
    choices: Choices,
    cost: FloatArray,
    allowed: BoolArray,
    anchor: IntArray,
    order: IntArray,
    parent: IntArray,
    rate: FloatArray,
    way: FloatArray,
    tree: IntArray,
    worth: FloatArray,
    home: IntArray,
    taken: IntArray,
) -> None:
    """Write each tree's minimum cost to ``worth``, each unit's ``home`` and ``taken`` nodes.

    ``cost``, ``allowed``, ``anchor`` and ``taken`` are units x kinds, ``way`` is homes x homes.
    ``anchor`` is 1 for kinds of which a unit must take a node, 0 for its other kinds, else 2.
    """
    value = np.full((len(order), len(way)), np.inf)
    for u in range(len(order)):
        for h in range(len(way)):
            value[u, h] = _fill(choices, u, h, cost[u], allowed[u], anchor[u], taken[u])
    chosen = _up_the_trees(value, order, parent, rate, way, tree, worth)
    for u in order:  # parents first: a home is the best one beside the home of its parent
        home[u] = chosen[u, home[parent[u]]] if parent[u] >= 0 else chosen[u, 0]
        _fill(choices, u, home[u], cost[u], allowed[u], anchor[u], taken[u])


@kernel(inner=True)
def _up_the_trees(
    value: FloatArray,
    order: IntArray,
    parent: IntArray,
    rate: FloatArray,
    way: FloatArray,
    tree: IntArray,
    worth: FloatArray,
) -> IntArray:
    """Sum costs ``value`` (units x homes) from leaves to roots; return best homes (units x homes).

    A unit's best home depends on the home of its parent, the second index.
    """
    chosen = np.zeros(value.shape, dtype=np.int64)
    for u in order[::-1]:  # value[u] includes all units below u
        p = parent[u]
        for b in range(len(way)):
            best, into = np.inf, 0
            for a in range(len(way)):
                total = value[u, a]
                if p >= 0:
                    total += rate[u] * way[a, b]  # the cost of the stream to the parent
                if total < best:
                    best, into = total, a
            chosen[u, b] = into
            if p >= 0:
                value[p, b] += best
            else:
                worth[tree[u]] = best
    return chosen


@kernel(inner=True)
def _fill(
    choices: Choices,
    u: int,
    h: int,
    cost: FloatArray,
    allowed: BoolArray,
    anchor: IntArray,
    taken: IntArray,
) -> float:
    """Take the cheapest candidates of unit ``u`` in home ``h``; return their cost, or infinity.

    If homes may be pairs, a unit whose home is one cluster has all its candidates there.
    """
    taken[:] = 0
    homes = choices.homes
    least, most, home = choices.least[u], choices.most[u], homes[h]
    paired = homes[len(homes) - 2, 1] >= 0
    if home[0] < 0:  # the home of a unit without candidates
        return 0.0 if least == 0 and anchor[0] == 2 else np.inf
    if home[1] >= 0 and least < 2:
        return np.inf
    within = paired and least >= 2 and home[1] < 0
    size, total, anchored = 0, 0.0, anchor[0] == 2
    for side in range(2):  # first one candidate in each cluster of the home
        if home[side] >= 0:
            kind = _cheapest(choices, cost, allowed, anchor, taken, home[side], True)
            if kind < 0:
                return np.inf
            anchored = anchored or anchor[kind] == 1
            taken[kind] += 1
            total += cost[kind]
            size += 1
    while size < most:  # then the missing candidates, and those of negative cost
        where = home[0] if within else _NONE
        kind = _cheapest(choices, cost, allowed, anchor, taken, where, False)
        if kind < 0 or (size >= least and cost[kind] >= 0):
            break
        taken[kind] += 1
        total += cost[kind]
        size += 1
    return total if anchored and least <= size <= most else np.inf


@kernel(inner=True)
def _cheapest(
    choices: Choices,
    cost: FloatArray,
    allowed: BoolArray,
    anchor: IntArray,
    taken: IntArray,
    cluster: int,
    first: bool,
) -> int:
    """Return the cheapest kind with a free node in ``cluster`` (-1: in any), or -1 if none has one.

    With ``first``, kinds with anchor 1 are preferred.
    """
    copies, cluster_of = choices.copies, choices.cluster_of
    cheapest, held = _NONE, False
    for g in range(len(cost)):
        if not allowed[g] or taken[g] >= copies[g] or (cluster >= 0 and cluster_of[g] != cluster):
            continue
        holds = first and anchor[g] == 1
        if cheapest < 0 or (holds and not held) or (holds == held and cost[g] < cost[cheapest]):
            cheapest, held = g, holds
    return int(cheapest)
