"""Ctrl-C while compiled code works: the work runs in a thread, the caller's thread listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE = 5.0  # seconds that an engine has to stop when it is asked to
_TICK = 0.1  # seconds between the moments at which a signal can be seen on every platform
_GRACE = 0.2  # seconds for an engine that is asked to halt when time is overdue


def interruptible(
    work: Callable[[], T],
    halt: Callable[[], None],
    patience: float = PATIENCE,
    overdue: Callable[[], bool] = lambda: False,
) -> tuple[T | None, bool]:
    """Return the result of ``work``, and true if Ctrl-C was pressed meanwhile.

    The first Ctrl-C asks the work to halt and waits until it has, or until patience is at an end:
    SCIP does not listen while it solves a linear program.  Then the thread is left behind and
    ``None`` returned, as where the time is overdue.  A second Ctrl-C propagates.  Outside the main
    thread, which alone receives Ctrl-C, the work simply runs to its end.
    """
    engine = _Begun(work)
    done = engine.done
    interrupted = False
    try:
        engine.start()
        while not done.wait(_TICK):
            if overdue():
                halt()
                if not done.wait(_GRACE):
                    return None, False
    except KeyboardInterrupt:
        interrupted = True
        asked = time.monotonic()
        while not done.wait(_TICK):
            halt()  # again and again: an engine that has only just begun may miss the first time
            if time.monotonic() - asked > patience:
                return None, True
    return engine.result(), interrupted


def side_by_side(first: Callable[[], T], second: Callable[[], T]) -> tuple[T, T | None]:
    """Return the results of two works; the second runs in a thread of its own.

    Where Ctrl-C ends the first, the second is left behind and has no result.
    """
    other = _Begun(second)
    other.start()
    own = first()
    if getattr(own, "stopped", None) == "interrupted":
        return own, None
    while not other.done.wait(_TICK):
        pass
    return own, other.result()


class _Begun(threading.Thread, Generic[T]):
    """Work in a thread of its own, which the process does not wait for at its end."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(name="engine", daemon=True)
        self.done = threading.Event()
        self._work = work
        self._returned: list[T] = []
        self._raised: list[BaseException] = []

    def run(self) -> None:
        """Do the work, and keep what it returns or raises."""
        try:
            self._returned.append(self._work())
        except BaseException as error:  # it is raised again in the caller's thread
            self._raised.append(error)
        finally:
            self.done.set()

    def result(self) -> T:
        """Return what the work returned, or raise what it raised."""
        self.join()
        if self._raised:
            raise self._raised[0]
        return self._returned[0]
