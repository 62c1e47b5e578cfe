"""Hunts whose candidates workers measure: the same search, and nothing is lost."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import pytest
from killed_workers import Gone, dask_cluster, killed_process

import optgap
from optgap.core.faults import InputError
from optgap.core.workers import Workers
from optgap.validation.study.hunt import Hunt

SEARCHES = [("placement", "fuxi", 90, 2), ("utility", "fair", 60, 1)]


def hunted(search: tuple[str, str, int, int], pool: Executor | None = None) -> tuple[Any, ...]:
    """Return the find of a hunt and its counts."""
    name, method, evaluations, restarts = search
    hunt = Hunt(
        name,
        method,
        seed=3,
        time_limit=None,
        evaluations=evaluations,
        restarts=restarts,
        workers=None if pool is None else Workers(pool, 2),
    )
    find = hunt.run()
    assert find is not None and find.loss > 0
    if pool is not None and not isinstance(pool, Gone):
        assert hunt.workers is not None
        assert hunt.workers.as_details()["blocks"] >= hunt.judged
    return find, hunt.tried, hunt.judged, hunt.stranded


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_the_search_is_the_same_with_workers(search: tuple[str, str, int, int]) -> None:
    """Threads measure ahead; candidates that a new member changes are drawn again."""
    with ThreadPoolExecutor(2) as pool:
        assert hunted(search, pool) == hunted(search)


def test_a_killed_process_loses_nothing() -> None:
    with killed_process() as kill:
        assert hunted(SEARCHES[0], kill) == hunted(SEARCHES[0])


def test_without_any_worker_the_search_continues_here() -> None:
    assert hunted(SEARCHES[0], Gone(1)) == hunted(SEARCHES[0])


def test_two_workers_of_a_dask_cluster() -> None:
    with dask_cluster() as cluster, cluster.get_client() as client:
        pool = client.get_executor(pure=False)
        assert hunted(SEARCHES[1], pool) == hunted(SEARCHES[1])


def test_a_cancelled_block_neither_runs_nor_counts() -> None:
    begun, release = threading.Event(), threading.Event()

    def wait(_: Any, __: Any) -> None:
        begun.set()
        release.wait(60)

    with ThreadPoolExecutor(1) as pool:
        workers = Workers(pool, 1)
        blocks = workers.blocks(wait, None)
        first, second = blocks.submit(1), blocks.submit(2)
        assert begun.wait(60)
        assert second.cancel()
        release.set()
        assert first.result(60) is None
    assert workers.as_details()["blocks"] == 1
    assert workers.repeated == 0


def test_a_function_is_no_method_of_a_hunt_with_workers() -> None:
    with pytest.raises(InputError, match="needs a method that is given by name"):
        optgap.hunt("placement", lambda instance: None, evaluations=1, executor=Gone(1))


def test_the_command_says_the_same_with_an_executor(optgap_command) -> None:
    words = [
        "hunt",
        "placement",
        "--method",
        "fuxi",
        "--evaluations",
        "20",
        "--seed",
        "3",
        "--json",
    ]
    alone = optgap_command(*words)
    together = optgap_command(*words, "--executor", "local", "--workers", "2")
    assert (together.code, together.out) == (alone.code, alone.out)
    refused = optgap_command(*words, "--workers", "2")
    assert refused.code == 2 and "is only valid with --executor" in refused.err
