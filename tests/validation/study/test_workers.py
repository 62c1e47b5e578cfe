"""Parts of one search at the workers of an executor: the same answer, and nothing is lost."""

from __future__ import annotations

from operator import truediv

import pytest
from killed_workers import Gone, killed_dask_worker, killed_process

import optgap
from optgap.core.local_executor import LocalExecutor
from optgap.core.workers import Workers
from optgap.validation.study import executors

STAGE = "stage/stage-12x6x5"


def points(outcome: optgap.Outcome) -> list[tuple[float, ...]]:
    assert (outcome.status, outcome.front_complete) == ("optimal", True)
    return sorted(tuple(point.objectives.values()) for point in outcome.front)


@pytest.fixture(scope="module")
def alone() -> list[tuple[float, ...]]:
    return points(optgap.solve(STAGE, "exact"))


def test_two_processes_find_the_front_of_one(alone) -> None:
    outcome = optgap.solve(STAGE, "exact", executor="local", workers=2)
    assert points(outcome) == alone
    assert outcome.details["executor"]["blocks"] > 0


def test_a_killed_process_loses_nothing(alone) -> None:
    with killed_process() as kill:
        outcome = optgap.solve(STAGE, "exact", executor=kill, workers=2)
    assert points(outcome) == alone


def test_two_workers_of_a_dask_cluster_of_which_one_is_killed(alone) -> None:
    with killed_dask_worker() as kill:
        outcome = optgap.solve(STAGE, "exact", executor=kill, workers=2)
    assert points(outcome) == alone


def test_without_any_worker_left_the_search_continues_here(alone) -> None:
    outcome = optgap.solve(STAGE, "exact", executor=Gone(1), workers=2)
    assert points(outcome) == alone
    assert outcome.details["executor"]["blocks"] == 0


def test_an_error_of_a_block_is_raised_and_its_neighbours_are_done() -> None:
    pool = LocalExecutor(1)
    try:
        blocks = Workers(pool, 1).blocks(truediv, 6)
        futures = [blocks.submit(number) for number in (1, 0, 3)]
        assert (futures[0].result(60), futures[2].result(60)) == (6.0, 2.0)
        with pytest.raises(ZeroDivisionError):
            futures[1].result(60)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def test_a_wrong_address_is_one_message(optgap_command, monkeypatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.5)
    ended = optgap_command("solve", STAGE, "--executor", "tcp://127.0.0.1:1")
    assert ended.code == 2
    assert ended.err.count("no scheduler answers") == 1


def test_workers_go_with_an_executor(optgap_command) -> None:
    ended = optgap_command("solve", STAGE, "--workers", "2")
    assert ended.code == 2
    assert "is only valid with --executor" in ended.err
