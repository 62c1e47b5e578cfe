"""The unexplored regions of a front, as boxes below local upper bounds.

Klamroth, Lacour and Vanderpooten, "On the representation of the search region in multi-objective
optimization", EJOR 245, 2015; Tamby and Vanderpooten, "Enumeration of the nondominated set of
multiobjective discrete optimization problems", INFORMS J. Comput. 33(1), 2021.
"""

import math
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.clock import paused_clock
from ...core.run import Run
from ..engines import scale_form
from .goal_form import Asked, GoalForm, LargestGoal, Question
from .region_programs import Worker


class OpenRegions:
    """The open regions: boxes that contain all points that no known point weakly dominates.

    A box has an upper corner, which is not part of it, and a lower one: no point in the box is
    below the lower corner in any goal.  All goals are minimised.
    """

    def __init__(self, lower: FloatArray) -> None:
        self.upper: FloatArray = np.full((1, len(lower)), np.inf)
        self.lower: FloatArray = np.array(lower, dtype=np.float64)[None]
        self.fresh: BoolArray = np.ones(1, dtype=np.bool_)  # boxes not examined yet

    def __len__(self) -> int:
        return len(self.upper)

    def add(self, point: FloatArray) -> None:
        """Remove from the boxes, by splitting, the part that a new point weakly dominates.

        A box that contains the point is replaced by one box per goal, in which the upper value of
        this goal is the point's value.  Boxes inside other boxes are dropped.
        """
        inside = (point < self.upper).all(axis=1)
        if not inside.any():
            return
        upper, lower = self.upper[inside], self.lower[inside]
        kept_upper, kept_lower = self.upper[~inside], self.lower[~inside]
        kept_fresh = self.fresh[~inside]
        children, floors = [], []
        for k in range(len(point)):
            child = upper.copy()
            child[:, k] = point[k]
            filled = point[k] > lower[:, k]
            children.append(child[filled])
            floors.append(lower[filled])
        fresh, floor = np.vstack(children), np.vstack(floors)
        good = _maximal(fresh, kept_upper)
        self.upper = np.vstack([kept_upper, fresh[good]])
        self.lower = np.vstack([kept_lower, floor[good]])
        self.fresh = np.append(kept_fresh, np.ones(len(good), dtype=np.bool_))

    def raise_floor(self, goal: int, upper: FloatArray, value: float) -> None:
        """Record that ``goal`` is at least ``value`` where all other goals are below ``upper``."""
        others = np.arange(self.upper.shape[1]) != goal
        covered = (self.upper[:, others] <= upper[others]).all(axis=1)
        self.lower[covered, goal] = np.maximum(self.lower[covered, goal], value)
        self._drop(covered & (self.lower[:, goal] >= self.upper[:, goal]))

    def raise_box(self, at: int, floor: FloatArray) -> None:
        """Raise the lower corner of one box, which is kept even if it becomes empty."""
        self.lower[at] = np.maximum(self.lower[at], floor)
        self.fresh[at] = False

    def halve(self, at: int, goal: int, value: float) -> None:
        """Split box ``at`` into two: below ``value`` in ``goal``, and from this value on."""
        upper, lower = self.upper[at].copy(), self.lower[at].copy()
        self.upper[at, goal] = lower[goal] = value
        self.upper = np.vstack([self.upper, upper])
        self.lower = np.vstack([self.lower, lower])
        self.fresh = np.append(self.fresh, True)

    def drop_empty(self) -> None:
        """Drop the boxes that cannot contain a point."""
        self._drop(np.asarray((self.lower >= self.upper).any(axis=1)))

    def _drop(self, empty: BoolArray) -> None:
        self.upper, self.lower = self.upper[~empty], self.lower[~empty]
        self.fresh = self.fresh[~empty]

    def largest(self, worst: FloatArray, goals: IntArray, count: int) -> list[tuple[int, int]]:
        """Return pairs (box, goal to minimise), those of largest extent in the other goals first.

        An upper corner without a limit counts as ``worst``.
        """
        size = np.maximum(np.minimum(self.upper, worst) - self.lower, 1e-9)
        area = (size.prod(axis=1)[:, None] / size)[:, goals]
        best = area.max(axis=1)
        order = np.argsort(-best, kind="stable")[:count]
        return [(int(box), int(goals[area[box].argmax()])) for box in order]


