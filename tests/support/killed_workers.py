"""Executors that lose workers in the middle of their work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor


class Listening(ThreadPoolExecutor):
    """Passes calls on to another executor, and does something when the first one is done."""

    def __init__(self, other, then: Callable[[], None]) -> None:
        super().__init__(1)
        self._other, self._then, self._once = other, then, threading.Lock()

    def submit(self, fn, /, *args, **kwargs) -> Future:
        future = self._other.submit(fn, *args, **kwargs)
        future.add_done_callback(self._hear)
        return future

    def _hear(self, _: Future) -> None:
        if self._once.acquire(blocking=False):
            self._then()


class Gone(ThreadPoolExecutor):
    """An executor that takes no calls."""

    def submit(self, fn, /, *args, **kwargs) -> Future:
        raise RuntimeError("cannot schedule new futures after shutdown")
