"""A process that answers JSON documents, one per line on stdin, with one per line on stdout.

`serve` is the loop of this process.  It ends when its stdin is closed, even during an answer.
`Cell` is the other end: it starts the process, asks, and reports in words if the process crashed or
did not answer in time.  The time that the process spends on imports, compilation and preparation
does not count; the process reports it.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from ...core.clock import paused_seconds
from ...core.workers import queue_of
from .contained import MOST_BYTES, Contained, how_it_ended, python

_LIVING: set[Cell] = set()
_TELLING = 0.2  # seconds between two reports of the paused time
STARTING = 300.0  # seconds that a process may take to import and to compile


def serve(prepare: Callable[[], Callable[[Any], Any]]) -> None:
    """Call ``prepare``, then answer lines by the function it returns; other output is on stderr."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # engines and methods print where they like
    lines = queue_of(lambda: next(sys.stdin))
    lock = threading.Lock()

    def tell(**message: Any) -> None:
        with lock:
            answers.write(json.dumps(message) + "\n")
            answers.flush()

    answer = prepare()
    tell(ready=True)
    while True:
        document = json.loads(lines.get())
        stood = paused_seconds()
        done = threading.Event()
        threading.Thread(target=_tell_standstill, args=(tell, stood, done), daemon=True).start()
        try:
            reply = answer(document)
        finally:
            done.set()
        tell(stood=paused_seconds() - stood)
        tell(answer=reply)


def _tell_standstill(tell: Callable[..., None], stood: float, done: threading.Event) -> None:
    reported = 0.0
    while not done.wait(_TELLING):
        now = paused_seconds() - stood
        if now > reported:
            tell(stood=now)
            reported = now


class Cell:
    """A process that answers, with a thread that reads its messages."""

    def __init__(self, module: str, arguments: Sequence[str] = ()) -> None:
        self._program = Contained.start(python(module, *arguments), {"PYTHONHASHSEED": "0"})
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._ready = False
        self.started = 0.0  # seconds until it could be asked
        self.late = False  # whether it was ended because no answer came in time
        threading.Thread(target=self._listen, daemon=True).start()
        _LIVING.add(self)

    @property
    def alive(self) -> bool:
        """Whether the process can still answer."""
        return self._program.alive

    def _listen(self) -> None:
        with self._program.stdout as stream:
            while line := stream.readline(MOST_BYTES):
                try:
                    message = json.loads(line)
                except ValueError:
                    break  # other code wrote to this stream
                self._lines.put(message if isinstance(message, dict) else None)
        self._lines.put(None)

    def ask(self, document: Any, seconds: float) -> Any:
        """Return the answer to a document, or a text on how the process ended without one."""
        begun = time.monotonic()
        if not self._ready:
            reply = self._next(begun + STARTING)
            if reply is None or isinstance(reply, str):
                return self._why_ended(reply, STARTING)
            self._ready = True
            self.started = time.monotonic() - begun
        try:
            self._program.stdin.write(json.dumps(document).encode() + b"\n")
            self._program.stdin.flush()
        except (OSError, ValueError):  # it has ended
            return self._why_ended(None, seconds)
        begun, stood = time.monotonic(), 0.0
        while True:
            reply = self._next(begun + seconds + min(stood, STARTING))
            if reply is None or isinstance(reply, str):
                return self._why_ended(reply, seconds)
            if "answer" in reply:
                return reply["answer"]
            stood = float(reply.get("stood", stood))

    def _next(self, until: float) -> dict[str, Any] | str | None:
        """Return the next message, ``None`` at the end, or the reason why there is no message."""
        while True:
            left = until - time.monotonic()
            if self._program.flooded.is_set():
                return f"printed more than {MOST_BYTES >> 20} MiB and was ended"
            if left <= 0:
                return "late"
            try:
                return self._lines.get(timeout=min(left, 0.2))
            except queue.Empty:
                continue

    def _why_ended(self, why: str | None, seconds: float) -> str:
        if why is None:
            code = self._program.process.wait()
            words = self._program.stderr_tail()
            why = how_it_ended(code) + (f": {words}" if words else "")
        elif why == "late":
            self.late = True
            why = f"did not end within {seconds:g} s and was ended"
        self.end()
        return why

    def end(self) -> None:
        """Kill the process and close its pipes; the next call of `ask` reports this."""
        _LIVING.discard(self)
        self._program.end()


def end_all() -> None:
    """Kill all processes that this module has started."""
    for cell in list(_LIVING):
        cell.end()
