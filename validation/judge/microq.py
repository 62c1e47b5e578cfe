"""The judge of microq: segments, pacing, capacity on the raw instance, and price certificates."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from ...core.schema import NonNegative
from ...instances.microq import MicroQ, Pe
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
    got = {
        p: math.fsum(node.mips * fraction.get(p, {}).get(node.name, 0.0) for node in instance.nodes)
        for p in pes
    }
    judge.violations += [
        *_within_breakpoints(instance, mips),
        *_pacing(instance, mips, got),
        *_least_and_most(pes, got),
        *_candidates(pes, fraction),
        *node_capacity(instance, fraction),
    ]
    judge.details = {"mips_used": math.fsum(mips.values())}
    return math.fsum(
        float(np.interp(mips[component.name], component.mips, component.importance))
        for component in instance.components
    )


def _within_breakpoints(instance: MicroQ, mips: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (34)-(36): a component's mips outside its segments."""
    for component in instance.components:
        value = mips[component.name]
        low, high = float(component.mips[0]), float(component.mips[-1])
        if exceeds(low, value, high) or exceeds(value, high):
            message = f"{value:.15g} mips lie in no segment (segments: {low:.15g} to {high:.15g})"
            away = max(low - value, value - high)
            yield Violation("segments", f"component {component.name}", away, message)


def _largest(pe: Pe) -> float:
    """Return the size for tolerances on a PE's mips: its largest pace or its minimum mips."""
    return max(float(pe.pacing.max()), pe.min_mips)


def _pacing(instance: MicroQ, mips: dict[str, float], got: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (37), (38): a PE's mips differ from its component's pacing."""
    for component in instance.components:
        for pe in component.pes:
            wanted = float(np.interp(mips[component.name], component.mips, pe.pacing))
            if differs(got[pe.name], wanted, _largest(pe)):
                message = f"gets {got[pe.name]:.15g} mips, but its pacing requires {wanted:.15g}"
                yield Violation("pacing", f"PE {pe.name}", abs(got[pe.name] - wanted), message)


def _least_and_most(pes: dict[str, Pe], got: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (40): a PE's mips below its minimum or above its maximum."""
    for name, pe in pes.items():
        if exceeds(pe.min_mips, got[name], _largest(pe)):
            message = f"gets {got[name]:.15g} mips, but needs {pe.min_mips:.15g}"
            yield Violation("min_mips", f"PE {name}", pe.min_mips - got[name], message)
        if pe.max_mips is not None and exceeds(got[name], pe.max_mips, _largest(pe)):
            message = f"gets {got[name]:.15g} mips, but may have at most {pe.max_mips:.15g}"
            yield Violation("max_mips", f"PE {name}", got[name] - pe.max_mips, message)


def _candidates(pes: dict[str, Pe], fraction: Fractions) -> Iterator[Violation]:
    """Yield violations of (38), (42): a fraction off a PE's candidates, or a negative one."""
    for p, row in fraction.items():
        for n, value in row.items():
            if value < -TOLERANCE:
                message = f"{value:.15g} is negative"
                yield Violation("fraction", f"PE {p} on node {n}", -value, message)
            if abs(value) > TOLERANCE and n not in pes[p].nodes:
                message = "the node is not a candidate"
                yield Violation("candidates", f"PE {p} on node {n}", abs(value), message)


def certified(instance: MicroQ, prices: MipsPrices) -> Fraction:
    """Return the bound that node prices prove: no decision has more importance.

    At prices μ_n >= 0 per mips a PE pays at least λ_p, the least price among its nodes, so no
    decision is worth more than Σ μ_n H_n + Σ_c max_k (I_ck - Σ_p λ_p R_cpk) over breakpoints k.
    """
    exact = {n: Fraction(value) for n, value in prices.node.items()}
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
    return proven
