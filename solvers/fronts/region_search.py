"""The search for all nondominated points of a form with several goals, region by region.

Each question asks for the least value of one goal in an open region (Tamby and Vanderpooten, 2021).
With two goals, the regions lie along the front, and each is processed from one end.  A largest
value is limited and not minimised, unless no goal is linear.  Whenever the search stops, the
points and the lower corners of the open regions bound all plans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import SolverVersion
from ...core.run import Run
from ..engines import side_by_side
from .goal_form import GoalForm, LargestGoal
from .local_bounds import (
    OpenRegions,
    RegionQuestion,
    RelaxedFloors,
    answers_along,
    corner_of,
    next_questions,
    second_worker,
    tighten,
)
from .processes import Processes
from .questions import Asked, Interrupts, Least, Question, SearchStopped, is_interrupted
from .region_programs import Worker

_TICK = 0.05  # seconds between two checks of the clock
_AHEAD = 2  # questions per process with more than two goals, so that no process is idle
_RESERVE = 0.04  # share of the time reserved for the bounds of open regions
_SECONDS = 1.0  # minimum seconds for bounds, and for one relaxation after the time is up


@dataclass
class RegionSearch:
    """A search for the front of a form: the points found, and the open regions."""

    goals: GoalForm
    engine: str
    run: Run
    found: dict[tuple[int, ...], FloatArray] = field(default_factory=dict)
    sure: set[tuple[int, ...]] = field(default_factory=set)  # points that no point dominates
    regions: OpenRegions | None = None
    report: Callable[[FloatArray], None] = lambda x: None  # is called with each point

    def __post_init__(self) -> None:
        self.size = len(self.goals.goals)
        self.processes = Processes(self.goals, self.engine, self.run)
        self.workers = [Worker(self.goals, self.engine, self.run, self.run.timing)]
        goals = self.goals.goals
        self.sums = [k for k in range(self.size) if not isinstance(goals[k], LargestGoal)]
        choices = self.sums or list(range(self.size))
        self.choices = np.array(choices[:1] if self.size == 2 else choices)
        self._relaxed = RelaxedFloors(self.goals, self.workers[0].whole)
        self.interrupts = Interrupts()
        self.worst: FloatArray = np.full(self.size, -np.inf)  # a value above all points, per goal

    @property
    def programs(self) -> int:
        """The number of programs solved by workers and processes."""
        return sum(worker.count for worker in self.workers) + self.processes.programs

    @property
    def solver(self) -> SolverVersion | None:
        """The name and version of the engine that answered, ``None`` before the first answer."""
        return self.workers[0].solver

    def search(self) -> bool:
        """Find all points; return whether any plan exists."""
        share = 1.0 - _RESERVE  # of the time; the rest is for the bounds of what stays open
        with self.interrupts.heard(), self.run.first_part(share):
            try:
                return self._search()
            finally:
                self.processes.end()

    def _search(self) -> bool:
        lower = np.zeros(self.size)
        for k in self.sums or self.choices.tolist():
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
            if self.run.should_stop():
                raise SearchStopped("time_limit")
            if self.processes.are_ready():
                self._explore_in_processes()
            else:
                self._explore()
            self.raise_by_relaxations(lambda: True)
        return True

    def keep(self, key: tuple[int, ...], x: FloatArray, *, sure: bool = False) -> None:
        """Store a point under its goal values ``key``; ``sure``: no point dominates it."""
        if key not in self.found:
            self.goals.require_feasible(x)
            self.found[key] = x
            self.worst = np.maximum(self.worst, np.array(key) + 1.0)
            self.report(x)
        if sure:
            self.sure.add(key)

    def least(self, k: int) -> FloatArray | None:
        """Return a point that minimises goal k, then the sum of the other goals."""
        with self.interrupts.breakable():
            answer = self.workers[0].least(Question(k, (None,) * self.size), twice=True)
        if answer.stop is not None:
            raise answer.stop
        return answer.x

    def _explore(self) -> None:
        """Ask for least values in the largest regions in parallel, and record the answers."""
        assert self.regions is not None
        if len(self.workers) < 2 <= self.processes.most:
            self.workers.append(second_worker(self.goals, self.engine, self.run))
        asked = next_questions(self.regions, self.worst, self.choices, len(self.workers))
        works = [
            lambda w=worker, q=each.question: list(answers_along(w, q, self._is_late))
            for worker, each in zip(self.workers, asked, strict=False)
        ]
        halt = self.workers[-1].run.halted.set
        with self.interrupts.breakable():
            if len(works) > 1:
                answers = side_by_side(works[0], works[1], is_interrupted, halt)
            else:
                answers = (works[0](), None)
        pairs = zip(asked, answers, strict=False)
        stops = [self._note_all(each, own) for each, own in pairs if own is not None]
        if any(stops):
            raise next(filter(None, stops))

    def _explore_in_processes(self) -> None:
        """Ask processes until no region is open, or no process is alive."""
        assert self.regions is not None
        while len(self.regions) and self.processes.alive:
            if self.run.should_stop():
                raise SearchStopped("time_limit")
            self._ask_processes(self.regions)
            heard = self.processes.next(0.0)
            if heard is None:
                self.raise_by_relaxations(self.processes.is_silent)
                with self.interrupts.breakable():
                    heard = self.processes.next(_TICK)
            stop = None if heard is None else self._note_all(*heard)
            if stop is not None:
                raise stop

    def _ask_processes(self, regions: OpenRegions) -> None:
        """Give each process a question, with more than two goals further questions in advance."""
        asked = self.processes.asked.values()
        count = self.processes.alive * (1 if self.size == 2 else _AHEAD) - len(asked)
        if count > 0:
            places = {each.place for each in asked}
            for each in next_questions(regions, self.worst, self.choices, count, places):
                self.processes.ask(each)

    def _note_all(self, about: RegionQuestion, answers: list[Asked]) -> SearchStopped | None:
        """Record the answers to a question and its follow-ups; return why these end early."""
        for question, answer in answers:
            self.note(question, corner_of(question, about.upper), answer)
        return answers[-1][1].stop if answers else None

    def _is_late(self) -> bool:
        """Return whether a chain of follow-up questions must stop early."""
        return self.interrupts.asked or self.run.should_stop() or self.processes.are_due

    def note(self, asked: Question, upper: FloatArray, answer: Least) -> None:
        """Record the answer to a question about the region below an upper corner."""
        self._close(asked.k, upper, answer.floor)
        if answer.x is None:
            return
        key = self.workers[0].values(answer.x)
        # with more goals nothing is as good in goal k and better in another sum
        self.keep(key, answer.x, sure=2 < self.size == len(self.sums))
        assert self.regions is not None
        self.regions.add(np.array(key, dtype=np.float64))
        if self.size == 2:
            self._close(asked.k, upper, answer.floor)
        self.regions.drop_empty()

    def _close(self, k: int, upper: FloatArray, floor: float) -> None:
        """Record that points below ``upper`` in other goals are at least ``floor`` in goal k."""
        assert self.regions is not None
        self.regions.raise_floor(k, upper, floor)
        if self.size == 2:  # what is below the floor lies above the corner in the other goal
            self.regions.raise_floor(1 - k, np.full(2, floor), upper[1 - k])

    def corners(self) -> FloatArray | None:
        """Return the proven points and the lower corners of the open regions, in steps.

        Relaxations raise the corners in the time reserved for that; an interrupted search does not
        wait for its time limit.
        """
        limit, left = self.run.time_limit, self.run.remaining
        kept = 0.0 if self.interrupts.asked or limit is None else _RESERVE * limit
        part = min(1.0, max(_SECONDS, kept) / left) if left else 1.0
        with self.run.first_part(part):
            return self._corners()

    def _corners(self) -> FloatArray | None:
        if self.regions is None:  # the least values of the goals are not known yet
            self.regions = OpenRegions(self.goals.least_by_bounds())
            floor = self._relaxed.floor(self.regions.upper[0], self.run, seconds=_SECONDS)
            if floor is not None:
                self.regions.raise_box(0, floor)
        if not np.isfinite(self.regions.lower).all():
            return None
        self._raise_corners(lambda: True)
        proven = self.proven()
        if proven:
            tighten(self.regions, self._relaxed, np.array(list(proven)), self.run)
        points = np.array(list(self.proven()), dtype=np.float64).reshape(-1, self.size)
        return np.vstack([points, self.regions.lower])

    def proven(self) -> dict[tuple[int, ...], FloatArray]:
        """Return the points that are proven nondominated: no open region lies below them."""
        if self.regions is None:
            return {}
        lower = self.regions.lower
        return {
            key: x
            for key, x in self.found.items()
            if key in self.sure or not (lower <= np.array(key)).all(axis=1).any()
        }

    def raise_by_relaxations(self, wanted: Callable[[], bool]) -> None:
        """With over two goals, raise regions' lower corners while ``wanted()`` and time permit."""
        if self.size > 2:
            self._raise_corners(lambda: wanted() and self._relaxed.affordable(self.run))

    def _raise_corners(self, wanted: Callable[[], bool]) -> None:
        """Raise the lower corners of new regions by linear programs, the largest regions first."""
        regions = self.regions
        assert regions is not None
        if not regions.fresh.any():
            return
        worst = np.array([*self.found, regions.lower.max(axis=0)]).max(axis=0) + 1
        size = np.maximum(np.minimum(regions.upper, worst) - regions.lower, 1e-9).prod(axis=1)
        fresh = np.flatnonzero(regions.fresh)
        for at in fresh[np.argsort(-size[fresh])].tolist():
            floor = self._relaxed.floor(regions.upper[at], self.run) if wanted() else None
            if floor is None:
                break
            regions.raise_box(at, floor)
        regions.drop_empty()
