"""Prices of goals, nodes and changes: the bound that they prove, and the prices of a plan.

For prices μ_n >= 0 of nodes and λ >= 0 of changes any decision misses its goals by at least
- Σ μ_n H_n - λ T plus, for each PE, the minimum of |g - Σ H f| + Σ H (μ f + λ |f - f'|) over its
legal fractions f of nodes.  Here g is the goal of the PE, H_n (H) are the MIPS of a node, f' are
previous fractions, and T is the limit on the total change.  If each fraction is in a single range,
this minimum is at least π g + Σ H min ((μ - π) f + λ |f - f'|) for each price -1 <= π <= 1 of the
goal, and equal to it for some π.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford, csgraph_from_dense

from ...core.arrays import FloatArray, IntArray
from ...instances.microw import MicroW, PeShare

_SLACK = 1e-9  # free MIPS of a node below this are a rounding error
_MOST_CHOICES = 64  # of legal ranges of a PE; with more, their gaps are ignored
_ROUNDING = 5e-12  # relative: more than the checker deducts for gaps, and than rounding can add
_ACCEPTED, _ACCEPTED_DIGIT = 1.01e-6, 1.01e-12  # relative: more than what the checker accepts


class FlowPrices(NamedTuple):
    """Prices of PEs, nodes and changes; those of a maximum flow are integral."""

    pe: IntArray | FloatArray
    node: IntArray | FloatArray
    change: float = 0


def certificate_of(instance: MicroW, prices: FlowPrices) -> dict[str, object]:
    """Return the certificate: the prices by name of PE and node."""
    pes, nodes = (pe.name for pe in instance.pes), (node.name for node in instance.nodes)
    return {
        "kind": "prices",
        "pe": dict(zip(pes, prices.pe.tolist(), strict=True)),
        "node": dict(zip(nodes, prices.node.tolist(), strict=True)),
        **({"change": prices.change} if prices.change else {}),
    }


def proof_of(instance: MicroW, mips: FloatArray) -> tuple[float, dict[str, object]] | None:
    """Return a bound and its certificate if prices prove a plan's MIPS optimal, else ``None``.

    Complementary slackness limits differences of two prices.  Prices that obey all limits exist if
    the graph of these limits has no negative cycle; the shortest distances are such prices.
    """
    pes, nodes = len(instance.pes), len(instance.nodes)
    graph = csgraph_from_dense(_price_differences(instance, mips), null_value=np.inf)
    try:
        price = bellman_ford(graph, indices=[pes + nodes])[0]
    except NegativeCycleError:
        return None
    price = np.where(np.isfinite(price), price, pes + nodes)  # such a price has no limit
    whole = price.astype(np.int64)
    prices = FlowPrices(whole[:pes], whole[pes : pes + nodes])
    return bound_of_prices(instance, prices), certificate_of(instance, prices)


def _price_differences(instance: MicroW, mips: FloatArray) -> FloatArray:
    """Return a matrix of upper limits of price[column] - price[row], infinite where there is none.

    Rows and columns are the PEs, the nodes, and a root whose price is 0.
    """
    pes, nodes = len(instance.pes), len(instance.nodes)
    root = pes + nodes
    power = np.array([node.mips for node in instance.nodes])
    pe, node, _, least, most = instance.share_arrays
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


def bound_of_prices(instance: MicroW, prices: FlowPrices) -> float:
    """Return the lower bound on the distance that prices prove, rounded down.

    A positive bound within rounding errors counts as 0.
    """
    goal = np.array([pe.goal for pe in instance.pes])
    power = np.array([node.mips for node in instance.nodes])
    pe, node, before, least, most = instance.share_arrays
    slope, kink = prices.node[node] - prices.pe[pe], np.clip(before, least, most)
    end = np.where(slope > prices.change, least, np.where(-slope > prices.change, most, kink))
    side = prices.change * np.sign(end - before).astype(np.int64)
    total = _exact_sum(prices.pe.tolist(), goal.tolist())
    total -= _exact_sum(prices.node.tolist(), power.tolist())
    total -= Fraction(prices.change) * Fraction(_most_change(instance, float(power.sum())))
    of_node = np.split(np.argsort(node), np.bincount(node, minlength=len(power)).cumsum()[:-1])
    for n, at in enumerate(of_node):
        paid = _exact_sum((slope + side)[at].tolist(), end[at].tolist())
        paid -= _exact_sum(side[at].tolist(), before[at].tolist())
        total += Fraction(float(power[n])) * paid
    gaps = _gain_of_gaps(instance, prices)
    total += Fraction(gaps)
    if gaps or not float(prices.change).is_integer():  # floating-point numbers are rounded
        total -= Fraction(_ROUNDING * float(goal.sum() + power[node].sum()))
    if total <= Fraction(instance.noise):
        return 0.0 if total >= 0 else math.nextafter(float(total), -math.inf)
    bound = float(total)
    return bound if Fraction(bound) <= total else math.nextafter(bound, -math.inf)


def _gain_of_gaps(instance: MicroW, prices: FlowPrices) -> float:
    """Return how much the bound rises if fractions between legal ranges are excluded."""
    several = {s.pe for s in instance.shares if len(s.ranges) > 1 and not s.fixed}
    shares: dict[int, list[PeShare]] = {p: [] for p in sorted(several)}
    for share in instance.shares:
        if share.pe in several:
            shares[share.pe].append(share)
    power, of_node = [node.mips for node in instance.nodes], prices.node.tolist()
    gain, change = 0.0, float(prices.change)
    for p, own in shares.items():
        parts = [(power[s.node], of_node[s.node], s.before) for s in own]
        ranges = [((s.before, s.before),) if s.fixed else s.ranges for s in own]
        if math.prod(map(len, ranges)) > _MOST_CHOICES:
            continue
        kinks = (price + sign * change for _, price, _ in parts for sign in (-1, 1))
        of_goal = {-1.0, 1.0} | {kink for kink in kinks if abs(kink) <= 1}
        cost = partial(_cost, instance.pes[p].goal, change, parts)
        hull = cost([(r[0][0], r[-1][1]) for r in ranges], float(prices.pe[p]))
        least = min(max(cost(ends, price) for price in of_goal) for ends in product(*ranges))
        gain += max(0.0, least - hull)
    return gain


def _cost(
    goal: float,
    change: float,
    parts: list[tuple[float, float, float]],
    ends: Iterable[tuple[float, float]],
    of_goal: float,
) -> float:
    """Return the least cost of a PE at a price of its goal.

    ``parts`` are mips, price and previous fraction of each node, ``ends`` bounds of fractions.
    """
    cost = of_goal * goal
    for (mips, price, was), (low, high) in zip(parts, ends, strict=True):
        slope = price - of_goal
        end = low if slope > change else high if -slope > change else min(max(was, low), high)
        cost += mips * (slope * end + change * abs(end - was))
    return cost


def _most_change(instance: MicroW, power: float) -> float:
    """Return a limit on total change that is above the checker's, or 0 if there is no limit."""
    limit = instance.max_total_change or 0.0
    return limit + _ACCEPTED * limit + _ACCEPTED_DIGIT * power * len(instance.pes)


def _exact_sum(factors: Iterable[float], values: Iterable[float]) -> Fraction:
    """Return the exact Σ factor · value; the few denominators are powers of two."""
    tops: dict[int, int] = {}
    for factor, value in zip(factors, values, strict=True):
        if factor:
            (top, bottom), (times, over) = value.as_integer_ratio(), factor.as_integer_ratio()
            tops[bottom * over] = tops.get(bottom * over, 0) + times * top
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))
