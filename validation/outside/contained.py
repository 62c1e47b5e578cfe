"""Programs under a supervisor that kills them and their descendants when the caller ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from ...core.faults import input_error

MOST_BYTES = 64 * 2**20
SUPERVISOR = Path(__file__).with_name("supervisor.py")
_WORDS = 10_000  # bytes of what a program said last
_TRACEBACK = "Traceback (most recent call last):\n"
_LINES_BEFORE = 3  # of stderr, beside a traceback


def python(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs a module of this package.

    The current folder is not on its path, so that a file ``queue.py`` there hides no module.
    """
    return [sys.executable, "-P", "-m", module, *arguments]


class Process(Protocol):
    """A process with three pipes and a lifeline; closing the lifeline ends the process."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def poll(self) -> int | None:
        """Return the exit code, or ``None`` while the process runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code; raise `TimeoutExpired` if the process runs for too long."""
        ...

    def kill(self) -> None:
        """Kill the process."""

    def let_go(self) -> None:
        """Close the lifeline, so that the supervisor kills the process and its descendants."""


class _Spawned(subprocess.Popen[bytes]):
    """A command that runs under its own supervisor."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def __init__(self, command: Sequence[str], settings: Mapping[str, str] | None) -> None:
        ours, self._lifeline = os.pipe()
        try:
            super().__init__(
                [sys.executable, "-I", "-S", str(SUPERVISOR), str(ours), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[ours],
                env={**os.environ, **(settings or {})},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(self._lifeline)
            raise input_error("method", f"cannot be started: {error}", command[0]) from None
        finally:
            os.close(ours)

    def let_go(self) -> None:
        os.close(self._lifeline)


class Contained:
    """A running program; at most some megabytes of its stderr are kept."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.stdin, self.stdout = process.stdin, process.stdout
        self.flooded = threading.Event()
        self._words = Reader(process.stderr, self.flooded)
        self._held = True

    @classmethod
    def start(cls, command: Sequence[str], settings: Mapping[str, str] | None = None) -> Contained:
        """Start a command in the current environment with additional ``settings``."""
        return cls(_Spawned(command, settings))

    @property
    def alive(self) -> bool:
        """Whether the program runs."""
        return self._held and self.process.poll() is None

    def stderr_tail(self) -> str:
        """Return the end of the program's stderr; for a traceback, error and last frame."""
        self._words.join(timeout=1)
        return stderr_tail_in(bytes(self._words.kept[-_WORDS:]).decode(errors="replace"))

    def let_go(self) -> None:
        """Close the lifeline, so that the supervisor kills the program and its descendants."""
        if self._held:
            self._held = False
            self.process.let_go()

    def end(self) -> None:
        """Kill the program, and wait until it and its descendants are gone."""
        self.let_go()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._words.join(timeout=1)
        with suppress(OSError):  # of what it did not take
            self.stdin.close()


def stderr_tail_in(stderr: str) -> str:
    """Return the last line of stderr, or for a traceback the error with its last frame."""
    before, traceback, trace = stderr.strip().rpartition(_TRACEBACK)
    lines = trace.splitlines()
    if not lines or not traceback:
        return lines[-1].strip() if lines else ""
    words = lines[-1].strip()
    frames = [k for k, line in enumerate(lines) if line.lstrip().startswith('File "')]
    if frames:
        code = lines[frames[-1] + 1].strip() if frames[-1] + 1 < len(lines) - 1 else ""
        words += f" ({lines[frames[-1]].strip()}{': ' if code else ''}{code})"
    said = [line.strip() for line in before.splitlines() if line.strip()][-_LINES_BEFORE:]
    return words + (f"; stderr before it: {' / '.join(said)}" if said else "")


class Reader(threading.Thread):
    """A thread that reads a pipe, keeps a limited amount, and sets an event if it is exceeded."""

    def __init__(self, stream: IO[bytes], flooded: threading.Event) -> None:
        super().__init__(daemon=True)
        self.kept = bytearray()
        self._stream = stream
        self._flooded = flooded
        self.start()

    def run(self) -> None:
        """Read until the other end of the pipe is closed or the limit is exceeded."""
        with self._stream as stream:
            while block := os.read(stream.fileno(), 1 << 16):
                self.kept += block
                if len(self.kept) > MOST_BYTES:
                    self._flooded.set()
                    return


def how_it_ended(code: int) -> str:
    """Return a sentence on how a program ended without an answer, given its exit code."""
    if code == 0:
        return "returned no decision and ended"
    return f"crashed with exit code {code}" if code >= 0 else f"crashed with signal {-code}"
