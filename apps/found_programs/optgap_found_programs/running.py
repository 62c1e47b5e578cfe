"""A found program, run on one instance in a separate process under the supervisor."""

import json
import math
import os
import select
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

from optgap.faults import InputError, input_error
from optgap.files import document_of, parse_json
from optgap.problem import Instance
from optgap.processes import MOST_BYTES, Contained, how_it_ended

from .isolated import RAN_OUT, ForkServer
from .isolation import Isolation, level_of, means_of, view_of
from .task import INSIDE, Replies, Task

_STARTING = 120.0  # seconds that an interpreter may take to start on a busy machine
_SETTINGS = ("LANG", "LC_ALL", "LD_LIBRARY_PATH")
_ENDS = ("crash", "garbage")
_STEP = 32  # maximum bytes of a step; longer messages are parsed strictly
_FLOOD = f"printed more than {MOST_BYTES >> 20} MiB"


@dataclass(frozen=True)
class Limits:
    """The limits of a program per instance: seconds, bytes, and the seed of its randomness."""

    seconds: float
    memory: int
    seed: int = 0
    isolation: str | None = None  # the level that must be in force; default: the best
    by: str | None = None  # ``runexec`` instead of this project's limits


@dataclass(frozen=True)
class Raw:
    """The raw answer of a program: its decision, or the status with which it ended."""

    decision: Any
    status: str  # ok, crash, late, memory, garbage
    words: str
    seconds: float
    processor_seconds: float | None = None  # of all its processes, as runexec measures them
    peak_memory: int | None = None  # in bytes


class _EndedError(Exception):
    """An error: the program ended before its answer; with status and message."""


def limiter_of(limits: Limits) -> tuple[str, ...]:
    """Return the command of BenchExec's runexec that limits a program; () if not requested."""
    if limits.by in (None, "own"):
        return ()
    if limits.by != "runexec":
        raise input_error("--limits", "must be own or runexec", limits.by)
    runexec = shutil.which("runexec")
    if runexec is None:
        rule = "is not installed: pip install benchexec, or leave --limits out"
        raise input_error("--limits", rule, limits.by)
    seconds = math.ceil(_STARTING + limits.seconds)
    words = ["--quiet", "--no-container", "--input", os.devnull, "--output", "runexec.log"]
    return (
        runexec,
        *words,
        "--memlimit",
        str(limits.memory),
        "--walltimelimit",
        str(seconds),
        "--",
    )


def server_of(
    task: Task, isolation: str | None, limiter: Sequence[str] = ()
) -> tuple[ForkServer, Isolation]:
    """Return the server that forks the processes of programs, and its level of isolation.

    It is started before any program has run.
    """
    settings = {name: os.environ[name] for name in _SETTINGS if name in os.environ}
    settings["PATH"] = os.defpath  # not the folders of this account
    settings |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", "PYTHONHASHSEED": "0"}
    files = {"child.py": INSIDE / "child.py", "adapter.py": task.adapter}
    means = means_of(isolation)
    server = ForkServer(files, settings, task.shared, view_of(task), means, limiter)
    try:
        return server, level_of(server.means(), isolation)
    except BaseException:
        server.end()
        raise


def run_limited(text: str, task: Task, instance: Instance, limits: Limits, stop: Event) -> Raw:
    """Run a program as `run_program` does, on a new server that BenchExec limits."""
    server, _ = server_of(task, limits.isolation, limiter_of(limits))
    try:
        raw = run_program(server, text, task, instance, limits, stop)
    finally:
        server.end()
    found = server.measured
    if raw.status != "ok" and found.get("terminationreason") == "memory":
        raw = replace(raw, status="memory", words=f"needed more than {limits.memory:,} bytes")
    memory, seconds = found.get("memory", "").rstrip("B"), found.get("cputime", "").rstrip("s")
    return replace(
        raw,
        processor_seconds=float(seconds) if seconds else None,
        peak_memory=int(memory) if memory else None,
    )


