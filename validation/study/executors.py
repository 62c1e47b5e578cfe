"""Executors of a batch: processes of this machine, a Dask cluster, or the jobs of submitit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...core.faults import input_error
from ..outside import end_all
from .jobs import JOBS, jobs

CONNECT_SECONDS = 10


@contextmanager
def executor(where: str, workers: int | None = None) -> Iterator[Executor]:
    """Give an executor; leaving it, also by an interrupt, ends all work that still runs."""
    if where.partition(":")[0] == JOBS:
        with jobs(where, workers) as found:
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
