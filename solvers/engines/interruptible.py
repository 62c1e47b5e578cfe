"""Ctrl-C while compiled code works: the work runs in a thread, the caller's thread listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

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
    future: Future[T] = Future()
    interrupted = False
    try:
        _begin(work, future)
        while not _is_done(future, _TICK):
            if overdue():
                halt()
                if not _is_done(future, _GRACE):
                    return None, False
    except KeyboardInterrupt:
        interrupted = True
        asked = time.monotonic()
        while not _is_done(future, _TICK):
            halt()  # again and again: an engine that has only just begun may miss the first time
            if time.monotonic() - asked > patience:
                return None, True
    return future.result(), interrupted


def side_by_side(first: Callable[[], T], second: Callable[[], T]) -> tuple[T, T | None]:
    """Return the results of two works; the second runs in a thread of its own.

    Where Ctrl-C ends the first, the second is left behind and has no result.
    """
    other: Future[T] = Future()
    _begin(second, other)
    own = first()
    if getattr(own, "stopped", None) == "interrupted":
        return own, None
    while not _is_done(other, _TICK):
        pass
    return own, other.result()


def _begin(work: Callable[[], T], future: Future[T]) -> None:
    """Begin work in a thread of its own, which the process does not wait for at its end."""

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # it is raised again in the caller's thread
            future.set_exception(error)

    threading.Thread(target=do, name="engine", daemon=True).start()


def _is_done(future: Future[Any], seconds: float) -> bool:
    """Return whether work is done, or is within some seconds."""
    return bool(wait([future], seconds).done)
