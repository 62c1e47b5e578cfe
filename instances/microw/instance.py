"""microw: give processing elements (PEs) fractions of nodes, close to their goals, changing little.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report),
section 5.4, (47)-(53).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field, Strict

from ...core.arrays import power_near
from ...core.faults import Fault, near_miss, repeated_names
from ...core.schema import Count, Instance, Many, Name, NonNegative, Part, Positive, Rule

NOISE = 1e-9  # a PE this close to its goal, as a share of it, has reached it
_SMALL = 2.0**-11  # of the strongest node
_SOME_MIPS = 2048.0  # near which heuristics work

Fraction = Annotated[float, Field(ge=0, le=1)]
Range = Annotated[tuple[Fraction, Fraction], Strict(False)]


class Node(Part):
    """A processing node and its power."""

    name: Name
    mips: Positive


class Pe(Part):
    """A PE: its goal, where it may run, where it must stay, how much it may change."""

    name: Name
    goal: NonNegative
    nodes: Many[Name]
    fixed: Many[Name] = ()
    max_change: NonNegative | None = None
    allowed: dict[str, Many[Range]] = Field(default_factory=dict)


@dataclass(frozen=True)
class PeShare:
    """The possible share of one PE on one node, in fractions of the node."""

    pe: int
    node: int
    before: float
    fixed: bool
    ranges: tuple[tuple[float, float], ...]

    @property
    def least(self) -> float:
        """The smallest legal fraction."""
        return self.before if self.fixed else self.ranges[0][0]

    @property
    def most(self) -> float:
        """The largest legal fraction."""
        return self.before if self.fixed else self.ranges[-1][1]


def distinct_names(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """No two nodes and no two PEs share a name."""
    yield from repeated_names("nodes", (node.name for node in nodes))
    yield from repeated_names("pes", (pe.name for pe in pes))


def known_nodes(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A PE names each candidate node once, and the instance knows it."""
    known = {node.name for node in nodes}
    for i, pe in enumerate(pes):
        for k, name in enumerate(pe.nodes):
            place = f"pes[{i}].nodes[{k}]"
            if name not in known:
                yield Fault.of(place, f"is no node of this instance {near_miss(name, known)}", name)
            elif name in pe.nodes[:k]:
                yield Fault.of(place, "stands in the list already", name)


def own_candidates(pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A node with a fixed share or with legal fractions is a candidate node of the PE."""
    for i, pe in enumerate(pes):
        places = [(f"fixed[{k}]", name) for k, name in enumerate(pe.fixed)]
        for place, name in [*places, *((f"allowed.{name}", name) for name in pe.allowed)]:
            if name not in pe.nodes:
                rule = f"is no candidate node of this PE {near_miss(name, pe.nodes)}"
                yield Fault.of(f"pes[{i}].{place}", rule, name)


def ordered_ranges(pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """Legal fractions are at least one range; ranges ascend and do not touch."""
    for i, pe in enumerate(pes):
        for name, ranges in pe.allowed.items():
            place = f"pes[{i}].allowed.{name}"
            if not ranges:
                yield Fault(place, "must hold at least one range")
            for k, (low, high) in enumerate(ranges):
                if low > high:
                    yield Fault.of(f"{place}[{k}]", "must not end before it begins", [low, high])
                if k and low <= ranges[k - 1][1]:
                    yield Fault.of(f"{place}[{k}]", "must begin after the range before it", low)


def known_previous(
    nodes: tuple[Node, ...], pes: tuple[Pe, ...], previous: dict[str, dict[str, float]]
) -> Iterator[Fault]:
    """Previous fractions belong to PEs and nodes of the instance."""
    pe_names = {pe.name for pe in pes}
    node_names = {node.name for node in nodes}
    for p, fractions in previous.items():
        if p not in pe_names:
            rule = f"is no PE of this instance {near_miss(p, pe_names)}"
            yield Fault.of(f"previous.{p}", rule, p)
        for n in fractions:
            if n not in node_names:
                rule = f"is no node of this instance {near_miss(n, node_names)}"
                yield Fault.of(f"previous.{p}.{n}", rule, n)


class MicroW(Instance):
    """Nodes, PEs with goals, the fractions of the epoch before, limits on changes."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        known_nodes,
        own_candidates,
        ordered_ranges,
        known_previous,
    )

    problem: Literal["microw"] = "microw"
    nodes: Annotated[Many[Node], Field(min_length=1)]
    pes: Annotated[Many[Pe], Field(min_length=1)]
    previous: dict[str, dict[str, Fraction]] = Field(default_factory=dict)
    max_total_change: NonNegative | None = None
    max_touched_nodes: Count | None = None

    @cached_property
    def shares(self) -> tuple[PeShare, ...]:
        """All pairs of a PE and a node with something to decide or to give up."""
        index = {node.name: k for k, node in enumerate(self.nodes)}
        shares = []
        for p, pe in enumerate(self.pes):
            before = self.previous.get(pe.name, {})
            left = [name for name, value in before.items() if value > 0 and name not in pe.nodes]
            for name in (*pe.nodes, *left):
                whole = ((0.0, 1.0),) if name in pe.nodes else ((0.0, 0.0),)
                ranges = pe.allowed.get(name, whole)
                fixed = name in pe.fixed
                shares.append(PeShare(p, index[name], before.get(name, 0.0), fixed, ranges))
        return tuple(shares)

    @cached_property
    def most_mips(self) -> float:
        """The mips of the strongest node: what is small is small beside these."""
        return max(node.mips for node in self.nodes)

    @property
    def least_weighed(self) -> float:
        """The mips that a smaller goal counts as when rounding is weighed."""
        return self.most_mips * _SMALL

    @property
    def noise(self) -> float:
        """The most that rounding alone explains in the objective."""
        return NOISE * sum(max(self.least_weighed, pe.goal) for pe in self.pes)

    def near_one(self) -> tuple[MicroW, float]:
        """Return the instance in mips of a unit, a power of two, near its nodes, and that unit."""
        unit = power_near(self.most_mips) / _SOME_MIPS
        nodes = tuple(node.model_copy(update={"mips": node.mips / unit}) for node in self.nodes)
        pes = tuple(
            pe.model_copy(
                update={
                    "goal": pe.goal / unit,
                    "max_change": None if pe.max_change is None else pe.max_change / unit,
                }
            )
            for pe in self.pes
        )
        total = None if self.max_total_change is None else self.max_total_change / unit
        return self.model_copy(update={"nodes": nodes, "pes": pes, "max_total_change": total}), unit
