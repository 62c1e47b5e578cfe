"""The arrays of a macrow instance: names turned into numbers, colocated PEs merged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, IntArray
from .arrays import NO_LIMIT, MacroArrays
from .instance import MacroW
from .rules import merged_names


def arrays_of(instance: MacroW) -> MacroArrays:
    """Return the arrays of an instance."""
    first = merged_names((pe.name for pe in instance.pes), instance.colocated)
    heads = list(dict.fromkeys(first.values()))
    unit_of = {name: heads.index(head) for name, head in first.items()} if heads else {}
    nodes = {node.name: n for n, node in enumerate(instance.nodes)}
    clusters = {name: c for c, name in enumerate(instance.clusters)}
    members: list[list[str]] = [[] for _ in heads]
    for name, unit in unit_of.items():
        members[unit].append(name)
    owner = np.array([unit_of[pe.name] for pe in instance.pes])
    shape = (len(heads), len(nodes))
    mips = np.array([[pe.usable(node) for node in instance.nodes] for pe in instance.pes])
    power = np.array([node.mips for node in instance.nodes])
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
        allowed=_may_run(instance, owner, shape),
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
    """Return the tightest limit among the PEs of each unit."""
    limit = np.full(owner.max() + 1, absent, dtype=np.int64)
    ufunc.at(limit, owner, [absent if value is None else value for value in given])
    return limit


def _may_run(instance: MacroW, owner: IntArray, shape: tuple[int, int]) -> BoolArray:
    allowed = np.ones(shape, dtype=bool)
    for pe, unit in zip(instance.pes, owner, strict=True):
        if pe.allowed_nodes is not None:
            allowed[unit] &= [pe.may_run_on(node) for node in instance.nodes]
    return allowed


def _streams(instance: MacroW, unit_of: dict[str, int]) -> dict[str, Any]:
    """Return the traffic between units; both directions load links alike and are added up."""
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
    """Return licenses, integrity, colors, risks and exlocation."""
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
    """Return the candidates of the epoch before and the limits on changes."""
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
