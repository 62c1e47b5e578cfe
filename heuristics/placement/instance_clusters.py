"""Clusters of instances that Algorithm 4 takes for one, and the plan that its moves become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...instances.placement import LinearLatency, Placement
from .density_clusters import density_clusters
from .machine_groups import MachineGroups

LatencyTerms: TypeAlias = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class InstanceClusters:
    """The instances in clusters; in each the one with the most rows leads and represents it."""

    members: IntArray  # sorted by cluster, then by descending rows, then by number
    starts: IntArray  # of each cluster in ``members``, and the end

    @property
    def sizes(self) -> IntArray:
        """β_i of Algorithm 4, how many instances a cluster has."""
        return np.diff(self.starts)

    @property
    def representative(self) -> IntArray:
        """The instance with the most rows of each cluster."""
        return self.members[self.starts[:-1]]

    def members_of(self, chosen: NDArray[np.bool_]) -> IntArray:
        """Return the instances of some clusters."""
        return self.members[np.repeat(chosen, self.sizes)]


def instance_clusters(
    instance: Placement,
    groups: MachineGroups,
    rows: FloatArray | None,
    bandwidth: float | None,
) -> InstanceClusters:
    """Return density clusters of input rows, divided by the groups where instances can run."""
    if rows is None:
        everyone = np.arange(instance.instances)
        return InstanceClusters(everyone, np.arange(instance.instances + 1))
    order = np.argsort(-rows, kind="stable")
    labels = density_clusters(rows, bandwidth)
    if not isinstance(instance.latency, LinearLatency):
        barred = _barred_patterns(instance, groups)
        if barred.any():
            labels = np.unique(
                np.stack((labels.astype(np.uint64), barred)), axis=1, return_inverse=True
            )[1].reshape(-1)
    _, first, label = np.unique(labels[order], return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    cluster = number[label]
    starts = np.searchsorted(np.sort(cluster), np.arange(len(first) + 1))
    return InstanceClusters(order[np.argsort(cluster, kind="stable")], starts)


def representative_latencies(
    instance: Placement, clusters: InstanceClusters, groups: MachineGroups
) -> FloatArray | LatencyTerms:
    """Return L' of Algorithm 4, in the linear form as its terms.

    A cluster cannot run (NaN) on a group with a machine on which its representative cannot.
    """
    chosen, machines = clusters.representative, groups.representative
    if isinstance(instance.latency, LinearLatency):
        terms = instance.latency.linear
        return terms.rows[chosen], terms.per_row[machines], terms.fixed[machines]
    if _all_in_order(chosen, instance.instances) and _all_in_order(machines, instance.machines):
        return instance.latency  # nothing is alike
    latency = instance.latency[np.ix_(chosen, machines)]
    if len(machines) < len(groups.machines):
        _bar_groups(instance.latency, chosen, groups.group, latency)
    return latency


def _all_in_order(chosen: IntArray, count: int) -> bool:
    return np.array_equal(chosen, np.arange(count))


def follow(
    moves: IntArray,
    clusters: InstanceClusters,
    groups: MachineGroups,
    machine: IntArray,
    room: IntArray,
) -> None:
    """Turn moves of clusters to groups into machines of instances, and use up the room.

    Within a move the instances with the most rows go first, to the machines in their order.
    """
    _follow(moves, clusters.members, clusters.starts, groups.machines, groups.starts, machine, room)


def _barred_patterns(instance: Placement, groups: MachineGroups) -> NDArray[np.uint64]:
    """Return a fingerprint per instance of the groups that have a machine it cannot run on."""
    keys = np.random.default_rng(0).integers(1, 2**63, len(groups.representative), dtype=np.uint64)
    patterns = [_barring_keys(block, groups.group, keys) for _, block in instance.latency_blocks()]
    return np.concatenate(patterns)


@kernel
def _barring_keys(
    latency: FloatArray, group: IntArray, keys: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """Return per instance the exclusive or of the keys of all groups that bar it."""
    patterns = np.zeros(len(latency), dtype=np.uint64)
    seen_by = np.full(len(keys), -1, dtype=np.int64)
    for i in range(len(latency)):
        for j in range(len(group)):
            g = group[j]
            if np.isnan(latency[i, j]) and g >= 0 and seen_by[g] != i:
                seen_by[g] = i
                patterns[i] ^= keys[g]
    return patterns


@kernel
def _bar_groups(matrix: FloatArray, chosen: IntArray, group: IntArray, latency: FloatArray) -> None:
    """Mark a group as unable to run a cluster if one of its machines cannot run the chosen row."""
    for c in range(len(chosen)):
        for j in range(len(group)):
            if np.isnan(matrix[chosen[c], j]) and group[j] >= 0:
                latency[c, group[j]] = np.nan


@kernel
def _follow(
    moves: IntArray,
    members: IntArray,
    member_starts: IntArray,
    machines: IntArray,
    machine_starts: IntArray,
    machine: IntArray,
    room: IntArray,
) -> None:
    """Spread every move from a cluster to a group over their next members and open machines."""
    next_member = member_starts.copy()
    next_machine = machine_starts.copy()
    for k in range(len(moves)):
        cluster, group = moves[k, 0], moves[k, 1]
        for _ in range(moves[k, 2]):
            while room[machines[next_machine[group]]] == 0:
                next_machine[group] += 1
            j = machines[next_machine[group]]
            machine[members[next_member[cluster]]] = j
            next_member[cluster] += 1
            room[j] -= 1
