"""The baselines RAND and RR of SODA's section 7.2.

Each job uses its first template, each PE runs on one node, and the PEs of a node share it fairly.
"""

from typing import Any, Literal

import numpy as np

from ...core.arrays import FloatArray
from ...instances.application import (
    Application,
    macroq_of,
    macrow_of,
    present_at,
    short_name,
)
from ...instances.macroq import MacroQ
from ..running import solve
from .micro import metrics_of, mips_of_use

Rule = Literal["random", "round-robin"]


def baseline_metrics(
    application: Application, rule: Rule, *, macro: int = 0, micro: int = 0, seed: int = 0
) -> dict[str, Any]:
    """Return the metrics of an epoch in which ``random`` or ``round-robin`` places the PEs.

    A node divides its mips among its PEs by max-min fairness; no PE gets more than it can use.
    """
    present = present_at(application, macro, micro)
    instance = macroq_of(application, present)
    if instance is None:
        return {}
    graph = instance.graph
    chosen = [numbers[0] for numbers in graph.of_job]
    placement = _one_node_each(application, instance, chosen, macro)
    candidates: dict[str, list[str]] = {}
    if placement is not None:
        decision = solve(placement, rule, seed=seed, time_limit=10.0).decision
        candidates = decision["candidates"] if decision is not None else {}
    power = {node.name: node.mips for node in present.nodes(application)}
    most = np.array([pe.most for pe in graph.pes])
    use = mips_of_use(instance, chosen, graph.rates(most, chosen))
    fractions: dict[str, dict[str, float]] = {}
    for node, mips in power.items():
        mine = [
            p
            for a in chosen
            for p in graph.alternatives[a].pes
            if node in candidates.get(short_name(instance, p), ())
        ]
        for p, share in zip(mine, fair_shares(use[mine], mips), strict=True):
            fractions[short_name(instance, p)] = {node: share / mips}
    return metrics_of(instance, chosen, fractions, power)


def _one_node_each(
    application: Application, instance: MacroQ, chosen: list[int], macro: int
) -> Any:
    graph = instance.graph
    jobs = {
        instance.jobs[graph.alternatives[a].job].name: {
            "template": graph.alternatives[a].name,
            "mips": {pe.name: 0.0 for pe in graph.alternatives[a].template.pes or ()},
        }
        for a in chosen
    }
    names = [short_name(instance, p) for a in chosen for p in graph.alternatives[a].pes]
    single = {n: {**application.pes.get(n, {}), "min_nodes": 1, "max_nodes": 1} for n in names}
    alone = application.model_copy(update={"pes": single})
    return macrow_of(alone, present_at(application, macro, 0), instance, {"jobs": jobs})


def fair_shares(wanted: FloatArray, mips: float) -> list[float]:
    """Return max-min fair shares of ``mips``: each gets the water level, or ``wanted`` if less."""
    shares, left = np.zeros(len(wanted)), mips
    order = np.argsort(wanted, kind="stable")
    for k, p in enumerate(order.tolist()):
        shares[p] = min(float(wanted[p]), left / (len(order) - k))
        left -= shares[p]
    return [float(share) for share in shares]
