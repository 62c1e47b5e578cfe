"""The judge of microq: checks segments, pacing and capacity, and verifies price certificates."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from ...core.schema import NonNegative
from ...instances.microq import Component, MicroQ, Pe
from .forms import Certificate, Decision
from .judging import Judge
from .microw import Fractions, node_capacity
from .tolerances import TOLERANCE
from .verdict import Violation, differs, exceeds


class PacedMips(Decision):
    """A decision: the mips of each component, and the node fractions of its PEs."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "mips": ("components",),
        "fraction": ("components.pes", "nodes"),
    }
    COMPLETE: ClassVar[tuple[str, ...]] = ("mips",)
    mips: dict[str, float]
    fraction: Fractions


class MipsPrices(Certificate):
    """A certificate: a price per mips of each node."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"node": ("nodes",)}
    COMPLETE: ClassVar[tuple[str, ...]] = ("node",)
    kind: Literal["prices"] = "prices"
    node: dict[str, NonNegative]


def check(instance: MicroQ, decision: PacedMips, judge: Judge) -> float:
    """Check mips and fractions; the objective is the importance of all components."""
    mips, fraction = decision.mips, decision.fraction
    pes = {pe.name: pe for component in instance.components for pe in component.pes}
    power = {node.name: node.mips for node in instance.nodes}
    got = {p: math.fsum(power[n] * f for n, f in fraction.get(p, {}).items()) for p in pes}
    judge.violations += [
        *_within_breakpoints(instance, mips),
        *_paced(instance, mips, got),
        *_candidates(pes, fraction),
        *node_capacity(instance, fraction),
    ]
    judge.details = {"mips_used": math.fsum(mips.values())}
    return math.fsum(
        float(np.interp(mips[component.name], component.mips, component.importance))
        for component in instance.components
    )


def _within_breakpoints(instance: MicroQ, mips: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (34)-(36): mips of a component outside its segments."""
    for component in instance.components:
        value = mips[component.name]
        low, high = float(component.mips[0]), float(component.mips[-1])
        if exceeds(low, value, high) or exceeds(value, high):
            message = f"{value:.15g} mips lie in no segment (segments: {low:.15g} to {high:.15g})"
            away = max(low - value, value - high)
            yield Violation("segments", f"component {component.name}", away, message)


def _largest(pe: Pe) -> float:
    """Return the mips to which tolerances for a PE are relative: its largest pace or minimum."""
    return max(float(pe.pacing.max()), pe.min_mips)


def _paced(instance: MicroQ, mips: dict[str, float], got: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (37), (38), (40): mips of PEs that miss the pacing or the limits."""
    for component in instance.components:
        for pe in component.pes:
            value, size, place = got[pe.name], _largest(pe), f"PE {pe.name}"
            wanted = float(np.interp(mips[component.name], component.mips, pe.pacing))
            if differs(value, wanted, size):
                message = f"gets {value:.15g} mips, but its pacing requires {wanted:.15g}"
                yield Violation("pacing", place, abs(value - wanted), message)
            if exceeds(pe.min_mips, value, size):
                message = f"gets {value:.15g} mips, but needs {pe.min_mips:.15g}"
                yield Violation("min_mips", place, pe.min_mips - value, message)
            if pe.max_mips is not None and exceeds(value, pe.max_mips, size):
                message = f"gets {value:.15g} mips, but may have at most {pe.max_mips:.15g}"
                yield Violation("max_mips", place, value - pe.max_mips, message)


def _candidates(pes: dict[str, Pe], fraction: Fractions) -> Iterator[Violation]:
    """Yield violations of (38), (42): fractions on nodes that are not candidates, or below 0."""
    for p, row in fraction.items():
        for n, value in row.items():
            if value < -TOLERANCE:
                message = f"{value:.15g} is negative"
                yield Violation("fraction", f"PE {p} on node {n}", -value, message)
            if abs(value) > TOLERANCE and n not in pes[p].nodes:
                message = "the node is not a candidate"
                yield Violation("candidates", f"PE {p} on node {n}", abs(value), message)


def certified(instance: MicroQ, prices: MipsPrices) -> Fraction:
    """Return the bound that node prices prove: no decision has a higher importance.

    At prices μ_n >= 0 per mips a PE pays at least λ_p, the least price among its nodes.  So no
    decision is worth more than Σ μ_n H_n + Σ_c max (I_c - Σ_p λ_p R_cp) over reachable points.
    """
    exact = {n: Fraction(value) for n, value in prices.node.items()}
    proven = sum((exact[node.name] * Fraction(node.mips) for node in instance.nodes), Fraction(0))
    for component in instance.components:
        lowest = [min((exact[n] for n in pe.nodes), default=Fraction(0)) for pe in component.pes]
        worth = max(
            importance - sum(price * mips for price, mips in zip(lowest, paced, strict=True))
            for importance, *paced in _reachable(component)
        )
        above = Fraction(float(worth))  # with a short denominator
        proven += above if above >= worth else Fraction(math.nextafter(float(worth), math.inf))
    return proven


def _reachable(component: Component) -> list[list[Fraction]]:
    """Return (importance, pacing of each PE) at the ends of the parts of segments that (40) allows.

    The limits allow more than the tolerance of `check`.  If no part is allowed, return all points.
    """
    curves = [component.importance, *(pe.pacing for pe in component.pes)]
    points = [[Fraction(value) for value in point] for point in np.transpose(curves).tolist()]
    limits, kept = [], []
    for p, pe in enumerate(component.pes, 1):
        most = _largest(pe) if pe.max_mips is None else pe.max_mips
        slack = 3 * TOLERANCE * _largest(pe)
        limits.append((p, Fraction(pe.min_mips - slack), Fraction(most + slack)))
    for a, b in pairwise(points):
        at = [(p, y) for p, *pair in limits for y in pair if min(a[p], b[p]) < y < max(a[p], b[p])]
        ends = {Fraction(0), Fraction(1), *((y - a[p]) / (b[p] - a[p]) for p, y in at)}
        parts = [[x + t * (y - x) for x, y in zip(a, b, strict=True)] for t in ends]
        kept += [part for part in parts if all(low <= part[p] <= most for p, low, most in limits)]
    return kept or points
