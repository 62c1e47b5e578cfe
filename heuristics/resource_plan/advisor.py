"""The stage optimizer's Resource Assignment Advisor: RAA path and RAA general.

Lyu et al., PVLDB 15(11), 2022, section 5.3: RAA general is Algorithm 2, RAA path Algorithm 3.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.dominance import nondominated
from ...core.faults import input_error
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.resource_plan import ResourcePlan
from .raa_path import Path, raa_path

MOST_CELLS = 20_000_000  # points times instances that a front may list
ObjectiveWeights = list[Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1)]]


def path_method(
    instance: ResourcePlan, run: Run, *, most_cells: Annotated[int, Field(gt=0)] = MOST_CELLS
) -> Answer:
    """Return the full front of one maximum and one sum (Algorithm 3, Proposition 5.2).

    A point of the front carries the options of all instances.  Where points times instances are
    more than ``most_cells``, evenly spread points are listed, the two ends among them; the front
    is then not complete, and the details say how many points it has.
    """
    maxima, sums = instance.having("max"), instance.having("sum")
    if (len(maxima), len(sums)) != (1, 1):
        has = f"{len(maxima)} max and {len(sums)} sum"
        return Answer(message=f"raa-path takes one max and one sum, here are {has} objectives")
    values = instance.options.values
    latency, cost = values[:, maxima[0]], values[:, sums[0]]
    path = raa_path(latency, cost, instance.options.start)
    assert path is not None  # every instance has an option
    listed = spread(len(path), instance.options.instances, most_cells)
    names = (instance.names[maxima[0]], instance.names[sums[0]])
    totals = path.sums(cost)
    front: list[Point] = []
    for p, rows in walk(path, listed):
        if front and run.should_stop():
            break
        objectives = dict(zip(names, (float(path.latency[p]), float(totals[p])), strict=True))
        decision = {"option": (rows - instance.options.start[:-1]).tolist()}
        front.append(Point(objectives=objectives, decision=decision))
        run.report_point(front[-1])
    return Answer(
        front=front,
        front_complete=len(front) == len(path),
        stopped=run.stopped if len(front) < len(listed) else "complete",
        message=_thinning_note(len(front), len(path)),
        details={"points": len(path)},
    )


def spread(points: int, instances: int, most_cells: int) -> IntArray:
    """Return which points are listed: all, or evenly spread ones with both ends."""
    most = max(2, most_cells // instances)
    if points <= most:
        return np.arange(points)
    return np.unique(np.round(np.linspace(0, points - 1, most)).astype(np.int64))


def _thinning_note(listed: int, points: int) -> str | None:
    return None if listed == points else f"lists {listed} of the {points} points of the front"


def walk(path: Path, listed: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Yield the listed points with the rows that the instances use there; the rows are reused."""
    rows = path.first.copy()
    done = 0
    for point in listed.tolist():
        before = int(path.moves_before[point])
        rows[path.who[done:before]] = path.to[done:before]
        done = before
        yield point, rows


def raa_general(
    instance: ResourcePlan, run: Run, *, weights: ObjectiveWeights | None = None
) -> Answer:
    """Weight the sums for every combination of limits on the maxima (Algorithm 2).

    ``weights`` holds one vector per run, with a weight per sum objective; by default an even grid
    of up to 21 vectors.  Of options with equal weighted sums the one with the smaller sums, in the
    order of the objectives, is taken, as zero weights need.  All limits on one of the maxima are
    one path of Algorithm 3; with more maxima the others' values are combined.
    """
    maxima, sums = instance.having("max"), instance.having("sum")
    values = instance.options.values
    archive = _Archive(instance, run)
    vectors = _weights(weights, len(sums))
    complete = True
    for number, vector in enumerate(vectors):
        key = _preference(values[:, sums], vector)
        for limits in _combinations(values, maxima[1:]):
            if (number or archive.size) and run.should_stop():
                complete = False
                break
            allowed = (values[:, maxima[1:]] <= limits).all(axis=1)
            latency = values[:, maxima[0]] if maxima else np.zeros(len(values))
            path = raa_path(np.where(allowed, latency, np.inf), key, instance.options.start)
            if path is not None:
                archive.add(path)
    front = archive.front()
    return Answer(
        front=front,
        front_complete=False,
        stopped="complete" if complete else run.stopped,
        details={"weights": [list(vector) for vector in vectors]},
    )


