"""A macrow instance as arrays: colocated PEs are merged into units, names are numbers.

Formulations and heuristics use these arrays; the checker does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.groups import group_heads
from ...core.memory import kept_with
from .instance import MacroW

NO_LIMIT = -1


@dataclass(frozen=True, eq=False)
class MacroArrays:
    """Arrays by unit (row) and node (column); ``NO_LIMIT`` or infinity means no limit."""

    units: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]
    nodes: tuple[str, ...]
    clusters: tuple[str, ...]
    links: tuple[str, ...]
    cluster_of: IntArray  # per node
    copies: IntArray  # nodes that a column stands for, see `interchangeable`
    load: FloatArray  # what a candidate adds to a node's utilisation: Σ H_pn / H_n
    allowed: BoolArray
    size: IntArray  # PEs per unit
    min_nodes: IntArray
    max_nodes: IntArray
    need_unit: IntArray  # fairness, one row per PE that needs mips
    need: FloatArray
    need_mips: FloatArray
    stream_ends: IntArray  # two units per stream
    stream_rate: FloatArray
    first_side: BoolArray  # per link and cluster
    capacity: FloatArray
    max_pes: IntArray
    license_use: IntArray  # per unit and license
    tokens: IntArray
    licenses: tuple[str, ...]
    least_integrity: FloatArray  # per unit; +inf and -inf where it has none
    most_integrity: FloatArray
    integrity_range: IntArray
    color: BoolArray  # per unit and color
    rivals: IntArray  # node, color, color
    risk: FloatArray
    risk_limit: float
    exlocated: IntArray  # two units per row
    before: IntArray  # members of the unit that had the node
    total_change: int
    change_unit: IntArray  # limits of single PEs
    change_before: BoolArray
    change_limit: IntArray
    change_base: IntArray  # changes of that PE that are decided already
    total_base: int
    weights: tuple[float, float, float, float]

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of units and nodes."""
        return len(self.units), len(self.nodes)

    @property
    def must_run(self) -> BoolArray:
        """A mask of the units that must have a candidate node in each plan."""
        must = self.min_nodes > 0
        must[self.need_unit] = True
        return must

    @property
    def limits_changes(self) -> bool:
        """Whether the changes of candidates are limited, in total or for some units."""
        return self.total_change != NO_LIMIT or len(self.change_limit) > 0

    def decision(self, chosen: BoolArray) -> dict[str, Any]:
        """Return the decision for a mask of chosen nodes: units x nodes."""
        candidates = {}
        for members, row in zip(self.members, chosen, strict=True):
            names = [self.nodes[n] for n in np.flatnonzero(row).tolist()]
            candidates.update({name: list(names) for name in members})
        return {"candidates": candidates}

    def chosen(self, decision: dict[str, Any]) -> BoolArray:
        """Return a decision as a mask of chosen nodes: units x nodes."""
        index = {name: n for n, name in enumerate(self.nodes)}
        chosen = np.zeros(self.shape, dtype=bool)
        for u, members in enumerate(self.members):
            for name in decision["candidates"].get(members[0], []):
                chosen[u, index[name]] = True
        return chosen

    def part(self, units: IntArray, nodes: IntArray) -> MacroArrays:
        """Return the problem of some units on some nodes, without links.

        Previous candidates on other nodes are removed, which counts as a change.
        """
        place = np.full(len(self.units), -1)
        place[units] = np.arange(len(units))
        rows = place[self.need_unit] >= 0
        limits = place[self.change_unit] >= 0
        pairs = (place[self.exlocated] >= 0).all(axis=1)
        column = np.full(len(self.nodes), -1)
        column[nodes] = np.arange(len(nodes))
        rivals = self.rivals[column[self.rivals[:, 0]] >= 0].copy()
        rivals[:, 0] = column[rivals[:, 0]]
        left = np.delete(self.before[units], nodes, axis=1)
        gone = np.delete(self.change_before[limits], nodes, axis=1)
        return replace(
            self,
            units=tuple(self.units[u] for u in units),
            members=tuple(self.members[u] for u in units),
            nodes=tuple(self.nodes[n] for n in nodes),
            cluster_of=self.cluster_of[nodes],
            **{
                key: getattr(self, key)[units]
                for key in (
                    *("size", "min_nodes", "max_nodes", "license_use"),
                    *("least_integrity", "most_integrity", "color"),
                )
            },
            **{
                key: getattr(self, key)[np.ix_(units, nodes)]
                for key in ("load", "allowed", "risk", "before")
            },
            copies=self.copies[nodes],
            max_pes=self.max_pes[nodes],
            integrity_range=self.integrity_range[nodes],
            need_unit=place[self.need_unit[rows]],
            need=self.need[rows],
            need_mips=self.need_mips[np.ix_(rows, nodes)],
            links=(),
            stream_ends=np.zeros((0, 2), dtype=np.int64),
            stream_rate=np.zeros(0),
            first_side=np.zeros((0, len(self.clusters)), dtype=bool),
            capacity=np.zeros(0),
            rivals=rivals,
            exlocated=place[self.exlocated[pairs]],
            change_unit=place[self.change_unit[limits]],
            change_before=self.change_before[np.ix_(limits, nodes)],
            change_limit=self.change_limit[limits],
            change_base=self.change_base[limits] + gone.sum(axis=1),
            total_base=int(left.sum()),
            weights=(self.weights[0] * len(nodes) / len(self.nodes), self.weights[1], 0.0, 0.0),
        )

    def interchangeable(self) -> MacroArrays:
        """Return the problem with one column for each group of indistinguishable nodes.

        This suffices for relaxations: averaging a fractional plan over such nodes does not raise
        its objective.
        """
        kept = np.unique(self.node_kinds, return_index=True)[1]
        merged = self.part(np.arange(len(self.units)), kept)
        return replace(
            merged,
            copies=np.bincount(self.node_kinds),
            total_base=0,
            change_base=self.change_base,
            **{
                key: getattr(self, key)
                for key in (
                    *("links", "stream_ends", "stream_rate", "first_side", "capacity"),
                    *("weights", "max_nodes"),
                )
            },
        )

    @cached_property
    def node_kinds(self) -> IntArray:
        """The kind of each node, numbered by first occurrence: nodes of a kind have equal data."""
        of_nodes = [sha256() for _ in self.nodes]
        for part in (
            *(self.cluster_of, self.max_pes, self.integrity_range, self.load, self.allowed),
            *(self.need_mips, self.risk, self.before, self.change_before, self._walls()),
        ):
            for digest, data in zip(of_nodes, np.ascontiguousarray(part.T), strict=True):
                digest.update(data)
        numbers: dict[bytes, int] = {}
        return np.array([numbers.setdefault(d.digest(), len(numbers)) for d in of_nodes])

    def _walls(self) -> FloatArray:
        """Return a mask, pairs of colors x nodes: both colors must not be on the node."""
        colors = self.color.shape[1]
        walls = np.zeros((colors * colors, len(self.nodes)))
        walls[self.rivals[:, 1] * colors + self.rivals[:, 2], self.rivals[:, 0]] = 1
        return walls


