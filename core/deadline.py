"""The last resort against methods that overrun: they are stopped from outside.

A method asks its run whether to stop.  If none asks for too long, as while a large model is
built, `TimeUp` is raised in its thread, and its reports until then are its answer.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .run import Run

_TICK = 0.05
_GRACE, _AGAIN = 0.35, 0.5


class TimeUp(BaseException):
    """The time limit is overrun by more than may be."""


def _is_about_the_model(record: logging.LogRecord) -> bool:
    """Return whether Pyomo speaks of a model, and not of `TimeUp` that leaves a constructor."""
    return sys.exc_info()[0] is not TimeUp and "TimeUp" not in record.getMessage()


logging.getLogger("pyomo.core").addFilter(_is_about_the_model)


@dataclass
class Deadline:
    """Records that time was up: compiled code may turn `TimeUp` into an exception of its own."""

    fired: bool = False


@contextmanager
def stop_when_overdue(run: Run) -> Iterator[Deadline]:
    """Raise `TimeUp` inside as soon as the run is overdue, and again until it is heard.

    Garbage is collected again afterwards, if it was before: what is stopped in the middle of a
    build may leave that turned off.
    """
    deadline, collecting = Deadline(), gc.isenabled()
    try:
        if run.time_limit is None:
            yield deadline
        else:
            with _watch(run, deadline):
                yield deadline
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _watch(run: Run, deadline: Deadline) -> Iterator[None]:
    """Watch the run from another thread."""
    thread, collector = threading.get_ident(), _Collector()
    lock, done = threading.Lock(), threading.Event()

    def watch() -> None:
        while not run.overdue and not done.wait(_TICK):
            pass
        # an engine is left behind first, with what it has reported
        while not done.wait(_AGAIN if deadline.fired else _GRACE):
            with lock:
                deaf = collector.busy or _is_importing(thread)
                if run.overdue and not done.is_set() and not deaf:
                    deadline.fired = True
                    _raise_in(thread)

    gc.callbacks.append(collector)
    threading.Thread(target=watch, name="deadline", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            done.set()
        gc.callbacks.remove(collector)


class _Collector:
    """Whether garbage is being collected: what others do then would swallow an exception."""

    busy = False

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        """Note that a collection begins or ends; Python calls earlier callbacks before."""
        self.busy = phase == "start"


def _is_importing(thread: int) -> bool:
    """Return whether a thread is inside an import: a module imported in part is broken for good."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeUp))
