"""The judge of microw: (47)-(53) one by one on the raw instance, and the proof by prices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from ...instances.microw import NOISE, MicroW, Pe
from .proofs.lagrange_multiplier import invalid
from .tolerances import LAST_DIGIT, TOLERANCE
from .verdict import Verdict, Violation, exceeds, key_faults, malformed, rejected

Fractions: TypeAlias = dict[str, dict[str, float]]


def check(instance: MicroW, decision: Any) -> Verdict:
    """Judge a decision: ``{"fraction": {pe: {node: fraction}}}``, absent fractions being 0."""
    faults = key_faults(decision, ["fraction"])
    if not faults:
        faults = list(_form_faults(instance, decision["fraction"]))
    if faults:
        return rejected(faults)
    now: Fractions = decision["fraction"]
    violations = [
        *_total_change(instance, now),
        *_pe_change(instance, now),
        *_touched_nodes(instance, now),
        *_legal_fractions(instance, now),
        *_fixed_fractions(instance, now),
        *_node_capacity(instance, now),
    ]
    if violations:
        return rejected(violations)
    touched = sum(_is_touched(instance, now, node.name) for node in instance.nodes)
    change = math.fsum(_change(instance, now, pe) for pe in instance.pes)
    missed = [_missed(instance, now, pe) for pe in instance.pes]
    details = {"change": change, "touched_nodes": touched}
    return Verdict(objective=math.fsum(missed), details=details)


def _form_faults(instance: MicroW, fraction: Any) -> Iterator[Violation]:
    if not isinstance(fraction, dict):
        yield malformed("fraction", "must be an object of PEs")
        return
    pes = {pe.name for pe in instance.pes}
    nodes = {node.name for node in instance.nodes}
    for p, row in fraction.items():
        if p not in pes:
            yield malformed(f"fraction.{p}", "is no PE of the instance")
        elif not isinstance(row, dict):
            yield malformed(f"fraction.{p}", "must be an object of nodes")
        else:
            for n, value in row.items():
                if n not in nodes:
                    yield malformed(f"fraction.{p}.{n}", "is no node of the instance")
                elif type(value) not in (int, float) or not math.isfinite(value):
                    yield malformed(f"fraction.{p}.{n}", f"must be a number, is {value!r}")


def _at(fractions: Fractions, p: str, n: str) -> float:
    return fractions.get(p, {}).get(n, 0.0)


def _missed(instance: MicroW, now: Fractions, pe: Pe) -> float:
    """Return how far a PE is from its goal; what rounding explains is no distance."""
    got = math.fsum(_at(now, pe.name, node.name) * node.mips for node in instance.nodes)
    distance = abs(got - pe.goal)
    return distance if distance > NOISE * max(instance.least_weighed, pe.goal) else 0.0


def _change(instance: MicroW, now: Fractions, pe: Pe) -> float:
    return math.fsum(
        abs(_at(now, pe.name, node.name) - _at(instance.previous, pe.name, node.name)) * node.mips
        for node in instance.nodes
    )


def _rounding(instance: MicroW) -> float:
    """Return the mips that fractions of twelve digits leave open, on all nodes together."""
    return LAST_DIGIT * math.fsum(node.mips for node in instance.nodes) * len(instance.pes)


def _is_touched(instance: MicroW, now: Fractions, n: str) -> bool:
    return any(
        abs(_at(now, pe.name, n) - _at(instance.previous, pe.name, n)) > TOLERANCE
        for pe in instance.pes
    )


def _total_change(instance: MicroW, now: Fractions) -> list[Violation]:
    """(47): all changes together stay within their limit."""
    limit = instance.max_total_change
    changed = math.fsum(_change(instance, now, pe) for pe in instance.pes)
    if limit is None or changed - limit <= TOLERANCE * limit + _rounding(instance):
        return []
    message = f"{changed:g} mips change, {limit:g} may"
    return [Violation("max_total_change", "all PEs", changed - limit, message)]


def _pe_change(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """(48): the changes of one PE stay within its limit."""
    for pe in instance.pes:
        changed = _change(instance, now, pe)
        limit = pe.max_change
        if limit is not None and changed - limit > TOLERANCE * limit + _rounding(instance):
            message = f"{changed:g} mips of it change, {limit:g} may"
            where = f"PE {pe.name}"
            yield Violation("max_change", where, changed - limit, message)


def _touched_nodes(instance: MicroW, now: Fractions) -> list[Violation]:
    """(49) and (50): no more nodes than allowed have any fraction changed."""
    limit = instance.max_touched_nodes
    touched = [node.name for node in instance.nodes if _is_touched(instance, now, node.name)]
    if limit is None or len(touched) <= limit:
        return []
    message = f"{len(touched)} nodes are touched, {limit} may be"
    return [Violation("max_touched_nodes", ", ".join(touched), len(touched) - limit, message)]


def _legal_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """(51): every fraction is a legal one; on a node that is no candidate that is 0."""
    for pe in instance.pes:
        for n, value in now.get(pe.name, {}).items():
            ranges = pe.allowed.get(n, ((0.0, 1.0),)) if n in pe.nodes else ((0.0, 0.0),)
            away = min(max(low - value, value - high, 0.0) for low, high in ranges)
            if away > TOLERANCE:
                message = f"{value:g} is not legal, {[list(r) for r in ranges]} is"
                if n not in pe.nodes:
                    message = f"{value:g} of a node that is no candidate"
                yield Violation("allowed", f"PE {pe.name} on node {n}", away, message)
        for n in pe.allowed:
            low = pe.allowed[n][0][0]
            if n not in now.get(pe.name, {}) and low > TOLERANCE:
                message = f"0 is not legal, at least {low:g} is"
                yield Violation("allowed", f"PE {pe.name} on node {n}", low, message)


def _fixed_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """(52): fixed fractions stay."""
    for pe in instance.pes:
        for n in pe.fixed:
            before, value = _at(instance.previous, pe.name, n), _at(now, pe.name, n)
            if abs(value - before) > TOLERANCE:
                message = f"is fixed at {before:g}, is {value:g}"
                away = abs(value - before)
                yield Violation("fixed", f"PE {pe.name} on node {n}", away, message)


def _node_capacity(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """(53): the fractions of a node sum to 1 at most."""
    for node in instance.nodes:
        used = math.fsum(_at(now, pe.name, node.name) for pe in instance.pes)
        if exceeds(used, 1.0):
            message = f"its fractions sum to {used:g}"
            yield Violation("capacity", f"node {node.name}", used - 1.0, message)


def check_certificate(
    instance: MicroW, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check prices of goals and nodes: what they prove is at least the bound, exactly.

    For prices -1 <= π_p <= 1 and μ_n >= 0 any decision misses its goals by at least
    Σ π_p g_p - Σ μ_n H_n + Σ min (μ_n - π_p) H_n f, the minimum taken over legal fractions f.
    """
    if set(certificate) != {"kind", "pe", "node"} or certificate["kind"] != "prices":
        return [invalid("is no proof by prices {kind, pe, node}")]
    pes, nodes = certificate["pe"], certificate["node"]
    if not _prices(pes, [pe.name for pe in instance.pes]) or any(abs(v) > 1 for v in pes.values()):
        return [invalid("pe must hold a price from -1 to 1 for each PE")]
    if not _prices(nodes, [n.name for n in instance.nodes]) or any(v < 0 for v in nodes.values()):
        return [invalid("node must hold a price of 0 or more for each node")]
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
                ends = [_at(instance.previous, pe.name, n)]
            proven += min(slope * Fraction(end) for end in ends)
    if bound is None or Fraction(bound) > proven:
        return [invalid(f"it proves {float(proven)!r}, the claimed bound is {bound!r}")]
    return []


def _prices(prices: Any, names: list[str]) -> bool:
    return (
        isinstance(prices, dict)
        and set(prices) == set(names)
        and all(type(v) in (int, float) and math.isfinite(v) for v in prices.values())
    )
