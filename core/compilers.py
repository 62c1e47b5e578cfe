"""The compilers at work: how many kernels they have compiled, of how many, for how long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any


class _Compilers:
    """The kernels compiled by this process.  A kernel waits for those that it calls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work = 0
        self._begun = 0.0
        self._seconds = 0.0
        self._kernels = 0
        self._expected = 0
        self.watched = False

    def begin(self, kernels_within: int) -> None:
        with self._lock:
            if self._at_work == 0:
                self._begun = time.perf_counter()
                self._expected = self._kernels + kernels_within
            self._at_work += 1
            self._kernels += 1

    def end(self) -> None:
        with self._lock:
            if self._at_work == 0:
                return  # what had begun before anybody watched
            self._at_work -= 1
            if self._at_work == 0:
                self._seconds += time.perf_counter() - self._begun

    def progress(self) -> tuple[int, int, float] | None:
        with self._lock:
            if self._at_work == 0:
                return None
            running = time.perf_counter() - self._begun
            expected = max(self._kernels, self._expected)
            return self._kernels, expected, self._seconds + running


_COMPILERS = _Compilers()


def compiling() -> tuple[int, int, float] | None:
    """Return kernels begun, kernels expected, and seconds so far while something is compiled."""
    return _COMPILERS.progress()


def watch_compilers(event: Any, kernels_within: Callable[[Any], int]) -> None:
    """Count what numba compiles from now on; ``event`` is its module of events.

    ``kernels_within`` gives the number of kernels compiled with a function, itself included.
    """
    if _COMPILERS.watched:
        return

    class Compiler(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, event: Any) -> None:
            _COMPILERS.begin(kernels_within(event.data["dispatcher"].py_func))

        def on_end(self, event: Any) -> None:
            _COMPILERS.end()

    _COMPILERS.watched = True
    event.register("numba:compile", Compiler())
