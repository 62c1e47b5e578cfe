"""The metrics of 7.2.2 for one micro epoch, from fractions by forward evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...instances.application import short_name
from ...instances.macroq import MacroQ

Fractions = Mapping[str, Mapping[str, float]]


def metrics_of(
    instance: MacroQ,
    chosen: list[int],
    fractions: Fractions,
    power: Mapping[str, float],
    promised: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Return ingest, importance, affinity, utilisation and the error of what was promised.

    ``power`` are the mips of the nodes that are up; ``promised`` the mips by PE that microQ gave.
    """
    graph = instance.graph
    pes = [p for a in chosen for p in graph.alternatives[a].pes]
    names = {p: short_name(instance, p) for p in pes}
    mips = np.zeros(len(graph.pes))
    for p in pes:
        mips[p] = sum(f * power[n] for n, f in fractions.get(names[p], {}).items() if n in power)
    useful = np.minimum(mips, [pe.most for pe in graph.pes])
    rates = graph.rates(useful, chosen)
    use = mips_of_use(instance, chosen, rates)
    own = [s for a in chosen for s in graph.alternatives[a].streams]
    affinity, unweighted = _affinity(instance, chosen, fractions, power, rates)
    metrics: dict[str, Any] = {
        "importance": sum(graph.streams[s].worth(float(rates[s])) for s in own),
        "ingest": _ingest(instance, own, rates),
        "affinity": affinity,
        "affinity_without_traffic": unweighted,
        "utilisation": float(np.minimum(mips, use)[pes].sum() / sum(power.values())),
        "mips": float(mips[pes].sum()),
        "below_least": [names[p] for p in pes if mips[p] < graph.pes[p].least * (1 - 1e-9)],
    }
    if promised is not None:
        wanted = np.zeros(len(graph.pes))
        for p in pes:
            wanted[p] = promised.get(names[p], 0.0)
        hoped = graph.rates(wanted, chosen)
        errors = [abs(hoped[s] - rates[s]) / hoped[s] for s in own if hoped[s] > 0]
        metrics["promised"] = sum(graph.streams[s].worth(float(hoped[s])) for s in own)
        metrics["prediction_error"] = float(np.mean(errors)) if errors else 0.0
    return metrics


def mips_of_use(instance: MacroQ, chosen: list[int], rates: FloatArray) -> FloatArray:
    """Return for each PE the least mips that make its output from its inputs."""
    graph = instance.graph
    use = np.zeros(len(graph.pes))
    for s in (s for a in chosen for s in graph.alternatives[a].streams):
        stream = graph.streams[s]
        for limit in stream.limits:
            read = limit.primal + sum(c * float(rates[i]) for i, c in limit.inputs)
            if limit.product and limit.mips * read > 0:
                use[stream.pe] = max(use[stream.pe], float(rates[s]) / (limit.mips * read))
            elif not limit.product and limit.mips > 0:
                use[stream.pe] = max(use[stream.pe], (float(rates[s]) - read) / limit.mips)
    return use


def _ingest(instance: MacroQ, own: list[int], rates: FloatArray) -> float:
    """Return the rates made by PEs that read primal streams only."""
    graph = instance.graph
    reads = {graph.streams[s].pe for s in own if any(x.inputs for x in graph.streams[s].limits)}
    primal = {graph.streams[s].pe for s in own if any(x.primal for x in graph.streams[s].limits)}
    return float(sum(rates[s] for s in own if graph.streams[s].pe in primal - reads))


def _affinity(
    instance: MacroQ,
    chosen: list[int],
    fractions: Fractions,
    power: Mapping[str, float],
    rates: FloatArray,
) -> tuple[float, float]:
    """Return the share of traffic that stays on a node, and of streams; routing is blind."""
    graph = instance.graph
    traffic, same = [], []
    for a in chosen:
        for s in graph.alternatives[a].streams:
            for q in graph.readers[s]:
                if graph.pes[q].alternative in chosen:
                    ends = (graph.streams[s].pe, q)
                    shares = [
                        _shares(fractions.get(short_name(instance, p), {}), power) for p in ends
                    ]
                    same.append(sum(x * shares[1].get(n, 0.0) for n, x in shares[0].items()))
                    traffic.append(float(rates[s]))
    total = sum(traffic)
    weighted = sum(t * x for t, x in zip(traffic, same, strict=True))
    return (weighted / total if total else 0.0, float(np.mean(same)) if same else 0.0)


def _shares(row: Mapping[str, float], power: Mapping[str, float]) -> dict[str, float]:
    """Return the share of a PE's mips on each node."""
    mips = {n: f * power[n] for n, f in row.items() if n in power}
    total = sum(mips.values())
    return {n: m / total for n, m in mips.items()} if total else {}
