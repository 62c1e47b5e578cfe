"""Executors of a batch: local processes, a Dask cluster, or jobs through submitit."""

from __future__ import annotations

import json
import math
import os
import pickle
import secrets
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import count as numbers_from
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...core.faults import Fault, InputError, input_error
from ...core.local_executor import LocalExecutor
from ...core.workers import LostBlockError, Workers, answer_over_network
from ..outside import end_all

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# An executor of jobs: submitit gives each run to Slurm, or starts it on this machine.


JOBS = "submitit"
MOST_JOBS = 64  # at a time
FOLDER = "optgap-jobs"  # what the jobs read and write; all machines must see it
POLL_SECONDS = 0.5
ASK_SECONDS = 30.0  # between two questions to Slurm whether it still knows a job
_STARTING = 600.0  # seconds that a job has beside the run's limit and its grace


@contextmanager
def jobs(where: str, workers: int | None, kind: type[JobExecutor]) -> Iterator[JobExecutor]:
    """Context manager: an executor of at most ``workers`` jobs, which are cancelled at its end.

    ``kind`` is the class of the executor: its jobs run a single call each, or many calls in turn.
    ``where`` is ``submitit:CLUSTER,KEY=VALUE,…``.  The cluster is slurm or local, by default the
    detected one; keys are those of submitit's ``update_parameters``, and ``folder``.
    """
    try:
        submitit: Any = import_module("submitit")
    except ImportError:
        rule = "needs the package submitit: pip install 'optgap[slurm]'"
        raise input_error("--executor", rule, where) from None
    cluster, settings = _settings(where)
    folder = settings.pop("folder", FOLDER)
    try:
        executor = submitit.AutoExecutor(folder=folder, cluster=cluster)
        executor.update_parameters(**settings)
    except (ValueError, NameError, TypeError, RuntimeError, OSError, AssertionError) as error:
        first = str(error).partition("\n")[0]
        raise input_error("--executor", f"submitit refuses it: {first}", where) from None
    pool = kind(executor, workers or MOST_JOBS, "timeout_min" in settings, Path(folder))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _settings(where: str) -> tuple[str | None, dict[str, Any]]:
    """Return the cluster (or None) and the job parameters in an executor's name."""
    cluster, *pairs = where.partition(":")[2].split(",")
    faults = [Fault.of("--executor", "must be key=value", p) for p in pairs if "=" not in p]
    if faults:
        raise InputError("bad input", faults)
    split = (pair.split("=", 1) for pair in pairs)
    return cluster or None, {key: int(v) if v.isdecimal() else v for key, v in split}


class LostJobError(Exception):
    """An error: a job ended without a result."""


class JobExecutor(Executor):
    """An executor that submits each call as a job; a limited pool of threads waits for them."""

    def __init__(
        self, submitit: Any, workers: int, timed: bool, folder: Path = Path(FOLDER)
    ) -> None:
        self._submitit, self._folder = submitit, folder
        self._timed = timed  # whether the time of a job was chosen by hand
        self._max_workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._running: set[Any] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that runs as a job; its first argument is a task."""
        return self._threads.submit(self._run, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no further calls; cancel the running jobs unless ``wait`` is true."""
        if not wait:
            self._ended.set()
            with self._lock:
                for job in self._running:
                    job.cancel(check=False)
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _run(self, function: Callable[..., Any], task: dict[str, Any]) -> Any:
        seconds = 0.0 if self._timed else task["time_limit"] + task["grace"]
        job = self._begin(seconds, function, task)
        try:
            self._wait(job, lambda seconds: job.done() or self._ended.wait(seconds))
            self._refuse_when_ended()
            return _result(job)
        finally:
            with self._lock:
                self._running.discard(job)

    def _begin(self, seconds: float, function: Callable[..., Any], *args: Any) -> Any:
        """Submit a job for a call that takes at most ``seconds``."""
        with self._lock:
            self._refuse_when_ended()
            if not self._timed:
                minutes = math.ceil((seconds + _STARTING) / 60)
                self._submitit.update_parameters(timeout_min=minutes)
            job = self._submitit.submit(function, *args)
            self._running.add(job)
        return job

    def _wait(self, job: Any, is_over: Callable[[float], bool]) -> None:
        """Wait until ``is_over`` returns true; raise an error if two checks do not find the job."""
        asked, gone = monotonic(), False
        while not is_over(POLL_SECONDS):
            if monotonic() - asked < ASK_SECONDS:
                continue
            before, gone, asked = gone, _is_gone(job), monotonic()
            if before and gone and not is_over(0.0):
                raise LostJobError

    def _refuse_when_ended(self) -> None:
        if self._ended.is_set():
            raise InterruptedError("the batch has ended")


