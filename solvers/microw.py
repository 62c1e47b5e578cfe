"""Exact algorithm of microw without limits on change: a maximum flow, certified by prices."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford, csgraph_from_dense

from ..core.arrays import BoolArray, FloatArray, IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer, Decision
from ..core.run import Run
from ..instances.microw import MicroW

__all__ = [
    "decision_of",
    "flow_lp",
    "impossible",
    "largest_flow",
    "limits",
    "proof_of",
]

# The largest flow from PEs to nodes, by Dinic's phases in compiled code.


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

    Arcs are sorted by PE.  When time runs out, the flow is feasible but not maximum.
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
    """Set ``level`` to the distance from PEs with supply; return whether spare MIPS are reached."""
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
    """Push the maximum flow along a path of alternating forward and backward arcs."""
    amount = min(supply[p], spare[n])
    for step in range(len(path)):
        amount = min(amount, left[step % 2, arc[path[step]]])
    for step in range(len(path)):
        left[step % 2, arc[path[step]]] -= amount
        left[1 - step % 2, arc[path[step]]] += amount
    supply[p] -= amount
    spare[n] -= amount


# Prices of goals and of nodes, what they prove, and the prices of a plan.
#
# For prices -1 <= π_p <= 1 and μ_n >= 0 any decision misses its goals by at least Σ π_p g_p - Σ
# μ_n H_n + Σ min (μ_n - π_p) H_n f, the minimum taken over legal fractions f.  If the total change
# has a limit T, a price λ >= 0 adds λ H_n |f - f'| to each minimum and subtracts λ T.


_SLACK = 1e-9  # free MIPS of a node below this are a rounding error
_ACCEPTED, _ACCEPTED_DIGIT = 1.01e-6, 1.01e-12  # relative: more than what the checker accepts


class FlowPrices(NamedTuple):
    """Integral prices of PEs, nodes and changes (dual prices of a flow are always integral)."""

    pe: IntArray
    node: IntArray
    change: int = 0


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
    """Return a bound and certificate if prices prove MIPS optimal for the flow, else ``None``.

    Complementary slackness requires ``price[a] <= price[b] + length`` for some pairs.  Such prices
    exist if the graph of these differences has no negative cycle; then shortest distances suffice.
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
    """Return the lower bound on the distance that prices prove, rounded down; a rounding error
    counts as 0.
    """
    goal = np.array([pe.goal for pe in instance.pes])
    power = np.array([node.mips for node in instance.nodes])
    pe, node, before, least, most = instance.share_arrays
    # a certificate counts no change on a node that is no candidate any more
    before = np.where(most > 0, before, 0.0)
    slope, kink = prices.node[node] - prices.pe[pe], np.clip(before, least, most)
    end = np.where(slope > prices.change, least, np.where(-slope > prices.change, most, kink))
    side = prices.change * np.sign(end - before).astype(np.int64)
    total = _exact_sum(prices.pe.tolist(), goal.tolist())
    total -= _exact_sum(prices.node.tolist(), power.tolist())
    total -= prices.change * Fraction(_most_change(instance, float(power.sum())))
    of_node = np.split(np.argsort(node), np.bincount(node, minlength=len(power)).cumsum()[:-1])
    for n, at in enumerate(of_node):
        paid = _exact_sum((slope + side)[at].tolist(), end[at].tolist())
        paid -= _exact_sum(side[at].tolist(), before[at].tolist())
        total += Fraction(float(power[n])) * paid
    if total <= Fraction(instance.noise):
        return 0.0 if total >= 0 else math.nextafter(float(total), -math.inf)
    bound = float(total)
    return bound if Fraction(bound) <= total else math.nextafter(bound, -math.inf)


def _most_change(instance: MicroW, power: float) -> float:
    """Return a limit on total change that is above the checker's, or 0 if there is no limit."""
    limit = instance.max_total_change or 0.0
    return limit + _ACCEPTED * limit + _ACCEPTED_DIGIT * power * len(instance.pes)


def _exact_sum(factors: Iterable[int], values: Iterable[float]) -> Fraction:
    """Return the exact Σ factor · value; the few denominators are powers of two."""
    tops: dict[int, int] = {}
    for factor, value in zip(factors, values, strict=True):
        if factor:
            top, bottom = value.as_integer_ratio()
            tops[bottom] = tops.get(bottom, 0) + factor * top
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))


# microw without limits on change: a largest flow, proven by its prices.
#
# Legal fractions count here as one range from the smallest to the largest, and limits on change
# and on touched nodes not at all. The rest is a minimum-cost flow (5.4.3) in which only a missed
# or exceeded mips costs anything: a largest flow finds it, and a smallest cut gives the prices.
# They bound every instance from below, with limits or without.


