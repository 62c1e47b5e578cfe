"""Progress of long work on stderr: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self

from .instances.outcome import Progress as Report

_QUIET_SECONDS = 2.0  # short work needs no progress
_EVERY_SECONDS = 5.0


class Progress:
    """Shows incumbent, bound, gap and time while a method works."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._started = time.perf_counter()
        self._shown = 0.0
        self._live = sys.stderr.isatty()
        self._latest: Report = (0.0, None, None)
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

    def __call__(self, report: Report) -> None:
        """Take in what a method reports."""
        self._latest = report

    def _tick(self) -> None:
        every = 0.25 if self._live else _EVERY_SECONDS
        if self._over.wait(_QUIET_SECONDS):
            return
        while True:
            self._show()
            if self._over.wait(every):
                return

    def _show(self) -> None:
        _, objective, bound = self._latest
        seconds = time.perf_counter() - self._started
        self._shown = seconds
        parts = [f"{seconds:.0f} s"]
        if objective is not None:
            parts.append(f"incumbent {objective:.6g}")
        if bound is not None:
            parts.append(f"bound {bound:.6g}")
        if objective is not None and bound is not None:
            parts.append(f"gap {abs(objective - bound) / max(abs(objective), 1e-9):.2%}")
        line = f"{self._title}: {', '.join(parts)}"
        sys.stderr.write(f"\r\x1b[K{line}" if self._live else f"{line}\n")
        sys.stderr.flush()
