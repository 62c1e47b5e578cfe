"""Clusters of instances and groups of machines, with their best and worst latencies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import how_many
from ...core.kernels import in_threads, kernel
from ...instances.stage import Stage, WorkLatency

MOST_GROUPS = 64


@dataclass(frozen=True, eq=False)
class Pools:
    """Clusters of instances, groups of machines, and latencies (cluster x configuration x group).

    ``best`` is a lower bound and ``worst`` an upper bound on the latency of every member on every
    machine of the group.  Infinite: the configuration fits on no machine of the group, or (in
    ``worst``) a member cannot run with it on some machine.
    """

    cluster: IntArray  # cluster of each instance
    size: IntArray  # number of instances of each cluster
    group: IntArray  # group of each machine
    groups: int
    best: FloatArray
    worst: FloatArray


def clusters_by_work(instance: Stage, clusters: int) -> IntArray:
    """Return each instance's cluster: equally many instances with neighbouring mean latencies."""
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
    """Return each machine's group, by equal latency or, beyond ``most`` groups, similar latency."""
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        columns = np.column_stack([terms.per_work, terms.fixed])
        rank = terms.fixed + terms.per_work * terms.work.mean()
    else:
        table = instance.latency.reshape(-1, instance.machines)
        absent = np.isnan(table)
        filled = np.where(absent, 0.0, table)
        rank = filled.sum(axis=0) / np.maximum(1, len(table) - absent.sum(axis=0))
        filled[absent] = -1.0
        keys = np.random.default_rng(0).random(len(table))
        columns = np.column_stack([filled.T @ keys, rank])
    _, first, group = np.unique(columns, axis=0, return_index=True, return_inverse=True)
    group = group.reshape(-1)
    if len(first) <= most:
        return group.astype(np.int64)
    order = np.argsort(rank, kind="stable")
    group = np.empty(len(rank), dtype=np.int64)
    group[order] = np.arange(len(rank)) * most // len(rank)
    return group


def pools_of(instance: Stage, cluster: IntArray, group: IntArray) -> Pools:
    """Return the pools of given clusters and groups, with their latencies."""
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
    """Return a mask (configurations x machines) of fits, in which doubtful cases count as fits."""
    demand, room = instance.configurations[:, None, :], instance.available[None, :, :]
    fits: BoolArray = np.all(demand <= room, axis=2) & (instance.max_per_machine != 0)
    return fits


def _on_any(fits: BoolArray, group: IntArray) -> BoolArray:
    """Return a mask of configurations that fit on at least one machine of each group."""
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
    """Return minimum and maximum over members and machines; missing latencies are infinite."""
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
    """Return the minimum and maximum over the values (first axis) of each label."""
    order = np.argsort(label, kind="stable")
    starts = np.searchsorted(label[order], np.arange(int(label.max()) + 1))
    ordered = values[order]
    return (
        np.minimum.reduceat(ordered, starts, axis=0),
        np.maximum.reduceat(ordered, starts, axis=0),
    )


Row: TypeAlias = tuple[int, float | None]  # a resource, and the unit it is counted in
_LEAST_LOSS = 0.05  # share of a resource that no configuration of a unit's size can use
_MOST_UNITS = 2  # rows in units for each resource


@dataclass(frozen=True, eq=False)
class PriceRows:
    """The priced rows: demand (configurations x rows), room of machines, and ``pooled`` of groups.

    A row (r, None) is resource r; a row (r, unit) counts multiples of this unit of r per machine.

    Demands and rooms rounded down to whole units are a capacity as well.  It is the stronger one if
    rooms are not multiples of the amounts of configurations.
    """

    rows: tuple[Row, ...]
    demand: FloatArray
    room: FloatArray
    pooled: FloatArray


def price_rows(instance: Stage, group: IntArray, *, units: bool = True) -> PriceRows:
    """Return the priced rows: resources, places and, with ``units``, resources in large units."""
    demands, rooms = list(instance.configurations.T), list(instance.available.T)
    rows: list[Row] = [(r, None) for r in range(len(demands))]
    for r in range(len(demands)):
        for unit in _units(demands[r], rooms[r]) if units else ():
            rows.append((r, unit))
            demands.append(how_many(demands[r], unit).astype(np.float64))
            rooms.append(how_many(rooms[r], unit).astype(np.float64))
    if instance.max_per_machine is not None:
        rows.append((instance.available.shape[1], None))
        demands.append(np.ones(len(instance.configurations)))
        rooms.append(np.full(instance.machines, float(instance.max_per_machine)))
    room = np.column_stack(rooms)
    pooled = np.zeros((int(group.max()) + 1, len(rows)))
    np.add.at(pooled, group, room)
    return PriceRows(tuple(rows), np.column_stack(demands), room, pooled)


def _units(demand: FloatArray, room: FloatArray) -> list[float]:
    """Return demands that waste much room if each machine holds only integral multiples of one."""
    total = float(room.sum())
    losses = []
    for unit in np.unique(demand)[1:].tolist():
        loss = 1.0 - unit * float(how_many(room, unit).sum()) / total if total else 0.0
        if loss >= _LEAST_LOSS:
            losses.append((loss, unit))
    return [unit for _, unit in sorted(losses, reverse=True)[:_MOST_UNITS]]


