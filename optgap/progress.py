"""SearchState of long work: a live line in a terminal or notebook, plain lines in a log."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .core.faults import input_error, printable
from .core.gaps import gap
from .core.kernels import compiling
from .core.run import Listener, Run

if TYPE_CHECKING:
    from .validation.guarantees import SearchState
    from .validation.study import Batch, Hunt

QUIET_SECONDS = 2.0  # short work needs no progress
_EVERY_SECONDS = 5.0
LIVE_SECONDS = 0.25
_BAR = 20  # letters
_NEVER = "0"  # what the environment variable OPTGAP_PROGRESS is to turn progress off


class Screen:
    """A place that shows a line of progress; on stderr each line replaces the previous one."""

    is_live = True

    def show(self, line: str) -> None:
        """Show a line in place of the previous one."""
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def end(self, line: str) -> None:
        """Show the final line, which remains."""
        self.show(f"{line}\n")

    def clear(self) -> None:
        """Remove the line."""
        self.show("")


class LogScreen(Screen):
    """The screen if stderr is a file or a pipe, in which each line remains."""

    is_live = False

    def show(self, line: str) -> None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    def end(self, line: str) -> None:
        self.show(line)

    def clear(self) -> None:
        pass


class NotebookScreen(Screen):
    """The output of the current notebook cell, which is replaced as the work continues."""

    def __init__(self) -> None:
        self._handle: Any = None

    def end(self, line: str) -> None:
        self.show(line)

    def show(self, line: str) -> None:
        content = {"text/plain": line}
        if self._handle is None:
            from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

            self._handle = display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)


def command_screen() -> Screen:
    """Return the screen of a command, which is live in a terminal and prints lines elsewhere."""
    return Screen() if sys.stderr.isatty() else LogScreen()


def python_screen(progress: bool | None) -> Screen | None:
    """Return the screen for a call from Python, in a terminal or notebook; else ``None``.

    ``progress=False`` or ``OPTGAP_PROGRESS=0`` turns it off; ``True`` also writes to a log.
    """
    if progress is not None and not isinstance(progress, bool):
        raise input_error("progress", "must be True, False or None", progress)
    if (progress is None and os.environ.get("OPTGAP_PROGRESS") == _NEVER) or progress is False:
        return None
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if hasattr(shell, "kernel"):
        return NotebookScreen()
    return command_screen() if progress or sys.stderr.isatty() else None


class ProgressLine:
    """Shows the elapsed time and the best values while a method or a search works.

    It is a listener of runs, and passes each report to ``listener``.
    """

    def __init__(
        self,
        title: str,
        state: Callable[[], list[str]] | None = None,
        screen: Screen | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.title = title
        self._state = state
        self._started = time.perf_counter()
        self._shown = 0.0
        self._screen = screen or command_screen()
        self._listener = listener
        self._run: Run | None = None
        self._over = threading.Event()
        # run in the context of the caller, so that a notebook shows the line below its cell
        self._thread = threading.Thread(target=copy_context().run, args=[self._tick], daemon=True)

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
        if self._shown:
            self._screen.clear()

    def __call__(self, run: Run) -> None:
        """Show the latest report of a run."""
        self._run = run
        if self._listener is not None:
            self._listener(run)

    def begin(self, title: str) -> None:
        """Start a new part of the work, with its title."""
        self.title, self._run = title, None

    def _tick(self) -> None:
        every = LIVE_SECONDS if self._screen.is_live else _EVERY_SECONDS
        if self._over.wait(QUIET_SECONDS):
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
        self._screen.show(printable(f"{self.title}: {', '.join(parts)}"))


@contextmanager
def progress_line(
    progress: bool | None,
    title: str,
    listener: Listener | None = None,
    state: Callable[[], list[str]] | None = None,
) -> Iterator[ProgressLine | None]:
    """Context manager: the progress line of a call from Python; ``None`` if none is shown."""
    screen = python_screen(progress)
    if screen is None:
        yield None
        return
    with ProgressLine(title, state, screen, listener) as line:
        yield line


class BatchProgress:
    """Shows the number of completed runs of a batch, and the estimated end."""

    def __init__(self, title: str, screen: Screen | None = None) -> None:
        self._title = title
        self._started = self._said = time.perf_counter()
        self._screen = screen or command_screen()

    def __call__(self, batch: Batch) -> None:
        """Update the line after a run has ended."""
        now, live = time.perf_counter(), self._screen.is_live
        left = batch.total - batch.known - batch.done
        if not live and left and batch.done and now - self._said < _EVERY_SECONDS:
            return
        self._said = now
        done = batch.known + batch.done
        parts = [f"{bar(done, batch.total)} runs" if live else f"{done} of {batch.total} runs"]
        if batch.known:
            parts.append(f"{batch.known} known before")
        if batch.failed:
            parts.append(f"{batch.failed} failed")
        if left and batch.done:
            parts.append(f"about {_duration((now - self._started) / batch.done * left)} left")
        if live and batch.last:
            parts.append(batch.last)
        line = printable(f"{self._title}: {', '.join(parts)}")
        self._screen.show(line) if left else self._screen.end(line)


def bar(done: int, total: int) -> str:
    """Return a bar for ``done`` of ``total``, followed by the two numbers."""
    full = round(_BAR * done / max(total, 1))
    return f"[{'#' * full}{'-' * (_BAR - full)}] {done} of {total}"


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


def hunt_state(search: Hunt) -> list[str]:
    """Return the parts of the progress line of a hunt."""
    worst = 0.0 if search.best is None else search.best.loss
    return [f"{search.tried} instances tried", f"worst loss {worst:.1%}"]


def guarantee_state(search: SearchState) -> list[str]:
    """Return the parts of the progress line of a guarantee."""
    ratio = "unknown" if search.witness is None else f"{float(search.ratio):.6g}"
    paths = f"{search.paths:,} paths done, {search.open:,} open"
    return [paths, f"{search.programs:,} programs", f"at least {ratio}, at most unknown"]
