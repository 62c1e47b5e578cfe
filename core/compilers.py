"""The compilers at work: how many kernels they have compiled, of how many, for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .clock import Stopwatch


class _Compilers:
    """The kernels compiled by this process.  A kernel waits for those that it calls."""

    def __init__(self) -> None:
        self._work = Stopwatch()
        self._kernels = 0
        self._expected = 0
        self.watched = False

    def begin(self, kernels_within: int) -> None:  # numba lets one thread compile at a time
        if not self._work.runs:
            self._expected = self._kernels + kernels_within
        self._work.begin()
        self._kernels += 1

    def end(self) -> None:
        self._work.end()

    def progress(self) -> tuple[int, int, float] | None:
        if not self._work.runs:
            return None
        return self._kernels, max(self._kernels, self._expected), self._work.seconds


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
