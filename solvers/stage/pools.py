"""Instances in clusters and machines in groups: the best and the worst latency of each pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...instances.stage import Stage, WorkLatency

MOST_GROUPS = 64


@dataclass(frozen=True, eq=False)
class Pools:
    """Clusters of instances, groups of machines, and latencies of cluster, configuration, group.

    ``best`` is below what any member takes on any machine of the group, ``worst`` above what all of
    them take on all.  Infinite: the configuration fits on no machine of the group, or (in
    ``worst``) some member cannot run so on some machine.
    """

    cluster: IntArray  # of each instance
    size: IntArray  # of each cluster
    group: IntArray  # of each machine
    groups: int
    best: FloatArray
    worst: FloatArray


def clusters_by_work(instance: Stage, clusters: int) -> IntArray:
    """Return as many clusters of alike instances, by their mean latency, of about equal sizes."""
    count = instance.instances
    if count <= clusters:
        return np.arange(count)
    order = np.argsort(_mean_latency(instance), kind="stable")
    cluster = np.empty(count, dtype=np.int64)
    cluster[order] = np.arange(count) * clusters // count
    return cluster


def _mean_latency(instance: Stage) -> FloatArray:
    if isinstance(instance.latency, WorkLatency):
        return np.asarray(instance.latency.linear.work.mean(axis=1))
    means = [
        float(np.nanmean(table)) if not np.isnan(table).all() else 0.0 for table in instance.latency
    ]
    return np.array(means)


def machine_groups(instance: Stage, most: int = MOST_GROUPS) -> IntArray:
    """Return groups of machines with the same latencies; of alike ones, where these are many."""
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        columns = np.column_stack([terms.per_work, terms.fixed])
        rank = terms.fixed + terms.per_work * terms.work.mean()
    else:
        table = instance.latency.reshape(-1, instance.machines)
        with np.errstate(invalid="ignore"):
            rank = np.nanmean(np.where(np.isnan(table).all(axis=0), 0.0, table), axis=0)
        keys = np.random.default_rng(0).random(len(table))
        columns = np.column_stack([np.where(np.isnan(table), -1.0, table).T @ keys, rank])
    _, first, group = np.unique(columns, axis=0, return_index=True, return_inverse=True)
    group = group.reshape(-1)
    if len(first) <= most:
        return group.astype(np.int64)
    order = np.argsort(rank, kind="stable")
    group = np.empty(len(rank), dtype=np.int64)
    group[order] = np.arange(len(rank)) * most // len(rank)
    return group


def pools_of(instance: Stage, cluster: IntArray, group: IntArray) -> Pools:
    """Return clusters and groups with their latencies."""
    groups = int(group.max()) + 1
    size = np.bincount(cluster)
    if isinstance(instance.latency, WorkLatency):
        best, worst = _of_work(instance.latency, cluster, group)
    else:
        best, worst = _of_table(instance.latency, cluster, group)
    best[:, ~_on_any(fits_in_floats(instance), group).T] = np.inf
    worst[:, ~_on_any(instance.fits, group).T] = np.inf
    return Pools(cluster, size, group, groups, best, worst)


def fits_in_floats(instance: Stage) -> BoolArray:
    """Return whether configurations fit on machines; in doubt, other than plans have it, yes."""
    demand, room = instance.configurations[:, None, :], instance.available[None, :, :]
    fits: BoolArray = np.all(demand <= room, axis=2) & (instance.max_per_machine != 0)
    return fits


def _on_any(fits: BoolArray, group: IntArray) -> BoolArray:
    """Return which configurations fit on any machine of a group."""
    fits_any = np.zeros((int(group.max()) + 1, len(fits)), dtype=np.bool_)
    np.logical_or.at(fits_any, group, fits.T)
    return fits_any


def _of_work(
    latency: WorkLatency, cluster: IntArray, group: IntArray
) -> tuple[FloatArray, FloatArray]:
    terms = latency.linear
    low, high = _extremes(terms.work, cluster)
    slope, start = _extremes(terms.per_work, group), _extremes(terms.fixed, group)
    best = start[0] + slope[0] * low[:, :, None]
    worst = start[1] + slope[1] * high[:, :, None]
    return best, worst


def _of_table(
    latency: FloatArray, cluster: IntArray, group: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return the extremes over members and machines; a missing latency is the worst."""
    shape = (int(cluster.max()) + 1, latency.shape[1], int(group.max()) + 1)
    best, worst = np.full(shape, np.inf), np.zeros(shape)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(shape[2]))
    for i, c in enumerate(cluster.tolist()):
        table = np.where(np.isnan(latency[i]), np.inf, latency[i])[:, order]
        best[c] = np.minimum(best[c], np.minimum.reduceat(table, starts, axis=1))
        worst[c] = np.maximum(worst[c], np.maximum.reduceat(table, starts, axis=1))
    return best, worst


def _extremes(values: FloatArray, label: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the least and the largest values of each label."""
    order = np.argsort(label, kind="stable")
    starts = np.searchsorted(label[order], np.arange(int(label.max()) + 1))
    ordered = values[order]
    return (
        np.minimum.reduceat(ordered, starts, axis=0),
        np.maximum.reduceat(ordered, starts, axis=0),
    )
