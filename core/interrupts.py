"""Delay Ctrl-C while a module is imported, because C code there may lose the exception."""

import math
import os
import signal
import sys
import threading
import time
from types import FrameType

_AGAIN = 0.05


def is_importing(frame: FrameType | None) -> bool:
    """Return whether a frame or one of its callers imports a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
            return True
        frame = frame.f_back
    return False


def send_again(number: int = signal.SIGINT) -> None:
    """Send a signal to this process a little later."""
    threading.Timer(_AGAIN, os.kill, (os.getpid(), number)).start()


class PatientInterrupt:
    """A signal handler that raises `KeyboardInterrupt` after an import, but at most 3 s late."""

    def __init__(self, patience: float = 3.0) -> None:
        self._patience, self._since = patience, math.inf

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise `KeyboardInterrupt`, or send the signal again while a module is imported."""
        if is_importing(frame):
            self._since = min(self._since, now := time.monotonic())
            if now < self._since + self._patience:
                send_again(number)
                return
        self._since = math.inf
        raise KeyboardInterrupt


interrupt = PatientInterrupt()


def raises_interrupts(handler: object) -> bool:
    """Return whether a signal handler raises `KeyboardInterrupt`, as Python's handler does."""
    return handler in (signal.default_int_handler, interrupt)


def interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """Repeat an interrupt that came in a finalizer, where Python would only print and ignore it."""
    if lost.exc_type is KeyboardInterrupt:
        send_again()
    else:
        sys.__unraisablehook__(lost)
