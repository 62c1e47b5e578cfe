"""Progress of long work on stderr: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..core.faults import printable
from ..core.gaps import gap
from ..core.kernels import compiling
from ..core.run import Run

if TYPE_CHECKING:
    from ..validation.study import Batch

_QUIET_SECONDS = 2.0  # short work needs no progress
_EVERY_SECONDS = 5.0


class ProgressLine:
    """Shows the time and the best so far, while a method or a search works."""

    def __init__(self, title: str, state: Callable[[], list[str]] | None = None) -> None:
        self._title = title
        self._state = state
        self._started = time.perf_counter()
        self._shown = 0.0
        self._live = sys.stderr.isatty()
        self._run: Run | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        if self._live and self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, run: Run) -> None:
        """Take in that a run has something to report."""
        self._run = run

    def _tick(self) -> None:
        every = 0.25 if self._live else _EVERY_SECONDS
        if self._over.wait(_QUIET_SECONDS):
            return
        while True:
            self._show()
            if self._over.wait(every):
                return

    def _show(self) -> None:
        self._shown = time.perf_counter() - self._started
        parts = [f"{self._shown:.0f} s"]
        compiled = compiling()
        if compiled is not None:
            kernels, expected, seconds = compiled
            parts.append(f"compiling (once): {kernels} of {expected} kernels, {seconds:.0f} s")
        elif self._state is not None:
            parts += self._state()
        elif self._run is not None:
            parts += _state(self._run)
        line = printable(f"{self._title}: {', '.join(parts)}")
        sys.stderr.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
        sys.stderr.flush()


class BatchProgress:
    """Shows how many runs of a batch are done, and when it is likely to end."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._started = self._said = time.perf_counter()
        self._live = sys.stderr.isatty()

    def __call__(self, batch: Batch) -> None:
        """Take in that a run has ended."""
        now = time.perf_counter()
        left = batch.total - batch.known - batch.done
        if not self._live and left and batch.done and now - self._said < _EVERY_SECONDS:
            return
        self._said = now
        parts = [f"{batch.known + batch.done} of {batch.total} runs"]
        if batch.known:
            parts.append(f"{batch.known} known before")
        if batch.failed:
            parts.append(f"{batch.failed} failed")
        if left and batch.done:
            parts.append(f"about {_duration((now - self._started) / batch.done * left)} left")
        if self._live and batch.last:
            parts.append(batch.last)
        line = printable(f"{self._title}: {', '.join(parts)}")
        sys.stderr.write(f"\r\x1b[K{line}" if self._live and left else f"{line}\n")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _state(run: Run) -> list[str]:
    reached = gap(run.objective, run.bound, run.sense)
    return [
        f"{name} {value:{form}}"
        for name, value, form in (
            ("incumbent", run.objective, ".6g"),
            ("bound", run.bound, ".6g"),
            ("gap", reached, ".2%"),
        )
        if value is not None
    ]
