"""Methods from outside: ``file.py:function`` and ``exec:COMMAND``, contained.

Each runs in a process group of its own under the time limit.  What it prints is capped, and a
crash, a hang, a flood or garbage becomes an answer that says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ...core.faults import InputError, input_error, shortened
from ...core.files import document_of, parse_json
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import Instance

DEFAULT_SECONDS = 60.0  # a method from outside may hang, so that it never runs without a limit
MOST_BYTES = 64 * 2**20
CHILD = "optgap.validation.outside.child"
_EXEC = "exec:"


def is_outside(method: str) -> bool:
    """Return whether a method name means a method from outside."""
    return method.startswith(_EXEC) or ".py:" in method


def is_function(method: str) -> bool:
    """Return whether a method from outside is a Python function."""
    return is_outside(method) and not method.startswith(_EXEC)


def code_of(method: str) -> str:
    """Return the digest of the files that a method from outside is made of."""
    digest = hashlib.sha256()
    for part in _command(method, Path()):
        found = shutil.which(part) or part
        if Path(found).is_file():
            with open(found, "rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def run_outside(method: str, instance: Instance, run: Run) -> Answer:
    """Run a method from outside and return its decision, or what became of it."""
    with tempfile.TemporaryDirectory(prefix="optgap-") as folder:
        result = Path(folder) / "decision.json"
        command = _command(method, result)
        text = json.dumps(document_of(instance))
        limit = DEFAULT_SECONDS if run.remaining is None else run.remaining
        try:
            with run.timed("engine"):
                ended = _contained(command, text.encode(), limit)
        except KeyboardInterrupt:
            return Answer(stopped="interrupted", message=f"{method} was interrupted")
        except OSError as error:
            raise input_error("method", f"cannot be started: {error.strerror}", method) from None
        output = ended.stdout
        if is_function(method) and result.exists():
            output = result.read_bytes()[: MOST_BYTES + 1]
    return _answer(method, ended, output, limit)


def _command(method: str, result: Path) -> list[str]:
    if method.startswith(_EXEC):
        try:
            command = shlex.split(method.removeprefix(_EXEC))
        except ValueError as error:
            raise input_error("method", f"is no command line: {error}", method) from None
        if not command:
            raise input_error("method", "names no command after exec:", method)
        return command
    return [sys.executable, "-m", CHILD, *file_and_function(method), str(result)]


def file_and_function(method: str) -> tuple[str, str]:
    """Return the two parts of ``file.py:function``."""
    file, _, function = method.rpartition(":")
    if not Path(file).is_file():
        raise input_error("method", "there is no such file", file)
    if not function.isidentifier():
        raise input_error("method", "must be file.py:function", method)
    return file, function


@dataclass(frozen=True)
class _Ended:
    """How a contained process ended."""

    code: int | None  # None: killed at the time limit
    stdout: bytes
    last_words: str
    flooded: bool


class _Reader(threading.Thread):
    """Drains a pipe, keeps what fits, and calls for an end when it is flooded."""

    def __init__(self, stream: IO[bytes], flooded: threading.Event) -> None:
        super().__init__(daemon=True)
        self.kept = bytearray()
        self._stream = stream
        self._flooded = flooded
        self.start()

    def run(self) -> None:
        """Read until the other end is closed or too much has come."""
        with self._stream as stream:
            while block := os.read(stream.fileno(), 1 << 16):
                self.kept += block
                if len(self.kept) > MOST_BYTES:
                    self._flooded.set()
                    return


def _contained(command: list[str], given: bytes, limit: float) -> _Ended:
    """Run a command, feed it, and see to it that nothing of it outlives this call."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    flooded = threading.Event()
    readers = [_Reader(process.stdout, flooded), _Reader(process.stderr, flooded)]
    threading.Thread(target=_feed, args=(process.stdin, given), daemon=True).start()
    try:
        code = _wait(process, limit, flooded)
    finally:
        _kill_group(process)
        for reader in readers:
            reader.join(timeout=5)
    words = bytes(readers[1].kept[-10_000:]).decode(errors="replace").strip().splitlines()
    return _Ended(code, bytes(readers[0].kept), words[-1] if words else "", flooded.is_set())


def _feed(stream: IO[bytes], given: bytes) -> None:
    try:
        with stream:
            stream.write(given)
    except BrokenPipeError:
        return  # a method need not read its instance


def _wait(process: subprocess.Popen[bytes], limit: float, flooded: threading.Event) -> int | None:
    left = limit
    while left > 0 and not flooded.is_set():
        step = min(left, 0.05)
        try:
            return process.wait(timeout=step)
        except subprocess.TimeoutExpired:
            left -= step
    return process.poll()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def _answer(method: str, ended: _Ended, output: bytes, limit: float) -> Answer:
    if ended.flooded or len(output) > MOST_BYTES:
        return _failed(f"{method} printed more than {MOST_BYTES >> 20} MiB and was ended")
    if ended.code is None:
        message = f"{method} gave no decision within {limit:.1f} s and was ended"
        return Answer(stopped="time_limit", message=message)
    if ended.code != 0:
        how = f"exit code {ended.code}" if ended.code > 0 else f"signal {-ended.code}"
        last = f": {ended.last_words}" if ended.last_words else ""
        return _failed(f"{method} crashed with {how}{last}")
    try:
        decision = parse_json(output, method)
    except InputError as error:
        return _failed(f"{method} returned no decision: {error.faults[0]}")
    if not isinstance(decision, dict):
        return _failed(f"{method} returned no decision but {shortened(decision)}")
    return Answer(decision=decision)


def _failed(message: str) -> Answer:
    return Answer(stopped="error", message=message)
