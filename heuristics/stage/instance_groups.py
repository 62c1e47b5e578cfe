"""Groups of instances that RAA treats as one (appendix E.1 of the stage optimizer).

Lyu et al., PVLDB 15(11), 2022.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.kernels import kernel
from ...instances.stage import Stage
from ..placement import clusters_and_groups
from .plans import Placed, default_placement

# DBSCAN in the plane: clusters of points that lie close together.
#
# Ester, Kriegel, Sander and Xu, "A Density-Based Algorithm for Discovering Clusters in Large
# Spatial Databases with Noise", KDD 1996.


def density_scan(points: FloatArray, eps: float, min_points: int) -> IntArray:
    """Return the DBSCAN cluster of each point; each noise point is a separate cluster.

    A point with at least ``min_points`` points within ``eps``, itself included, is a core point.
    Core points within ``eps`` of each other are in one cluster; any other point joins the cluster
    of its nearest core point within ``eps`` (ties: the first).
    """
    cell = np.floor((points - points.min(axis=0)) / eps).astype(np.int64)
    width = int(cell[:, 1].max()) + 3
    key = (cell[:, 0] + 1) * width + cell[:, 1] + 1
    order = np.argsort(key, kind="stable")
    keys, first = np.unique(key[order], return_index=True)
    starts = np.append(first, len(points))
    flat = np.ascontiguousarray(points)
    root = _scan(Cells(flat, key, keys, starts, order, width, eps * eps), min_points)
    return np.unique(root, return_inverse=True)[1].astype(np.int64)


class Cells(NamedTuple):
    """An index of points in the plane by squares of side ``eps``: square numbers (keys), points."""

    points: FloatArray
    key: IntArray  # of each point
    keys: IntArray
    starts: IntArray  # of each square in ``order``, and the end
    order: IntArray
    width: int
    reach: float  # eps squared


@kernel
def _scan(cells: Cells, min_points: int) -> IntArray:
    """Return a label for each point; the points of a cluster have the same label."""
    count = len(cells.points)
    root, core = np.arange(count), np.zeros(count, dtype=np.bool_)
    near = np.empty(count, dtype=np.int64)
    for i in range(count):
        core[i] = _neighbours(cells, i, near, min_points) >= min_points
    for i in range(count):
        if core[i]:  # core points that are near each other are one cluster
            for p in range(_neighbours(cells, i, near, count)):
                if core[near[p]]:
                    _join(root, i, near[p])
    for i in range(count):
        if core[i]:
            continue
        nearest, chosen = np.inf, -1  # any other joins its nearest core point, if one is near
        for p in range(_neighbours(cells, i, near, count)):
            distance = _distance(cells.points, i, near[p])
            if core[near[p]] and distance < nearest:
                nearest, chosen = distance, near[p]
        if chosen >= 0:
            root[i] = _top(root, chosen)
    for i in range(count):
        root[i] = _top(root, i)
    return root


@kernel(inner=True)
def _neighbours(cells: Cells, i: int, near: IntArray, most: int) -> int:
    """Write to ``near`` up to ``most`` points within ``eps`` of point ``i``; return the count."""
    count = 0
    for step in range(9):
        wanted = cells.key[i] + (step // 3 - 1) * cells.width + step % 3 - 1
        at = np.searchsorted(cells.keys, wanted)
        if at == len(cells.keys) or cells.keys[at] != wanted:
            continue
        for p in range(cells.starts[at], cells.starts[at + 1]):
            if count == most:
                return count
            if _distance(cells.points, i, cells.order[p]) <= cells.reach:
                near[count] = cells.order[p]
                count += 1
    return count


@kernel(inner=True)
def _distance(points: FloatArray, i: int, other: int) -> float:
    """Return the squared distance of two points."""
    across, up = points[i, 0] - points[other, 0], points[i, 1] - points[other, 1]
    return float(across * across + up * up)


@kernel(inner=True)
def _top(root: IntArray, i: int) -> int:
    """Return the root of a point in the union-find structure, with path compression."""
    while root[i] != i:
        root[i] = root[root[i]]
        i = root[i]
    return i


@kernel(inner=True)
def _join(root: IntArray, i: int, other: int) -> None:
    first, second = _top(root, i), _top(root, other)
    if first < second:
        root[second] = first
    elif second < first:
        root[first] = second


@dataclass(frozen=True, eq=False)
class InstanceGroups:
    """Groups of placed instances; all instances of a group use one configuration."""

    label: IntArray  # of each instance
    representative: IntArray  # of each group
    size: IntArray

    @classmethod
    def of(cls, label: IntArray, rows: FloatArray) -> InstanceGroups:
        """Return the groups; the (first) instance with the most rows represents its group."""
        label = np.unique(label, return_inverse=True)[1].reshape(-1)
        order = np.lexsort((np.arange(len(label)), -rows, label))
        first = np.searchsorted(label[order], np.arange(int(label.max()) + 1))
        return cls(label, order[first], np.bincount(label))

    def options(self, fixed: Placed) -> tuple[FloatArray, FloatArray]:
        """Return latency and cost (groups x configurations) from each group's representative.

        A group's cost is its size times its representative's cost.  The latency is infinite if a
        member cannot use the configuration.
        """
        unusable = np.zeros((len(self.size), fixed.latency.shape[1]), dtype=np.bool_)
        np.logical_or.at(unusable, self.label, ~np.isfinite(fixed.latency))
        latency = fixed.latency[self.representative]
        cost = fixed.cost[self.representative] * self.size[:, None]
        return np.where(unusable, np.inf, latency), cost


def needed_rows(instance: Stage, method: str) -> FloatArray:
    """Return the input rows, which ``method`` needs; raise an error if there are none."""
    if instance.input_rows is None:
        raise input_error("input_rows", f"required key is missing: {method} needs it")
    return instance.input_rows


def fast_mci(instance: Stage, fixed: Placed) -> InstanceGroups:
    """Return groups: the pairs of instance clusters and machine groups of Algorithm 4."""
    rows = needed_rows(instance, "fast-mci")
    cluster, group = clusters_and_groups(default_placement(instance))
    groups = int(group.max()) + 1
    return InstanceGroups.of(cluster * groups + group[fixed.machine], rows)


def dbscan(instance: Stage, fixed: Placed, eps: float, min_points: int) -> InstanceGroups:
    """Return DBSCAN's clusters of the points (rows, latency with Θ0), scaled by deviations.

    Without input rows only the latency counts.
    """
    usual = fixed.latency[:, instance.default_configuration]
    rows = usual if instance.input_rows is None else instance.input_rows
    points = np.column_stack([rows, usual])
    deviation = points.std(axis=0)
    points /= np.where(deviation > 0, deviation, 1.0)
    return InstanceGroups.of(density_scan(points, eps, min_points), rows)
