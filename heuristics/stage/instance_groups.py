"""Instances that RAA takes for one: appendix E.1 of the stage optimizer.

Lyu et al., PVLDB 15(11), 2022.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...instances.stage import Stage
from ..placement import clusters_and_groups
from .dbscan import density_scan
from .fixed_placement import Placed, default_placement


@dataclass(frozen=True, eq=False)
class InstanceGroups:
    """Groups of instances with a fixed placement; a group has one configuration for all."""

    label: IntArray  # of each instance
    representative: IntArray  # of each group
    size: IntArray

    @classmethod
    def of(cls, label: IntArray, rows: FloatArray) -> InstanceGroups:
        """Return groups; in each the instance with the most rows, then the first, represents."""
        label = np.unique(label, return_inverse=True)[1].reshape(-1)
        order = np.lexsort((np.arange(len(label)), -rows, label))
        first = np.searchsorted(label[order], np.arange(int(label.max()) + 1))
        return cls(label, order[first], np.bincount(label))

    def options(self, fixed: Placed) -> tuple[FloatArray, FloatArray]:
        """Return latency and cost of each group by configuration, as its representative has them.

        A group costs its size times its representative.  A configuration that some member cannot
        use is none of the group's.
        """
        unusable = np.zeros((len(self.size), fixed.latency.shape[1]), dtype=np.bool_)
        np.logical_or.at(unusable, self.label, ~np.isfinite(fixed.latency))
        latency = fixed.latency[self.representative]
        cost = fixed.cost[self.representative] * self.size[:, None]
        return np.where(unusable, np.inf, latency), cost


def needed_rows(instance: Stage, method: str) -> FloatArray:
    """Return the input rows, which a method cannot do without."""
    if instance.input_rows is None:
        raise input_error("input_rows", f"required key is missing: {method} clusters by it")
    return instance.input_rows


def fast_mci(instance: Stage, fixed: Placed) -> InstanceGroups:
    """Return the pairs of Algorithm 4's instance clusters and machine groups."""
    rows = needed_rows(instance, "fast-mci")
    cluster, group = clusters_and_groups(default_placement(instance))
    groups = int(group.max()) + 1
    return InstanceGroups.of(cluster * groups + group[fixed.machine], rows)


def dbscan(instance: Stage, fixed: Placed, eps: float, min_points: int) -> InstanceGroups:
    """Return DBSCAN's clusters of rows and latency with Θ0, each over its standard deviation.

    Without input rows the latency alone decides.
    """
    usual = fixed.latency[:, instance.default_configuration]
    rows = usual if instance.input_rows is None else instance.input_rows
    points = np.column_stack([rows, usual])
    deviation = points.std(axis=0)
    points /= np.where(deviation > 0, deviation, 1.0)
    return InstanceGroups.of(density_scan(points, eps, min_points), rows)
