"""microq: allocate mips to components of PEs with fixed mips ratios; maximise importance.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report),
section 5.3, (34)-(46).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, number_array, power_near
from ..core.decimals import steps
from ..core.faults import Fault, check_range, near_miss, repeated_names
from ..core.memory import check_size
from ..core.schema import Instance, Many, Name, NonNegative, Part, Positive, Rule

_DIGITS = 12
_SUM_SLACK = 1e-6  # of a sum of pacing, as a share of its breakpoint


class Node(Part):
    """A processing node and its mips."""

    name: Name
    mips: Positive


class Pe(Part):
    """A PE: its nodes, its minimum and maximum mips, and its mips at each breakpoint."""

    name: Name
    nodes: Many[Name]
    min_mips: NonNegative = 0.0
    max_mips: NonNegative | None = None
    pacing: Annotated[FloatArray, *number_array(1, at_least=0)]

    def measured(self, mips: float) -> Pe:
        """Return the PE with all its mips divided by ``mips``, the new unit."""
        most = None if self.max_mips is None else self.max_mips / mips
        scaled = {"min_mips": self.min_mips / mips, "pacing": self.pacing / mips}
        return self.model_copy(update={**scaled, "max_mips": most})


def rounded_mips(mips: float, most: float) -> float:
    """Return mips rounded to twelve digits relative to their maximum."""
    return round(mips, _DIGITS - math.ceil(math.log10(most))) + 0.0


class Component(Part):
    """A weak component: its importance at breakpoints of its mips, linear between them."""

    name: Name
    mips: Annotated[FloatArray, *number_array(1, at_least=0)]
    importance: Annotated[FloatArray, *number_array(1)]
    pes: Annotated[Many[Pe], Field(min_length=1)]

    @property
    def segments(self) -> int:
        """The number of linear segments."""
        return len(self.mips) - 1

    def value(self, mips: float) -> float:
        """Return the component's importance at ``mips``."""
        return float(np.interp(mips, self.mips, self.importance))

    def rounded(self, mips: float) -> float:
        """Return mips as in decisions: rounded to twelve digits relative to the last breakpoint."""
        return rounded_mips(mips, float(self.mips[-1]))

    def measured(self, mips: float, worth: float) -> Component:
        """Return the component with its mips divided by ``mips``, its importance by ``worth``."""
        pes = tuple(pe.measured(mips) for pe in self.pes)
        curves = {"mips": self.mips / mips, "importance": self.importance / worth}
        return self.model_copy(update={**curves, "pes": pes})

    def envelope(self) -> list[int]:
        """Return the numbers of the breakpoints on the concave envelope of the importance."""
        kept: list[int] = []
        for k in range(len(self.mips)):
            while len(kept) > 1 and not self._bends_down(kept[-2], kept[-1], k):
                kept.pop()
            kept.append(k)
        return kept

    def _bends_down(self, i: int, j: int, k: int) -> bool:
        x, y = self.mips, self.importance
        return bool((y[j] - y[i]) * (x[k] - x[j]) > (y[k] - y[j]) * (x[j] - x[i]))


def distinct_names(nodes: tuple[Node, ...], components: tuple[Component, ...]) -> Iterator[Fault]:
    """Nodes, components, and the PEs of all components have distinct names."""
    yield from repeated_names("nodes", (node.name for node in nodes))
    yield from repeated_names("components", (component.name for component in components))
    first: dict[str, str] = {}
    for i, component in enumerate(components):
        for k, pe in enumerate(component.pes):
            place = f"components[{i}].pes[{k}]"
            if pe.name in first:
                rule = f"is already the name of {first[pe.name]}"
                yield Fault.of(f"{place}.name", rule, pe.name)
            first.setdefault(pe.name, place)


def known_nodes(nodes: tuple[Node, ...], components: tuple[Component, ...]) -> Iterator[Fault]:
    """A PE has known candidate nodes, each only once."""
    known = {node.name for node in nodes}
    for i, component in enumerate(components):
        for k, pe in enumerate(component.pes):
            for j, name in enumerate(pe.nodes):
                place = f"components[{i}].pes[{k}].nodes[{j}]"
                if name not in known:
                    rule = f"is not a node of this instance {near_miss(name, known)}"
                    yield Fault.of(place, rule, name)
                elif name in pe.nodes[:j]:
                    yield Fault.of(place, "is already in the list", name)


def growing_breakpoints(components: tuple[Component, ...]) -> Iterator[Fault]:
    """Two or more breakpoints increase; importance and pacing have one value for each."""
    for i, component in enumerate(components):
        place, count = f"components[{i}]", len(component.mips)
        if count < 2:
            yield Fault.of(f"{place}.mips", "must have at least 2 breakpoints", count)
        for k in np.flatnonzero(steps(component.mips) <= 0).tolist():
            before = f"{component.mips[k]:.15g}"
            rule = f"must exceed the breakpoint before it ({before}), rounded to 15 digits"
            yield Fault.of(f"{place}.mips[{k + 1}]", rule, float(component.mips[k + 1]))
        curves = [("importance", component.importance)]
        curves += [(f"pes[{k}].pacing", pe.pacing) for k, pe in enumerate(component.pes)]
        for key, curve in curves:
            if len(curve) != count:
                rule = f"must have {count} entries, one per breakpoint"
                yield Fault.of(f"{place}.{key}", rule, len(curve))


