"""Questions of a front search, which integer programs answer, and the answers."""

import math
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import TypeAlias

from ...core.arrays import FloatArray
from ...core.interrupts import interrupt, raises_interrupts, send_again
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from ..engines import EngineResult, StandardForm, ask_again, scale_form

UNDECIDED = "a program could not be decided, because the values have too many digits"


class SearchStopped(Exception):  # noqa: N818
    """Raised if the time is up, or if an engine gave up."""

    def __init__(self, stopped: Stopped, message: str | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.message = message


class Unlimited(Exception):  # noqa: N818
    """Raised if a goal is unbounded."""


def without_points(form: StandardForm, solver: SolverVersion, run: Run) -> EngineResult:
    """Return a second engine's result for a form that the first engine reported as infeasible."""
    plain = form.feasibility_only().without_free_rows()
    again = ask_again(EngineResult("infeasible", "complete", solver, form=plain), run)
    reason = None if again.x is None else scale_form(plain).unbridged
    return replace(again, message=reason or again.message)


Limits: TypeAlias = tuple[float | None, ...]


@dataclass(frozen=True)
class Question:
    """A question: the least value of goal ``k``, up to ``most``, within limits on all goals.

    ``floor`` is a known lower bound on this value.
    """

    k: int
    limits: Limits
    most: float = math.inf
    floor: float = -math.inf

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return whether these goal values are within the limits and ``most``."""
        limits = [self.most if j == self.k else limit for j, limit in enumerate(self.limits)]
        pairs = zip(values, limits, strict=True)
        return all(limit is None or value <= limit for value, limit in pairs)


@dataclass(frozen=True)
class Least:
    """An answer: a lower bound ``floor`` on the value, which is infinite if no point exists.

    ``x`` is a point with this value; ``stop`` is the reason why an existing point may be missing.
    ``is_best``: no other point is as good in this goal and better in another goal.
    """

    floor: float
    x: FloatArray | None = None
    stop: SearchStopped | None = None
    is_best: bool = False


Asked: TypeAlias = tuple[Question, Least]


def is_interrupted(answers: Sequence[Asked]) -> bool:
    """Return whether Ctrl-C ended the last program of these answers."""
    stop = answers[-1][1].stop if answers else None
    return stop is not None and stop.stopped == "interrupted"


class Interrupts:
    """The handling of Ctrl-C in a search: it is remembered, or interrupts the present work."""

    def __init__(self) -> None:
        self.asked = False  # whether the end of the search was requested
        self._breakable = self._is_noticed = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Handle Ctrl-C within the context, in the main thread only.

        Outside `breakable` the first Ctrl-C is remembered, and the second one propagates.
        """
        usual = raises_interrupts(before := signal.getsignal(signal.SIGINT))
        if not usual or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if self.asked and not self._is_noticed:  # Ctrl-C was pressed after the last program
            send_again()

    def _hear(self, number: int, frame: FrameType | None) -> None:
        is_first, self.asked = not self.asked, True
        if self._breakable or not is_first:
            interrupt(number, frame)

    @contextmanager
    def breakable(self) -> Iterator[None]:
        """Let Ctrl-C interrupt the context, so that the search stops with its points so far."""
        if self.asked:
            self._is_noticed = True
            raise SearchStopped("interrupted")
        self._breakable = True
        try:
            yield
        except (KeyboardInterrupt, SystemError) as error:
            if not is_interrupt(error):
                raise
            self._is_noticed = True
            raise SearchStopped("interrupted") from None
        finally:
            self._breakable = False


def is_interrupt(error: BaseException) -> bool:
    """Return whether Ctrl-C caused an exception (in compiled code this is a system error)."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)
