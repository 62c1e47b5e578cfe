"""The judge of microw: (47)-(53) one by one on the raw instance, and price certificates."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ...core.schema import NonNegative
from ...instances.microq import MicroQ
from ...instances.microw import NOISE, MicroW, Pe
from .forms import Certificate, Decision
from .judging import Judge
from .tolerances import LAST_DIGIT, TOLERANCE
from .verdict import Violation, exceeds, excess

Fractions: TypeAlias = dict[str, dict[str, float]]  # by PE and node


class NodeFractions(Decision):
    """A decision: the node fractions of each PE; a fraction that is not listed is 0."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"fraction": ("pes", "nodes")}
    fraction: Fractions


class GoalPrices(Certificate):
    """A certificate: a price in [-1, 1] for each PE's goal, and a price for each node."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"pe": ("pes",), "node": ("nodes",)}
    COMPLETE: ClassVar[tuple[str, ...]] = ("pe", "node")
    kind: Literal["prices"] = "prices"
    pe: dict[str, Annotated[float, Field(ge=-1, le=1)]]
    node: dict[str, NonNegative]


def check(instance: MicroW, decision: NodeFractions, judge: Judge) -> float:
    """Check the fractions; the objective is the sum of the PEs' distances from their goals."""
    now, mips = decision.fraction, {node.name: node.mips for node in instance.nodes}
    changes = {pe.name: _changes_of(instance, now, pe.name) for pe in instance.pes}
    changed = {
        name: math.fsum(change * mips[n] for n, change in of_pe.items())
        for name, of_pe in changes.items()
    }
    moved = {n for of_pe in changes.values() for n, change in of_pe.items() if change > TOLERANCE}
    touched = [node.name for node in instance.nodes if node.name in moved]
    judge.violations += [
        *_changes(instance, changed),
        *_touched_nodes(instance, touched),
        *_legal_fractions(instance, now),
        *_fixed_fractions(instance, now),
        *node_capacity(instance, now),
    ]
    judge.details = {"change": math.fsum(changed.values()), "touched_nodes": len(touched)}
    return math.fsum(_distance_to_goal(instance, now, mips, pe) for pe in instance.pes)


def _changes_of(instance: MicroW, now: Fractions, p: str) -> dict[str, float]:
    """Return the absolute change of each listed fraction of a PE, by node."""
    row, before = now.get(p, {}), instance.previous.get(p, {})
    return {n: abs(row.get(n, 0.0) - before.get(n, 0.0)) for n in row | before}


def _distance_to_goal(instance: MicroW, now: Fractions, mips: Mapping[str, float], pe: Pe) -> float:
    """Return a PE's distance from its goal in mips; 0 if rounding explains it."""
    got = math.fsum(part * mips[n] for n, part in now.get(pe.name, {}).items())
    distance = abs(got - pe.goal)
    return distance if distance > NOISE * max(instance.least_weighed, pe.goal) else 0.0


def _changes(instance: MicroW, changed: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (47), (48): too much change of fractions, in total or of a PE."""
    # what fractions of twelve digits leave open, on all nodes together
    rounding = LAST_DIGIT * math.fsum(node.mips for node in instance.nodes) * len(instance.pes)
    total = math.fsum(changed.values())
    limits = [("max_total_change", "all PEs", total, "", instance.max_total_change)]
    for pe in instance.pes:
        limits += [("max_change", f"PE {pe.name}", changed[pe.name], " of it", pe.max_change)]
    for rule, where, mips, whose, limit in limits:
        if limit is not None and mips - limit > TOLERANCE * limit + rounding:
            message = f"{mips:.15g} mips{whose} change, but at most {limit:.15g} may"
            yield Violation(rule, where, mips - limit, message)


def _touched_nodes(instance: MicroW, touched: list[str]) -> list[Violation]:
    """Return a violation of (49), (50) if too many nodes have a changed fraction."""
    limit = len(touched) if instance.max_touched_nodes is None else instance.max_touched_nodes
    message = f"{len(touched)} nodes are touched, but at most {limit} may be"
    return excess("max_touched_nodes", ", ".join(touched), len(touched) - limit, message)


def _legal_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (51): a fraction outside the legal ranges, or not 0 off candidates."""
    for pe in instance.pes:
        listed = now.get(pe.name, {})
        for n in listed | pe.allowed:
            value = listed.get(n, 0.0)
            ranges = pe.allowed.get(n, ((0.0, 1.0),)) if n in pe.nodes else ((0.0, 0.0),)
            away = min(max(low - value, value - high, 0.0) for low, high in ranges)
            if away <= TOLERANCE:
                continue
            message = f"{value:.15g} is not legal; legal ranges: {[list(r) for r in ranges]}"
            if n not in pe.nodes:
                message = f"uses {value:.15g} of a node that is not a candidate"
            elif n not in listed:
                message = f"0 is not legal; the minimum is {ranges[0][0]:.15g}"
            yield Violation("allowed", f"PE {pe.name} on node {n}", away, message)


def _fixed_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (52): a fixed fraction that has changed."""
    for pe in instance.pes:
        for n in pe.fixed:
            before, value = (of.get(pe.name, {}).get(n, 0.0) for of in (instance.previous, now))
            away = abs(value - before)
            if away > TOLERANCE:
                message = f"is fixed at {before:.15g}, but has {value:.15g}"
                yield Violation("fixed", f"PE {pe.name} on node {n}", away, message)


def node_capacity(instance: MicroW | MicroQ, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (53), and (39) of microq: a node's fractions sum to more than 1."""
    parts: dict[str, list[float]] = {node.name: [] for node in instance.nodes}
    for row in now.values():
        for name, part in row.items():
            parts[name].append(part)
    for node in instance.nodes:
        used = math.fsum(parts[node.name])
        if exceeds(used, 1.0):
            message = f"its fractions sum to {used:.15g}, more than 1"
            yield Violation("capacity", f"node {node.name}", used - 1.0, message)


def certified(instance: MicroW, prices: GoalPrices) -> Fraction:
    """Return the exact bound that prices of goals and nodes prove.

    For prices -1 <= π_p <= 1 and μ_n >= 0 the distance of each decision from its goals is at least
    Σ π_p g_p - Σ μ_n H_n + Σ min (μ_n - π_p) H_n f, the minimum over the legal fractions f.
    """
    pes, nodes = prices.pe, prices.node
    proven = Fraction(0)
    proven += sum(Fraction(pes[pe.name]) * Fraction(pe.goal) for pe in instance.pes)
    proven -= sum(Fraction(nodes[node.name]) * Fraction(node.mips) for node in instance.nodes)
    mips = {node.name: Fraction(node.mips) for node in instance.nodes}
    for pe in instance.pes:
        for n in pe.nodes:
            slope = (Fraction(nodes[n]) - Fraction(pes[pe.name])) * mips[n]
            ranges = pe.allowed.get(n, ((0.0, 1.0),))
            ends = [ranges[0][0], ranges[-1][1]]
            if n in pe.fixed:
                ends = [instance.previous.get(pe.name, {}).get(n, 0.0)]
            proven += min(slope * Fraction(end) for end in ends)
    return proven
