"""The stage optimizer's two steps for `stage`: IPA places with Θ0, RAA plans on that placement.

Lyu et al., PVLDB 15(11), 2022, sections 5.1 to 5.3, with the capacities of Eq. 9 (appendix A)
and the groups of instances of appendix E.1, which RAA treats as one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.kernels import kernel
from ...core.outcome import Answer, Decision, Point
from ...core.run import Run
from ...core.schema import PositiveCount
from ...instances.stage import Stage
from ..placement import clusters_and_groups
from ..placement import fuxi as place
from ..resource_plan import MOST_CELLS, MostCells, raa_path, spread, walk
from .plans import (
    Placed,
    Plans,
    default_placement,
    fix_placement,
    ipa_placement,
    overloaded_points,
    placed_machines,
)

Clusters: TypeAlias = Literal["none", "fast-mci", "dbscan"]


def ipa_raa(
    instance: Stage,
    run: Run,
    *,
    most_cells: MostCells = MOST_CELLS,
    clusters: Annotated[
        Clusters, Field(description="method of clustering; a cluster gets one configuration")
    ] = "none",
    eps: Annotated[
        float, Field(gt=0, description="distance of neighbours for dbscan, in standard deviations")
    ] = 0.1,
    min_points: Annotated[
        PositiveCount, Field(description="least number of neighbours of a core point")
    ] = 5,
) -> Answer:
    """Place with IPA, then plan with RAA path (Algorithms 1 and 3), within capacities.

    If points times instances of the path exceed ``most_cells``, evenly spread points are used.  A
    point that overloads a machine is repaired or, if that fails, dropped; the plan with Θ0 for all
    instances, which is feasible on IPA's placement, is always a candidate.  With ``clusters`` the
    instances of a cluster have one configuration (appendix E.1): ``fast-mci`` uses the pairs of
    Algorithm 4's clusters and machine groups, on its placement; ``dbscan`` clusters rows and
    latencies within ``eps`` standard deviations.
    """
    if clusters == "fast-mci":
        needed_rows(instance, "fast-mci")
    machine = ipa_placement(instance, run, clustered=clusters == "fast-mci")
    if isinstance(machine, Answer):
        return machine
    fixed = fix_placement(instance, machine)
    plans = Plans(instance, fixed, run)
    plans.add(np.full(instance.instances, instance.default_configuration))
    if clusters == "none":
        return plans.answer(_whole_path(instance, fixed, plans, most_cells))
    if clusters == "fast-mci":
        groups = fast_mci(instance, fixed)
    else:
        groups = dbscan(instance, fixed, eps, min_points)
    return plans.answer(_path_of_groups(groups, fixed, plans, most_cells))


def _whole_path(instance: Stage, fixed: Placed, plans: Plans, most_cells: int) -> dict[str, Any]:
    """Add the plans of the path over all instances; return details for the answer."""
    kinds = len(instance.configurations)
    start = np.arange(instance.instances + 1) * kinds
    path = raa_path(fixed.latency.ravel(), fixed.cost.ravel(), start)
    assert path is not None  # Θ0 fits everywhere
    over = overloaded_points(
        path.moves_before,
        path.who,
        path.to % kinds,
        path.first % kinds,
        fixed.machine,
        instance.demand,
        instance.room,
    )
    for _, rows in walk(path, spread(len(path), instance.instances, most_cells)):
        if plans.run.should_stop():
            break
        plans.add(rows - start[:-1])
    return {"path_points": len(path), "path_points_overloaded": int((over > 0).sum())}


def _path_of_groups(
    groups: InstanceGroups, fixed: Placed, plans: Plans, most_cells: int
) -> dict[str, Any]:
    """Add the plans of the path over groups, with a group's configuration for all its members."""
    latency, cost = groups.options(fixed)
    start = np.arange(len(groups.size) + 1) * latency.shape[1]
    path = raa_path(latency.ravel(), cost.ravel(), start)
    assert path is not None  # Θ0 fits everywhere
    for _, rows in walk(path, spread(len(path), len(groups.label), most_cells)):
        if plans.run.should_stop():
            break
        plans.add((rows - start[:-1])[groups.label])
    return {"clusters": len(groups.size), "path_points": len(path)}


