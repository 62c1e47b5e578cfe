"""Processes of this machine, or workers of an executor, that answer a front search's questions.

Processes start after the first seconds of a search.  Each has a copy of the goals, and keeps its
engine between questions.  The search keeps the state, and stops the processes at its end.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import Any

from ...core.kernels import Compiling, compiling_choice, kernels_compiled
from ...core.local_executor import LocalExecutor
from ...core.run import Run
from ...core.workers import BlockSender, LostBlockError, Workers
from .goal_form import GoalForm
from .local_bounds import RegionQuestion, answers_along
from .questions import Asked, Question
from .region_programs import Worker

# Code of a process or worker.


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


# Code of the search.


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
        left = self._run.remaining
        future = self._blocks.submit((about.question, left), left)
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
