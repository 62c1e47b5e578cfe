"""Clusters of instances and groups of machines for Algorithm 4, and how its moves make a plan."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...instances.placement import LinearLatency, Placement

_STEPS_PER_BANDWIDTH = 8
_MOST_STEPS = 1 << 17
_NARROWEST = 0.5  # the least bandwidth in steps of the grid
_REACH = 6  # bandwidths, beyond which the Gaussian kernel is cut off


def density_clusters(values: FloatArray, bandwidth: float | None = None) -> IntArray:
    """Return the cluster of each value; clusters are numbered by rising values.

    Clusters are separated at minima of a Gaussian density estimate, computed on a grid with a step
    of an eighth of the bandwidth and at most 131,072 steps (the bandwidth is at least half a step).
    The default is Silverman's ``0.9 min(σ, IQR/1.34) N^(-1/5)`` (σ alone if the quartiles
    coincide).  With bandwidth 0 every distinct value is a cluster.
    """
    least, most = float(values.min()), float(values.max())
    if bandwidth is None:
        bandwidth = silverman_bandwidth(values)
    if least == most:
        return np.zeros(len(values), dtype=np.int64)
    step = max(bandwidth / _STEPS_PER_BANDWIDTH, (most - least) / _MOST_STEPS)
    if bandwidth == 0 or step == 0:
        return _number_clusters(values)
    cell = np.rint((values - least) / step).astype(np.int64)
    cuts = _minima(_density(np.bincount(cell), max(bandwidth / step, _NARROWEST)))
    return _number_clusters(np.searchsorted(cuts, cell))


def silverman_bandwidth(values: FloatArray) -> float:
    """Return Silverman's rule of thumb for the bandwidth of a Gaussian density estimate."""
    deviation = float(values.std())
    lower, upper = np.quantile(values, (0.25, 0.75))
    spread = float(upper - lower) / 1.34
    narrow = min(deviation, spread) if spread > 0 else deviation
    return float(0.9 * narrow * len(values) ** -0.2)


def _density(counts: IntArray, bandwidth: float) -> FloatArray:
    """Return the density on the grid, up to a constant factor; the bandwidth is in steps."""
    reach = int(np.ceil(_REACH * bandwidth))
    offsets = np.arange(-reach, reach + 1) / bandwidth
    density = np.convolve(counts.astype(np.float64), np.exp(-0.5 * offsets**2))
    return density[reach : reach + len(counts)]


def _minima(density: FloatArray) -> FloatArray:
    """Return the grid positions of local minima; a flat minimum counts once, at its middle."""
    slope = np.sign(np.diff(density))
    places = np.flatnonzero(slope)
    falls_then_rises = (slope[places[:-1]] < 0) & (slope[places[1:]] > 0)
    return (places[:-1] + 1 + places[1:])[falls_then_rises] / 2


def _number_clusters(labels: FloatArray | IntArray) -> IntArray:
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


@dataclass(frozen=True)
class MachineGroups:
    """Groups of the machines with room; groups are numbered by their first machine."""

    machines: IntArray  # sorted by group, then by number
    starts: IntArray  # of each group in ``machines``, and the end
    group: IntArray  # of every machine; -1 if it has no room
    representative: IntArray

    def room(self, of_machine: IntArray) -> IntArray:
        """Return the total room of each group, summed over its machines (s_j of Algorithm 4)."""
        return np.add.reduceat(of_machine[self.machines], self.starts[:-1])


def machine_groups(instance: Placement, longest: int) -> MachineGroups:
    """Return the groups of the machines with room.

    Groups are the instance's ``machine_group`` if given, else machines with identical latencies.
    A group is represented by the member on which the ``longest`` instance is slowest.  Like the
    longest instance of a cluster, this representative does not underestimate latencies.
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
    """Return a 64-bit hash per column; identical columns (NaN equal to NaN) have equal hashes."""
    hashes = np.zeros(matrix.shape[1], dtype=np.uint64)
    cell = np.empty(1)
    bits = cell.view(np.uint64)
    for i in range(matrix.shape[0]):
        for j in range(matrix.shape[1]):
            cell[0] = matrix[i, j] if matrix[i, j] == matrix[i, j] else -1.0
            mixed = (hashes[j] ^ bits[0]) * np.uint64(0x9E3779B97F4A7C15)
            hashes[j] = mixed ^ (mixed >> np.uint64(29))
    return hashes


LatencyTerms: TypeAlias = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class InstanceClusters:
    """Clusters of instances; the first of each cluster, with the most rows, represents it."""

    members: IntArray  # sorted by cluster, then by descending rows, then by number
    starts: IntArray  # of each cluster in ``members``, and the end

    @property
    def sizes(self) -> IntArray:
        """The number of instances of each cluster (β_i of Algorithm 4)."""
        return np.diff(self.starts)

    @property
    def representative(self) -> IntArray:
        """The instance with the most rows in each cluster."""
        return self.members[self.starts[:-1]]

    def members_of(self, chosen: NDArray[np.bool_]) -> IntArray:
        """Return the instances of the clusters that the mask ``chosen`` marks."""
        return self.members[np.repeat(chosen, self.sizes)]


def instance_clusters(
    instance: Placement,
    groups: MachineGroups,
    rows: FloatArray | None,
    bandwidth: float | None,
) -> InstanceClusters:
    """Return density clusters of input rows, split by which groups cannot run the instances."""
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
    """Return latencies between representatives (clusters x groups), or their linear terms.

    A cluster cannot run (NaN) on a group if its representative cannot run on one of its machines.
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
    """Write the machine of each instance, and reduce ``room``; a move is (cluster, group, number).

    Within a move, instances by falling rows go to machines by rising index.
    """
    _follow(moves, clusters.members, clusters.starts, groups.machines, groups.starts, machine, room)


def _barred_patterns(instance: Placement, groups: MachineGroups) -> NDArray[np.uint64]:
    """Return a hash per instance of the set of groups with a machine that cannot run it."""
    keys = np.random.default_rng(0).integers(1, 2**63, len(groups.representative), dtype=np.uint64)
    patterns = [_barring_keys(block, groups.group, keys) for _, block in instance.latency_blocks()]
    return np.concatenate(patterns)


@kernel
def _barring_keys(
    latency: FloatArray, group: IntArray, keys: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """Return per instance the XOR of the keys of the groups with a machine that cannot run it."""
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
    """Set ``latency`` of cluster and group to NaN if a machine of the group cannot run it."""
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
    """Assign, for each move, the next members of a cluster to the next machines of a group."""
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