def _maximal(fresh: FloatArray, others: FloatArray) -> IntArray:
    """Return the indices of upper corners ``fresh`` that no other dominates; ties: the first."""
    good = []
    for k, box in enumerate(fresh):
        if len(others) and (box <= others).all(axis=1).any():
            continue
        within = (box <= fresh).all(axis=1)
        within[k] = False
        equal = within & (fresh <= box).all(axis=1)
        if (within & ~equal).any() or equal[:k].any():
            continue
        good.append(k)
    return np.array(good, dtype=np.int64)


def limits_below(upper: FloatArray, k: int) -> list[float | None]:
    """Return limits on all goals except k, each one step below an upper corner."""
    limits = [None if value == np.inf else float(value - 1) for value in upper]
    limits[k] = None
    return limits


_ROUNDING = 1e-6  # relative error of a linear program's bound
_SHARE = 0.2  # maximum share of the time, while integer programs wait


class RelaxedFloors:
    """Lower bounds on goals in a region, by linear relaxations re-solved from the last basis."""

    def __init__(self, goals: GoalForm, whole: FloatArray) -> None:
        form = goals.form.relaxed()
        given = scale_form(replace(form, cost=np.zeros(form.shape[1]), constant=0.0))
        self._usable = given.unbridged is None and given.form.infeasible is None
        self._whole = whole * given.column
        rows = form.shape[0]
        self._maxima = {
            k: goal for k, goal in enumerate(goals.goals) if isinstance(goal, LargestGoal)
        }
        self._rows = np.arange(rows - len(whole), rows, dtype=np.int32)
        self._factor = given.row[self._rows]
        self._columns = np.arange(form.shape[1], dtype=np.int32)
        self._form = given.form
        self._highs: Any = None
        self.spent = 0.0

    def affordable(self, run: Run) -> bool:
        """Return whether these linear programs have used only a small share of the time so far."""
        return self._usable and self.spent <= _SHARE * run.seconds

    def floor(
        self,
        upper: FloatArray,
        run: Run,
        *,
        lower: FloatArray | None = None,
        seconds: float = 0.0,
    ) -> FloatArray | None:
        """Return an integer lower bound per goal for points in a region, infinite if it is empty.

        The region lies from ``lower`` to ``upper``, excluding ``upper``.  ``None`` if the engine
        gives up or the time is up (at least ``seconds`` are allowed).  A `LargestGoal` gets 0.
        """
        left = None if run.remaining is None else max(run.remaining, seconds)
        if not self._usable or left == 0.0:
            return None
        begun = time.perf_counter()
        try:
            return self._floor(upper, lower, left)
        finally:
            self.spent += time.perf_counter() - begun

    def _floor(
        self, upper: FloatArray, lower: FloatArray | None, left: float | None
    ) -> FloatArray | None:
        with paused_clock():
            from highspy import HighsModelStatus

            from ..engines import load_highs
        if self._highs is None:
            self._highs = load_highs(self._form)
        highs, count = self._highs, len(upper)
        if left is not None:
            highs.setOptionValue("time_limit", highs.getRunTime() + left)
        self._limit(upper, lower)
        floors = np.zeros(count)
        for k in range(count):
            if k in self._maxima:
                continue
            highs.changeColsCost(len(self._columns), self._columns, self._whole[k])
            highs.run()
            status = highs.getModelStatus()
            if status == HighsModelStatus.kInfeasible:
                return np.full(count, np.inf)
            if status != HighsModelStatus.kOptimal:
                return None
            value = highs.getInfo().objective_function_value
            floors[k] = math.ceil(value - _ROUNDING * max(1.0, abs(value)))
        return floors

    def _limit(self, upper: FloatArray, lower: FloatArray | None) -> None:
        """Restrict the goals to a region, by the sides of rows and the bounds of columns."""
        count = len(upper)
        low = np.full(count, -np.inf) if lower is None else lower * self._factor
        high = (upper - 1.0) * self._factor
        low[list(self._maxima)], high[list(self._maxima)] = -np.inf, np.inf
        self._highs.change_sides(self._rows, low, high)
        if self._maxima:
            form = self._form
            high = form.upper.copy()
            for k, goal in self._maxima.items():
                high[goal.columns_above(upper[k] - 1.0)] = 0.0
            self._highs.changeColsBounds(len(high), self._columns, form.lower, high)


_MOST = 10_000  # regions: the volume of more corners takes too long