@kept_with
def arrays_of(instance: MacroW) -> MacroArrays:
    """Return the arrays of an instance, which are computed once and stored with it."""
    first = group_heads((pe.name for pe in instance.pes), instance.colocated)
    heads = list(dict.fromkeys(first.values()))
    numbers = {head: k for k, head in enumerate(heads)}
    unit_of = {name: numbers[head] for name, head in first.items()}
    nodes = {node.name: n for n, node in enumerate(instance.nodes)}
    clusters = {name: c for c, name in enumerate(instance.clusters)}
    members: list[list[str]] = [[] for _ in heads]
    for name, unit in unit_of.items():
        members[unit].append(name)
    owner = np.array([unit_of[pe.name] for pe in instance.pes])
    shape = (len(heads), len(nodes))
    power = np.array([node.mips for node in instance.nodes])
    mips = _usable_mips(instance, power, nodes)
    load = np.zeros(shape)
    np.add.at(load, owner, mips / power)
    needs = np.array([pe.fairness * pe.goal for pe in instance.pes])
    sides = instance.link_sides()
    weights = instance.weights
    return MacroArrays(
        units=tuple("+".join(names) for names in members),
        members=tuple(tuple(names) for names in members),
        nodes=tuple(nodes),
        clusters=tuple(clusters),
        links=tuple(link.name for link in instance.links),
        cluster_of=np.array([clusters[node.cluster] for node in instance.nodes]),
        copies=np.ones(len(nodes), dtype=np.int64),
        load=load,
        allowed=_may_run(instance, owner, nodes, shape),
        size=np.bincount(owner, minlength=len(heads)),
        min_nodes=_extreme(np.maximum, owner, [pe.min_nodes for pe in instance.pes], 0),
        max_nodes=_extreme(np.minimum, owner, [pe.max_nodes for pe in instance.pes], len(nodes)),
        need_unit=owner[needs > 0],
        need=needs[needs > 0],
        need_mips=mips[needs > 0],
        first_side=np.array(
            [[cluster in sides[link.name] for cluster in clusters] for link in instance.links],
            dtype=bool,
        ).reshape(len(instance.links), len(clusters)),
        capacity=np.array([link.capacity for link in instance.links]),
        max_pes=_limits([node.max_pes for node in instance.nodes]),
        integrity_range=_limits([node.integrity_range for node in instance.nodes]),
        licenses=tuple(held.name for held in instance.licenses),
        tokens=np.array([held.tokens for held in instance.licenses], dtype=np.int64),
        weights=(weights.mean_node, weights.max_node, weights.mean_link, weights.max_link),
        **_streams(instance, unit_of),
        **_security(instance, unit_of, nodes, shape),
        **_changes(instance, unit_of, nodes, shape),
    )


def _limits(given: Sequence[int | None]) -> IntArray:
    return np.array([NO_LIMIT if limit is None else limit for limit in given], dtype=np.int64)