def _is_gone(job: Any) -> bool:
    """Return whether Slurm no longer knows a job.

    submitit asks Slurm's accounting; on a cluster without accounting it would wait forever for a
    killed job.
    """
    if job.state != "UNKNOWN":
        return False
    command = ["squeue", "--noheader", "--jobs", str(job.job_id)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return False
    forgotten = "Invalid job id" in done.stderr
    return forgotten or (done.returncode == 0 and not done.stdout.strip())


def _result(job: Any) -> Any:
    """Return a job's result; an exception outside the run counts as a lost job."""
    try:
        return job.result()
    except Exception as error:
        if type(error).__name__ != "FailedJobError":  # of submitit, which need not be installed
            raise
        parts = str(error).split("-" * 22)
        words = (parts[1] if len(parts) > 1 else parts[0]).strip().splitlines()[-1]
        raise input_error("--executor", f"a job failed: {words}") from None


# Jobs that run many calls one after another: each connects to this process and waits for calls.


_HOURS = 4.0  # of such a job, by default; a job that has reached its limit is replaced


@dataclass(frozen=True)
class _JobConnection:
    """A job and the connection that it has opened."""

    job: Any
    connection: Connection


class JobWorkers(JobExecutor):
    """An executor whose jobs answer many calls each; every thread of its pool has one job."""

    def __init__(
        self, submitit: Any, workers: int, timed: bool, folder: Path = Path(FOLDER)
    ) -> None:
        from multiprocessing.connection import Listener  # slow, and Pyomo would import more

        super().__init__(submitit, workers, timed, folder)
        key = secrets.token_bytes(32)  # calls are pickles: only the jobs may connect
        self._listener = Listener(("", 0), backlog=workers, authkey=key)
        self._port: int = self._listener.address[1]
        self._own = threading.local()
        self._number = numbers_from()
        self._waiting: dict[int, SimpleQueue[Connection]] = {}
        self._open: set[Connection] = set()
        hosts = list(dict.fromkeys((socket.gethostname(), socket.getfqdn(), "localhost")))
        self._file = folder.resolve() / f"workers-{os.getpid()}-{secrets.token_hex(4)}.json"
        folder.mkdir(parents=True, exist_ok=True)
        with open(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            json.dump({"hosts": hosts, "port": self._port, "key": key.hex()}, file)
        threading.Thread(target=self._accept, daemon=True).start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no further calls and end all jobs; ``wait`` first lets their calls finish."""
        super().shutdown(wait=wait, cancel_futures=cancel_futures)
        self._ended.set()
        with suppress(OSError):
            socket.create_connection(("localhost", self._port)).close()  # wakes the listener
        with self._lock:
            for connection in self._open:  # a job whose connection ends, ends
                with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as end:
                    end.shutdown(socket.SHUT_RDWR)
        self._file.unlink(missing_ok=True)

    def _accept(self) -> None:
        from multiprocessing import AuthenticationError

        while not self._ended.is_set():
            with suppress(OSError, EOFError, AuthenticationError, KeyError):
                connection = self._listener.accept()
                self._waiting[connection.recv()].put(connection)
        self._listener.close()

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        own = self._connected()
        try:
            own.connection.send((function, arguments))
            self._wait(own.job, lambda s: own.connection.poll(s) or self._ended.is_set())
            self._refuse_when_ended()
            result, error = own.connection.recv()
        except (OSError, EOFError, LostJobError, InterruptedError, pickle.UnpicklingError):
            self._own.connected = None
            with self._lock:
                self._open.discard(own.connection)
            own.connection.close()
            raise LostBlockError(f"job {own.job.job_id} has ended") from None
        if error is not None:
            raise error
        return result

    def _connected(self) -> _JobConnection:
        """Return the current thread's job; submit a new one if it has none that runs."""
        own: _JobConnection | None = getattr(self._own, "connected", None)
        if own is not None:
            return own
        with self._lock:
            number = next(self._number)
            arrived = self._waiting[number] = SimpleQueue()
        job = self._begin(3600 * _HOURS, answer_over_network, str(self._file), number)
        connection: Connection | None = None

        def has_arrived(seconds: float) -> bool:
            nonlocal connection
            with suppress(Empty):
                connection = arrived.get(timeout=seconds)
            return connection is not None or job.done() or self._ended.is_set()

        self._wait(job, has_arrived)
        if connection is None:
            self._refuse_when_ended()
            _result(job)  # raises the job's error
            raise LostJobError
        with self._lock:
            self._running.discard(job)
            self._open.add(connection)
        self._own.connected = own = _JobConnection(job, connection)
        return own


# Executors by their names.


CONNECT_SECONDS = 10


@contextmanager
def executor(where: str, workers: int | None = None) -> Iterator[Executor]:
    """Context manager: the executor named ``where``; at the end its running work is killed."""
    if where.partition(":")[0] == JOBS:
        with jobs(where, workers, JobExecutor) as found:
            yield found
        return
    if where != "local":
        with _cluster(where) as found:
            yield found
        return
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        end_all()


@contextmanager
def workers(where: str | Executor | None, count: int | None = None) -> Iterator[Workers | None]:
    """Context manager: the workers of a parallel search, on a given or named executor."""
    if where is None:
        if count is not None:
            raise input_error("--workers", "is only valid with --executor", count)
        yield None
    elif isinstance(where, Executor):
        yield Workers(where, count or _width(where))
    elif where == "local":
        pool = LocalExecutor(count or os.cpu_count() or 1)
        try:
            yield Workers(pool, _width(pool))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    elif where.partition(":")[0] == JOBS:
        with jobs(where, count, JobWorkers) as pool_of_jobs:
            yield Workers(pool_of_jobs, _width(pool_of_jobs))
    else:
        with executor(where, count) as found:
            yield Workers(found, count or _width(found))


def _width(pool: Executor) -> int:
    """Return how many calls an executor runs at a time; if unknown, the number of cores."""
    client = getattr(pool, "_client", None)  # of Dask
    if client is not None:
        return max(1, int(sum(client.nthreads().values())))
    width: int | None = getattr(pool, "_max_workers", None)
    return width or os.cpu_count() or 1


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        rule = "needs the package distributed: pip install 'optgap[cluster]'"
        raise input_error("--executor", rule, address) from None
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise input_error("--executor", f"no scheduler answers: {error}", address) from None
    with client:
        yield client.get_executor(pure=False)
