"""Processes that answer a front search's questions in parallel.

They start after the first seconds of a search, and have a copy of the goals.  The search keeps the
state, and stops them at its end.  If a process dies, its questions remain unanswered.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any

from ...core.kernels import Compiling, compiling_choice
from ...core.run import Run
from .goal_form import GoalForm
from .questions import Least, Question

PATIENCE = 3.0  # seconds of a search after which processes save time
_LEAST_LEFT = 5.0  # with fewer seconds left, processes are not started
_MOST = 4
_MODULE = "answering_process"


@dataclass(frozen=True, eq=False)
class AnsweringTask:
    """The data of an answering process; it answers up to ``several`` questions per order."""

    goals: GoalForm
    engine: str
    seed: int
    compiled: Compiling
    several: int


@dataclass(frozen=True)
class Order:
    """A question and its time limit in seconds."""

    question: Question
    seconds: float | None


@dataclass(frozen=True)
class Ready:
    """The message that a process has finished its imports."""


@dataclass(frozen=True)
class Reply:
    """An answer, the number of programs solved so far, and whether this ends an order."""

    question: Question | None
    answer: Least | None
    programs: int
    last: bool


@dataclass(frozen=True)
class Failure:
    """An exception raised in a process, with its traceback as text."""

    error: BaseException
    words: str


class AnsweringProcess:
    """A separate process, and the thread that reads its output."""

    def __init__(self, task: bytes, heard: SimpleQueue[tuple[AnsweringProcess, Any]]) -> None:
        self.ready = False
        self.programs = 0
        self._heard = heard
        path = os.pathsep.join(part for part in sys.path if part)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"{__package__}.{_MODULE}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # only the searching process handles Ctrl-C
        )
        threading.Thread(target=self._listen, args=(task,), name="front", daemon=True).start()

    def _listen(self, task: bytes) -> None:
        """Send the task, then put each received message into the queue, and finally ``None``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(task)
            self._process.stdin.flush()
            while True:
                self._heard.put((self, pickle.load(self._process.stdout)))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):  # the process has ended
            self._heard.put((self, None))

    def ask(self, order: Order) -> None:
        """Send an order; if the process has ended, its listening thread reports this."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(pickle.dumps(order, pickle.HIGHEST_PROTOCOL))
            self._process.stdin.flush()

    @property
    def has_ended(self) -> bool:
        """Whether the process and its thread have ended."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """Kill the process immediately, even while it solves a program."""
        self._process.kill()

    def end(self) -> None:
        """Stop the process, and return when it has ended."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class Processes:
    """All answering processes of a search; they start when the search has taken some time."""

    def __init__(self, goals: GoalForm, engine: str, run: Run, several: int) -> None:
        self._parts = goals, engine, several
        self._run = run
        self._begun = run.seconds
        self.most = min(run.threads or os.cpu_count() or 1, _MOST) if engine == "highs" else 1
        self._wanted = self.most > 1 and run.log is None
        self._heard: SimpleQueue[tuple[AnsweringProcess, Any]] = SimpleQueue()
        self.started: list[AnsweringProcess] = []
        self.alive: list[AnsweringProcess] = []

    @property
    def programs(self) -> int:
        """The number of programs that all processes have solved."""
        return sum(process.programs for process in self.started)

    @property
    def are_due(self) -> bool:
        """Whether the search has lasted long enough to start the processes."""
        return self._wanted and self._run.seconds - self._begun >= PATIENCE

    def are_ready(self) -> bool:
        """Return whether several processes are ready; start them if they are due."""
        if self.are_due and not self.started:
            left = self._run.remaining
            self._wanted = left is None or left >= _LEAST_LEFT
            if self._wanted:
                self._start()
        if not self.started or not self._wanted:
            return False
        while (message := self.next(0.0)) is not None:
            assert not isinstance(message[1], Reply)
        self._wanted = len(self.alive) > 1
        return self._wanted and all(process.ready for process in self.alive)

    def task(self) -> AnsweringTask:
        """Return the data for an answering process, without names and start values of the model."""
        goals, engine, several = self._parts
        form = replace(goals.form, columns=(), rows=(), unused=(), exact=None)
        own = replace(goals, form=form, start=None)
        return AnsweringTask(own, engine, self._run.seed, compiling_choice(), several)

    def _start(self) -> None:
        """Start all processes; if none starts, the search continues without them."""
        data = pickle.dumps(self.task(), pickle.HIGHEST_PROTOCOL)
        try:
            for _ in range(self.most):
                self.started.append(AnsweringProcess(data, self._heard))
        except OSError:
            self.end()
        self.alive = list(self.started)

    def ask(self, process: AnsweringProcess, question: Question) -> None:
        """Send a question to a process, with the remaining time as its time limit."""
        process.ask(Order(question, self._run.remaining))

    def next(self, seconds: float) -> tuple[AnsweringProcess, Reply | None] | None:
        """Return (process, reply), where reply is ``None`` if the process has ended.

        ``None`` after a timeout. An exception of a process is raised here.
        """
        try:
            process, message = (
                self._heard.get(timeout=seconds) if seconds else self._heard.get(False)
            )
        except Empty:
            return None
        if isinstance(message, Failure):
            message.error.add_note(f"in a process of the search:\n{message.words}")
            raise message.error
        if isinstance(message, Ready):
            process.ready = True
            return self.next(0.0)
        if message is None:
            self.alive = [other for other in self.alive if other is not process]
            process.end()
            return process, None
        process.programs = message.programs
        return process, message

    def is_silent(self) -> bool:
        """Return whether no message of a process is waiting to be read."""
        return self._heard.empty()

    def end(self) -> None:
        """Stop all processes, and start no others."""
        self._wanted = False
        self.alive = []
        for process in self.started:
            process.kill()
        for process in self.started:
            process.end()
