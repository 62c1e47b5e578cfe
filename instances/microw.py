"""microw: allocate node fractions to processing elements, near their goals, with few changes.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report), section 5.4, (47)-(53).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field, Strict

from ..core.arrays import FloatArray, IntArray, power_near
from ..core.faults import Fault, check_range, near_miss, repeated_names
from ..core.memory import check_size
from ..core.schema import Count, Instance, Many, Name, NonNegative, Part, Positive, Rule

__all__ = ["NOISE", "MicroW", "Node", "Pe", "PeShare", "generate"]


NOISE = 1e-9  # a PE this close to its goal, as a share of it, has reached it
_SMALL = 2.0**-11  # as a share of the largest node
_SOME_MIPS = 2048.0  # the largest node's mips, roughly, in the unit of the heuristics

_WHOLE = ((0.0, 1.0),)  # legal fractions, unless a PE states others

Fraction = Annotated[float, Field(ge=0, le=1)]
Range = Annotated[tuple[Fraction, Fraction], Strict(False)]


class Node(Part):
    """A processing node and its mips."""

    name: Name
    mips: Positive


class Pe(Part):
    """A PE: its goal, its candidate nodes, fixed and legal fractions, and its change limit."""

    name: Name
    goal: NonNegative
    nodes: Many[Name]
    fixed: Many[Name] = ()
    max_change: NonNegative | None = None
    allowed: dict[str, Many[Range]] = Field(default_factory=dict)


class PeShare(NamedTuple):
    """The fraction of a node that a PE gets, as a variable: legal ranges, minimum and maximum."""

    pe: int
    node: int
    before: float
    fixed: bool
    ranges: tuple[tuple[float, float], ...]
    least: float
    most: float


class ShareArrays(NamedTuple):
    """The PE, node, previous, minimum and maximum fraction of each share."""

    pe: IntArray
    node: IntArray
    before: FloatArray
    least: FloatArray
    most: FloatArray


def distinct_names(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """Nodes and PEs have distinct names."""
    yield from repeated_names("nodes", (node.name for node in nodes))
    yield from repeated_names("pes", (pe.name for pe in pes))


def known_nodes(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A PE has known candidate nodes, each only once."""
    known = {node.name for node in nodes}
    for i, pe in enumerate(pes):
        for k, name in enumerate(pe.nodes):
            place = f"pes[{i}].nodes[{k}]"
            if name not in known:
                yield Fault.of(
                    place, f"is not a node of this instance {near_miss(name, known)}", name
                )
            elif name in pe.nodes[:k]:
                yield Fault.of(place, "is already in the list", name)


