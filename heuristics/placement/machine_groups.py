"""Groups of machines that Algorithm 4 takes for one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...instances.placement import LinearLatency, Placement


@dataclass(frozen=True)
class MachineGroups:
    """The machines with room, in groups that are numbered by their first machine."""

    machines: IntArray  # sorted by group, then by number
    starts: IntArray  # of each group in ``machines``, and the end
    group: IntArray  # of every machine; -1 if it has no room
    representative: IntArray

    def room(self, of_machine: IntArray) -> IntArray:
        """Return s_j of Algorithm 4, the room of each group."""
        return np.add.reduceat(of_machine[self.machines], self.starts[:-1])


def machine_groups(instance: Placement, longest: int) -> MachineGroups:
    """Return the groups of an instance.

    Groups are ``machine_group`` if it is given, else machines whose latencies are all the same.
    A group is represented by the member on which the ``longest`` instance is slowest: like the
    choice of the longest instance for a cluster this does not underestimate.
    """
    able = np.flatnonzero(instance.beta > 0)
    labels = _labels(instance)[able]
    _, first, group = np.unique(labels, return_index=True, return_inverse=True)
    by_first = np.empty(len(first), dtype=np.int64)
    by_first[np.argsort(first)] = np.arange(len(first))
    group = by_first[group]
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(len(first) + 1))
    slow = np.nan_to_num(_latencies(instance, longest)[able], nan=-1.0)
    slowest_last = np.lexsort((-able, slow, group))
    everywhere = np.full(instance.machines, -1, dtype=np.int64)
    everywhere[able] = group
    return MachineGroups(
        machines=able[order],
        starts=starts,
        group=everywhere,
        representative=able[slowest_last[starts[1:] - 1]],
    )


def _latencies(instance: Placement, i: int) -> FloatArray:
    if isinstance(instance.latency, LinearLatency):
        terms = instance.latency.linear
        return np.asarray(terms.rows[i] * terms.per_row + terms.fixed)
    return np.asarray(instance.latency[i])


def _labels(instance: Placement) -> IntArray | NDArray[np.uint64]:
    if instance.machine_group is not None:
        return instance.machine_group
    if isinstance(instance.latency, LinearLatency):
        terms = instance.latency.linear
        order = np.lexsort((terms.per_row, terms.fixed))
        pairs = np.stack((terms.fixed, terms.per_row))[:, order]
        new = (pairs[:, 1:] != pairs[:, :-1]).any(axis=0)
        labels = np.empty(len(order), dtype=np.int64)
        labels[order] = np.concatenate(([0], np.cumsum(new)))
        return labels
    first = instance.latency[0]
    if len(np.unique(first)) == len(first):
        return np.arange(len(first))
    hashes: NDArray[np.uint64] = _column_hashes(instance.latency)
    return hashes


@kernel
def _column_hashes(matrix: FloatArray) -> NDArray[np.uint64]:
    """Return 64 bits per column, the same for identical columns (NaN equal to NaN)."""
    hashes = np.zeros(matrix.shape[1], dtype=np.uint64)
    cell = np.empty(1)
    bits = cell.view(np.uint64)
    for i in range(matrix.shape[0]):
        for j in range(matrix.shape[1]):
            cell[0] = matrix[i, j] if matrix[i, j] == matrix[i, j] else -1.0
            mixed = (hashes[j] ^ bits[0]) * np.uint64(0x9E3779B97F4A7C15)
            hashes[j] = mixed ^ (mixed >> np.uint64(29))
    return hashes
