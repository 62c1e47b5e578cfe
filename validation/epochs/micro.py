"""One micro epoch: mips of components by microQ, fractions of nodes by microW, and metrics."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Decision, Outcome
from ...core.run import Run
from ...instances.application import Application, Present, short_name
from ...instances.importers import Curve, Goals, microq_of, microw_of
from ...instances.macroq import MacroQ
from ...instances.macrow import MacroW
from ...instances.microq import MicroQ
from ...solvers.macroq import component_curves


def goals_of(
    instance: MacroQ, chosen: list[int], run: Run, *, segments: int | None = None
) -> Goals | None:
    """Return the goals for microQ: components (weakly connected parts of the graph) with curves.

    ``chosen`` has the numbers of the chosen alternatives, and ``segments`` limits the segments of
    each curve. Return ``None`` if no component can use mips.
    """
    curves = component_curves(instance, chosen, run)
    if segments is not None:
        curves = [curve.thin(segments) for curve in curves]
    if not curves:
        return None
    graph = instance.graph
    goals = []
    for k, curve in enumerate(curves):
        names = [short_name(instance, p) for p in curve.pes]
        pacing = {name: curve.pacing[:, column] for column, name in enumerate(names)}
        goals.append(
            Curve(
                name=f"c{k + 1}",
                pes=tuple(names),
                mips=curve.mips,
                importance=curve.importance,
                pacing=pacing,
            )
        )
    inside = [p for curve in curves for p in curve.pes]
    return Goals(
        name=f"{instance.name}, exact curves",
        components=tuple(goals),
        min_mips={short_name(instance, p): graph.pes[p].least for p in inside},
        max_mips={short_name(instance, p): graph.pes[p].most for p in inside},
    )


def starved_pe(
    macrow: MacroW, candidates: Decision, goals: Goals, up: Collection[str]
) -> tuple[str, float, float] | None:
    """Return (name, needed, available) of a PE with too few mips on its candidates that are up."""
    nodes = {node.name: node for node in macrow.nodes}
    pes = {pe.name: pe for pe in macrow.pes}
    for name, least in goals.min_mips.items():
        row = [n for n in candidates.get(name, ()) if n in up]
        has = sum(pes[name].usable(nodes[n]) for n in row)
        if has < least:
            return name, least, has
    return None


Fractions = Mapping[str, Mapping[str, float]]


def metrics_of(
    instance: MacroQ,
    chosen: list[int],
    fractions: Fractions,
    power: Mapping[str, float],
    promised: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Return the metrics: ingest, importance, affinity, utilisation, and error of promised mips.

    ``power`` maps available nodes to mips; ``promised`` maps PEs to their mips from microQ.
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
    """Return, for each PE, the least mips that produce the given rates of its streams."""
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
    """Return the sum of the output rates of those PEs that only read primal (outside) streams."""
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
    """Return the shares of traffic and of streams that do not leave a node, with random routing."""
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
    """Return, by node, the fraction of a PE's mips that the node provides."""
    mips = {n: f * power[n] for n, f in row.items() if n in power}
    total = sum(mips.values())
    return {n: m / total for n, m in mips.items()} if total else {}


Solved = Callable[..., Outcome]


@dataclass(frozen=True)
class MicroEpoch:
    """The data of a micro epoch: the chosen alternatives, candidates of PEs, and old fractions."""

    application: Application
    present: Present
    instance: MacroQ
    chosen: list[int]
    placement: MacroW
    candidates: dict[str, list[str]]
    fractions: dict[str, dict[str, float]]
    known: dict[str, Goals | None]  # curves of graphs, rates and weights seen before

    @property
    def power(self) -> dict[str, float]:
        """The mips of each available node, by name."""
        return {node.name: node.mips for node in self.present.nodes(self.application)}

    def goals(self, run: Run) -> Goals | None:
        """Return the curves of the chosen graph, computed only once for equal graphs and rates."""
        graph = self.instance.graph
        present = (sorted(self.present.primal.items()), sorted(self.present.value_weights.items()))
        chosen = [(graph.alternatives[a].job, graph.alternatives[a].name) for a in self.chosen]
        key = repr((present, self.present.jobs, chosen, self.instance.mips))
        if key not in self.known:
            self.known[key] = goals_of(self.instance, self.chosen, run)
        return self.known[key]

    def still_up(self) -> dict[str, dict[str, float]]:
        """Return the previous fractions, without the PEs and nodes that no longer exist."""
        known = {pe.name for pe in self.placement.pes}
        up = self.power
        return {
            p: {n: f for n, f in row.items() if n in up}
            for p, row in self.fractions.items()
            if p in known
        }


def micro_epoch(epoch: MicroEpoch, solved: Solved) -> dict[str, Any]:
    """Return the record of a micro epoch; if it is infeasible, the old fractions stay in force."""
    run = Run("maximize")
    goals = epoch.goals(run)
    seconds = {"curves": run.seconds}
    if goals is None:
        return _epoch_record(epoch, {}, None, "done", "no component can use mips", seconds)
    short = starved_pe(epoch.placement, epoch.candidates, goals, epoch.power)
    if short is not None:
        name, least, has = short
        message = f"PE {name} needs {least:g} mips, but its available candidates have {has:g}"
        return _epoch_record(epoch, epoch.still_up(), None, "infeasible", message, seconds)
    rows = {pe.name: epoch.candidates.get(pe.name, []) for pe in epoch.placement.pes}
    quantities = microq_of(epoch.placement, {"candidates": rows}, goals, up=epoch.power)
    amounts = solved("microq", quantities)
    seconds["microq"] = amounts.seconds
    if amounts.decision is None:
        message = f"microQ: {amounts.message or amounts.status}"
        return _epoch_record(epoch, epoch.still_up(), None, "infeasible", message, seconds)
    before = epoch.still_up()
    limits = epoch.application.limits.microw if before else {}
    fractions = microw_of(
        quantities, amounts.decision, {"fraction": before}, macro=epoch.placement, **limits
    )
    placed = solved("microw", fractions)
    seconds["microw"] = placed.seconds
    promised = _promised_mips(quantities, amounts.decision)
    if placed.decision is None:
        message = f"microW: {placed.message or placed.status}"
        return _epoch_record(epoch, before, promised, "infeasible", message, seconds)
    return _epoch_record(epoch, placed.decision["fraction"], promised, "done", None, seconds)


def _promised_mips(quantities: MicroQ, decision: dict[str, Any]) -> dict[str, float]:
    """Return the mips of each PE in microQ's decision, interpolated from its pacing."""
    return {
        pe.name: float(np.interp(decision["mips"][c.name], c.mips, pe.pacing))
        for c in quantities.components
        for pe in c.pes
    }


def _epoch_record(
    epoch: MicroEpoch,
    fractions: dict[str, dict[str, float]],
    promised: dict[str, float] | None,
    status: str,
    message: str | None,
    seconds: dict[str, float],
) -> dict[str, Any]:
    power = epoch.power
    mips: dict[str, float] = {}
    for p, row in fractions.items():
        job = p.partition("/")[0]
        mips[job] = mips.get(job, 0.0) + sum(f * power[n] for n, f in row.items())
    return {
        "status": status,
        "message": message,
        "fraction": fractions,
        "metrics": metrics_of(epoch.instance, epoch.chosen, fractions, power, promised),
        "mips_by_job": mips,
        "seconds": seconds,
    }
