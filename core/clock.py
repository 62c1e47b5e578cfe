"""The clock of methods, which stands still while something is imported or compiled.

Importing and compiling are paid once and belong to no method.  What they take is summed up for
the whole process; a run subtracts that time.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Stopwatch:
    """The seconds during which any activity runs; activities may begin within others."""

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
        """Whether any activity runs."""
        return self._depth > 0

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        with self._lock:
            running = time.perf_counter() - self._begun if self._depth else 0.0
            return self._spent + running


class _Standstill(Stopwatch):
    """How long the clock has stood still, for whichever threads asked for it."""

    watching = False


_STANDSTILL = _Standstill()


def paused_seconds() -> float:
    """Return the seconds for which the clock has stood still since the process began."""
    watch_compiling()
    return _STANDSTILL.seconds


@contextmanager
def paused_clock() -> Iterator[None]:
    """Let the clock stand still, for imports and other preparations."""
    _STANDSTILL.begin()
    try:
        yield
    finally:
        _STANDSTILL.end()


def watch_compiling() -> None:
    """Let the clock stand still whenever numba compiles, or reads compiled code from its cache.

    Nothing is watched before numba is imported; another thread may be importing it just now.
    """
    event: Any = sys.modules.get("numba.core.event")
    there = hasattr(event, "Listener") and hasattr(event, "register")
    if _STANDSTILL.watching or not there:
        return

    class Lock(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, event: Any) -> None:
            _STANDSTILL.begin()

        def on_end(self, event: Any) -> None:
            _STANDSTILL.end()

    _STANDSTILL.watching = True
    event.register("numba:compiler_lock", Lock())
