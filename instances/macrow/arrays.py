"""A macrow instance as arrays: colocated PEs merged into units, names turned into numbers.

Formulations and heuristics read these; the checker does not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray

NO_LIMIT = -1


@dataclass(frozen=True, eq=False)
class MacroArrays:
    """Units (rows) and nodes (columns); ``NO_LIMIT`` or infinity where a limit is not in force."""

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
        """A mask of the units that have a candidate in every plan."""
        must = self.min_nodes > 0
        must[self.need_unit] = True
        return must

    @property
    def limits_changes(self) -> bool:
        """True if any limit on changes is in force."""
        return self.total_change != NO_LIMIT or len(self.change_limit) > 0

    def decision(self, chosen: BoolArray) -> dict[str, Any]:
        """Return the decision in which each unit has the chosen nodes."""
        candidates = {}
        for members, row in zip(self.members, chosen, strict=True):
            names = [self.nodes[n] for n in np.flatnonzero(row).tolist()]
            candidates.update({name: list(names) for name in members})
        return {"candidates": candidates}

    def chosen(self, decision: dict[str, Any]) -> BoolArray:
        """Return which nodes a decision gives to each unit."""
        index = {name: n for n, name in enumerate(self.nodes)}
        chosen = np.zeros(self.shape, dtype=bool)
        for u, members in enumerate(self.members):
            for name in decision["candidates"].get(members[0], []):
                chosen[u, index[name]] = True
        return chosen

    def part(self, units: IntArray, nodes: IntArray) -> MacroArrays:
        """Return the problem of some units on some nodes, without its network.

        Former candidates on other nodes are given up, which counts as change.
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
        """Return the problem with one column for all nodes that nothing tells apart.

        Where v is fractional, a plan may be averaged over such nodes: its value does not rise.
        """
        _, kept, kind = np.unique(self.signature(), axis=1, return_index=True, return_inverse=True)
        order = np.argsort(kept)
        merged = self.part(np.arange(len(self.units)), kept[order])
        return replace(
            merged,
            copies=np.bincount(kind.ravel())[order],
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

    def signature(self) -> FloatArray:
        """Return a column for each node, with all that could tell it apart from another."""
        return np.vstack(
            [
                *(self.cluster_of, self.max_pes, self.integrity_range, self.load, self.allowed),
                *(self.need_mips, self.risk, self.before, self.change_before, self._walls()),
            ]
        )

    def _walls(self) -> FloatArray:
        """Return for each node which pairs of colors it keeps apart."""
        colors = self.color.shape[1]
        walls = np.zeros((colors * colors, len(self.nodes)))
        walls[self.rivals[:, 1] * colors + self.rivals[:, 2], self.rivals[:, 0]] = 1
        return walls