_CELLS = 1 << 18  # instances times thresholds that a thread holds at once


@dataclass(frozen=True, eq=False)
class LeastCosts:
    """The choices of a stage as arrays, for computing least costs at many prices.

    For prices π, Σ_i min (c_ikj + π_j·D_k) - Σ_j π_j·R_j, with the minimum over all choices up to a
    latency, is at most the cost of every plan up to that latency.
    """

    instance: Stage
    group: IntArray
    rows: PriceRows
    terms: tuple[FloatArray, FloatArray, IntArray, BoolArray] | None
    threads: int | None = None  # by default one per processor

    @classmethod
    def of(
        cls, instance: Stage, group: IntArray, rows: PriceRows, threads: int | None = None
    ) -> LeastCosts:
        """Return the choices of an instance; in the compact form equal machines are merged."""
        if not isinstance(instance.latency, WorkLatency):
            return cls(instance, group, rows, None, threads)
        linear = instance.latency.linear
        columns = np.column_stack([linear.per_work, linear.fixed, group])
        kinds, kind = np.unique(columns, axis=0, return_inverse=True)
        fits = np.zeros((len(kinds), len(instance.configurations)), dtype=np.bool_)
        np.logical_or.at(fits, kind.reshape(-1), fits_in_floats(instance).T)
        terms = (kinds[:, 0].copy(), kinds[:, 1].copy(), kinds[:, 2].astype(np.int64), fits)
        return cls(instance, group, rows, terms, threads)

    @property
    def choices(self) -> float:
        """The number of choices (instance, configuration, machine) per threshold."""
        machines = self.instance.machines if self.terms is None else len(self.terms[0])
        return float(self.instance.instances) * len(self.instance.configurations) * machines

    def bounds(self, limits: FloatArray, prices: FloatArray, *, cost: bool = True) -> FloatArray:
        """Return, per latency limit, the cost bound that its prices (limits x groups x rows) prove.

        Without ``cost``, costs are 0, so a bound above 0 proves that no plan keeps the limit.
        """
        order = np.argsort(limits, kind="stable")
        tax = np.einsum("sgr,kr->gks", prices[order], self.rows.demand)
        rate = self.instance.price if cost else np.zeros(len(self.instance.price))
        gained = self._sums(np.ascontiguousarray(tax), limits[order], rate)
        resources = self.instance.available.shape[1]
        # twice the checker's allowance, because its sums may be rounded differently
        share = 2 * (2 * (resources + prices.shape[2]) + 8) * 2.0**-53
        bounds = np.empty(len(limits))
        for s, total in zip(order.tolist(), gained, strict=True):
            owed = math.fsum((prices[s][self.group] * self.rows.room).ravel())
            low = total * (1 - share) - owed * (1 + share) if total < math.inf else math.inf
            bounds[s] = low - abs(low) * 2.0**-51 if total < math.inf else math.inf
        return bounds

    def _sums(self, tax: FloatArray, limits: FloatArray, rate: FloatArray) -> list[float]:
        """Return, per latency limit, the sum of all instances' least costs."""
        count = self.instance.instances
        size = max(1, _CELLS // len(limits))

        def part(begin: int) -> list[float]:
            rows = slice(begin, min(begin + size, count))
            least = np.full((rows.stop - begin, len(limits)), np.inf)
            if isinstance(self.instance.latency, WorkLatency):
                assert self.terms is not None
                work = self.instance.latency.linear.work[rows]
                _over_work(work, *self.terms, rate, tax, limits, least)
            else:
                table = self.instance.latency[rows]
                fits = fits_in_floats(self.instance)
                _over_table(table, self.group, fits, rate, tax, limits, least)
            whole = least.max(axis=0) < np.inf
            return [
                math.fsum(column) if all_placed else math.inf
                for column, all_placed in zip(least.T, whole.tolist(), strict=True)
            ]

        parts = in_threads(self.threads, part, range(0, count, size))
        return [
            math.inf if math.inf in each else math.fsum(each) for each in zip(*parts, strict=True)
        ]


@kernel
def _over_work(
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    limits: FloatArray,
    least: FloatArray,
) -> None:
    """Lower ``least`` (instances x limits) to cost plus resource price ``tax`` of valid choices."""
    steps = len(limits)
    for i in range(work.shape[0]):
        for j in range(len(per_work)):
            g = group[j]
            for k in range(work.shape[1]):
                if not fits[j, k]:
                    continue
                seconds = fixed[j] + per_work[j] * work[i, k]
                cost = seconds * rate[k]
                for s in range(steps - 1, -1, -1):  # limits rise: the first that fails is last
                    if seconds > limits[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])


@kernel
def _over_table(
    latency: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    limits: FloatArray,
    least: FloatArray,
) -> None:
    """Do the same as `_over_work` for a latency table; NaN: a choice that cannot run."""
    steps = len(limits)
    for i in range(latency.shape[0]):
        for k in range(latency.shape[1]):
            for j in range(latency.shape[2]):
                seconds = latency[i, k, j]
                if not fits[k, j] or np.isnan(seconds):
                    continue
                g, cost = group[j], seconds * rate[k]
                for s in range(steps - 1, -1, -1):
                    if seconds > limits[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])
