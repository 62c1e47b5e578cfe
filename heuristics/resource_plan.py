"""Heuristics of resource_plan: the stage optimizer's RAA path and RAA general.

Lyu et al., PVLDB 15(11), 2022, section 5.3: RAA general is Algorithm 2, RAA path Algorithm 3.
Algorithm 3 keeps the instances in a heap and moves the slowest one to its next faster option, which
costs more.  Each move is made when the limit on the latency falls below the old option; so moves
sorted by old latency are the path, and one sort gives all trade-offs of a maximum against a sum.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.faults import input_error
from ..core.fronts import nondominated
from ..core.kernels import kernel
from ..core.outcome import Answer, Point
from ..core.run import Run
from ..instances.resource_plan import ResourcePlan

__all__ = ["MOST_CELLS", "MostCells", "path_method", "raa_general", "raa_path", "spread", "walk"]


_DIGIT = 11  # bits per pass of the sort
_PASSES = 6


@dataclass(frozen=True, eq=False)
class Path:
    """A path of RAA: points by falling latency, and the moves of instances between them.

    At the beginning instance i uses the option (a row of the table) ``first[i]``.  Point p is
    reached after the first ``moves_before[p]`` moves; move m takes instance ``who[m]`` from the
    option ``left[m]`` to the option ``to[m]``.
    """

    latency: FloatArray
    moves_before: IntArray
    first: IntArray
    who: IntArray
    to: IntArray
    left: IntArray

    def __len__(self) -> int:
        return len(self.latency)

    def sums(self, values: FloatArray) -> FloatArray:
        """Return, for each point, the sum of ``values`` (one per row) over the options in use."""
        change = np.cumsum(values[self.to] - values[self.left])
        total = np.concatenate([[0.0], change])[self.moves_before]
        sums: FloatArray = total + values[self.first].sum()
        return sums

    def rows(self, point: int) -> IntArray:
        """Return the row that each instance uses at a point."""
        rows = self.first.copy()
        before = self.moves_before[point]
        rows[self.who[:before]] = self.to[:before]  # of repeated instances the last one counts
        return rows


def raa_path(latency: FloatArray, cost: FloatArray, start: IntArray) -> Path | None:
    """Return the path of plans by falling latency, over the instances' nondominated options.

    The options of instance i are the rows ``start[i]`` to ``start[i + 1] - 1``; an infinite latency
    means that an option may not be used.  If an instance has no option, the result is None.
    """
    latency = np.ascontiguousarray(latency)
    kept, ends = _instance_fronts(latency, np.ascontiguousarray(cost), start)
    if ends[0] < 0:
        return None
    begins = np.concatenate([[0], ends[:-1]])
    who, to, left, heights = _moves(latency, kept, begins, ends)
    order = _falling(heights)
    floor = latency[kept[ends - 1]].max()
    first = kept[begins]
    who, to, left, heights = who[order], to[order], left[order], heights[order]
    distinct = np.ones(len(heights) + 1, dtype=np.bool_)
    distinct[1:-1] = heights[1:] < heights[:-1]
    moves_before = np.flatnonzero(distinct)
    levels = np.append(heights, floor)[moves_before]
    return Path(levels, moves_before, first, who, to, left)


@kernel
def _instance_fronts(
    latency: FloatArray, cost: FloatArray, start: IntArray
) -> tuple[IntArray, IntArray]:
    """Return the nondominated rows by instance and falling latency, and where each instance ends.

    Of equal options the first is kept.  ``ends[0]`` is -1 if an instance has no option.
    """
    kept = np.empty(len(latency), dtype=np.int64)
    ends = np.empty(len(start) - 1, dtype=np.int64)
    filled = 0
    for i in range(len(start) - 1):
        begin = filled
        for row in range(start[i], start[i + 1]):
            value, price = latency[row], cost[row]
            if value == np.inf:
                continue
            # kept rows of this instance: latency falls, cost rises
            at = filled
            while at > begin and latency[kept[at - 1]] < value:
                at -= 1
            if at < filled and cost[kept[at]] <= price:
                continue
            if at > begin and latency[kept[at - 1]] == value and cost[kept[at - 1]] <= price:
                continue
            drop = at
            while drop > begin and cost[kept[drop - 1]] >= price:
                drop -= 1
            if drop == at:
                for k in range(filled, at, -1):
                    kept[k] = kept[k - 1]
                filled += 1
            else:
                for k in range(at, filled):
                    kept[drop + 1 + k - at] = kept[k]
                filled -= at - drop - 1
            kept[drop] = row
        if filled == begin:
            ends[0] = -1
            return kept, ends
        ends[i] = filled
    return kept[:filled], ends


@kernel
def _moves(
    latency: FloatArray, kept: IntArray, begins: IntArray, ends: IntArray
) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
    """Return moves to the next faster option: instances, new and old options, old latencies."""
    # no plan is faster than the slowest of all instances' fastest options
    floor = -np.inf
    for i in range(len(ends)):
        floor = max(floor, latency[kept[ends[i] - 1]])
    size = 0
    for i in range(len(ends)):
        for k in range(begins[i], ends[i] - 1):
            size += latency[kept[k]] > floor
    # instance who[m] changes from option left[m] to the next faster one, to[m]
    who = np.empty(size, dtype=np.int64)
    to = np.empty(size, dtype=np.int64)
    left = np.empty(size, dtype=np.int64)
    heights = np.empty(size, dtype=np.float64)
    at = 0
    for i in range(len(ends)):
        for k in range(begins[i], ends[i] - 1):
            if latency[kept[k]] > floor:
                who[at], to[at], left[at] = i, kept[k + 1], kept[k]
                heights[at] = latency[kept[k]]
                at += 1
    return who, to, left, heights


def _falling(values: FloatArray) -> IntArray:
    """Return the stable order (indices) of falling values."""
    if len(values) < 50_000:
        return np.argsort(-values, kind="stable")
    bits = (values + 0.0).view(np.uint64)
    negative = bits >> np.uint64(63) == 1
    # as integers, floating-point numbers fall with these keys
    keys = np.where(negative, bits, ~bits & np.uint64(2**63 - 1))
    order: IntArray = _radix_order(keys).astype(np.int64)
    return order


@kernel
def _radix_order(keys: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return the stable order (indices) of unsigned keys, by a radix sort of eleven bits."""
    size = len(keys)
    order, other = np.arange(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    spare = np.empty_like(keys)
    mask = np.uint64((1 << _DIGIT) - 1)
    for step in range(_PASSES):
        shift = np.uint64(step * _DIGIT)
        count = np.zeros((1 << _DIGIT) + 1, dtype=np.int64)
        for key in keys:
            count[np.int64((key >> shift) & mask) + 1] += 1
        # all keys have the same digit: nothing moves
        if count.max() == size:
            continue
        # count[d]: where the next key with digit d goes
        for below in range(1 << _DIGIT):
            count[below + 1] += count[below]
        for k in range(size):
            digit = np.int64((keys[k] >> shift) & mask)
            other[count[digit]] = order[k]
            spare[count[digit]] = keys[k]
            count[digit] += 1
        order, other = other, order
        keys, spare = spare, keys
    return order


MOST_CELLS = 20_000_000  # points times instances that a front may list
MostCells = Annotated[
    int,
    Field(
        gt=0,
        description="list the whole front if it has at most this number of points times instances; "
        "otherwise list evenly spread points",
    ),
]
ObjectiveWeights = list[Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1)]]
WeightVectors = Annotated[
    ObjectiveWeights | None,
    Field(description="vectors of weights, one weight per sum; default: an even grid of <= 21"),
]