_DIGITS = 12


def flow_lp(instance: MicroW, run: Run) -> Answer:
    """Solve the flow; if `limits` are in force, return only the bound that its prices prove."""
    blocked = impossible(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    forces = limits(instance)
    mips, prices = _solve(instance, run)
    bound = bound_of_prices(instance, prices)
    if instance.max_total_change is not None:
        changing = _prices_of_changes(instance)
        if (raised := bound_of_prices(instance, changing)) > bound:
            bound, prices = raised, changing
    message = None
    if forces:
        message = f"the flow ignores {', '.join(forces)}, so it gives a bound but no decision"
    return Answer(
        decision=None if forces else decision_of(instance, mips),
        bound=bound,
        bound_kind="certified",
        certificate=certificate_of(instance, prices),
        stopped=run.stopped,
        message=message,
    )


def _solve(instance: MicroW, run: Run) -> tuple[FloatArray, FlowPrices]:
    """Return the MIPS of each share, and prices, which are 1 where the network lacks MIPS.

    Each share first gets its minimum MIPS.  The maximum flow from the PEs' missing MIPS to the
    nodes' spare MIPS then minimises the total shortage.
    """
    power = np.array([node.mips for node in instance.nodes])
    goal = np.array([pe.goal for pe in instance.pes])
    pe, node, _, least, most = instance.share_arrays
    least, most = least * power[node], most * power[node]
    lacks = goal - np.bincount(pe, least, len(goal))
    spare = np.maximum(power - np.bincount(node, least, len(power)), 0.0)
    flow = largest_flow(pe, node, most - least, np.maximum(lacks, 0.0), spare, run)
    price = np.where(lacks < 0, -1, flow.pe_reached).astype(np.int64)
    return least + flow.amount, FlowPrices(price, flow.node_reached.astype(np.int64))


def _prices_of_changes(instance: MicroW) -> FlowPrices:
    """Return prices for the previous plan: a mips of change reduces the distance by at most one."""
    pe, node, before, _, _ = instance.share_arrays
    power = np.array([node.mips for node in instance.nodes])
    before = before * power[node]
    lacks = np.array([pe.goal for pe in instance.pes]) - np.bincount(pe, before, len(instance.pes))
    return FlowPrices(np.sign(lacks).astype(np.int64), np.zeros(len(power), dtype=np.int64), 1)


def limits(instance: MicroW) -> list[str]:
    """Return the names of the constraints in force that the flow does not model."""
    documents = {
        "max_total_change": instance.max_total_change is not None,
        "max_change": any(pe.max_change is not None for pe in instance.pes),
        "max_touched_nodes": instance.max_touched_nodes is not None,
        "separate legal ranges": any(len(s.ranges) > 1 and not s.fixed for s in instance.shares),
    }
    return [name for name, forced in documents.items() if forced]


def impossible(instance: MicroW) -> str | None:
    """Return a reason for infeasibility that one fraction or one node proves, else ``None``."""
    for share in instance.shares:
        if share.fixed and not any(low <= share.before <= high for low, high in share.ranges):
            pe, node = instance.pes[share.pe].name, instance.nodes[share.node].name
            return (
                f"PE {pe} is fixed at {share.before:g} on node {node}, which is "
                "not a legal share there"
            )
    _, of_share, _, least_of_share, _ = instance.share_arrays
    least = np.bincount(of_share, least_of_share, len(instance.nodes))
    full = np.flatnonzero(least > 1 + 1e-9)
    if len(full) == 0:
        return None
    n = int(full[0])
    held = [instance.pes[s.pe].name for s in instance.shares if s.node == n and s.least > 0]
    name = instance.nodes[n].name
    return f"node {name} is too full: PEs {', '.join(held)} need {least[n]:g} times its mips"


def decision_of(instance: MicroW, mips: FloatArray) -> Decision:
    """Return the decision that gives each share these MIPS, as rounded fractions of nodes."""
    names = [pe.name for pe in instance.pes]
    nodes = [node.name for node in instance.nodes]
    power = np.array([node.mips for node in instance.nodes])
    ratios = (mips / power[instance.share_arrays.node]).tolist()
    fraction: dict[str, dict[str, float]] = {name: {} for name in names}
    for share, ratio in zip(instance.shares, ratios, strict=True):
        value = round(ratio, _DIGITS)
        if abs(value - share.before) < 1e-9:
            value = share.before
        if value > 0:
            fraction[names[share.pe]][nodes[share.node]] = value
    return {"fraction": fraction}
