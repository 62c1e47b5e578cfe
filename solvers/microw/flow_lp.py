"""Exact algorithms of microw by flows, certified by prices.

Without limits on changes, a maximum flow is optimal.  A limit on the total change is met by a
mixture of minimum-cost flows.  Both ignore limits on the changes of a PE and on touched nodes.
"""

from functools import partial

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer, Decision
from ...core.run import Run
from ...instances.microw import MicroW
from .flows import cheapest_plans, largest_flow, legal_ends
from .prices import FlowPrices, bound_of_prices, certificate_of

_DIGITS = 12
_OF_CHEAPEST = {"max_total_change", "separate legal ranges"}


def flow_lp(instance: MicroW, run: Run) -> Answer:
    """Solve the maximum flow or, with a limit on the total change, minimum-cost flows.

    With limits per PE or on touched nodes, return only the bound that the prices prove.
    """
    blocked = impossible(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    forces = limits(instance)
    mips, prices = _solve(instance, run)
    bound, decision = bound_of_prices(instance, prices), None
    if instance.max_total_change is not None:
        changing = _prices_of_changes(instance)
        if (raised := bound_of_prices(instance, changing)) > bound:
            bound, prices = raised, changing
    run.report(None, bound, None, partial(certificate_of, instance, prices))
    if not forces:
        decision = decision_of(instance, mips)
    elif _OF_CHEAPEST.issuperset(forces):
        ends = legal_ends(instance, instance.share_arrays.before)
        for plan in cheapest_plans(instance, ends, run):
            decision = decision_of(instance, plan.mips)
            if (raised := bound_of_prices(instance, plan.prices)) > bound:
                bound, prices = raised, plan.prices
            run.report(plan.distance, bound, decision, partial(certificate_of, instance, prices))
    message = None
    if decision is None:
        ignored = ", ".join(forces)
        message = f"the maximum flow ignores {ignored}, so it gives a bound but no decision"
    elif "separate legal ranges" in forces:
        message = "the plan keeps each fraction in its present legal range"
    return Answer(
        decision=decision,
        bound=bound,
        bound_kind="certified",
        certificate=certificate_of(instance, prices),
        stopped=run.stopped,
        message=message,
    )


def _solve(instance: MicroW, run: Run) -> tuple[FloatArray, FlowPrices]:
    """Return the MIPS of each share (a PE on a node), and prices of PEs and nodes.

    A price is 1 if augmenting paths still reach the PE or node, -1 if the minimums of a PE exceed
    its goal, and otherwise 0.  Each share first gets its minimum MIPS.  The maximum flow from the
    PEs' missing MIPS to the nodes' spare MIPS then minimises the total shortage.
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
    """Return prices which prove that a MIPS of change reduces the distance by at most one MIPS."""
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
