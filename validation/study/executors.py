"""Executors of a batch or a search: local processes, or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...core.faults import input_error
from ...core.local_executor import LocalExecutor
from ...core.workers import Workers
from ..outside import end_all

CONNECT_SECONDS = 10


@contextmanager
def executor(where: str, workers: int | None = None) -> Iterator[Executor]:
    """Context manager: the executor named ``where``; at the end its running work is killed."""
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
