"""The front of an assignment problem with two goals, along the edges of its convex hull.

A goal is an objective to be minimised; a point is a pair of goal values.  For a limit on one goal,
the first phase finds the edge of the hull that reaches the limit, by weighted sums (Aneja and Nair,
1979), and the second phase finds all points along this edge.  All numbers are integers: no
tolerance and no engine is involved.
"""

import math
from collections.abc import Iterator

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import expect_seconds
from ...core.run import Run
from ...core.schema import Count
from .assignment_kernel import (
    AssignmentCells,
    best_cells,
    cheapest_assignment,
    empty_lines,
    listed_cells,
)
from .choice_programs import ChoiceProgram, Pool
from .narrowed_programs import PricedProgram
from .questions import Least, Question, SearchStopped
from .triangles import Corner, Edge, EdgeParameters, points_along

_CELL = 1e-5  # seconds per cell of an assignment without compilation
_WEIGHTS = 3  # passes over the cells per row of an assignment, approximately


class AssignmentParameters(EdgeParameters):
    """The parameters of the front of an assignment."""

    most_rows: Count = Field(
        default=1000,
        description="maximum number of rows; a larger assignment would delay Ctrl-C too long",
    )
    largest_sum: int = Field(default=2**58, ge=1, le=2**58, description="largest sum")


DEFAULTS = AssignmentParameters()


