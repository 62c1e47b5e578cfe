"""Eq. 10 of the stage optimizer, corrected: a configuration for each group of placed instances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csc_array

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.stage import Stage
from ...solvers.engines import StandardForm, engine_named, solve_form
from .fixed_placement import Placed

_GAP = 1e-4  # to which a program is solved
_SECONDS = 10.0  # for one program at most


@dataclass(frozen=True, eq=False)
class PairProgram:
    """Groups of instances, with the capacity of every machine.

    ``members`` counts the instances of each group on each kind of machine: machines with the same
    counts are one kind, with the least room of them.
    """

    latency: FloatArray  # groups x configurations, the slowest member's
    cost: FloatArray  # groups x configurations, of all members
    members: IntArray  # kinds x groups
    room: FloatArray  # kinds x resources
    demand: FloatArray  # configurations x resources

    @classmethod
    def of(cls, instance: Stage, fixed: Placed, label: IntArray) -> PairProgram:
        """Return the program of groups on a fixed placement."""
        groups, kinds = int(label.max()) + 1, fixed.latency.shape[1]
        latency, cost = np.zeros((groups, kinds)), np.zeros((groups, kinds))
        np.maximum.at(latency, label, fixed.latency)
        usable = np.where(np.isfinite(fixed.latency), fixed.cost, 0.0)
        np.add.at(cost, label, usable)
        pairs, count = np.unique(
            np.column_stack([fixed.machine, label]), axis=0, return_counts=True
        )
        used, row = np.unique(pairs[:, 0], return_inverse=True)
        held = np.zeros((len(used), groups), dtype=np.int64)
        held[row.reshape(-1), pairs[:, 1]] = count
        members, kind = np.unique(held, axis=0, return_inverse=True)
        room = np.full((len(members), instance.room.shape[1]), np.inf)
        np.minimum.at(room, kind.reshape(-1), instance.room[used])
        return cls(latency, cost, members, room, instance.demand)

    def cheapest(self, limit: float, run: Run) -> IntArray | None:
        """Return the configuration of each group with the least cost up to a latency."""
        usable = (self.latency <= limit) & np.isfinite(self.latency)
        if not usable.any(axis=1).all():
            return None
        form, group, kind = self._form(usable)
        inner = run.inner(seconds=_SECONDS, sense="minimize", gap=_GAP)
        result = solve_form(form, engine_named("highs"), inner)
        if result.x is None:
            return None
        chosen = np.zeros(len(self.latency), dtype=np.int64)
        taken = result.x > 0.5
        chosen[group[taken]] = kind[taken]
        return chosen

    def _form(self, usable: np.ndarray) -> tuple[StandardForm, IntArray, IntArray]:
        group, kind = np.nonzero(usable)
        count, groups, resources = len(group), len(self.latency), self.room.shape[1]
        columns = np.arange(count)
        blocks = [coo_array((np.ones(count), (group, columns)), shape=(groups, count))]
        for r in range(resources):
            taken = self.members[:, group] * self.demand[kind, r]
            blocks.append(coo_array(taken))
        row = np.concatenate([b.row + at for b, at in zip(blocks, self._offsets(), strict=True)])
        column = np.concatenate([b.col for b in blocks])
        entries = np.concatenate([b.data for b in blocks])
        rows = groups + resources * len(self.members)
        form = StandardForm(
            cost=self.cost[usable],
            constant=0.0,
            matrix=csc_array((entries, (row, column)), shape=(rows, count)),
            row_lower=np.concatenate([np.ones(groups), np.full(rows - groups, -np.inf)]),
            row_upper=np.concatenate([np.ones(groups), self.room.T.ravel()]),
            lower=np.zeros(count),
            upper=np.ones(count),
            integer=np.ones(count, dtype=np.bool_),
        )
        return form, group, kind

    def _offsets(self) -> list[int]:
        groups, kinds = len(self.latency), len(self.members)
        return [0, *(groups + r * kinds for r in range(self.room.shape[1]))]
