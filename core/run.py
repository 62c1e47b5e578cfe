"""A run of a method: its limits and seed, and the record of its plans and bounds."""

from __future__ import annotations

import ctypes
import gc
import logging
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .clock import paused_seconds
from .display import ShortDisplay
from .gaps import DEFAULT_GAP, BoundKind, Sense, better, gap
from .interrupts import is_importing
from .memory import objects_frozen
from .outcome import Answer, Decision, Point, Stopped, TracePoint
from .plain import plain_data

if TYPE_CHECKING:
    from .arrays import FloatArray
    from .workers import Workers

DEFAULT_SOLVER = "highs"
_OVERRUN, _PATIENCE = 1.15, 0.5  # a limit is overrun by 20% and a second at most
# of the limit: for the judge before its end, and after it; for the checks of certificates; of the
# seconds reserved for the judge, which are estimates
_MOST_RESERVED, _LATE, _CHECKED, _MARGIN = 0.4, 0.15, 0.96, 1.25
_QUICK = 1.5  # seconds of a quick method after a long reading: a plan is worth more than these
Listener: TypeAlias = Callable[["Run"], None]
Proof: TypeAlias = dict[str, Any]  # a certificate


@dataclass
class Run:
    """The limits of one run, and the record of its results.

    A method calls `should_stop` between its steps and reports each incumbent and bound; `report`
    accepts strict improvements only. After an interrupt the judge takes the best reported decision.
    ``solver`` names the engine of a method that solves a model; several engines, separated by
    commas, check each other. ``start`` is a decision to start from, for methods that accept one.
    ``small_programs`` allows an engine sub-MIP heuristics and feasibility jumps. With
    ``first_objective_only`` a method need not improve secondary objectives. With
    ``wants_decisions`` an engine's incumbents are reported with the decision that ``decision_at``
    reads from a point of the model.
    """

    sense: Sense
    time_limit: float | None = None
    gap: float = DEFAULT_GAP
    seed: int = 0
    threads: int | None = None
    memory_limit: int | None = None  # bytes that a model may need
    solver: str = DEFAULT_SOLVER
    start: Decision | None = None
    without_model: tuple[str, ...] = ()  # methods that build none, for messages
    small_programs: bool = True
    first_objective_only: bool = False
    listener: Listener | None = None
    wants_decisions: bool = False
    decision_at: Callable[[Any, FloatArray], Decision] | None = None  # of a form and its point
    log: Callable[[str], object] | None = None  # gets what an engine prints, piece by piece
    engine_options: Mapping[str, Any] = field(default_factory=dict)  # by the engine's own names
    workers: Workers | None = None  # other processes or machines for blocks of the search
    objective: float | None = None
    bound: float | None = None
    certificate: Proof | Callable[[], Proof] | None = None  # of the bound
    decision: Decision | None = None
    front: list[Point] = field(default_factory=list)
    trace: list[TracePoint] = field(default_factory=list)
    timing: dict[str, float] = field(default_factory=dict)
    spent: float = 0.0  # seconds of the limit that passed before the run
    judging: float = 0.0  # seconds for the judge after the method
    started: float = field(default_factory=time.perf_counter)
    stood: float = field(default_factory=paused_seconds)  # what the clock had stood still before
    halted: threading.Event = field(default_factory=threading.Event, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def inner(
        self,
        *,
        seconds: float | None = None,
        sense: Sense | None = None,
        gap: float | None = None,
    ) -> Run:
        """Return a run for a part of the work, with the remaining time, at most ``seconds``.

        It has the seed, threads, memory and engine of this run, and a separate record.
        """
        limits = [limit for limit in (self.remaining, seconds) if limit is not None]
        return Run(
            sense or self.sense,
            time_limit=min(limits, default=None),
            gap=self.gap if gap is None else gap,
            seed=self.seed,
            threads=self.threads,
            memory_limit=self.memory_limit,
            solver=self.solver,
            without_model=self.without_model,
            small_programs=self.small_programs,
            first_objective_only=self.first_objective_only,
            wants_decisions=self.wants_decisions,
            log=self.log,
            workers=self.workers,
            halted=self.halted,
        )

    @property
    def seconds(self) -> float:
        """The seconds since the run began, without imports and compilation."""
        return time.perf_counter() - self.started - (paused_seconds() - self.stood)

    @property
    def remaining(self) -> float | None:
        """The remaining seconds, at least 0; ``None`` without a time limit.

        The time before the run counts as used: of reading the instance, and of a command's start.
        """
        if self.time_limit is None:
            return None
        reserved = max(0.0, self.judging - _LATE * self.time_limit)
        return max(0.0, self.time_limit - self.seconds - self.spent - reserved)

    def part_of_remaining(self, share: float) -> float | None:
        """Return a share of the remaining seconds, or ``None`` without a time limit."""
        return None if self.remaining is None else share * self.remaining

    @contextmanager
    def first_part(self, share: float) -> Iterator[None]:
        """Context manager: limit the block to a share of the remaining time."""
        limit = self.time_limit
        if limit is not None and self.remaining is not None:
            self.time_limit = limit - (1 - share) * self.remaining
        try:
            yield
        finally:
            self.time_limit = limit

    def should_stop(self) -> bool:
        """Return whether the time is up, or another thread has requested a stop."""
        return self.remaining == 0.0 or self.halted.is_set()

    @property
    def overdue(self) -> bool:
        """Whether the time limit is exceeded so far that the method is interrupted.

        A quick method always gets its seconds, even if reading took longer than the limit.
        """
        if self.time_limit is None or self.halted.is_set():
            return self.halted.is_set()
        used = self.seconds + self.spent + self.judging
        return used > max(_OVERRUN * self.time_limit, self.spent + self.least_for_quick) + _PATIENCE

    @property
    def least_for_quick(self) -> float:
        """The seconds of a quick method even if none remain: some if reading took most of them.

        Until there is a plan, these are as many as reading took, because a slow machine is slow in
        both.
        """
        if self.spent <= (self.time_limit or math.inf) / 2:
            return 0.0
        return _QUICK if self.decision is not None or self.front else max(_QUICK, self.spent)

    @property
    def stopped(self) -> Stopped:
        """The reason why the method stops now, for the field ``stopped`` of its answer."""
        return "time_limit" if self.should_stop() else "complete"

    def report(
        self,
        objective: float | None = None,
        bound: float | None = None,
        decision: Decision | None = None,
        certificate: Proof | Callable[[], Proof] | None = None,
    ) -> bool:
        """Record an incumbent, a bound, or both; return whether either is an improvement.

        ``certificate`` proves the bound, for the judge to verify; it may be a function that returns
        the proof.
        """
        with self._lock:
            improved = objective is not None and better(objective, self.objective, self.sense)
            if improved:
                self.objective = objective
                self.decision = decision
            other: Sense = "maximize" if self.sense == "minimize" else "minimize"
            tightened = bound is not None and better(bound, self.bound, other)
            if tightened or (bound is not None and bound == self.bound and not self.certificate):
                self.bound, self.certificate = bound, certificate
            if not improved and not tightened:
                return False
            self.trace.append((round(self.seconds, 6), self.objective, self.bound))
        if self.listener is not None:
            self.listener(self)
        return True

    def report_point(self, point: Point) -> None:
        """Record a point of a front, so that it is kept if the run is interrupted."""
        with self._lock:
            self.front.append(point)
        if self.listener is not None:
            self.listener(self)

    def report_front(self, points: list[Point]) -> None:
        """Record all points of a front in place of earlier ones."""
        with self._lock:
            self.front[:] = points

    def answer_so_far(self, stopped: Stopped) -> Answer:
        """Return an answer made from the reports of a method that was stopped from outside."""
        late = "the time limit was reached before the method ended"
        proof = self.certificate
        word: BoundKind = "solver" if proof is None else "certified"
        return Answer(
            decision=self.decision,
            bound=self.bound,
            bound_kind=None if self.bound is None else word,
            certificate=proof() if callable(proof) else proof,
            stopped=stopped,
            message=late if stopped == "time_limit" else None,
            front=list(self.front) or None,
            front_complete=False if self.front else None,
        )

    def forget_undelivered(self) -> None:
        """Drop the objective that an engine reported if it was stopped before it gave the plan."""
        if self.decision is None:
            self.objective = None

    def reached_gap(self) -> bool:
        """Return whether the gap of the incumbent is proven to be within the requested gap."""
        reached = gap(self.objective, self.bound, self.sense)
        return reached is not None and reached <= self.gap

    def reserve(self, plans: float, certificate: float = 0.0) -> None:
        """Leave seconds for the judge, at most 40% of the limit; it may also use the overrun.

        A certificate whose check does not fit gets none: then its bound is only a claim.
        """
        most = (_MOST_RESERVED + _LATE) * (self.time_limit or 0.0)
        both = _MARGIN * (plans + certificate)
        self.judging = min(max(self.judging, both if both <= most else _MARGIN * plans), most)

    def for_judge(self) -> Run:
        """Return a run that is overdue when checks must end, so that the outcome is in time."""
        return Run(
            self.sense,
            None if self.time_limit is None else _CHECKED * self.time_limit,
            spent=self.spent,
            started=self.started,
            stood=self.stood,
        )

    def leave_out(self, seconds: float) -> None:
        """Exclude some seconds from the time of the run, such as those to start a worker."""
        self.stood -= seconds

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Context manager: add the time of the block to ``timing[phase]``."""
        begun = self.seconds
        try:
            yield
        finally:
            spent = self.seconds - begun
            self.timing[phase] = self.timing.get(phase, 0.0) + spent


@dataclass(frozen=True, repr=False)
class Incumbent(ShortDisplay):
    """A plan that the checker accepted and that is better than all earlier ones, and the bound."""

    objective: float
    bound: float | None
    seconds: float
    decision: Decision


class Incumbents:
    """A listener that passes each better plan to the user's function.

    ``accepted`` returns the objective of a decision if the checker accepts it.  If the function
    returns ``True`` or fails, the run stops as by Ctrl-C; `settle` then raises the error.
    """

    def __init__(
        self,
        receive: Callable[[Incumbent], object],
        accepted: Callable[[Decision], float | None],
        listener: Listener | None = None,
    ) -> None:
        self._receive, self._accepted, self._listener = receive, accepted, listener
        self._last: Decision | None = None
        self._best: float | None = None
        self._error: BaseException | None = None
        self._is_over = False
        self._lock = threading.Lock()

    def __call__(self, run: Run) -> None:
        """Receive a report of a run."""
        if self._listener is not None:
            self._listener(run)
        self.take(run, run.decision)

    def take(self, run: Run, decision: Decision | None) -> None:
        """Pass a decision to the user's function if it is the best so far."""
        with self._lock:
            if decision is None or decision is self._last or self._is_over:
                return
            self._last = decision
            objective = self._accepted(decision := plain_data(decision))
            if objective is None or not better(objective, self._best, run.sense):
                return
            self._best = objective
            try:
                bound = run.bound
                if bound is not None and better(objective, bound, run.sense):
                    bound = objective  # an engine's rounding error
                incumbent = Incumbent(objective, bound, round(run.seconds, 6), decision)
                self._is_over = self._receive(incumbent) is True
            except BaseException as error:  # raised again in the caller's thread
                self._error, self._is_over = error, True
            if self._is_over:
                run.halted.set()

    def settle(self, run: Run, decision: Decision | None) -> bool:
        """Pass the final plan to the user's function; return whether it has stopped the run."""
        self.take(run, decision)
        if self._error is not None:
            raise self._error
        return self._is_over


_TICK = 0.05
_GRACE, _AGAIN = 0.35, 0.5


Answered = TypeVar("Answered")


class TimeUp(BaseException):
    """An exception raised in a method that exceeds its time limit by more than the allowance.

    A method asks its run whether to stop.  If it does not ask for too long, as while a large model
    is built, `TimeUp` is raised in its thread, and its reports until then are its answer.
    """


def _is_about_the_model(record: logging.LogRecord) -> bool:
    """Return whether a message of Pyomo is about a model, not about `TimeUp` in a constructor."""
    return sys.exc_info()[0] is not TimeUp and "TimeUp" not in record.getMessage()


logging.getLogger("pyomo.core").addFilter(_is_about_the_model)


@dataclass
class Deadline:
    """The record that the time was up, because compiled code may replace the error `TimeUp`."""

    fired: bool = False


@contextmanager
def stop_when_overdue(run: Run) -> Iterator[Deadline]:
    """Context manager: raise `TimeUp` when the run is overdue, repeatedly until it takes effect.

    At the end the garbage collector is restored, as an interrupted build may leave it off.
    """
    deadline, collecting = Deadline(), gc.isenabled()
    try:
        with objects_frozen(), nullcontext() if run.time_limit is None else _watch(run, deadline):
            yield deadline
    finally:
        if collecting:
            gc.enable()


def answer_in_time(run: Run, question: Callable[[], Answered | None]) -> Answered:
    """Return the result of the function ``question``; raise ``TimeoutError`` if it is late."""
    deadline, answer = Deadline(), None
    try:
        with stop_when_overdue(run) as deadline:
            answer = question()
    except BaseException as error:  # compiled code may turn `TimeUp` into an exception of its own
        if isinstance(error, KeyboardInterrupt) or not deadline.fired:
            raise
    if answer is None:
        raise TimeoutError(f"no answer was found within {run.time_limit:g} s")
    return answer


@contextmanager
def _watch(run: Run, deadline: Deadline) -> Iterator[None]:
    """Context manager: a second thread watches the run, and interrupts it when it is overdue."""
    thread, collector = threading.get_ident(), _Collector()
    lock, done = threading.Lock(), threading.Event()

    def watch() -> None:
        while not run.overdue and not done.wait(_TICK):
            pass
        # an engine is left behind first, with what it has reported
        while not done.wait(_AGAIN if deadline.fired else _GRACE):
            with lock:
                frame = sys._current_frames().get(thread)  # noqa: SLF001
                deaf = collector.busy or is_importing(frame)
                if run.overdue and not done.is_set() and not deaf:
                    deadline.fired = True
                    raise_in(thread)

    gc.callbacks.append(collector)
    threading.Thread(target=watch, name="deadline", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            done.set()
        gc.callbacks.remove(collector)


class _Collector:
    """A record of whether garbage is being collected; exceptions during a collection are lost."""

    busy = False

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        """Record the start or the end of a collection, after the callbacks registered earlier."""
        self.busy = phase == "start"


def raise_in(thread: int) -> None:
    """Raise `TimeUp` in another thread of this process."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeUp))