def path_method(instance: ResourcePlan, run: Run, *, most_cells: MostCells = MOST_CELLS) -> Answer:
    """Return the full front of one maximum and one sum (Algorithm 3, Proposition 5.2).

    A listed point contains the options of all instances.  If points times instances exceed
    ``most_cells``, only evenly spread points, with both ends, are listed; then the answer is not
    complete, and its details contain the number of points of the full front.
    """
    maxima, sums = instance.having("max"), instance.having("sum")
    if (len(maxima), len(sums)) != (1, 1):
        has = f"{len(maxima)} max and {len(sums)} sum"
        return Answer(message=f"raa-path needs one max and one sum, but the instance has {has}")
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
    note = f"listed: {len(front)} of the {len(path)} points of the front"
    return Answer(
        front=front,
        front_complete=len(front) == len(path),
        stopped=run.stopped if len(front) < len(listed) else "complete",
        message=None if len(front) == len(path) else note,
        details={"points": len(path)},
    )


def spread(points: int, instances: int, most_cells: int) -> IntArray:
    """Return the indices of the points to list: all, or evenly spaced ones with both ends."""
    most = max(2, most_cells // instances)
    if points <= most:
        return np.arange(points)
    return np.unique(np.round(np.linspace(0, points - 1, most)).astype(np.int64))


def walk(path: Path, listed: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Yield each listed point with the row of each instance (one array, which is overwritten)."""
    rows = path.first.copy()
    done = 0
    for point in listed.tolist():
        before = int(path.moves_before[point])
        rows[path.who[done:before]] = path.to[done:before]
        done = before
        yield point, rows


def raa_general(instance: ResourcePlan, run: Run, *, weights: WeightVectors = None) -> Answer:
    """Minimise weighted sums for every combination of limits on the maxima (Algorithm 2).

    ``weights`` has one vector per run, with a weight per sum objective; the default is an even
    grid of up to 21 vectors.  Ties of weighted sums are broken by the sums in the order of the
    objectives, because zero weights cause ties.  One path of Algorithm 3 covers all limits on the
    first maximum; of the further maxima, every combination of values is tried.
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
    """Yield each combination of limits on the objectives ``maxima`` (Algorithm 2, line 3)."""
    for combination in itertools.product(*(np.unique(values[:, k]) for k in maxima)):
        yield np.array(combination, dtype=np.float64)


def _preference(sums: FloatArray, weights: Sequence[float]) -> FloatArray:
    """Return the rank of each option by its weighted sum, then by its sums; the smallest is best.

    The weighted sum is rounded to twelve digits, so that rounding errors break no tie.
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
    """Return the given weight vectors, or an even grid by default."""
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
    """The nondominated points of several paths; decisions are built only for the final front."""

    def __init__(self, instance: ResourcePlan, run: Run) -> None:
        self._instance = instance
        self._run = run
        self._paths: list[Path] = []
        self._values: list[FloatArray] = []
        self._where: list[IntArray] = []
        self.size = 0

    def add(self, path: Path) -> None:
        """Add the points of a path."""
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
        """Return the front: the nondominated points of all paths (Algorithm 2, line 11)."""
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
    """Return values rounded to twelve digits, so that equal points stay equal."""
    scale = np.maximum(np.abs(values).max(axis=0, initial=0.0), 1e-300)
    tidy: FloatArray = np.round(values / scale, 12)
    return tidy


def _maxima(path: Path, values: FloatArray) -> FloatArray:
    """Return, for each point of a path, the maximum of ``values`` over the options in use."""
    rows = path.first.copy()
    largest = np.empty(len(path))
    done = 0
    for p, before in enumerate(path.moves_before.tolist()):
        rows[path.who[done:before]] = path.to[done:before]
        done = before
        largest[p] = values[rows].max()
    return largest
