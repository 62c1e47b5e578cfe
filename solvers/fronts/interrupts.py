"""Ctrl-C during a search for a front: programs are interrupted at once, its books never."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .endings import SearchStopped


class Interrupts:
    """Whether Ctrl-C was pressed, and whether it may break off what goes on."""

    def __init__(self) -> None:
        self.asked = False  # for the end of the search
        self._breakable = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear Ctrl-C inside, where the usual handler would and in the main thread alone.

        Outside of `breakable` the first one is remembered, and the second one propagates.
        """
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if not usual or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _hear(self, *_: Any) -> None:
        if self._breakable or self.asked:
            self.asked = True
            raise KeyboardInterrupt
        self.asked = True

    @contextmanager
    def breakable(self) -> Iterator[None]:
        """Let Ctrl-C break off what is done inside: the search stops, with what it has noted."""
        if self.asked:
            raise SearchStopped("interrupted")
        self._breakable = True
        try:
            yield
        except (KeyboardInterrupt, SystemError) as error:
            if not is_interrupt(error):
                raise
            raise SearchStopped("interrupted") from None
        finally:
            self._breakable = False


def is_interrupt(error: BaseException) -> bool:
    """Return whether an exception is Ctrl-C, which leaves a compiled kernel as a system error."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)
