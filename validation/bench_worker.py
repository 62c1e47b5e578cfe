"""Where a batch runs its tasks: each worker thread keeps a process of its own to solve in.

A crash or a hang of a method ends that process and becomes a row that says so; the next task gets
a new process.  The same function serves the threads of this process and the workers of a cluster.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from time import perf_counter
from typing import Any

from ..instances.outcome import InstanceLabel, Outcome
from .compare import summary
from .results import RESULT_VERSION, Result, environment

Task = dict[str, Any]

_LIVING: set[_Cell] = set()
_LOCAL = threading.local()


class _Cell:
    """A process that solves, with the thread that listens to it."""

    def __init__(self) -> None:
        self._words = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self.process = subprocess.Popen(
            [sys.executable, "-m", "optgap.validation.bench_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            start_new_session=True,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        _LIVING.add(self)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(b"")

    def ask(self, task: Task, seconds: float) -> dict[str, Any] | str:
        """Return what the process answers, or in words what became of it."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(task).encode() + b"\n")
            self.process.stdin.flush()
            line = self._lines.get(timeout=seconds)
        except BrokenPipeError:
            line = b""
        except queue.Empty:
            self.end()
            return f"did not end within {seconds:g} s and was ended"
        if line:
            return json.loads(line)  # type: ignore[no-any-return]
        code = self.process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        words = self._last_words()
        self.end()
        return f"crashed with {how}" + (f": {words}" if words else "")

    def _last_words(self) -> str:
        self._words.seek(0)
        lines = self._words.read()[-10_000:].decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def end(self) -> None:
        """Kill the process."""
        _LIVING.discard(self)
        self.process.kill()
        self.process.wait()
        self._listener.join()
        self._words.close()
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # of a task that it did not take
            self.process.stdin.close()


def run_task(task: Task) -> Result:
    """Return the result of a task; whatever happens to the method, there is one."""
    cell = getattr(_LOCAL, "cell", None)
    if cell is None or cell.process.poll() is not None:
        cell = _LOCAL.cell = _Cell()
    begun = perf_counter()
    answer = cell.ask(task, task["time_limit"] + task["grace"])
    if isinstance(answer, str):
        found = failed(task, f"{task['method']} {answer}", perf_counter() - begun)
    elif "changed" in answer:
        found = failed(task, "the instance has changed since the batch began", 0.0)
    else:
        found = answer
    return {**found, "key": task["key"]}


def failed(task: Task, message: str, seconds: float) -> Result:
    """Return the row of a run that came to nothing."""
    outcome = Outcome(
        problem=task["problem"],
        instance=InstanceLabel(name=task["name"], sha256=task["sha256"]),
        method=task["method"],
        status="unknown",
        stopped="error",
        message=message,
        sense=task["sense"],
        seconds=seconds,
        seed=task["seed"],
        options={key: task[key] for key in ("gap", "time_limit", "threads")},
    )
    return {
        "version": RESULT_VERSION,
        "source": task["source"],
        "label": task["label"],
        "row": summary(outcome),
        "loads": None,
        "environment": environment(),
        "key": task["key"],
    }


def end_all() -> None:
    """End every process that solves."""
    for cell in list(_LIVING):
        cell.end()
