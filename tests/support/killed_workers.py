"""Executors that lose workers in the middle of their work."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from optgap.core.local_executor import LocalExecutor


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


@contextmanager
def killed_process() -> Iterator[Listening]:
    """Two local processes, of which one is killed after the first block; none is left behind."""
    pool = LocalExecutor(2)
    try:
        yield Listening(pool, lambda: os.kill(pool.processes[0], signal.SIGKILL))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    assert not pool.processes


@contextmanager
def dask_cluster() -> Iterator[Any]:
    """A Dask cluster of two workers on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster


@contextmanager
def killed_dask_worker() -> Iterator[Listening]:
    """Two Dask workers, of which one is killed after the first block."""
    with dask_cluster() as cluster, cluster.get_client() as client:
        numbers = list(client.run(os.getpid).values())
        pool = client.get_executor(pure=False)
        yield Listening(pool, lambda: os.kill(numbers[0], signal.SIGKILL))