def _combinations(values: FloatArray, maxima: Sequence[int]) -> Iterator[FloatArray]:
    """Yield every combination of the values of some maxima (line 3, find_all_possible_values)."""
    for combination in itertools.product(*(np.unique(values[:, k]) for k in maxima)):
        yield np.array(combination, dtype=np.float64)


def _preference(sums: FloatArray, weights: Sequence[float]) -> FloatArray:
    """Return a number per option: the smaller, the better, by weighted sum, then by the sums.

    Twelve digits of the weighted sum count, so that rounding breaks no tie.
    """
    if sums.shape[1] == 0:
        return np.zeros(len(sums))
    score = sums @ np.asarray(weights, dtype=np.float64)
    scale = np.abs(score).max(initial=0.0)
    score = np.round(score / scale, 12) if scale > 0 else score
    keys = np.column_stack([score, sums])
    _, rank = np.unique(keys, axis=0, return_inverse=True)
    return rank.ravel().astype(np.float64)


def _weights(weights: ObjectiveWeights | None, sums: int) -> ObjectiveWeights:
    """Return the weight vectors that are given, or an even grid."""
    if weights is None:
        steps = {0: 1, 1: 1, 2: 10, 3: 5}.get(sums, 2)
        grid = itertools.product(range(steps + 1), repeat=max(0, sums - 1))
        parts = [(*part, steps - sum(part)) for part in grid if sum(part) <= steps]
        return [[share / steps for share in part][:sums] for part in parts]
    for k, vector in enumerate(weights):
        if len(vector) != sums or not sum(vector) > 0:
            rule = f"must be {sums} numbers >= 0, one per sum objective, not all 0"
            raise input_error(f"weights[{k}]", rule, vector)
    return weights


class _Archive:
    """The points of many paths; decisions are made for those that remain."""

    def __init__(self, instance: ResourcePlan, run: Run) -> None:
        self._instance = instance
        self._run = run
        self._paths: list[Path] = []
        self._values: list[FloatArray] = []
        self._where: list[IntArray] = []
        self.size = 0

    def add(self, path: Path) -> None:
        """Take in all points of a path."""
        table = self._instance.options.values
        columns = []
        for k, objective in enumerate(self._instance.objectives):
            if objective.aggregate == "sum":
                columns.append(path.sums(table[:, k]))
            else:
                columns.append(_maxima(path, table[:, k]))
        points = np.column_stack(columns)
        kept = nondominated(points)
        self._values.append(points[kept])
        self._where.append(np.column_stack([np.full(len(kept), len(self._paths)), kept]))
        self._paths.append(path)
        self.size += len(kept)

    def front(self) -> list[Point]:
        """Return the nondominated points (line 11, filter_dominated)."""
        values, where = np.vstack(self._values), np.vstack(self._where)
        kept = nondominated(_tidy(values))
        listed = kept[spread(len(kept), self._instance.options.instances, MOST_CELLS)]
        names = self._instance.names
        front = []
        for k in listed.tolist():
            path, point = self._paths[where[k, 0]], int(where[k, 1])
            option = path.rows(point) - self._instance.options.start[:-1]
            objectives = dict(zip(names, values[k].tolist(), strict=True))
            front.append(Point(objectives=objectives, decision={"option": option.tolist()}))
            self._run.report_point(front[-1])
        return front


def _tidy(values: FloatArray) -> FloatArray:
    """Return values rounded to twelve digits, so that the noise of sums parts no equal points."""
    scale = np.maximum(np.abs(values).max(axis=0, initial=0.0), 1e-300)
    tidy: FloatArray = np.round(values / scale, 12)
    return tidy


def _maxima(path: Path, values: FloatArray) -> FloatArray:
    """Return, for each point of a path, the largest value of the options in use."""
    rows = path.first.copy()
    largest = np.empty(len(path))
    done = 0
    for p, before in enumerate(path.moves_before.tolist()):
        rows[path.who[done:before]] = path.to[done:before]
        done = before
        largest[p] = values[rows].max()
    return largest