class AssignmentFront:
    """The front of an assignment with two goals, computed on demand."""

    def __init__(
        self,
        choices: ChoiceProgram,
        whole: FloatArray,
        parameters: AssignmentParameters = DEFAULTS,
    ) -> None:
        self._parameters = parameters
        rows, places = choices.covers
        goals = whole.astype(np.int64)
        self._columns = best_cells(rows, places, goals)
        self._goals = np.ascontiguousarray(goals[:, self._columns])
        self._all_columns, self._size = whole.shape[1], int(rows.max()) + 1
        count = len(self._columns)
        self._cells = listed_cells(
            rows[self._columns],
            places[self._columns],
            np.zeros(count, dtype=np.int64),
            np.arange(count),
            self._size,
        )
        self._hull: list[Corner] | None = None  # corners sorted by the first goal
        self._points: list[Corner] = []  # all points along the last edge, sorted likewise
        self._hard: set[tuple[int, int]] = set()  # left corners of edges without answers
        self.programs = 0

    def least(self, asked: Question, run: Run) -> Least | None:
        """Return the plan that minimises goal k, then the other goal, within the limits.

        ``None`` if there is no assignment, if goal k is limited, or if an edge takes too long.
        """
        k, limit = asked.k, asked.limits[1 - asked.k]
        if asked.limits[k] is not None:
            return None
        hull = self._ends(run)
        if not hull:
            return None
        best, last = (hull[0], hull[-1]) if k == 0 else (hull[-1], hull[0])
        point: Corner | None = best
        if limit is not None and limit < best.values[1 - k]:
            if limit < last.values[1 - k]:
                return Least(asked.most + 1.0)
            point = self._within(k, limit, run)
        if point is None:
            return None
        if point.values[k] > asked.most:
            return Least(asked.most + 1.0)
        return Least(float(point.values[k]), self._plan(point), is_best=True)

    def edges(self, run: Run) -> Iterator[list[FloatArray]]:
        """Yield, per edge of the hull, the plans of all its points; skip edges with too many steps.

        Edges and points are sorted by the first goal.
        """
        hull, at = self._ends(run), 0
        while at + 1 < len(hull) and hull[at].values[0] < hull[at + 1].values[0]:
            edge = self._halved(at, run)
            if edge is None:
                continue
            points = self._along(edge, run)
            if points:
                yield [self._plan(point) for point in points]
            at += 1

    def _plan(self, point: Corner) -> FloatArray:
        x = np.zeros(self._all_columns)
        x[self._columns[point.cells]] = 1.0
        return x

    def _ends(self, run: Run) -> list[Corner]:
        """Return the known corners of the hull; at first these are the minima of both goals."""
        if self._hull is None:
            ends = [self._end(k, run) for k in (0, 1)]
            self._hull = [end for end in ends if end is not None]
        return self._hull

    def _end(self, k: int, run: Run) -> Corner | None:
        """Return the plan that minimises goal k and, among such plans, the other goal."""
        first = self._cheapest(self._cells._replace(cost=self._goals[k]), run)
        if first is None:
            return None
        tight = np.flatnonzero(first[1] == 0)  # all that any such plan takes
        row, place = self._cells.row, self._cells.place
        cells = listed_cells(row, place, self._goals[1 - k], tight, self._size)
        second = self._cheapest(cells, run)
        return None if second is None else second[0]

    def _cheapest(self, cells: AssignmentCells, run: Run) -> tuple[Corner, IntArray] | None:
        """Return the cheapest assignment and the cells' reduced costs; ``None`` if none exists."""
        if run.should_stop():
            raise SearchStopped("time_limit")
        self.programs += 1
        expect_seconds(cheapest_assignment, _WEIGHTS * self._size * _CELL * len(cells.row_cells))
        line = empty_lines(1, self._size)
        if not cheapest_assignment(cells, line):
            return None
        reduced = cells.cost - line.row_price[0, cells.row] - line.place_price[0, cells.place]
        return self._corner(line.cell_of_row[0]), reduced

    def _corner(self, taken: IntArray) -> Corner:
        first, second = self._goals[:, taken].sum(axis=1).tolist()
        return Corner((first, second), taken)

    def _within(self, k: int, limit: float, run: Run) -> Corner | None:
        """Return the point that minimises goal k under a limit on the other goal."""
        points = self._points
        if not points or not _part(points[0], points[-1], k, limit):
            points = self._along(self._edge(k, limit, run), run)
        if not points:
            return None
        inside = [point for point in points if point.values[1 - k] <= limit]
        return min(inside, key=lambda point: point.values[k])

    def _along(self, edge: Edge, run: Run) -> list[Corner]:
        """Return all nondominated points between an edge's corners; [] after too many steps."""
        if edge.left.values in self._hard:
            return []
        self.programs += 1
        points = points_along(edge, self._cells, self._goals, run, self._parameters)
        if points is None:
            self._hard.add(edge.left.values)
            return []
        self._points = points
        return points

    def _edge(self, k: int, limit: float, run: Run) -> Edge:
        """Return the edge of the hull between whose corners the goal other than k is ``limit``."""
        hull = self._ends(run)
        while True:
            at = next(i for i in range(len(hull) - 1) if _part(hull[i], hull[i + 1], k, limit))
            edge = self._halved(at, run)
            if edge is not None:
                return edge

    def _halved(self, at: int, run: Run) -> Edge | None:
        """Insert a corner between corner ``at`` and the next, or return the edge between them."""
        hull = self._ends(run)
        left, right = hull[at], hull[at + 1]
        weights = self._weights(left, right)
        found = self._cheapest(self._cells._replace(cost=weights @ self._goals), run)
        assert found is not None  # an assignment exists at any costs
        middle, reduced = found
        value = int(weights @ np.array(middle.values))
        below = all(value < int(weights @ np.array(end.values)) for end in (left, right))
        inside = left.values[0] < middle.values[0] < right.values[0]
        if not (below and inside and right.values[1] < middle.values[1] < left.values[1]):
            return Edge(left, right, weights, middle, reduced)
        hull.insert(at + 1, middle)
        return None

    def _weights(self, left: Corner, right: Corner) -> IntArray:
        """Return integer weights for which two corners have (nearly) equal weighted sums.

        Any positive weights are valid.  They are rounded if sums in compiled code would overflow.
        """
        pair = [left.values[1] - right.values[1], right.values[0] - left.values[0]]
        weights = np.array(pair, dtype=np.int64)
        weights //= np.gcd.reduce(weights)
        most = _most_in_kernels(self._goals, self._size, weights.tolist())
        shrink = -(-most // self._parameters.largest_sum)
        return np.maximum(1, weights // shrink)


def assignment_front(
    choices: ChoiceProgram, whole: FloatArray, parameters: AssignmentParameters = DEFAULTS
) -> AssignmentFront | None:
    """Return the front of a choice program, or ``None`` unless it is an assignment of two goals."""
    size = int(choices.covers[0].max()) + 1
    if not choices.is_assignment or len(whole) != 2 or size > parameters.most_rows:
        return None
    if _most_in_kernels(whole.astype(np.int64), size, [1, 1]) > parameters.largest_sum:
        return None
    return AssignmentFront(choices, whole, parameters)


def _most_in_kernels(goals: IntArray, size: int, weights: list[int]) -> int:
    """Return an upper bound, at least 1, on the absolute prices that compiled code computes.

    A path has two cells per row, and each row changes a price by at most the length of a path.
    """
    largest = np.abs(goals).max(axis=1).tolist()
    cell = sum(weight * int(most) for weight, most in zip(weights, largest, strict=True))
    return max(1, 4 * size**2 * cell)


def _part(left: Corner, right: Corner, k: int, limit: float) -> bool:
    """Return whether a limit on the goal other than k lies between the values of two corners."""
    ends = sorted((left.values[1 - k], right.values[1 - k]))
    return ends[0] <= limit <= ends[1]


# Answers from a sequence of pools of plans along a front, or from whole edges.


WIDER = 1.5  # factor from one window to the next


class PlanPools:
    """Answers to questions from pools of plans or, for two-goal assignments, from their front."""

    def __init__(
        self,
        choices: ChoiceProgram,
        whole: FloatArray,
        parameters: AssignmentParameters = DEFAULTS,
    ) -> None:
        self._choices, self._whole = choices, whole
        self._front = assignment_front(choices, whole, parameters)
        self._pool: Pool | None = None
        self._widest = math.inf  # the widest window whose pool is not too large
        self._made = 0

    @property
    def made(self) -> int:
        """The number of pools, programs and edges computed so far."""
        return self._made + (0 if self._front is None else self._front.programs)

    def edges(self, run: Run) -> Iterator[list[FloatArray]]:
        """Yield the points along each edge of an assignment's hull; none for other programs."""
        return iter(()) if self._front is None else self._front.edges(run)

    def known(self, asked: Question, run: Run) -> Least | None:
        """Return the answer if the last pool or an edge already contains it, else ``None``."""
        exact = None if self._front is None else self._front.least(asked, run)
        if exact is not None:
            return exact
        if self._pool is None or not self._pool.covers(asked.k, asked.limits):
            return None
        floor, x = self._pool.least(asked.limits)
        if floor > asked.most or math.isinf(floor):
            return Least(asked.most + 1.0)
        return None if x is None else Least(floor, x)

    def least(self, asked: Question, priced: PricedProgram, window: float, run: Run) -> Least:
        """Return the least value of goal k from new pools; a lower bound if these stay too large.

        A pool holds the plans within a window above the relaxation.  If they are too many, the
        window shrinks; if the pool has no answer, it widens, up to ``asked.most``.
        """
        floor, patient = asked.floor, False
        window = min(window, self._widest)
        while not run.should_stop():
            cost = min(asked.most, asked.floor + window)
            pool = self._choices.pool(
                self._whole, asked.k, asked.limits, priced, cost, patient=patient
            )
            self._made += 1
            if pool is None and patient:
                return Least(floor)
            if pool is None:
                patient = window <= 1.0
                self._widest = window = max(1.0, window / WIDER**2)
                continue
            self._pool, patient = pool, True
            least, x = pool.least(asked.limits)
            floor = max(floor, least)
            if floor > asked.most or math.isinf(floor):
                return Least(asked.most + 1.0)
            if x is not None:
                self._widest = max(self._widest, WIDER * window)
                return Least(floor, x)
            assert cost < asked.most
            window *= WIDER
        raise SearchStopped("time_limit")
