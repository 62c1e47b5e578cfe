"""The clock of methods, which is paused during imports and compilation.

Importing and compiling happen once per process and do not count in a method's time. Their total
time is recorded, and each run subtracts it.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENGINE_THREAD = "engine"  # the name of the threads in which engines run


class Stopwatch:
    """Measures the seconds during which at least one activity runs; activities may be nested."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._depth = 0
        self._begun = 0.0
        self._spent = 0.0

    def begin(self) -> None:
        with self._lock:
            if self._depth == 0:
                self._begun = time.perf_counter()
            self._depth += 1

    def end(self) -> None:
        with self._lock:
            if self._depth == 0:
                return  # what had begun before anybody watched
            self._depth -= 1
            if self._depth == 0:
                self._spent += time.perf_counter() - self._begun

    @property
    def runs(self) -> bool:
        """Whether some activity runs."""
        return self._depth > 0

    @property
    def seconds(self) -> float:
        """The seconds measured so far."""
        with self._lock:
            running = time.perf_counter() - self._begun if self._depth else 0.0
            return self._spent + running


class _Standstill(Stopwatch):
    """The total time during which the clock was paused, over all threads."""

    watching = False


STANDSTILL = _Standstill()


def paused_seconds() -> float:
    """Return the seconds for which the clock was paused since the process started."""
    watch_compiling()
    return STANDSTILL.seconds


@contextmanager
def paused_clock() -> Iterator[None]:
    """Context manager: pause the clock, for imports and other preparations."""
    STANDSTILL.begin()
    try:
        yield
    finally:
        STANDSTILL.end()


def watch_compiling() -> None:
    """Pause the clock whenever numba compiles or reads compiled code from its cache.

    The call has no effect before numba is imported completely, perhaps by another thread.
    """
    event: Any = sys.modules.get("numba.core.event")
    there = hasattr(event, "Listener") and hasattr(event, "register")
    if STANDSTILL.watching or not there:
        return

    class Lock(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, event: Any) -> None:
            STANDSTILL.begin()

        def on_end(self, event: Any) -> None:
            STANDSTILL.end()

    STANDSTILL.watching = True
    event.register("numba:compiler_lock", Lock())