def own_candidates(pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A node with a fixed fraction or legal fractions is a candidate node of the PE."""
    for i, pe in enumerate(pes):
        places = [(f"fixed[{k}]", name) for k, name in enumerate(pe.fixed)]
        for place, name in [*places, *((f"allowed.{name}", name) for name in pe.allowed)]:
            if name not in pe.nodes:
                rule = f"is not a candidate node of this PE {near_miss(name, pe.nodes)}"
                yield Fault.of(f"pes[{i}].{place}", rule, name)


def ordered_ranges(pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """Legal fractions are one or more ranges, which ascend and do not touch."""
    for i, pe in enumerate(pes):
        for name, ranges in pe.allowed.items():
            place = f"pes[{i}].allowed.{name}"
            if not ranges:
                yield Fault(place, "must contain at least one range")
            for k, (low, high) in enumerate(ranges):
                if low > high:
                    yield Fault.of(f"{place}[{k}]", "must not end before it begins", [low, high])
                if k and low <= ranges[k - 1][1]:
                    yield Fault.of(f"{place}[{k}]", "must begin after the previous range", low)


def known_previous(
    nodes: tuple[Node, ...], pes: tuple[Pe, ...], previous: dict[str, dict[str, float]]
) -> Iterator[Fault]:
    """Previous fractions belong to PEs and nodes of the instance."""
    pe_names = {pe.name for pe in pes}
    node_names = {node.name for node in nodes}
    for p, fractions in previous.items():
        if p not in pe_names:
            rule = f"is not a PE of this instance {near_miss(p, pe_names)}"
            yield Fault.of(f"previous.{p}", rule, p)
        for n in fractions:
            if n not in node_names:
                rule = f"is not a node of this instance {near_miss(n, node_names)}"
                yield Fault.of(f"previous.{p}.{n}", rule, n)


class MicroW(Instance):
    """Nodes, PEs with goals, the previous fractions, and limits on changes."""

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
        """The pairs of a PE and a node whose fraction is to be chosen or must become 0."""
        index = {node.name: k for k, node in enumerate(self.nodes)}
        shares = []
        for p, pe in enumerate(self.pes):
            before, nodes = self.previous.get(pe.name, {}), pe.nodes
            for name in nodes:
                ranges, fraction = pe.allowed.get(name, _WHOLE), before.get(name, 0.0)
                fixed = name in pe.fixed
                least, most = (fraction,) * 2 if fixed else (ranges[0][0], ranges[-1][1])
                shares.append(PeShare(p, index[name], fraction, fixed, ranges, least, most))
            for name, fraction in before.items():
                if fraction > 0 and name not in nodes:
                    shares.append(PeShare(p, index[name], fraction, False, ((0.0, 0.0),), 0.0, 0.0))
        return tuple(shares)

    @cached_property
    def share_arrays(self) -> ShareArrays:
        """The data of all shares as arrays."""
        shares = self.shares
        return ShareArrays(
            np.array([share.pe for share in shares], dtype=np.int64),
            np.array([share.node for share in shares], dtype=np.int64),
            np.array([share.before for share in shares], dtype=np.float64),
            np.array([share.least for share in shares], dtype=np.float64),
            np.array([share.most for share in shares], dtype=np.float64),
        )

    @cached_property
    def most_mips(self) -> float:
        """The mips of the largest node, to which small amounts are compared."""
        return max(node.mips for node in self.nodes)

    @property
    def least_weighed(self) -> float:
        """The minimum mips of a goal in the estimate of rounding errors (see `noise`)."""
        return self.most_mips * _SMALL

    @property
    def noise(self) -> float:
        """The estimated maximum of rounding errors in the objective."""
        return NOISE * sum(max(self.least_weighed, pe.goal) for pe in self.pes)

    @property
    def unit(self) -> float:
        """The unit of mips, a power of 2, in which the largest node has about 2048."""
        return power_near(self.most_mips) / _SOME_MIPS

    def near_one(self) -> tuple[MicroW, float]:
        """Return the instance in its `unit` of mips, and that unit."""
        unit = self.unit
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


def generate(
    seed: int,
    *,
    pes: int = 60,
    nodes: int = 12,
    load: float = 0.9,
    candidates: int = 3,
    drift: float = 0.4,
    heavy: float = 1.0,
    ranged: float = 0.2,
    fixed: float = 0.05,
    change: float | None = 0.3,
    touched: float | None = None,
) -> MicroW:
    """Return a random micro epoch.

    Nodes have 1000, 2000 or 4000 mips; weights of PEs are lognormal with deviation ``heavy`` and
    scaled to ``load`` times all mips; each PE has 1 to ``candidates`` nodes.  The previous goals
    differ by a lognormal factor of deviation ``drift``.  The previous fractions divide them evenly
    among nodes, and are scaled down on full nodes.  A share ``ranged`` of the PEs may take at most
    a quarter of a node, or nothing or 0.1 to 0.3 of it; a share ``fixed`` of the pairs stays.
    ``change`` limits the summed change to that share of all goals, ``touched`` the number of nodes.
    All ranges and limits can be kept.
    """
    check_range(pes=(pes, 1), nodes=(nodes, 1), candidates=(candidates, 1), load=(load, 0))
    check_range(drift=(drift, 0), heavy=(heavy, 0), ranged=(ranged, 0, 1), fixed=(fixed, 0, 1))
    check_size(parts=nodes + pes, numbers=5 * pes * min(nodes, candidates))
    rng = np.random.default_rng(seed)
    power = rng.choice([1000.0, 2000.0, 4000.0], nodes)
    weight = rng.lognormal(0.0, heavy, pes)
    goal = np.round(2 * load * power.sum() * weight / weight.sum()) / 2
    older = goal * rng.lognormal(0.0, drift, pes)
    chosen = [
        np.sort(rng.choice(nodes, min(nodes, int(rng.integers(1, candidates + 1))), replace=False))
        for _ in range(pes)
    ]
    allowed = [_legal(rng, ranged, near) for near in chosen]
    before = _fill(chosen, older, power, allowed)
    made = [
        Pe(
            name=f"p{p + 1}",
            goal=float(goal[p]),
            nodes=tuple(f"n{n + 1}" for n in near),
            fixed=tuple(f"n{n + 1}" for n in near if rng.random() < fixed),
            allowed={f"n{n + 1}": legal for n, legal in allowed[p].items()},
        )
        for p, near in enumerate(chosen)
    ]
    return MicroW(
        name=f"microw-{pes}x{nodes}-s{seed}",
        nodes=tuple(Node(name=f"n{n + 1}", mips=float(m)) for n, m in enumerate(power)),
        pes=tuple(made),
        previous={
            f"p{p + 1}": {f"n{n + 1}": f for n, f in fractions.items() if f > 0}
            for p, fractions in enumerate(before)
        },
        max_total_change=None if change is None else float(round(change * goal.sum())),
        max_touched_nodes=None if touched is None else int(touched * nodes),
    )


def _legal(
    rng: np.random.Generator, share: float, near: np.ndarray
) -> dict[int, tuple[tuple[float, float], ...]]:
    if rng.random() >= share:
        return {}
    ranges: tuple[tuple[float, float], ...] = ((0.0, 0.25),)
    if rng.random() < 0.5:
        ranges = ((0.0, 0.0), (0.1, 0.3))
    return {int(n): ranges for n in near}


def _fill(
    chosen: list[np.ndarray],
    goals: np.ndarray,
    power: np.ndarray,
    allowed: list[dict[int, tuple[tuple[float, float], ...]]],
) -> list[dict[int, float]]:
    """Return legal fractions by PE: goals divided evenly, scaled down on overfull nodes."""
    wished = np.zeros(len(power))
    for near, goal in zip(chosen, goals, strict=True):
        wished[near] += goal / len(near)
    scale = np.minimum(1.0, power / np.maximum(wished, 1.0))
    filled = []
    for near, goal, legal in zip(chosen, goals, allowed, strict=True):
        fractions = {}
        for n in near.tolist():
            wanted = np.floor(1e4 * scale[n] * goal / len(near) / power[n]) / 1e4
            ranges = legal.get(n, ((0.0, 1.0),))
            fractions[n] = max(float(min(high, wanted)) for low, high in ranges if low <= wanted)
        filled.append(fractions)
    return filled
