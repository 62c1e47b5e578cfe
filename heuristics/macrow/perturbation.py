"""The perturbation of miniW: PEs that streams join in one cluster move to another together."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...instances.macrow import MacroArrays
from .data import Data
from .moves import NOWHERE, may_move
from .state import PlanState, toggle

_MOST_UNITS = 16


class Perturbations:
    """Random perturbations of plans, and those made since the last better plan.

    ``number`` says how many different ones can be drawn.
    """

    def __init__(self, arrays: MacroArrays, data: Data, seed: int) -> None:
        self._arrays, self._data = arrays, data
        self._rng = np.random.default_rng(seed)
        units = len(arrays.units)
        self._most_units = min(_MOST_UNITS, units) if len(arrays.stream_ends) else 1
        self.number = units * data.clusters * self._most_units
        self._made: set[tuple[int, int, int]] = set()

    @property
    def all_made(self) -> bool:
        """Whether each perturbation that can be drawn was made since the last better plan."""
        return len(self._made) == self.number

    def begin_again(self) -> None:
        """Forget the perturbations made, as the plan is a better one."""
        self._made.clear()

    def perturb(self, state: PlanState) -> IntArray:
        """Move some PEs to a cluster, feasible at every step; its cost is ignored.

        Return the units that moved.
        """
        start, cluster = _draw(self._arrays, self._data, state, self._rng)
        wanted = int(self._rng.integers(1, self._most_units + 1)) if self._most_units > 1 else 1
        self._made.add((start, cluster, wanted))
        together = _neighbours(self._data, state, start, wanted)
        _move_together(self._data, state, together, cluster)
        return together


def _draw(
    arrays: MacroArrays, data: Data, state: PlanState, rng: np.random.Generator
) -> tuple[int, int]:
    """Return a unit and a cluster for it.

    Half the time the unit is an end of a stream between clusters, drawn by rate, and the cluster
    that of the other end.
    """
    start = int(rng.integers(len(state.candidates)))
    cluster = int(rng.integers(data.clusters))
    if data.weights[2:].any() and rng.random() < 0.5:
        home = data.cluster_of[state.v.argmax(axis=1)]
        ends = arrays.stream_ends
        rates = np.where(home[ends[:, 0]] != home[ends[:, 1]], arrays.stream_rate, 0.0)
        if rates.sum() > 0:
            drawn = rng.choice(len(rates), p=rates / rates.sum())
            one, other = ends[drawn] if rng.random() < 0.5 else ends[drawn][::-1]
            start, cluster = int(one), int(home[other])
    return start, cluster


@kernel
def _move_together(data: Data, state: PlanState, units: IntArray, cluster: int) -> None:
    """Replace each candidate outside the cluster by the least used node inside that takes it."""
    for u in units:
        for out in range(len(state.alpha)):
            if not state.v[u, out]:
                continue
            into = NOWHERE
            for n in range(len(state.alpha)):
                if data.cluster_of[n] != cluster or not may_move(data, state, u, out, n):
                    continue
                if into < 0 or state.alpha[n] < state.alpha[into]:
                    into = n
            if into >= 0 and data.cluster_of[out] != cluster:
                toggle(data, state, u, out)
                toggle(data, state, u, into)


@kernel
def _neighbours(data: Data, state: PlanState, start: int, wanted: int) -> IntArray:
    """Return a unit and those that streams join to it within its cluster, breadth first."""
    units = np.full(wanted, start)
    home = _home(data, state, start)
    known, at = 1, 0
    while at < known and known < wanted:
        u = units[at]
        at += 1
        for k in range(data.stream_start[u], data.stream_start[u + 1]):
            q = data.stream_other[k]
            seen = known >= wanted or _home(data, state, q) != home
            for j in range(known):
                seen = seen or units[j] == q
            if not seen:
                units[known] = q
                known += 1
    return units[:known]


@kernel(inner=True)
def _home(data: Data, state: PlanState, u: int) -> int:
    """Return the cluster of the first candidate of a unit."""
    for n in range(len(state.alpha)):
        if state.v[u, n]:
            return int(data.cluster_of[n])
    return int(NOWHERE)
