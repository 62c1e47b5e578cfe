"""Prices of goals and of nodes, what they prove, and the prices of a plan.

For prices -1 <= π_p <= 1 and μ_n >= 0 any decision misses its goals by at least
Σ π_p g_p - Σ μ_n H_n + Σ min (μ_n - π_p) H_n f, the minimum taken over legal fractions f.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford, csgraph_from_dense

from ...core.arrays import FloatArray, IntArray
from ...instances.microw import MicroW

_SLACK = 1e-9  # of a node: less than this is rounding


class FlowPrices(NamedTuple):
    """Whole prices of PEs and nodes; those of a flow always are."""

    pe: IntArray
    node: IntArray


def share_arrays(instance: MicroW) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Return PE, node, least and most fraction of each share."""
    shares = instance.shares
    return (
        np.array([share.pe for share in shares], dtype=np.int64),
        np.array([share.node for share in shares], dtype=np.int64),
        np.array([share.least for share in shares]),
        np.array([share.most for share in shares]),
    )


def certificate_of(instance: MicroW, prices: FlowPrices) -> dict[str, object]:
    """Return the prices by name."""
    pes, nodes = (pe.name for pe in instance.pes), (node.name for node in instance.nodes)
    return {
        "kind": "prices",
        "pe": dict(zip(pes, prices.pe.tolist(), strict=True)),
        "node": dict(zip(nodes, prices.node.tolist(), strict=True)),
    }


def proof_of(instance: MicroW, mips: FloatArray) -> tuple[float, dict[str, object]] | None:
    """Return the bound that proves the mips optimal for the flow, and its prices, if there are any.

    Complementary slackness demands differences of prices, ``price[a] <= price[b] + length``.  They
    exist where the graph of these differences has no negative cycle; shortest distances are one
    choice.
    """
    pes, nodes = len(instance.pes), len(instance.nodes)
    graph = csgraph_from_dense(_price_differences(instance, mips), null_value=np.inf)
    try:
        price = bellman_ford(graph, indices=[pes + nodes])[0]
    except NegativeCycleError:
        return None
    price = np.where(np.isfinite(price), price, pes + nodes)  # nothing limits such a price
    whole = price.astype(np.int64)
    prices = FlowPrices(whole[:pes], whole[pes : pes + nodes])
    return proven(instance, prices), certificate_of(instance, prices)


def _price_differences(instance: MicroW, mips: FloatArray) -> FloatArray:
    """Return how far the price in a column may lie above the price in a row; infinite: no limit.

    The order is PEs, nodes, and a root whose price is 0.
    """
    pes, nodes = len(instance.pes), len(instance.nodes)
    root = pes + nodes
    power = np.array([node.mips for node in instance.nodes])
    pe, node, least, most = share_arrays(instance)
    least, most = least * power[node], most * power[node]
    room = _SLACK * power
    missing = np.array([pe.goal for pe in instance.pes]) - np.bincount(pe, mips, pes)
    full = np.bincount(node, mips, nodes) >= power - room
    above = np.full((root + 1, root + 1), np.inf)
    # -1 <= price of a PE <= 1; at an end where it misses or exceeds its goal
    above[root, :pes] = np.where(missing < -instance.noise, -1, 1)
    above[:pes, root] = np.where(missing > instance.noise, -1, 1)
    # 0 <= price of a node; equal where the node has room
    above[pes:root, root] = 0
    above[root, pes:root] = np.where(full, np.inf, 0)
    # a share that can grow, and one that can shrink
    up, down = mips < most - room[node], mips > least + room[node]
    above[pes + node[up], pe[up]] = 0
    above[pe[down], pes + node[down]] = 0
    return above


def proven(instance: MicroW, prices: FlowPrices) -> float:
    """Return the bound that the prices prove, rounded down; what rounding explains is no
    distance.
    """
    goal = np.array([pe.goal for pe in instance.pes])
    power = np.array([node.mips for node in instance.nodes])
    pe, node, least, most = share_arrays(instance)
    slope = prices.node[node] - prices.pe[pe]
    end = np.where(slope > 0, least, most)
    counts = (slope != 0) & (end != 0)
    total = _exact_sum(prices.pe.tolist(), goal.tolist())
    total -= _exact_sum(prices.node.tolist(), power.tolist())
    whole = counts & (end == 1)
    total += _exact_sum(slope[whole].tolist(), power[node[whole]].tolist())
    for k in np.flatnonzero(counts & ~whole).tolist():
        total += int(slope[k]) * Fraction(float(power[node[k]])) * Fraction(float(end[k]))
    if total <= Fraction(instance.noise):
        return 0.0 if total >= 0 else math.nextafter(float(total), -math.inf)
    bound = float(total)
    return bound if Fraction(bound) <= total else math.nextafter(bound, -math.inf)


def _exact_sum(factors: Iterable[int], values: Iterable[float]) -> Fraction:
    """Return Σ factor · value; denominators are powers of two, and few."""
    tops: dict[int, int] = {}
    for factor, value in zip(factors, values, strict=True):
        if factor:
            top, bottom = value.as_integer_ratio()
            tops[bottom] = tops.get(bottom, 0) + factor * top
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))
