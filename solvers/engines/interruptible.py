"""Ctrl-C while compiled code works: the work runs in a thread, the caller's thread listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

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
    done = threading.Event()
    returned: list[T] = []
    raised: list[BaseException] = []

    def worker() -> None:
        try:
            returned.append(work())
        except BaseException as error:  # it is raised again in the caller's thread
            raised.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=worker, name="engine", daemon=True)
    interrupted = False
    try:
        thread.start()
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
    thread.join()
    if raised:
        raise raised[0]
    return returned[0], interrupted