def tighten(regions: OpenRegions, relaxed: RelaxedFloors, points: IntArray, run: Run) -> None:
    """Halve the largest regions, and raise the lower corners of both halves, while time remains.

    The halves still contain all points of the regions, but serve as bounds only: a search cannot
    continue with halves.
    """
    if not run.time_limit:
        return
    worst = points.max(axis=0) + 1.0
    while 0 < len(regions) < _MOST and not run.should_stop():
        sides = np.maximum(np.minimum(regions.upper, worst) - regions.lower, 0.0)
        at = int(sides.prod(axis=1).argmax())
        side = sides[at] / np.maximum(np.ptp(points, axis=0), 1)
        goal = int(side.argmax())
        if sides[at, goal] < 2.0:
            return
        middle = regions.lower[at, goal] + np.floor(sides[at, goal] / 2.0)
        regions.halve(at, goal, float(middle))
        for half in (at, len(regions) - 1):
            if not _raise(regions, half, relaxed, run):
                return
        regions.drop_empty()


def _raise(regions: OpenRegions, at: int, relaxed: RelaxedFloors, run: Run) -> bool:
    """Raise the lower corner of a region by linear programs; return false if the time is up."""
    lower: FloatArray = regions.lower[at].copy()
    floor = relaxed.floor(regions.upper[at], run, lower=lower)
    if floor is not None:
        regions.raise_box(at, floor)
    return floor is not None


@dataclass(frozen=True, eq=False)
class RegionQuestion:
    """A question: the least value of goal k, at least ``floor``, in the region below ``upper``."""

    k: int
    upper: FloatArray
    floor: float

    @property
    def question(self) -> Question:
        """The question in the form that a worker answers."""
        limits = tuple(limits_below(self.upper, self.k))
        return Question(self.k, limits, float(self.upper[self.k]) - 1.0, self.floor)

    @property
    def place(self) -> tuple[int, bytes]:
        """The key of the question; questions with the same key have the same answer."""
        return self.k, self.upper.tobytes()


def next_questions(
    regions: OpenRegions,
    worst: FloatArray,
    choices: IntArray,
    count: int,
    places: Collection[tuple[int, bytes]] = (),
) -> list[RegionQuestion]:
    """Return up to ``count`` questions about the largest regions, except those in ``places``.

    With two goals each region is processed from one end.  If there are fewer regions than
    ``count``, one more question is about the lower half of the largest region.
    """
    largest = regions.largest(worst, choices, count + len(places))
    asked = [
        RegionQuestion(k, regions.upper[box].copy(), float(regions.lower[box, k]))
        for box, k in largest
    ]
    fresh = [each for each in asked if each.place not in places][:count]
    if len(worst) == 2 and len(fresh) < count:
        box, k = largest[0]
        half = _half(regions.lower[box], regions.upper[box], worst, k)
        if half is not None and half.place not in places:
            fresh.append(half)
    return fresh


def _half(lower: FloatArray, upper: FloatArray, worst: FloatArray, k: int) -> RegionQuestion | None:
    """Return the question about the lower half of a region; ``None`` if it is too small."""
    half, other = upper.copy(), 1 - k
    width = min(upper[other], worst[other]) - lower[other]
    half[other] = lower[other] + np.floor(width / 2) + 1.0
    return RegionQuestion(k, half, float(lower[k])) if half[other] < upper[other] else None


def corner_of(asked: Question, upper: FloatArray) -> FloatArray:
    """Return the upper corner of the region of a follow-up to a question about ``upper``."""
    limits = [math.inf if most is None else most + 1.0 for most in asked.limits]
    limits[asked.k] = float(upper[asked.k])
    return np.array(limits)


_SEVERAL = 8  # programs along a front of two goals before another region is considered


def answers_along(worker: Worker, asked: Question, late: Callable[[], bool]) -> Iterator[Asked]:
    """Yield the answer to a question, and with two goals also answers to follow-up questions.

    Each follow-up asks for a smaller value of the other goal than the point found before.
    """
    if len(asked.limits) != 2:
        yield asked, worker.least(asked, twice=True)
        return
    for _ in range(_SEVERAL):
        answer = worker.least(asked)
        yield asked, answer
        if answer.x is None or answer.stop is not None or late():
            return
        limits: list[float | None] = [float(value) - 1.0 for value in worker.values(answer.x)]
        limits[asked.k] = None
        asked = replace(asked, limits=tuple(limits), floor=answer.floor)


def second_worker(goals: GoalForm, engine: str, run: Run) -> Worker:
    """Return a worker for a second thread, whose run can be halted separately."""
    return Worker(goals, engine, replace(run.inner(), halted=Event()), {})
