"""The judge of macrow: constraints (4)-(28), checked one by one on the raw instance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, TypeAlias

from ....core.decimals import as_written
from ....instances.macrow import MacroW, Node, Pe
from ..forms import Decision
from ..judging import Judge
from ..tolerances import ROUNDING
from ..verdict import Violation, excess


class CandidateNodes(Decision):
    """A decision: the candidate nodes of each PE."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"candidates": ("pes", "nodes")}
    COMPLETE: ClassVar[tuple[str, ...]] = ("candidates",)
    candidates: dict[str, list[str]]


def check(instance: MacroW, decision: CandidateNodes, judge: Judge) -> float:
    """Check the candidates; the objective weighs mean and maximum use of nodes and links."""
    now = {pe: set(names) for pe, names in decision.candidates.items()}
    judge.violations += [
        *_allowed_nodes(instance, now),
        *_licenses(instance, now),
        *_integrity(instance, now),
        *_risk(instance, now),
        *_colors(instance, now),
        *_fairness(instance, now),
        *_changes(instance, now),
        *_counts(instance, now),
        *_pairs(instance, now),
    ]
    nodes = node_utilizations(instance, now)
    links = link_utilizations(instance, now)
    parts = {
        "mean_node": math.fsum(nodes.values()) / len(nodes),
        "max_node": max(nodes.values()),
        "mean_link": math.fsum(links.values()) / len(links) if links else 0.0,
        "max_link": max(links.values(), default=0.0),
    }
    judge.details = dict(parts)
    weights = instance.weights.model_dump()
    return math.fsum(weights[key] * value for key, value in parts.items())


