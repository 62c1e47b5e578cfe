"""An executor of processes on this machine, which can be killed at any time, even during a call.

The processes of `multiprocessing` would import the user's main program.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from .workers import LostBlockError, answer_of, queue_of

_PROGRAM = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import answer_calls as a; a()"


class LocalExecutor(Executor):
    """An executor whose threads each have a process, which starts at the thread's first call.

    A crash loses only one call, and the thread's next call starts another process.
    """

    def __init__(self, workers: int) -> None:
        self._max_workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self._own = threading.local()
        self._started: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._over = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call; a function of a module is sent to the process by name."""
        assert not kwargs
        return self._threads.submit(self._run, fn, args)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no further calls and kill the processes; ``wait`` first lets the calls finish."""
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        with self._lock:
            self._over, started = True, set(self._started)
        self._end(started)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running processes."""
        with self._lock:
            return [each.pid for each in self._started if each.poll() is None]

    def _run(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        process = self._process()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            call = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
            pickle.dump(call, process.stdin)  # which can be read even if the call cannot
            process.stdin.flush()
            result, error = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self._end({process})
            raise LostBlockError(f"process {process.pid} has ended") from None
        if error is not None:
            raise error
        return result

    def _process(self) -> subprocess.Popen[bytes]:
        """Return the process of the current thread, started if there is none or it has ended."""
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is not None:
            if process.poll() is None:
                return process
            self._end({process})
        with self._lock:
            if self._over:
                raise LostBlockError("the executor has ended")
            try:
                self._own.process = process = subprocess.Popen(
                    _command(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,  # which `answer_calls` gives to libraries
                    start_new_session=True,  # only the process that sends calls handles Ctrl-C
                )
            except OSError as error:
                raise LostBlockError(f"no process can be started: {error}") from None
            self._started.add(process)
        return process

    def _end(self, processes: set[subprocess.Popen[bytes]]) -> None:
        """Kill processes, and return when they have ended and their pipes are closed."""
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):  # because of data that the process has not read
                    pipe.close()
        with self._lock:
            self._started -= processes


def _command() -> list[str]:
    """Return the command that starts a process with the import path of this process.

    The current folder comes last, so that a file such as ``queue.py`` there hides no module.
    """
    path = sorted(sys.path, key=lambda folder: not folder)
    return [sys.executable, "-P", "-c", _PROGRAM, *path]


def answer_calls() -> None:
    """Answer calls in order; the end of the input ends the process, even during a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for standard in (0, 1):
        os.dup2(2, standard)  # the null device, which libraries may read and write
    waiting = queue_of(lambda: pickle.load(calls))
    while True:
        pickle.dump(answer_of(waiting.get()), results, pickle.HIGHEST_PROTOCOL)
        results.flush()
