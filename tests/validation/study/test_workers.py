"""Parts of one search at the workers of an executor: the same answer, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import time
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from operator import truediv
from pathlib import Path

import pytest
from killed_workers import Gone, Listening, killed_dask_worker, killed_process

import optgap
from optgap.core.faults import InputError
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


def jobs_of(folder: Path) -> str:
    return f"submitit:local,folder={folder}/jobs"


@pytest.fixture
def begun(monkeypatch):
    """The jobs of submitit that a test begins; at its end their processes have ended."""
    submitit = pytest.importorskip("submitit")
    original, jobs = submitit.AutoExecutor.submit, []

    def submit(self, *given):
        jobs.append(original(self, *given))
        return jobs[-1]

    monkeypatch.setattr(submitit.AutoExecutor, "submit", submit)
    yield jobs
    deadline = time.monotonic() + 60
    while not all(job.done() for job in jobs):
        assert time.monotonic() < deadline, "a job goes on although nobody asks it"
        time.sleep(0.05)


def test_two_jobs_answer_one_question_after_another(alone, tmp_path, begun) -> None:
    """Jobs of this machine by submitit: each is started once, and one of them is killed."""
    with executors.workers(jobs_of(tmp_path), 2) as hands:
        assert hands is not None
        kill = Listening(hands.executor, lambda: os.kill(int(begun[0].job_id), signal.SIGKILL))
        outcome = optgap.solve(STAGE, "exact", executor=kill, workers=2)
    assert points(outcome) == alone
    assert outcome.details["executor"]["blocks"] > len(begun)
    assert 2 <= len(begun) <= 4
    assert not list(tmp_path.glob("jobs/workers-*"))  # the file with the key


def test_a_stranger_without_the_key_is_no_worker(tmp_path, begun) -> None:
    with executors.workers(jobs_of(tmp_path), 1) as hands:
        assert hands is not None
        (path,) = tmp_path.glob("jobs/workers-*.json")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        address = json.loads(path.read_text())
        with pytest.raises(AuthenticationError):
            Client(("localhost", address["port"]), authkey=b"guessed")
        socket.create_connection(("localhost", address["port"])).close()
        assert hands.blocks(truediv, 6).submit(3).result(120) == 2.0
        assert len(begun) == 1


@pytest.mark.usefixtures("begun")
def test_a_job_that_cannot_connect_is_one_message(tmp_path) -> None:
    with executors.workers(jobs_of(tmp_path), 1) as hands:
        assert hands is not None
        (path,) = tmp_path.glob("jobs/workers-*.json")
        path.write_text(json.dumps({**json.loads(path.read_text()), "port": 1}))
        with pytest.raises(
            InputError, match="a job failed: ConnectionError: no connection to port 1"
        ):
            hands.blocks(truediv, 6).submit(3).result(120)