def _extreme(
    ufunc: np.ufunc, owner: IntArray, given: Sequence[int | None], absent: int
) -> IntArray:
    """Return, per unit, the tightest limit of its PEs by ``ufunc``, ``absent`` without one."""
    limit = np.full(owner.max() + 1, absent, dtype=np.int64)
    ufunc.at(limit, owner, [absent if value is None else value for value in given])
    return limit


def _usable_mips(instance: MacroW, power: FloatArray, nodes: dict[str, int]) -> FloatArray:
    """Return H_pn, the maximum mips of each node that each PE can use: PEs x nodes."""
    most = [np.inf if pe.max_mips is None else pe.max_mips for pe in instance.pes]
    mips: FloatArray = np.minimum(np.array(most, dtype=float)[:, None], power)
    for row, pe in zip(mips, instance.pes, strict=True):
        for name, usable in pe.usable_mips.items():
            if name in nodes:
                row[nodes[name]] = usable
    return mips


def _may_run(
    instance: MacroW, owner: IntArray, nodes: dict[str, int], shape: tuple[int, int]
) -> BoolArray:
    """Return a mask, units x nodes: all PEs of the unit may run on the node (A_pn)."""
    allowed = np.ones(shape, dtype=bool)
    for pe, unit in zip(instance.pes, owner, strict=True):
        if pe.allowed_nodes is not None:
            named = np.zeros(len(nodes), dtype=bool)
            named[[nodes[name] for name in pe.allowed_nodes if name in nodes]] = True
            allowed[unit] &= named
    return allowed


def _streams(instance: MacroW, unit_of: dict[str, int]) -> dict[str, Any]:
    """Return the traffic between units, summed over both directions, because links do so."""
    rates: dict[tuple[int, int], float] = {}
    for stream in instance.streams:
        one, other = sorted((unit_of[stream.sender], unit_of[stream.receiver]))
        rates[one, other] = rates.get((one, other), 0.0) + stream.rate
    return {
        "stream_ends": np.array(list(rates), dtype=np.int64).reshape(len(rates), 2),
        "stream_rate": np.array(list(rates.values())),
    }


def _security(
    instance: MacroW, unit_of: dict[str, int], nodes: dict[str, int], shape: tuple[int, int]
) -> dict[str, Any]:
    """Return the arrays of licenses, integrity levels, colors, risks and exlocated units."""
    units = shape[0]
    license_use = np.zeros((units, len(instance.licenses)), dtype=np.int64)
    for k, held in enumerate(instance.licenses):
        for name in held.pes:
            license_use[unit_of[name], k] += 1
    least, most = np.full(units, np.inf), np.full(units, -np.inf)
    colors = {name: k for k, name in enumerate(dict.fromkeys(_colors(instance)))}
    color = np.zeros((units, len(colors)), dtype=bool)
    for pe in instance.pes:
        unit = unit_of[pe.name]
        if pe.integrity is not None:
            least[unit] = min(least[unit], pe.integrity)
            most[unit] = max(most[unit], pe.integrity)
        if pe.color is not None:
            color[unit, colors[pe.color]] = True
    risk = np.zeros(shape)
    for name, levels in {} if instance.risk is None else instance.risk.levels.items():
        for node, level in levels.items():
            risk[unit_of[name], nodes[node]] += level
    rivals = [
        (n, colors[one], colors[other])
        for n, node in enumerate(instance.nodes)
        for one, other in node.incompatible_colors
    ]
    apart = [(unit_of[one], unit_of[other]) for one, other in instance.exlocated]
    return {
        "license_use": license_use,
        "least_integrity": least,
        "most_integrity": most,
        "color": color,
        "rivals": np.array(rivals, dtype=np.int64).reshape(len(rivals), 3),
        "risk": risk,
        "risk_limit": np.inf if instance.risk is None else instance.risk.limit,
        "exlocated": np.array(apart, dtype=np.int64).reshape(len(apart), 2),
    }


def _colors(instance: MacroW) -> list[str]:
    rivals = [c for node in instance.nodes for pair in node.incompatible_colors for c in pair]
    return [*(pe.color for pe in instance.pes if pe.color is not None), *rivals]


def _changes(
    instance: MacroW, unit_of: dict[str, int], nodes: dict[str, int], shape: tuple[int, int]
) -> dict[str, Any]:
    """Return the previous candidates and the limits on changing them."""
    before = np.zeros(shape, dtype=np.int64)
    limited = [pe for pe in instance.pes if pe.max_change is not None]
    own = np.zeros((len(limited), shape[1]), dtype=bool)
    row = {pe.name: k for k, pe in enumerate(limited)}
    for name, had in (instance.previous or {}).items():
        for node in had:
            before[unit_of[name], nodes[node]] += 1
            if name in row:
                own[row[name], nodes[node]] = True
    total = instance.max_total_change
    return {
        "before": before,
        "total_change": NO_LIMIT if total is None else total,
        "change_unit": np.array([unit_of[pe.name] for pe in limited], dtype=np.int64),
        "change_before": own,
        "change_limit": np.array([pe.max_change for pe in limited], dtype=np.int64),
        "change_base": np.zeros(len(limited), dtype=np.int64),
        "total_base": 0,
    }
