"""A front search whose questions are answered by the workers of an executor.

A worker keeps its engine between questions.  The search keeps the state: if a worker is lost, its
question goes to another one, and if all are lost, the search continues by itself.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, fields
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import Any

from ...core.kernels import kernels_compiled
from ...core.run import Run
from ...core.workers import LostBlockError, Workers
from .goal_form import GoalForm
from .local_bounds import answers_along
from .processes import AnsweringTask, Order, Processes, Reply
from .questions import Question
from .region_programs import Worker

# Functions that run at the worker.


_AT_ONCE = 1.0  # seconds for a chain of programs along a front of two goals


def answer_order(
    worker: Worker, task: AnsweringTask, order: Order, send: Callable[[Reply], object]
) -> None:
    """Answer an order's question, and with two goals follow-up questions; send each answer."""
    worker.run = Run("minimize", time_limit=order.seconds, seed=task.seed, threads=1)
    if task.several == 1:
        answer = worker.least(order.question, twice=True)
        send(Reply(order.question, answer, worker.count, last=True))
        return
    until = time.monotonic() + _AT_ONCE
    row = answers_along(worker, order.question, task.several, lambda: time.monotonic() > until)
    for question, answer in row:
        send(Reply(question, answer, worker.count, last=False))
    send(Reply(None, None, worker.count, last=True))


class KeptTask(AnsweringTask):
    """A task, and the worker that answers its questions, created at the first question."""

    @cached_property
    def worker(self) -> Worker:
        """The worker, with the state of its engine from earlier questions."""
        return Worker(self.goals, self.engine, Run("minimize"), {})


def answer_block(task: KeptTask, order: Order) -> tuple[int, list[Reply]]:
    """Answer an order; return the number of programs solved for this, and all replies."""
    replies: list[Reply] = []
    with kernels_compiled(task.compiled):
        before = task.worker.count
        answer_order(task.worker, task, order, replies.append)
    return task.worker.count - before, replies


# Classes of the searching process.


@dataclass(eq=False)
class Slot:
    """The pending orders of one worker, oldest first, and its number of solved programs."""

    programs: int = 0
    orders: deque[Future[Any]] = field(default_factory=deque)


class ExecutorProcesses(Processes):
    """The workers of an executor, with the interface of `Processes`; all start at once."""

    def __init__(
        self, goals: GoalForm, engine: str, run: Run, several: int, workers: Workers
    ) -> None:
        super().__init__(goals, engine, run, several)
        task = self.task()
        values = {each.name: getattr(task, each.name) for each in fields(task)}
        self._blocks = workers.blocks(answer_block, KeptTask(**values))
        self.most = workers.count
        self._done: SimpleQueue[Slot] = SimpleQueue()
        self._replies: deque[tuple[Any, Reply | None]] = deque()
        self.started = [Slot() for _ in range(workers.count)]  # type: ignore[misc]
        self.alive = list(self.started)

    def are_ready(self) -> bool:
        """Return whether any worker is alive."""
        return bool(self.alive)

    def ask(self, process: Any, question: Question) -> None:
        """Send a question; an answer after the time limit is ignored."""
        left = self._run.remaining
        future = self._blocks.submit(Order(question, left), left)
        process.orders.append(future)
        future.add_done_callback(lambda _: self._done.put(process))

    def next(self, seconds: float) -> tuple[Any, Reply | None] | None:
        """Return (slot, reply), with reply ``None`` for a lost worker; ``None`` on a timeout.

        The answers of a slot come in the order of its questions.
        """
        until = time.monotonic() + seconds
        while not self._replies:
            try:
                slot = self._done.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                return None
            while slot.orders and slot.orders[0].done():
                self._receive(slot, slot.orders.popleft())
        return self._replies.popleft()

    def _receive(self, slot: Slot, future: Future[Any]) -> None:
        error = future.exception()
        if isinstance(error, LostBlockError):
            slot.orders.clear()
            self.alive = [other for other in self.alive if other is not slot]  # type: ignore[comparison-overlap]
            self._replies.append((slot, None))
        elif error is not None:
            error.add_note("in a worker of the executor")
            raise error
        else:
            programs, replies = future.result()
            slot.programs += programs
            self._replies.extend((slot, reply) for reply in replies)

    def is_silent(self) -> bool:
        """Return whether no reply is pending."""
        return not self._replies and self._done.empty()

    def end(self) -> None:
        """Cancel all questions."""
        self.alive = []
        self._blocks.cancel()


def processes_of(goals: GoalForm, engine: str, run: Run, several: int) -> Processes:
    """Return the workers of the run's executor or, without one, local processes."""
    if run.workers is None:
        return Processes(goals, engine, run, several)
    return ExecutorProcesses(goals, engine, run, several, run.workers)
