"""The judge of microq: segments, pacing, capacity on the raw instance, and the proof by prices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ...instances.microq import MicroQ, Pe
from .proofs.lagrange_multiplier import invalid
from .tolerances import TOLERANCE
from .verdict import Verdict, Violation, differs, exceeds, key_faults, malformed
from .verdict import rejected as rejected_with


def check(instance: MicroQ, decision: Any) -> Verdict:
    """Judge a decision: ``{"mips": {component: …}, "fraction": {pe: {node: …}}}``."""
    faults = key_faults(decision, ["mips", "fraction"])
    if not faults:
        faults = [*_mips_faults(instance, decision), *_fraction_faults(instance, decision)]
    if faults:
        return rejected_with(faults)
    mips, fraction = decision["mips"], decision["fraction"]
    violations = [
        *_within_breakpoints(instance, mips),
        *_pacing(instance, mips, fraction),
        *_least_and_most(instance, fraction),
        *_candidates(instance, fraction),
        *_node_capacity(instance, fraction),
    ]
    if violations:
        return rejected_with(violations)
    values = [
        float(np.interp(mips[component.name], component.mips, component.importance))
        for component in instance.components
    ]
    used = math.fsum(mips.values())
    return Verdict(objective=math.fsum(values), details={"mips_used": used})


def _pes(instance: MicroQ) -> dict[str, Pe]:
    return {pe.name: pe for component in instance.components for pe in component.pes}


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _mips_faults(instance: MicroQ, decision: Any) -> Iterator[Violation]:
    mips = decision["mips"]
    names = {component.name for component in instance.components}
    if not isinstance(mips, dict) or set(mips) != names:
        yield malformed("mips", "must be an object with every component")
        return
    for c, value in mips.items():
        if not _is_number(value):
            yield malformed(f"mips.{c}", f"must be a number, is {value!r}")


def _fraction_faults(instance: MicroQ, decision: Any) -> Iterator[Violation]:
    fraction = decision["fraction"]
    pes, nodes = _pes(instance), {node.name for node in instance.nodes}
    if not isinstance(fraction, dict):
        yield malformed("fraction", "must be an object of PEs")
        return
    for p, row in fraction.items():
        if p not in pes or not isinstance(row, dict):
            word = "must be an object of nodes" if p in pes else "is no PE of the instance"
            yield malformed(f"fraction.{p}", word)
            continue
        for n, value in row.items():
            if n not in nodes:
                yield malformed(f"fraction.{p}.{n}", "is no node of the instance")
            elif not _is_number(value):
                yield malformed(f"fraction.{p}.{n}", f"must be a number, is {value!r}")


def _within_breakpoints(instance: MicroQ, mips: dict[str, float]) -> Iterator[Violation]:
    """(34)-(36): a component's mips lie in one of its segments."""
    for component in instance.components:
        value = mips[component.name]
        low, high = float(component.mips[0]), float(component.mips[-1])
        if exceeds(low, value, high) or exceeds(value, high):
            message = f"{value:g} mips lie in no segment; they reach from {low:g} to {high:g}"
            away = max(low - value, value - high)
            yield Violation("segments", f"component {component.name}", away, message)


def _got(instance: MicroQ, fraction: dict[str, dict[str, float]], p: str) -> float:
    row = fraction.get(p, {})
    return math.fsum(node.mips * row.get(node.name, 0.0) for node in instance.nodes)


def _largest(pe: Pe) -> float:
    """Return the mips beside which those of a PE are rounded: of its largest pace or least mips."""
    return max(float(pe.pacing.max()), pe.min_mips)


def _pacing(
    instance: MicroQ, mips: dict[str, float], fraction: dict[str, dict[str, float]]
) -> Iterator[Violation]:
    """(37) and (38): a PE gets the mips that the pacing of its component asks for."""
    for component in instance.components:
        for pe in component.pes:
            wanted = float(np.interp(mips[component.name], component.mips, pe.pacing))
            got = _got(instance, fraction, pe.name)
            if differs(got, wanted, _largest(pe)):
                message = f"gets {got:g} mips, its pace asks for {wanted:g}"
                yield Violation("pacing", f"PE {pe.name}", abs(got - wanted), message)


def _least_and_most(instance: MicroQ, fraction: dict[str, dict[str, float]]) -> Iterator[Violation]:
    """(40): a PE gets its least mips and not more than its most."""
    for name, pe in _pes(instance).items():
        got = _got(instance, fraction, name)
        if exceeds(pe.min_mips, got, _largest(pe)):
            message = f"gets {got:g} mips, needs {pe.min_mips:g}"
            yield Violation("min_mips", f"PE {name}", pe.min_mips - got, message)
        if pe.max_mips is not None and exceeds(got, pe.max_mips, _largest(pe)):
            message = f"gets {got:g} mips, may have {pe.max_mips:g}"
            yield Violation("max_mips", f"PE {name}", got - pe.max_mips, message)


def _candidates(instance: MicroQ, fraction: dict[str, dict[str, float]]) -> Iterator[Violation]:
    """(38) and (42): a PE uses no node but its candidates, and none by less than nothing."""
    pes = _pes(instance)
    for p, row in fraction.items():
        for n, value in row.items():
            if value < -TOLERANCE:
                message = f"{value:g} is negative"
                yield Violation("fraction", f"PE {p} on node {n}", -value, message)
            if abs(value) > TOLERANCE and n not in pes[p].nodes:
                message = "the node is no candidate"
                yield Violation("candidates", f"PE {p} on node {n}", abs(value), message)


def _node_capacity(instance: MicroQ, fraction: dict[str, dict[str, float]]) -> Iterator[Violation]:
    """(39): the fractions of a node sum to 1 at most."""
    for node in instance.nodes:
        used = math.fsum(row.get(node.name, 0.0) for row in fraction.values())
        if exceeds(used, 1.0):
            message = f"its fractions sum to {used:g}"
            yield Violation("capacity", f"node {node.name}", used - 1.0, message)


def check_certificate(
    instance: MicroQ, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check prices of nodes: they prove that no decision is worth more than the bound.

    At prices μ_n >= 0 per mips a PE pays at least the least price λ_p of its nodes, so that no
    decision is worth more than Σ μ_n H_n + Σ_c max_k (I_ck - Σ_p λ_p R_cpk) over breakpoints k.
    """
    prices = certificate.get("node")
    if set(certificate) != {"kind", "node"} or certificate["kind"] != "prices":
        return [invalid("is no proof by prices {kind, node}")]
    names = {node.name for node in instance.nodes}
    if not isinstance(prices, dict) or set(prices) != names:
        return [invalid("node must hold a price for each node")]
    if not all(_is_number(value) and value >= 0 for value in prices.values()):
        return [invalid("prices must be numbers of 0 or more")]
    exact = {n: Fraction(value) for n, value in prices.items()}
    proven = sum((exact[node.name] * Fraction(node.mips) for node in instance.nodes), Fraction(0))
    for component in instance.components:
        lowest = [min((exact[n] for n in pe.nodes), default=Fraction(0)) for pe in component.pes]
        proven += max(
            Fraction(float(component.importance[k]))
            - sum(
                price * Fraction(float(pe.pacing[k]))
                for price, pe in zip(lowest, component.pes, strict=True)
            )
            for k in range(len(component.mips))
        )
    if bound is None or Fraction(bound) < proven:
        return [invalid(f"it proves {float(proven)!r}, the claimed bound is {bound!r}")]
    return []