def ipa_raa_general(instance: Stage, run: Run) -> Answer:
    """Place with IPA, then plan with RAA general (Algorithm 2), within capacities.

    For every attainable latency limit, each instance takes its cheapest configuration within the
    limit; with one sum objective the weight does not matter.
    """
    machine = ipa_placement(instance, run)
    if isinstance(machine, Answer):
        return machine
    fixed = fix_placement(instance, machine)
    plans = Plans(instance, fixed, run)
    plans.add(np.full(instance.instances, instance.default_configuration))
    for used in _cheapest_under_each_limit(fixed):
        if run.should_stop():
            break
        plans.add(used)
    return plans.answer({})


def _cheapest_under_each_limit(fixed: Placed) -> Iterator[IntArray]:
    """Yield each instance's cheapest configuration (line 6) for every attainable stage latency."""
    least = fixed.latency.min(axis=1).max()
    values = np.unique(fixed.latency[np.isfinite(fixed.latency) & (fixed.latency >= least)])
    for limit in values.tolist():
        yield np.where(fixed.latency <= limit, fixed.cost, np.inf).argmin(axis=1)


def fuxi(instance: Stage, run: Run) -> Answer:
    """Assign instances in file order to machines with least utilization, configured by default."""
    if instance.utilization is None:
        raise input_error("utilization", "required key is missing: fuxi needs it")
    inner = run.inner(sense="minimize")
    inner.time_limit = None  # it is quick, and a run without time left shall have a plan
    machine = placed_machines(instance, place(default_placement(instance), inner))
    if isinstance(machine, Answer):
        return machine
    usual = instance.default_configuration
    configuration = np.full(instance.instances, usual)
    seconds = instance.chosen(machine, configuration)
    objectives = {
        "latency": float(seconds.max()),
        "cost": float(seconds.sum() * instance.price[usual]),
    }
    decision = {"machine": machine.tolist(), "configuration": configuration.tolist()}
    point = Point(objectives=objectives, decision=decision)
    run.report_point(point)
    return Answer(front=[point], front_complete=False)


_CUT = 3.0  # standard deviations at which latencies are cut off


@dataclass(frozen=True)
class Replayed:
    """The actual latency and cost of a replayed plan.

    Lyu et al., PVLDB 15(11), 2022, section 6.2: actual latencies are normal, cut at three
    deviations.
    """

    latency: float
    cost: float


def replay(instance: Stage, decision: Decision, seed: int) -> Replayed:
    """Return the latency and cost of a plan when instance i takes ``μ_i + σ_i z_i`` seconds.

    For a predicted latency f, the mean μ is ``(1 + bias) f`` and the deviation σ is ``sigma f``.
    The z_i are the same for every decision with the same seed.
    """
    if instance.noise is None:
        raise input_error("noise", "required key is missing: a replay needs it")
    machine = np.array(decision["machine"], dtype=np.int64)
    configuration = np.array(decision["configuration"], dtype=np.int64)
    predicted = instance.chosen(machine, configuration)
    factor = 1.0 + instance.noise.bias + instance.noise.sigma * deviations(len(machine), seed)
    actual = predicted * factor
    return Replayed(float(actual.max()), math.fsum(actual * instance.price[configuration]))


def deviations(count: int, seed: int) -> FloatArray:
    """Return standard normal numbers; numbers beyond three deviations are drawn again."""
    rng = np.random.default_rng(seed)
    drawn: FloatArray = rng.normal(size=count)
    while (outside := np.abs(drawn) > _CUT).any():
        drawn[outside] = rng.normal(size=int(outside.sum()))
    return drawn


def density_scan(points: FloatArray, eps: float, min_points: int) -> IntArray:
    """Return the DBSCAN cluster of each point; each noise point is a separate cluster.

    A point with at least ``min_points`` points within ``eps``, itself included, is a core point.
    Core points within ``eps`` of each other are in one cluster; any other point joins the cluster
    of its nearest core point within ``eps`` (ties: the first).

    Ester, Kriegel, Sander and Xu, "A Density-Based Algorithm for Discovering Clusters in Large
    Spatial Databases with Noise", KDD 1996.
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
