"""The search for all nondominated points of a form with several goals, region by region.

Each question asks for the least value of one goal in an open region (Tamby and Vanderpooten, 2021).
With two goals, the regions lie along the front, and each is processed from one end.  A largest
value is limited and not minimised, unless no goal is linear.  Whenever the search stops, the
points and the lower corners of the open regions bound all plans.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.kernels import Compiling, compiling_choice, kernels_compiled
from ...core.local_executor import LocalExecutor
from ...core.outcome import SolverVersion
from ...core.run import Run
from ...core.workers import BlockSender, LostBlockError, Workers
from ..engines import side_by_side
from .goal_form import (
    Asked,
    GoalForm,
    Interrupts,
    LargestGoal,
    Least,
    Question,
    SearchStopped,
    is_interrupted,
)
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


_AT_ONCE = 0.2  # seconds for a chain of programs along a front of two goals


@dataclass(frozen=True, eq=False)
class AnsweringTask:
    """The data that a process needs to answer questions."""

    goals: GoalForm
    engine: str
    seed: int
    compiled: Compiling

    @cached_property
    def worker(self) -> Worker:
        """The worker, with the state of its engine from earlier questions."""
        return Worker(self.goals, self.engine, Run("minimize"), {})


def answer_question(
    task: AnsweringTask, asked: tuple[Question, float | None] | None
) -> tuple[int, list[Asked]]:
    """Answer a question; with two goals also follow-up questions, for a limited time.

    ``asked`` has the question and its time limit.  Return the number of programs that were solved,
    and the answers.  If ``asked`` is ``None``, the process only creates its worker.
    """
    with kernels_compiled(task.compiled):
        worker, before = task.worker, task.worker.count
        if asked is None:
            return 0, []
        question, seconds = asked
        worker.run = Run("minimize", time_limit=seconds, seed=task.seed, threads=1)
        until = time.monotonic() + _AT_ONCE
        answers = list(answers_along(worker, question, lambda: time.monotonic() > until))
    return worker.count - before, answers


PATIENCE = 3.0  # seconds of a search after which processes save time
_LEAST_LEFT = 5.0  # with fewer seconds left, processes are not started
_MOST = 4


class Processes:
    """The processes of a search, or the workers of its run's executor, which are ready at once."""

    def __init__(self, goals: GoalForm, engine: str, run: Run) -> None:
        self._goals, self._engine, self._run = goals, engine, run
        self._begun = run.seconds
        if run.workers is not None:
            self.most = run.workers.count
        else:
            self.most = min(run.threads or os.cpu_count() or 1, _MOST) if engine == "highs" else 1
        self._wanted = self.most > 1 and run.log is None
        self.pool: LocalExecutor | None = None  # of the processes, when they are started
        self._blocks: BlockSender | None = None
        self._starting: list[Future[Any]] = []
        self._done: SimpleQueue[Future[Any]] = SimpleQueue()
        self.alive = 0  # processes or workers that have not been lost
        self.asked: dict[Future[Any], RegionQuestion] = {}  # which no process has answered yet
        self.programs = 0  # that all of them have solved

    @property
    def are_due(self) -> bool:
        """Whether the search has lasted long enough to start the processes."""
        return self._wanted and self._run.seconds - self._begun >= PATIENCE

    def are_ready(self) -> bool:
        """Return whether questions can be asked; start the processes if they are due."""
        if self._blocks is None:
            if self._run.workers is not None:
                self._start(self._run.workers)
            elif self.are_due:
                self._start_processes()
        if not all(each.done() for each in self._starting):
            return False
        if any(isinstance(each.exception(), LostBlockError) for each in self._starting):
            self.end()
        return self.alive > 0

    def _start_processes(self) -> None:
        """Start as many processes as there are cores, if enough time remains."""
        left = self._run.remaining
        self._wanted = left is None or left >= _LEAST_LEFT
        if self._wanted:
            self.pool = LocalExecutor(self.most)
            self._start(Workers(self.pool, self.most))
            assert self._blocks is not None
            self._starting = [self._blocks.submit(None) for _ in range(self.most)]

    def _start(self, workers: Workers) -> None:
        """Give the workers the goals, without names and start values of the model."""
        form = replace(self._goals.form, columns=(), rows=(), unused=(), exact=None)
        goals = replace(self._goals, form=form, start=None)
        task = AnsweringTask(goals, self._engine, self._run.seed, compiling_choice())
        self._blocks = workers.blocks(answer_question, task)
        self.alive = workers.count

    def ask(self, about: RegionQuestion) -> None:
        """Send a question, with the remaining time as its time limit."""
        assert self._blocks is not None
        future = self._blocks.submit((about.question, self._run.remaining))
        self.asked[future] = about
        future.add_done_callback(self._done.put)

    def next(self, seconds: float) -> tuple[RegionQuestion, list[Asked]] | None:
        """Return a question and its answers ([] if its worker is lost); ``None`` on a timeout."""
        try:
            future = self._done.get(timeout=seconds)
        except Empty:
            return None
        about = self.asked.pop(future)
        try:
            programs, answers = future.result()
        except LostBlockError:
            self.alive -= 1
            return about, []
        self.programs += programs
        return about, answers

    def is_silent(self) -> bool:
        """Return whether no answer is waiting to be read."""
        return self._done.empty()

    def end(self) -> None:
        """Cancel all questions, kill the processes, and start no others."""
        self._wanted, self.alive = False, 0
        if self._blocks is not None:
            self._blocks.cancel()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
