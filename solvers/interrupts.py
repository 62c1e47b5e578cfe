"""Ctrl-C while compiled code works: the work runs in a thread, the caller's thread listens."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_TICK = 0.1  # seconds between the moments at which a signal can be seen on every platform


def interruptible(work: Callable[[], T], halt: Callable[[], None]) -> tuple[T, bool]:
    """Return what ``work`` returns, and whether Ctrl-C was pressed meanwhile.

    The first Ctrl-C asks the work to halt and waits until it has; a second one propagates and
    leaves the work behind.  Outside the main thread, which alone receives Ctrl-C, the work simply
    runs to its end.
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
            pass
    except KeyboardInterrupt:
        interrupted = True
        while not done.wait(_TICK):
            halt()  # again and again: an engine that has only just begun may miss the first time
    thread.join()
    if raised:
        raise raised[0]
    return returned[0], interrupted
