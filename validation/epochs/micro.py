"""One micro epoch: quantities by microQ, fractions by microW, and what they achieve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.outcome import Outcome
from ...core.run import Run
from ...instances.application import Application, Present
from ...instances.importers import Goals, microq_of, microw_of
from ...instances.macroq import MacroQ
from ...instances.macrow import MacroW
from ...instances.microq import MicroQ
from .handing_down import goals_of, starved_pe
from .metrics import metrics_of

Solved = Callable[..., Outcome]


@dataclass(frozen=True)
class MicroEpoch:
    """The chosen graph as it is now, candidates, and the fractions before."""

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
        """The mips of the nodes that are up."""
        return {node.name: node.mips for node in self.present.nodes(self.application)}

    def goals(self, run: Run) -> Goals | None:
        """Return the curves of the chosen graph, made once for the same rates and weights."""
        graph = self.instance.graph
        present = (sorted(self.present.primal.items()), sorted(self.present.value_weights.items()))
        chosen = [(graph.alternatives[a].job, graph.alternatives[a].name) for a in self.chosen]
        key = repr((present, self.present.jobs, chosen, self.instance.mips))
        if key not in self.known:
            self.known[key] = goals_of(self.instance, self.chosen, run)
        return self.known[key]

    def still_up(self) -> dict[str, dict[str, float]]:
        """Return the fractions before, of PEs and nodes that are still there."""
        known = {pe.name for pe in self.placement.pes}
        up = self.power
        return {
            p: {n: f for n, f in row.items() if n in up}
            for p, row in self.fractions.items()
            if p in known
        }


def micro_epoch(epoch: MicroEpoch, solved: Solved) -> dict[str, Any]:
    """Return status, fractions, metrics and seconds; what is infeasible keeps what is up."""
    run = Run("maximize")
    goals = epoch.goals(run)
    seconds = {"curves": run.seconds}
    if goals is None:
        return _epoch_record(epoch, {}, None, "done", "no component can use mips", seconds)
    short = starved_pe(epoch.placement, epoch.candidates, goals, epoch.power)
    if short is not None:
        name, least, has = short
        message = f"PE {name} needs {least:g} mips, its candidates that are up have {has:g}"
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
    """Return the mips of each PE that microQ gave."""
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