def run_program(
    server: ForkServer, text: str, task: Task, instance: Instance, limits: Limits, stop: Event
) -> Raw:
    """Run a program on one instance; then remove its folder and end its processes.

    The event ``stop`` ends the program early, for example if another run is interrupted.
    """
    with tempfile.TemporaryDirectory(prefix="program-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        (folder / "program.py").write_text(text, encoding="utf-8")
        settings = {"HOME": str(folder), "TMPDIR": str(folder)}
        program = server.start(folder, settings, limits.memory)
        try:
            return _Conversation(program, limits, stop).hold(task, instance)
        finally:
            program.end()
            program.stdout.close()


class _Conversation:
    """The exchange of JSON messages with the child, one per line, until it returns a decision."""

    def __init__(self, program: Contained, limits: Limits, stop: Event) -> None:
        self.program = program
        self._limits, self._stop = limits, stop
        self._pipe, self._ready = program.stdout.fileno(), select.poll()
        self._ready.register(self._pipe, select.POLLIN)
        self._until = time.monotonic() + _STARTING
        self._kept, self._read = b"", 0

    def hold(self, task: Task, instance: Instance) -> Raw:
        """Send the instance, reply to the program's steps, and return its decision."""
        begun = time.monotonic()
        try:
            self._send(self._opening(task, instance))
            self._receive("ready")
            begun = time.monotonic()
            self._until = begun + self._limits.seconds
            replies = None if task.replies is None else task.replies(instance)
            decision = self._decision(replies)
        except _EndedError as end:
            status, words = end.args
            if self.program.flooded.is_set():  # with any kind of end
                status, words = "garbage", _FLOOD
            return Raw(None, status, words, time.monotonic() - begun)
        return Raw(decision, "ok", "", time.monotonic() - begun)

    def _opening(self, task: Task, instance: Instance) -> dict[str, Any]:
        document = (task.document or document_of)(instance)
        return {
            "instance": document,
            "seed": self._limits.seed,
            "memory": self._limits.memory,
        }

    def _decision(self, replies: Replies | None) -> Any:
        while True:
            message = self._receive("ask", "decision", "crash", "garbage", "memory")
            try:
                if "ask" in message and replies is not None:
                    self._send(replies.reply(message["ask"]))
                    continue
                if "decision" in message:
                    answer = message["decision"]
                    return answer if replies is None else replies.decision(answer)
            except ValueError as error:
                raise _EndedError("garbage", str(error)) from None
            if "memory" in message:
                raise _EndedError("memory", f"needed more than {self._limits.memory:,} bytes")
            status = next((name for name in _ENDS if name in message), "garbage")
            raise _EndedError(status, str(message.get(status, "sent an unexpected request"))[:1000])

    def _send(self, document: Any) -> None:
        try:
            self.program.stdin.write(json.dumps(document).encode() + b"\n")
            self.program.stdin.flush()
        except OSError:
            raise self._end() from None

    def _receive(self, *kinds: str) -> dict[str, Any]:
        """Return the child's next message, whose kind must be known."""
        line = self._line()
        try:
            message = json.loads(line) if len(line) < _STEP else parse_json(line, "answer")
        except ValueError:
            raise _EndedError("garbage", "the output is not an answer") from None
        except InputError as error:
            raise _EndedError("garbage", f"the answer {error.faults[0]}") from None
        if not isinstance(message, dict) or not any(kind in message for kind in kinds):
            raise _EndedError("garbage", "the output is not an answer")
        return message

    def _line(self) -> bytes:
        """Return the child's next line, or raise an error that states how the program ended."""
        while b"\n" not in self._kept:
            left = self._until - time.monotonic()
            if self._stop.is_set():
                raise _EndedError("late", "was interrupted")
            if left <= 0:
                raise _EndedError("late", f"no answer within {self._limits.seconds:g} s")
            if self.program.flooded.is_set() or self._read > MOST_BYTES:
                raise _EndedError("garbage", _FLOOD)
            if not self._ready.poll(min(left, 0.2) * 1000):
                continue
            block = os.read(self._pipe, 1 << 16)
            if not block:
                raise self._end()
            self._kept += block
            self._read += len(block)
        line, _, self._kept = self._kept.partition(b"\n")
        return line

    def _end(self) -> _EndedError:
        """Return the error for a process that closed its pipe before it answered."""
        try:
            code = self.program.process.wait(timeout=max(0.1, self._until - time.monotonic()))
        except Exception:  # it still runs, without its pipe
            return _EndedError("crash", "closed its pipe without a decision")
        words = self.program.stderr_tail()
        if words == RAN_OUT:
            return _EndedError("memory", words)
        return _EndedError("crash", how_it_ended(code) + (f": {words}" if words else ""))
