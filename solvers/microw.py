"""microw without limits on change: a network flow, solved as a linear program and proven.

Legal fractions count here as one range from the smallest to the largest, and limits on change and
on touched nodes not at all.  The rest is a minimum-cost flow (5.4.3).  Its dual prices bound every
instance from below, with limits or without.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from scipy.sparse.csgraph import NegativeCycleError, bellman_ford, csgraph_from_dense

from ..core.arrays import FloatArray
from ..core.outcome import Answer, Decision
from ..core.run import Run
from ..instances.microw import MicroW
from .engines.engine import engine_named, solve_form
from .engines.form_builder import FormBuilder

_DIGITS = 12
_SLACK = 1e-9  # of a node: less than this is rounding


def flow_lp(instance: MicroW, run: Run) -> Answer:
    """Solve the flow; where limits are in force, return only the bound that its prices prove."""
    blocked = impossible(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    forces = limits(instance)
    inner = run.inner() if forces else run  # the objective of a relaxation is not the problem's
    result = solve_form(_flow(instance).form(), engine_named("highs"), inner)
    if result.x is None or result.row_duals is None:
        return Answer(stopped=result.stopped, message=result.message, solver=result.solver)
    certificate = _prices(instance, result.row_duals)
    message = None
    if forces:
        message = f"the flow knows no {', '.join(forces)}: it gives a bound and no decision"
    return Answer(
        decision=None if forces else decision_of(instance, result.x[: len(instance.shares)]),
        bound=_proven(instance, certificate),
        bound_kind="certified",
        certificate=certificate,
        message=message,
        solver=result.solver,
    )


def limits(instance: MicroW) -> list[str]:
    """Return the constraints in force that are no part of a flow."""
    found = {
        "max_total_change": instance.max_total_change is not None,
        "max_change": any(pe.max_change is not None for pe in instance.pes),
        "max_touched_nodes": instance.max_touched_nodes is not None,
        "separate legal ranges": any(len(s.ranges) > 1 and not s.fixed for s in instance.shares),
    }
    return [name for name, forced in found.items() if forced]


def impossible(instance: MicroW) -> str | None:
    """Say why no decision exists, where that shows on one fraction or one node."""
    least = np.zeros(len(instance.nodes))
    for share in instance.shares:
        pe, node = instance.pes[share.pe].name, instance.nodes[share.node].name
        if share.fixed and not any(low <= share.before <= high for low, high in share.ranges):
            return f"PE {pe} is fixed at {share.before:g} on node {node}, which is not legal there"
        least[share.node] += share.least
    full = np.flatnonzero(least > 1 + 1e-9)
    if len(full) == 0:
        return None
    n = int(full[0])
    held = [instance.pes[s.pe].name for s in instance.shares if s.node == n and s.least > 0]
    name = instance.nodes[n].name
    return f"node {name} is too full: the PEs {', '.join(held)} must have {least[n]:g} of it"


def decision_of(instance: MicroW, mips: FloatArray) -> Decision:
    """Return the decision that gives each share its mips, rounded once."""
    fraction: dict[str, dict[str, float]] = {pe.name: {} for pe in instance.pes}
    for share, amount in zip(instance.shares, mips.tolist(), strict=True):
        node = instance.nodes[share.node]
        value = round(amount / node.mips, _DIGITS)
        if abs(value - share.before) < 1e-9:
            value = share.before
        if value > 0:
            fraction[instance.pes[share.pe].name][node.name] = value
    return {"fraction": fraction}


def _flow(instance: MicroW) -> FormBuilder:
    form = FormBuilder()
    mips = [node.mips for node in instance.nodes]
    from_pe: list[list[tuple[int, float]]] = [[] for _ in instance.pes]
    to_node: list[list[tuple[int, float]]] = [[] for _ in mips]
    for share in instance.shares:
        power = mips[share.node]
        arc = form.column(share.least * power, share.most * power)
        from_pe[share.pe].append((arc, 1.0))
        to_node[share.node].append((arc, 1.0))
    for pe, arcs in zip(instance.pes, from_pe, strict=True):
        under, over = form.column(cost=1.0), form.column(cost=1.0)
        form.row([*arcs, (under, 1.0), (over, -1.0)], pe.goal, pe.goal)
    for power, arcs in zip(mips, to_node, strict=True):
        form.row(arcs, upper=power)
    return form


def _prices(instance: MicroW, duals: FloatArray) -> dict[str, object]:
    """Return the duals as prices; those of a flow are whole numbers."""
    whole = np.round(duals)
    split = len(instance.pes)
    return _certificate(instance, np.clip(whole[:split], -1, 1), np.maximum(0, -whole[split:]))


def _certificate(instance: MicroW, pe: FloatArray, node: FloatArray) -> dict[str, object]:
    names = [each.name for each in instance.pes], [each.name for each in instance.nodes]
    return {
        "kind": "prices",
        "pe": dict(zip(names[0], pe.astype(int).tolist(), strict=True)),
        "node": dict(zip(names[1], node.astype(int).tolist(), strict=True)),
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
    certificate = _certificate(instance, price[:pes], price[pes : pes + nodes])
    return _proven(instance, certificate), certificate


def _price_differences(instance: MicroW, mips: FloatArray) -> FloatArray:
    """Return how far the price in a column may lie above the price in a row; infinite: no limit.

    The order is PEs, nodes, and a root whose price is 0.
    """
    pes, nodes = len(instance.pes), len(instance.nodes)
    root = pes + nodes
    power = np.array([node.mips for node in instance.nodes])
    pe = np.array([share.pe for share in instance.shares], dtype=int)
    node = np.array([share.node for share in instance.shares], dtype=int)
    least = np.array([share.least for share in instance.shares]) * power[node]
    most = np.array([share.most for share in instance.shares]) * power[node]
    room = _SLACK * power
    missing = np.array([each.goal for each in instance.pes]) - np.bincount(pe, mips, pes)
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


def _proven(instance: MicroW, certificate: dict[str, object]) -> float:
    """Return the bound that the prices prove, rounded down; what rounding explains is no
    distance.
    """
    pe_price, node_price = certificate["pe"], certificate["node"]
    assert isinstance(pe_price, dict) and isinstance(node_price, dict)
    proven = sum((Fraction(pe.goal) * pe_price[pe.name] for pe in instance.pes), start=Fraction(0))
    proven -= sum(Fraction(node.mips) * node_price[node.name] for node in instance.nodes)
    for share in instance.shares:
        node = instance.nodes[share.node]
        slope = node_price[node.name] - pe_price[instance.pes[share.pe].name]
        ends = (Fraction(share.least), Fraction(share.most))
        proven += min(slope * Fraction(node.mips) * end for end in ends)
    if proven <= Fraction(instance.noise):
        return 0.0 if proven >= 0 else math.nextafter(float(proven), -math.inf)
    bound = float(proven)
    return bound if Fraction(bound) <= proven else math.nextafter(bound, -math.inf)
