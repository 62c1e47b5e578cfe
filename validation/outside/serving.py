"""A process that answers: one JSON document a line on stdin, one a line on stdout.

`serve` is the loop of such a process.  It ends when its stdin is closed, in the middle of an
answer too, so that nothing outlives the one who asks.  `Cell` is the other end: it starts the
process, asks, and says in words when the process crashed or did not answer in time.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

_LIVING: set[Cell] = set()


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer every line; what else is printed goes to stderr."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # engines and methods print where they like
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        answers.write(json.dumps(answer(json.loads(lines.get()))) + "\n")
        answers.flush()


def _listen(lines: queue.Queue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


class Cell:
    """A process that answers, with the thread that listens to it."""

    def __init__(self, module: str, arguments: Sequence[str] = ()) -> None:
        self._words = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            start_new_session=True,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        _LIVING.add(self)

    @property
    def alive(self) -> bool:
        """Return whether the process can be asked."""
        return self._process.poll() is None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(b"")

    def ask(self, document: Any, seconds: float) -> Any:
        """Return the answer, or text that says what became of the process instead."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(document).encode() + b"\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=seconds)
        except BrokenPipeError:
            line = b""
        except queue.Empty:
            self.end()
            return f"did not end within {seconds:g} s and was ended"
        if line:
            return json.loads(line)
        code = self._process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        words = self._last_words()
        self.end()
        return f"crashed with {how}" + (f": {words}" if words else "")

    def _last_words(self) -> str:
        self._words.seek(0)
        lines = self._words.read()[-10_000:].decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def kill(self) -> None:
        """Kill the process; the next answer says so."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process and close what belongs to it."""
        _LIVING.discard(self)
        self._process.kill()
        self._process.wait()
        self._listener.join()
        self._words.close()
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # of a line that it did not take
            self._process.stdin.close()


def end_all() -> None:
    """End every process that answers."""
    for cell in list(_LIVING):
        cell.end()