def _allowed_nodes(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (12): candidates of a PE that do not match the PE."""
    for pe in instance.pes:
        allowed = now[pe.name] if pe.allowed_nodes is None else set(pe.allowed_nodes)
        for name in sorted(now[pe.name] - allowed):
            message = "the PE's allowed_nodes do not contain this node"
            yield Violation("allowed_nodes", f"PE {pe.name} on node {name}", None, message)


def _licenses(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (13): PEs' candidates that need more tokens than a license has."""
    for held in instance.licenses:
        taken = sum(len(now[name]) for name in held.pes)
        message = f"{taken} tokens are needed, but there are only {held.tokens}"
        yield from excess("licenses", f"license {held.name}", taken - held.tokens, message)


def _integrity(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (14), (15): integrity levels of a node's PEs that differ too much."""
    for node, pes in _pes_by_node(instance, now):
        levels = {pe.name: pe.integrity for pe in pes if pe.integrity is not None}
        if node.integrity_range is None or not levels:
            continue
        low, high = min(levels, key=levels.__getitem__), max(levels, key=levels.__getitem__)
        message = (
            f"PE {high} has level {levels[high]}, PE {low} has {levels[low]}, "
            f"but levels may differ by at most {node.integrity_range}"
        )
        away = levels[high] - levels[low] - node.integrity_range
        yield from excess("integrity", f"node {node.name}", away, message)


def _risk(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield a violation of (16) if the risks of all candidates sum to more than the limit."""
    if instance.risk is None:
        return
    risks = (
        as_written(level)
        for pe, levels in instance.risk.levels.items()
        for node, level in levels.items()
        if node in now[pe]
    )
    taken = sum(risks, Fraction(0))
    message = f"the risks sum to {float(taken):.15g}, but the limit is {instance.risk.limit:.15g}"
    yield from excess("risk", "all PEs", taken - as_written(instance.risk.limit), message)


def _colors(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (17), (18): a node has two PEs whose colors it must separate."""
    for node, pes in _pes_by_node(instance, now):
        present: dict[str | None, str] = {}
        for pe in pes:
            present.setdefault(pe.color, pe.name)
        for one, other in node.incompatible_colors:
            if one in present and other in present:
                message = f"PE {present[one]} is {one}, {present[other]} is {other}: incompatible"
                yield Violation("incompatible_colors", f"node {node.name}", None, message)


def _fairness(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (19): a PE's candidates offer too few mips for its goal and fairness."""
    nodes = {node.name: node for node in instance.nodes}
    for pe in instance.pes:
        wanted = pe.fairness * pe.goal
        usable = math.fsum(pe.usable(nodes[name]) for name in now[pe.name])
        if usable >= wanted * (1 + ROUNDING):
            continue  # only if rounding could decide are decimals added
        offers = (as_written(pe.usable(nodes[name])) for name in now[pe.name])
        short = as_written(pe.fairness) * as_written(pe.goal) - sum(offers, Fraction(0))
        message = f"its candidates offer {usable:.15g} mips, but it needs {wanted:.15g}"
        yield from excess("fairness", f"PE {pe.name}", short, message)


def _changes(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (20)-(23): too many candidates added or removed, in all or for a PE."""
    before = instance.previous or {}
    changed = {pe.name: len(now[pe.name] ^ set(before.get(pe.name, ()))) for pe in instance.pes}
    total, limit = sum(changed.values()), instance.max_total_change
    if limit is not None:
        message = f"{total} candidates change, but at most {limit} may"
        yield from excess("max_total_change", "all PEs", total - limit, message)
    for pe in instance.pes:
        if pe.max_change is not None:
            message = (
                f"{changed[pe.name]} of its candidates change, but at most {pe.max_change} may"
            )
            amount = changed[pe.name] - pe.max_change
            yield from excess("max_change", f"PE {pe.name}", amount, message)


def _counts(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (24)-(26): the number of a node's PEs, or of a PE's candidates."""
    for node, pes in _pes_by_node(instance, now):
        count = len(pes)
        if node.max_pes is not None:
            message = f"it is a candidate of {count} PEs, but at most {node.max_pes} are allowed"
            yield from excess("max_pes", f"node {node.name}", count - node.max_pes, message)
    for pe in instance.pes:
        count = len(now[pe.name])
        message = f"it has {count} candidates, but needs at least {pe.min_nodes}"
        yield from excess("min_nodes", f"PE {pe.name}", pe.min_nodes - count, message)
        if pe.max_nodes is not None:
            message = f"it has {count} candidates, but at most {pe.max_nodes} are allowed"
            yield from excess("max_nodes", f"PE {pe.name}", count - pe.max_nodes, message)


def _pairs(instance: MacroW, now: Candidates) -> Iterator[Violation]:
    """Yield violations of (27), (28): colocated PEs that differ, exlocated PEs on a common node."""
    for one, other in instance.colocated:
        apart = sorted(now[one] ^ now[other])
        message = f"only one of these PEs has the candidates {', '.join(apart)}"
        yield from excess("colocated", f"PEs {one} and {other}", len(apart), message)
    for one, other in instance.exlocated:
        both = sorted(now[one] & now[other])
        message = f"both have {', '.join(both)}"
        yield from excess("exlocated", f"PEs {one} and {other}", len(both), message)


Candidates: TypeAlias = dict[str, set[str]]  # all PEs; v_pn = 1


def _pes_by_node(instance: MacroW, now: Candidates) -> list[tuple[Node, list[Pe]]]:
    """Return each node with the PEs that have it as a candidate."""
    on: dict[str, list[Pe]] = {node.name: [] for node in instance.nodes}
    for pe in instance.pes:
        for name in now[pe.name]:
            on[name].append(pe)
    return [(node, on[node.name]) for node in instance.nodes]


def node_utilizations(instance: MacroW, now: Candidates) -> dict[str, float]:
    """Return, by node, the share of the node that all its PEs together may use, (4)."""
    rows = _pes_by_node(instance, now)
    return {n.name: math.fsum(pe.usable(n) for pe in pes) / n.mips for n, pes in rows}


def link_utilizations(instance: MacroW, now: Candidates) -> dict[str, float]:
    """Return, by link, the share of its capacity used by streams with nodes on both sides."""
    cluster = {node.name: node.cluster for node in instance.nodes}
    used = {}
    for link in instance.links:
        side = joined_without(instance, link.name, link.between[0])
        loaded = []
        for stream in instance.streams:
            touched = {cluster[n] for n in now[stream.sender] | now[stream.receiver]}
            if touched & side and touched - side:
                loaded.append(stream.rate)
        used[link.name] = math.fsum(loaded) / link.capacity
    return used


def joined_without(instance: MacroW, without: str, start: str) -> set[str]:
    """Return the clusters that are still connected to ``start`` if the link ``without`` is cut."""
    reached = [start]
    for cluster in reached:  # grows while it is walked
        for link in instance.links:
            if link.name != without and cluster in link.between:
                reached += set(link.between) - set(reached)
    return set(reached)
