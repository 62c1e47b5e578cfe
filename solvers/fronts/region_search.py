"""All nondominated points of a form with several goals, region by region, two side by side.

Each program asks for the least value of one goal in an open region (Tamby and Vanderpooten, 2021).
Two goals: the regions lie along the front, and each is worked off from one end.  A maximum is
limited and not minimised, unless there are no sums.  Whenever the search stops, the lower corners
of the open regions and the points bound all plans.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import SolverVersion
from ...core.run import Run
from ..engines import side_by_side
from .corner_tightening import tighten
from .endings import SearchStopped
from .goal_form import GoalForm
from .interrupts import Interrupts
from .local_bounds import OpenRegions, limits_below
from .questions import Asked, Least, Question
from .region_programs import Worker
from .relaxed_floors import RelaxedFloors
from .whole_objectives import LargestGoal

_RESERVE = 0.04  # share of the time that is kept for the bounds of what stays open
_SECONDS = 1.0  # for a relaxation after the time is up
_SEVERAL = 8  # programs along a front of two goals between two looks at the other region


@dataclass
class RegionSearch:
    """The points of a form with several goals that are found, and what is open."""

    goals: GoalForm
    engine: str
    run: Run
    found: dict[tuple[int, ...], FloatArray] = field(default_factory=dict)
    sure: set[tuple[int, ...]] = field(default_factory=set)  # nothing dominates them
    regions: OpenRegions | None = None
    report: Callable[[FloatArray], None] = lambda x: None  # hears of each point

    def __post_init__(self) -> None:
        alone = self.run.threads == 1 or (os.cpu_count() or 1) < 2 or self.engine != "highs"
        self.workers = [Worker(self.goals, self.engine, self.run, self.run.timing)]
        if not alone:
            self.workers.append(Worker(self.goals, self.engine, self.run, {}))
        self.size = len(self.goals.goals)
        goals = self.goals.goals
        self.sums = [k for k in range(self.size) if not isinstance(goals[k], LargestGoal)]
        choices = self.sums or list(range(self.size))
        self._choices = np.array(choices[:1] if self.size == 2 else choices)
        self._relaxed = RelaxedFloors(self.goals, self.workers[0].whole)
        self._interrupts = Interrupts()

    @property
    def programs(self) -> int:
        """Programs that were solved."""
        return sum(worker.programs + worker.pools_made for worker in self.workers)

    @property
    def solver(self) -> SolverVersion | None:
        """The engine that answered."""
        return self.workers[0].solver

    def search(self) -> bool:
        """Find all points; return whether there is any plan at all."""
        with self._interrupts.heard():
            return self._search()

    def _search(self) -> bool:
        lower = np.zeros(self.size)
        for k in self.sums or self._choices.tolist():
            x = self.least(k)
            if x is None:
                return False
            key = self.workers[0].values(x)
            lower[k] = key[k]
            self.keep(key, x, sure=len(self.sums) == self.size)
        self.regions = OpenRegions(lower)
        for key in self.found:
            self.regions.add(np.array(key, dtype=np.float64))
        self.regions.drop_empty()
        while len(self.regions):
            if self._is_late():  # in time for the bounds of what is open
                raise SearchStopped("time_limit")
            self._explore()
            if self.size > 2:
                self._raise_by_relaxations(all_of_them=False)
        return True

    def keep(self, key: tuple[int, ...], x: FloatArray, *, sure: bool = False) -> None:
        """Remember a point; ``sure`` says that nothing dominates it."""
        if key not in self.found:
            self.found[key] = x
            self.report(x)
        if sure:
            self.sure.add(key)

    def least(self, k: int) -> FloatArray | None:
        """Return a point with the least value of goal k, and then of the others."""
        with self._interrupts.breakable():
            answer = self.workers[0].least(Question(k, (None,) * self.size), twice=True)
        if answer.stop is not None:
            raise answer.stop
        return answer.x

    def _is_late(self) -> bool:
        """Return whether only the time is left that is kept for bounds."""
        limit, remaining = self.run.time_limit, self.run.remaining
        return limit is not None and remaining is not None and remaining <= _RESERVE * limit

    def _explore(self) -> None:
        """Ask for least values in the largest regions, side by side, and note the answers."""
        asked = self._questions()
        works = [
            lambda w=worker, q=question: self._answers(w, q)
            for worker, (question, _) in zip(self.workers, asked, strict=False)
        ]
        with self._interrupts.breakable():
            answers = side_by_side(*works) if len(works) > 1 else (works[0](),)
        stop = None
        for (_, upper), own in zip(asked, answers, strict=True):
            for question, answer in own or ():
                self._note(question, _corner(question, upper), answer)
                stop = stop or answer.stop
        if stop is not None:
            raise stop

    def _answers(self, worker: Worker, question: Question) -> list[Asked]:
        """Return the answer to a question; two goals: also to those that follow from it."""
        if self.size == 2:
            return worker.several(question, _SEVERAL, self._is_late)
        return [(question, worker.least(question, twice=True))]

    def _questions(self) -> list[tuple[Question, FloatArray]]:
        """Return a question for each worker, with the upper corner of what it looks at."""
        regions = self.regions
        assert regions is not None
        worst = np.array(list(self.found)).max(axis=0) + 1
        corners = [
            (k, regions.lower[box], regions.upper[box].copy())
            for box, k in regions.largest(worst, self._choices, len(self.workers))
        ]
        if self.size == 2 and len(corners) < len(self.workers):
            corners += self._half(worst)
        return [(_question(k, lower, upper), upper) for k, lower, upper in corners]

    def _half(self, worst: FloatArray) -> list[tuple[int, FloatArray, FloatArray]]:
        """Return the lower half of the only region, if it has one."""
        regions = self.regions
        assert regions is not None
        ((box, k),) = regions.largest(worst, self._choices, 1)
        lower, upper = regions.lower[box], regions.upper[box].copy()
        upper[1 - k] = lower[1 - k] + np.floor((min(upper[1 - k], worst[1 - k]) - lower[1 - k]) / 2)
        upper[1 - k] += 1.0
        return [(k, lower, upper)] if upper[1 - k] < regions.upper[box, 1 - k] else []

    def _note(self, asked: Question, upper: FloatArray, answer: Least) -> None:
        """Note a point with the least value of a goal below an upper corner, or that none is."""
        self._close(asked.k, upper, answer.floor)
        if answer.x is None:
            return
        key = self.workers[0].values(answer.x)
        if key[asked.k] >= upper[asked.k]:
            return
        # with more goals nothing is as good in goal k and better in another sum
        self.keep(key, answer.x, sure=2 < self.size == len(self.sums))
        assert self.regions is not None
        self.regions.add(np.array(key, dtype=np.float64))
        if self.size == 2:
            self._close(asked.k, upper, answer.floor)
        self.regions.drop_empty()

    def _close(self, k: int, upper: FloatArray, floor: float) -> None:
        """Note that no point below an upper corner in the other goals is below a floor in k."""
        assert self.regions is not None
        self.regions.raise_floor(k, upper, floor)
        if self.size == 2:  # what is below the floor lies above the corner in the other goal
            self.regions.raise_floor(1 - k, np.full(2, floor), upper[1 - k])

    def corners(self) -> FloatArray | None:
        """Return the proven points, and a lower corner of every open region, in steps.

        A relaxation raises the corners while there is time, past points that are proven so.
        """
        if self.regions is None:  # not even the least values are known
            self.regions = OpenRegions(self.goals.least_by_bounds())
            floor = self._relaxed.floor(self.regions.upper[0], self.run, seconds=_SECONDS)
            if floor is not None:
                self.regions.raise_box(0, floor)
        if not np.isfinite(self.regions.lower).all():
            return None
        self._raise_by_relaxations()
        proven = self.proven()
        if proven:
            tighten(self.regions, self._relaxed, np.array(list(proven)), self.run)
        points = np.array(list(self.proven()), dtype=np.float64).reshape(-1, self.size)
        return np.vstack([points, self.regions.lower])

    def proven(self) -> dict[tuple[int, ...], FloatArray]:
        """Return the points that nothing dominates: no open region has room below them."""
        if self.regions is None:
            return {}
        lower = self.regions.lower
        return {
            key: x
            for key, x in self.found.items()
            if key in self.sure or not (lower <= np.array(key)).all(axis=1).any()
        }

    def _raise_by_relaxations(self, *, all_of_them: bool = True) -> None:
        """Raise the lower corners of new regions by linear programs, the largest ones first."""
        regions = self.regions
        assert regions is not None
        if not len(regions):
            return
        worst = np.array([*self.found, regions.lower.max(axis=0)]).max(axis=0) + 1
        size = np.maximum(np.minimum(regions.upper, worst) - regions.lower, 1e-9).prod(axis=1)
        fresh = np.flatnonzero(regions.fresh)
        for at in fresh[np.argsort(-size[fresh])].tolist():
            if not all_of_them and not self._relaxed.affordable(self.run):
                break
            floor = self._relaxed.floor(regions.upper[at], self.run)
            if floor is None:
                break
            regions.raise_box(at, floor)
        regions.drop_empty()


def _question(k: int, lower: FloatArray, upper: FloatArray) -> Question:
    """Return the question for the least goal below an upper corner."""
    return Question(k, tuple(limits_below(upper, k)), float(upper[k]) - 1.0, float(lower[k]))


def _corner(asked: Question, upper: FloatArray) -> FloatArray:
    """Return the upper corner of what a question is about."""
    limits = [math.inf if most is None else most + 1.0 for most in asked.limits]
    limits[asked.k] = float(upper[asked.k])
    return np.array(limits)