def complete_pacing(components: tuple[Component, ...]) -> Iterator[Fault]:
    """The mips of a component's PEs sum to the component's mips at each breakpoint."""
    for i, component in enumerate(components):
        if any(len(pe.pacing) != len(component.mips) for pe in component.pes):
            continue
        for k, mips in enumerate(component.mips.tolist()):
            total = math.fsum(float(pe.pacing[k]) for pe in component.pes)
            if abs(total - mips) > _SUM_SLACK * float(component.mips[-1]):
                rule = f"the pacing of all PEs must sum to the breakpoint, {mips:.15g}"
                yield Fault.of(f"components[{i}].pes[*].pacing[{k}]", rule, total)


def ordered_mips(components: tuple[Component, ...]) -> Iterator[Fault]:
    """The maximum mips of a PE are not below its minimum."""
    for i, component in enumerate(components):
        for k, pe in enumerate(component.pes):
            if pe.max_mips is not None and pe.max_mips < pe.min_mips:
                rule = f"must be >= min_mips ({pe.min_mips:.15g})"
                yield Fault.of(f"components[{i}].pes[{k}].max_mips", rule, pe.max_mips)


class MicroQ(Instance):
    """Nodes, and weak components of PEs with their importance and pacing."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        known_nodes,
        growing_breakpoints,
        complete_pacing,
        ordered_mips,
    )

    problem: Literal["microq"] = "microq"
    nodes: Annotated[Many[Node], Field(min_length=1)]
    components: Annotated[Many[Component], Field(min_length=1)]

    def near_one(self) -> tuple[MicroQ, float, float]:
        """Return (rescaled instance with numbers near 1, unit of mips, unit of importance)."""
        mips = power_near(max(float(component.mips[-1]) for component in self.components))
        worth = power_near(
            max(float(abs(component.importance).max()) for component in self.components)
        )
        nodes = tuple(node.model_copy(update={"mips": node.mips / mips}) for node in self.nodes)
        components = tuple(component.measured(mips, worth) for component in self.components)
        return self.model_copy(update={"nodes": nodes, "components": components}), mips, worth


def generate(
    seed: int,
    *,
    components: int = 12,
    pes: int = 4,
    nodes: int = 8,
    segments: int = 4,
    load: float = 1.5,
    candidates: int = 3,
    rough: float = 0.0,
    least: float = 0.1,
    most: float = 0.2,
) -> MicroQ:
    """Return a random micro epoch.

    Nodes have 1000, 2000 or 4000 mips.  Components have 1 to 2 · ``pes`` - 1 PEs and lognormal
    sizes; their last breakpoints sum to about ``load`` times all mips.  Importance grows by sorted,
    hence concave, amounts; a share ``rough`` of the components has them unsorted.  In each segment
    the PEs divide the mips at random.  A share ``least`` of the PEs must have at least what the
    first breakpoint gives, a share ``most`` at most 0.5 to 0.9 of what the last one gives.
    """
    check_range(components=(components, 1), pes=(pes, 1), nodes=(nodes, 1), segments=(segments, 1))
    check_range(rough=(rough, 0, 1), least=(least, 0, 1), most=(most, 0, 1), load=(load, 0))
    check_size(parts=nodes + components * (1 + pes))
    check_size(numbers=components * pes * (segments + min(nodes, candidates)))
    rng = np.random.default_rng(seed)
    power = rng.choice([1000.0, 2000.0, 4000.0], nodes)
    size = rng.lognormal(0.0, 0.7, components)
    size *= load * power.sum() / size.sum()
    made, count = [], 0
    for c in range(components):
        widths = np.maximum(1, np.round(size[c] * rng.dirichlet(np.full(segments, 4.0))))
        gains = np.round(1 + widths * rng.uniform(0.05, 1.0, segments))
        if rng.random() >= rough:
            slopes = np.sort(gains / widths)[::-1]
            gains = np.round(slopes * widths, 3)
        own = _pes(rng, widths, int(rng.integers(1, 2 * pes)), count, nodes, candidates)
        count += len(own)
        own = [_with_bounds(rng, pe, least, most) for pe in own]
        made.append(
            Component(
                name=f"c{c + 1}",
                mips=np.concatenate([[0.0], widths.cumsum()]),
                importance=np.round(np.concatenate([[0.0], gains.cumsum()]), 3),
                pes=tuple(own),
            )
        )
    return MicroQ(
        name=f"microq-{components}x{nodes}-s{seed}",
        nodes=tuple(Node(name=f"n{n + 1}", mips=float(m)) for n, m in enumerate(power)),
        components=tuple(made),
    )


def _pes(
    rng: np.random.Generator, widths: FloatArray, pes: int, first: int, nodes: int, most: int
) -> list[Pe]:
    shares = rng.dirichlet(np.full(pes, 1.5), len(widths))
    parts = np.floor(widths[:, None] * shares)
    parts[:, 0] += widths - parts.sum(axis=1)
    pacing = np.concatenate([np.zeros((1, pes)), parts.cumsum(axis=0)])
    made = []
    for p in range(pes):
        near = rng.choice(nodes, min(nodes, int(rng.integers(1, most + 1))), replace=False)
        names = tuple(f"n{n + 1}" for n in sorted(near.tolist()))
        made.append(Pe(name=f"p{first + p + 1}", nodes=names, pacing=pacing[:, p]))
    return made


def _with_bounds(rng: np.random.Generator, pe: Pe, least: float, most: float) -> Pe:
    low = float(pe.pacing[1]) * 0.5 if rng.random() < least else 0.0
    high = None
    if rng.random() < most:
        high = max(low, float(np.round(pe.pacing[-1] * rng.uniform(0.5, 0.9))))
    return pe.model_copy(update={"min_mips": low, "max_mips": high})
