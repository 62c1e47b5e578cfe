"""microw without limits on change: a largest flow, proven by its prices.

Legal fractions count here as one range from the smallest to the largest, and limits on change and
on touched nodes not at all.  The rest is a minimum-cost flow (5.4.3) in which only a missed or
exceeded mips costs anything: a largest flow finds it, and a smallest cut gives the prices.  They
bound every instance from below, with limits or without.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer, Decision
from ...core.run import Run
from ...instances.microw import MicroW
from .largest_flow import largest_flow
from .prices import FlowPrices, certificate_of, proven, share_arrays

_DIGITS = 12


def flow_lp(instance: MicroW, run: Run) -> Answer:
    """Solve the flow; where limits are in force, return only the bound that its prices prove."""
    blocked = impossible(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    forces = limits(instance)
    mips, prices = _solve(instance, run)
    message = None
    if forces:
        message = f"the flow knows no {', '.join(forces)}: it gives a bound and no decision"
    return Answer(
        decision=None if forces else decision_of(instance, mips),
        bound=proven(instance, prices),
        bound_kind="certified",
        certificate=certificate_of(instance, prices),
        stopped=run.stopped,
        message=message,
    )


def _solve(instance: MicroW, run: Run) -> tuple[FloatArray, FlowPrices]:
    """Return the mips of each share, and prices: 1 in the part of the net that has too little.

    Each share has its least mips first.  Beyond them a PE never needs more than what its goal
    lacks, so that the largest flow from what PEs lack to what nodes have left misses least.
    """
    power = np.array([node.mips for node in instance.nodes])
    goal = np.array([pe.goal for pe in instance.pes])
    pe, node, least, most = share_arrays(instance)
    least, most = least * power[node], most * power[node]
    lacks = goal - np.bincount(pe, least, len(goal))
    spare = np.maximum(power - np.bincount(node, least, len(power)), 0.0)
    flow = largest_flow(pe, node, most - least, np.maximum(lacks, 0.0), spare, run)
    price = np.where(lacks < 0, -1, flow.pe_reached).astype(np.int64)
    return least + flow.amount, FlowPrices(price, flow.node_reached.astype(np.int64))


def limits(instance: MicroW) -> list[str]:
    """Return the constraints in force that are no part of a flow."""
    documents = {
        "max_total_change": instance.max_total_change is not None,
        "max_change": any(pe.max_change is not None for pe in instance.pes),
        "max_touched_nodes": instance.max_touched_nodes is not None,
        "separate legal ranges": any(len(s.ranges) > 1 and not s.fixed for s in instance.shares),
    }
    return [name for name, forced in documents.items() if forced]


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
