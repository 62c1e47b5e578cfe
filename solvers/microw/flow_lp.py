"""Exact algorithms of microw by flows, certified by prices.

Without limits on changes, a maximum flow is optimal.  With a limit on the total change, successive
shortest paths are.  Both ignore limits on the changes of a PE and on touched nodes.
"""

import math
from functools import partial

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer, Decision
from ...core.run import Run
from ...instances.microw import MicroW
from .flows import legal_ends, limited_plan
from .prices import FlowPrices, bound_of_prices, certificate_of

_DIGITS = 12
_MODELLED = {"max_total_change", "separate legal ranges"}


def flow_lp(instance: MicroW, run: Run) -> Answer:
    """Solve the maximum flow or, with a limit on the total change, the cheapest flows.

    With limits per PE or on touched nodes, return only the bound that the prices prove.
    """
    blocked = impossible(instance)
    if blocked is not None:
        return Answer(infeasible=True, message=blocked)
    forces, whole = limits(instance), np.stack(instance.share_arrays[3:])
    near = legal_ends(instance, instance.share_arrays.before)
    bound, decision, message, begun = 0.0, None, None, run.seconds
    prices = FlowPrices(np.zeros(len(instance.pes)), np.zeros(len(instance.nodes)))
    for ends in (near, whole):
        if ends is whole and ((near == whole).all() or _is_too_late(run, begun)):
            break
        plan = limited_plan(instance, ends, run)
        if ends is near and plan.is_legal and _MODELLED.issuperset(forces):
            decision = decision_of(instance, plan.mips)
            run.report(plan.distance, None, decision)
        if (raised := bound_of_prices(instance, plan.prices)) > bound:
            bound, prices = raised, plan.prices
        run.report(None, bound, None, partial(certificate_of, instance, prices))
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


def _is_too_late(run: Run, begun: float) -> bool:
    """Return whether what took the time since ``begun`` cannot be repeated within the limit."""
    return run.should_stop() or (run.remaining or math.inf) < run.seconds - begun


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
