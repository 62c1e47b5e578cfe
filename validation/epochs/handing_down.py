"""From an admission to the quantities of a micro epoch: exact curves, least and most mips."""

from __future__ import annotations

from collections.abc import Collection

from ...core.outcome import Decision
from ...core.run import Run
from ...instances.application import short_name
from ...instances.importers import Curve, Goals
from ...instances.macroq import MacroQ
from ...instances.macrow import MacroW
from ...solvers.macroq import component_curves


def goals_of(
    instance: MacroQ, chosen: list[int], run: Run, *, segments: int | None = None
) -> Goals | None:
    """Return what macroQ hands to microQ: the curves of the chosen graph's weak components.

    ``segments`` thins the curves out.  ``None`` where no component can use mips.
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
    """Return a PE whose candidates that are up have too few mips, what it needs, what they have."""
    nodes = {node.name: node for node in macrow.nodes}
    pes = {pe.name: pe for pe in macrow.pes}
    for name, least in goals.min_mips.items():
        row = [n for n in candidates.get(name, ()) if n in up]
        has = sum(pes[name].usable(nodes[n]) for n in row)
        if has < least:
            return name, least, has
    return None
