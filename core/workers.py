"""Parallel search: blocks of work in other processes or on other machines.

A search sends its constant data once to each worker of an executor, and then one small block at a
time.  A block whose worker is lost is sent again.  Results are claims: the sender of a block must
check them like its own results.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import perf_counter
from typing import Any

_LOST = {  # of concurrent.futures, distributed, which need not be installed
    "BrokenExecutor",
    "BrokenProcessPool",
    "CancelledError",
    "FutureCancelledError",
    "KilledWorker",
    "LostBlockError",
}
_ATTEMPTS = 3
_KEPT = 4  # constant data of searches that a worker keeps

Call = dict[str, Any]


class LostBlockError(Exception):
    """An error: a worker ended during a block."""


def queue_of(receive: Callable[[], Any]) -> SimpleQueue[Any]:
    """Return a queue that a thread fills by ``receive``; the end of input ends the process."""
    waiting: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_fill, args=(receive, waiting), daemon=True).start()
    return waiting


def _fill(receive: Callable[[], Any], waiting: SimpleQueue[Any]) -> None:
    while True:
        try:
            waiting.put(receive())
        except (EOFError, OSError, StopIteration, pickle.UnpicklingError):
            os._exit(0)  # even during a call


def answer_of(call: bytes) -> tuple[Any, BaseException | None]:
    """Return the result of a pickled call of a function, or its error with the traceback as a note.

    An error that cannot be pickled is replaced by a similar one with its message.
    """
    try:
        function, arguments = pickle.loads(call)
        return function(*arguments), None
    except Exception as error:
        note = f"in a worker:\n{traceback.format_exc()}"
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = RuntimeError(f"{type(error).__name__}: {error}")
        error.add_note(note)
        return None, error


class _Store(threading.local):
    """A thread's copies of the constant data of the most recent searches."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Any] = OrderedDict()


_STORE = _Store()


def run_block(call: Call) -> tuple[Any, float] | None:
    """Return a block's result and its seconds; ``None`` if the constant data are missing."""
    kept, key = _STORE.kept, call["key"]
    if key not in kept:
        if "constant" not in call:
            return None
        kept[key] = pickle.loads(call["constant"])
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    begun = perf_counter()
    result = call["function"](kept[key], call["block"])
    return result, perf_counter() - begun


@dataclass
class Workers:
    """An executor, its number of parallel blocks, and statistics of its work."""

    executor: Executor
    count: int
    seconds: list[float] = field(default_factory=list)  # of each block, at its worker
    repeated: int = 0  # blocks whose worker was lost
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def blocks(self, function: Callable[[Any, Any], Any], constant: Any) -> BlockSender:
        """Return a sender of blocks; for each, a worker calls ``function(constant, block)``."""
        return BlockSender(self, function, constant)

    def as_details(self) -> dict[str, Any]:
        """Return the statistics as plain data."""
        with self._lock:
            done = {"blocks": len(self.seconds), "seconds": round(sum(self.seconds), 3)}
        return {"workers": self.count, **done, "repeated": self.repeated}

    def note(self, seconds: float) -> None:
        """Record a completed block and its seconds."""
        with self._lock:
            self.seconds.append(seconds)

    def note_loss(self) -> None:
        """Record a block that was lost and is sent again."""
        with self._lock:
            self.repeated += 1


class BlockSender:
    """Sends the blocks of one search."""

    def __init__(
        self, workers: Workers, function: Callable[[Any, Any], Any], constant: Any
    ) -> None:
        self._workers, self._function = workers, function
        self._data = pickle.dumps(constant, pickle.HIGHEST_PROTOCOL)
        self._key = hashlib.sha256(self._data).hexdigest()
        self._pending: set[Future[Any]] = set()
        self._over = False

    def submit(self, block: Any) -> Future[Any]:
        """Return the future of a block, which can be cancelled.

        The future raises a `LostBlockError` if each attempt has lost its worker.
        """
        outer: Future[Any] = Future()
        self._send(outer, {"function": self._function, "key": self._key, "block": block}, _ATTEMPTS)
        return outer

    def cancel(self) -> None:
        """Cancel all blocks that no worker has started."""
        self._over = True
        for future in list(self._pending):
            future.cancel()

    def _send(self, outer: Future[Any], call: Call, attempts: int) -> None:
        def receive(inner: Future[Any]) -> None:
            self._pending.discard(inner)
            if outer.cancelled():
                return
            error = CancelledError() if inner.cancelled() else inner.exception()
            if error is None:
                if (answer := inner.result()) is None:
                    self._send(outer, {**call, "constant": self._data}, attempts)
                    return
                self._workers.note(answer[1])
                outer.set_result(answer[0])
            elif type(error).__name__ not in _LOST:
                outer.set_exception(error)
            elif self._over or attempts == 1:
                outer.set_exception(LostBlockError(f"{type(error).__name__}: {error}"))
            else:
                self._workers.note_loss()
                self._send(outer, call, attempts - 1)

        try:
            inner = self._workers.executor.submit(run_block, call)
        except Exception as error:  # the executor has ended
            outer.set_exception(LostBlockError(f"{type(error).__name__}: {error}"))
            return
        self._pending.add(inner)
        inner.add_done_callback(receive)
        outer.add_done_callback(lambda _: outer.cancelled() and inner.cancel())
