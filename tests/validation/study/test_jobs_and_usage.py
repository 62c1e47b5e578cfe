"""Jobs of submitit, and what each run used of its machine."""

import os
import signal
import sys

import pytest

from optgap.core.faults import InputError
from optgap.validation.study import executors
from optgap.validation.study.batch import run_batch, tasks_of
from optgap.validation.study.executors import executor
from optgap.validation.study.results import read_results
from optgap.validation.study.rows import measure

METHODS = """
def plan(instance):
    return {"machine": [0, 1]}
"""


def suite(folder, *methods):
    (folder / "mine.py").write_text(METHODS)
    path = folder / "suite.toml"
    path.write_text(
        f'name = "s"\ntime_limit = 20\nmethods = {list(methods)}\n'
        '[[instances]]\nfiles = ["placement/fig6"]\n'
    )
    return path


def test_runs_as_jobs_of_this_machine(tmp_path) -> None:
    """Submitit's own local jobs: the same results as without them."""
    pytest.importorskip("submitit")
    path = suite(tmp_path, "ipa", "fuxi")
    where = f"submitit:local,folder={tmp_path}/jobs"
    with executor(where, 2) as pool:
        batch = run_batch(tasks_of(path), tmp_path / "jobs.jsonl", pool)
    assert (batch.done, batch.failed) == (2, 0)
    objectives = {r["label"]: r["row"]["objective"] for r in read_results(tmp_path / "jobs.jsonl")}
    assert objectives == {"ipa": 16.0, "fuxi": 24.0}


def test_a_job_that_is_lost_is_a_row(tmp_path, monkeypatch) -> None:
    """The process of a job is killed: its run failed, and the batch goes on."""
    submitit = pytest.importorskip("submitit")
    original, begun = submitit.AutoExecutor.submit, []

    def submit(self, *given):
        job = original(self, *given)
        begun.append(job)
        if len(begun) == 1:
            os.kill(int(job.job_id), signal.SIGKILL)
        return job

    monkeypatch.setattr(submitit.AutoExecutor, "submit", submit)
    path = suite(tmp_path, "ipa", "fuxi")
    with executor(f"submitit:local,folder={tmp_path}/jobs", 1) as pool:
        batch = run_batch(tasks_of(path), tmp_path / "jobs.jsonl", pool)
    assert (batch.done, batch.failed) == (2, 1)
    lost = [
        r["row"] for r in read_results(tmp_path / "jobs.jsonl") if r["row"]["objective"] is None
    ]
    assert [row["message"] for row in lost] == ["ipa: the job that ran it ended unexpectedly"]


class StandIn:
    """A cluster whose jobs end when they are asked to."""

    def __init__(self) -> None:
        self.parameters: list[dict] = []
        self.cancelled = 0

    def update_parameters(self, **given) -> None:
        self.parameters.append(given)

    def submit(self, function, task) -> "StandIn":
        return self

    def done(self) -> bool:
        return False

    def cancel(self, check=True) -> None:
        self.cancelled += 1


def test_jobs_have_the_time_of_their_run_and_end_with_the_batch(monkeypatch) -> None:
    cluster = StandIn()
    pool = executors.JobExecutor(cluster, workers=2, timed=False)
    monkeypatch.setattr(executors, "POLL_SECONDS", 0.01)
    task = {"time_limit": 3600.0, "grace": 60.0}
    futures = [pool.submit(print, task) for _ in range(2)]
    while len(cluster.parameters) < 2:
        pass
    pool.shutdown(wait=False, cancel_futures=True)
    for future in futures:
        assert isinstance(future.exception(timeout=30), InterruptedError)
    assert cluster.parameters == [{"timeout_min": 71}] * 2
    assert cluster.cancelled >= 1


def fake_squeue(folder, monkeypatch, script: str) -> None:
    """Put a program ``squeue`` in front of all others."""
    program = folder / "squeue"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_job_that_slurm_has_forgotten_is_a_row(tmp_path, monkeypatch) -> None:
    """Without accounting submitit says unknown for ever of a job that was killed."""
    cluster = StandIn()
    cluster.state, cluster.job_id = "UNKNOWN", "7"
    fake_squeue(tmp_path, monkeypatch, f'echo "$@" >> {tmp_path}/asked')
    monkeypatch.setattr(executors, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(executors, "ASK_SECONDS", 0.02)
    pool = executors.JobExecutor(cluster, workers=1, timed=False)
    batch = run_batch(tasks_of(suite(tmp_path, "ipa")), tmp_path / "jobs.jsonl", pool)
    pool.shutdown()
    assert (batch.done, batch.failed) == (1, 1)
    (found,) = read_results(tmp_path / "jobs.jsonl")
    assert found["row"]["message"] == "ipa: the job that ran it ended unexpectedly"
    assert (tmp_path / "asked").read_text().splitlines() == ["--noheader --jobs 7"] * 2


@pytest.mark.parametrize(
    ("state", "script", "gone"),
    [
        ("UNKNOWN", "true", True),
        ("UNKNOWN", "echo slurm_load_jobs error: Invalid job id specified >&2; exit 1", True),
        ("UNKNOWN", "echo 7 cpu submitit me PD", False),
        (
            "UNKNOWN",
            "echo slurm_load_jobs error: Unable to contact slurm controller >&2; exit 1",
            False,
        ),
        ("RUNNING", "true", False),
    ],
)
def test_only_what_slurm_does_not_know_is_gone(tmp_path, monkeypatch, state, script, gone) -> None:
    cluster = StandIn()
    cluster.state, cluster.job_id = state, "7"
    fake_squeue(tmp_path, monkeypatch, script)
    assert executors._is_gone(cluster) == gone


def test_where_there_is_no_slurm_nothing_is_gone(tmp_path, monkeypatch) -> None:
    cluster = StandIn()
    cluster.state, cluster.job_id = "UNKNOWN", "7"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not executors._is_gone(cluster)


def test_no_job_is_submitted_once_the_batch_has_ended() -> None:
    cluster = StandIn()
    pool = executors.JobExecutor(cluster, workers=1, timed=False)
    pool._ended.set()
    future = pool.submit(print, {"time_limit": 1.0, "grace": 1.0})
    assert isinstance(future.exception(timeout=30), InterruptedError)
    assert cluster.parameters == []
    pool.shutdown()


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("submitit:nowhere", "submitit refuses it: AutoExecutor doesn't know any executor"),
        ("submitit:local,fast", "must be key=value"),
        ("submitit:local,speed=3", "submitit refuses it"),
    ],
)
def test_an_executor_that_submitit_does_not_have(tmp_path, monkeypatch, where, words) -> None:
    pytest.importorskip("submitit")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=words), executor(where):
        pass


def test_a_job_whose_machine_lacks_optgap_says_so(tmp_path) -> None:
    pytest.importorskip("submitit")

    def broken(task):
        raise ModuleNotFoundError("No module named 'optgap'")

    with (
        executor(f"submitit:local,folder={tmp_path}/jobs,timeout_min=1", 1) as pool,
        pytest.raises(InputError, match="a job failed: ModuleNotFoundError: No module named"),
    ):
        pool.submit(broken, {}).result()


def test_usage_is_of_one_run_alone() -> None:
    """A run that takes 100 MB raises its own peak, and not that of the next run."""

    def roomy() -> int:
        return len(bytes(100_000_000).replace(b"\0", b"\1"))

    size, large = measure(roomy)
    _, small = measure(lambda: None)
    assert size == 100_000_000
    assert large["processor_seconds"] > 0 and small["processor_seconds"] >= 0
    if sys.platform == "linux":
        assert large["peak_bytes"] - large["bytes_before"] > 90_000_000
        assert small["peak_bytes"] - small["bytes_before"] < 10_000_000


def test_results_say_what_a_run_used(tmp_path) -> None:
    """An outside method runs in a process of its own, whose memory nobody measures."""
    results = tmp_path / "r.jsonl"
    with executor("local", 1) as pool:
        run_batch(tasks_of(suite(tmp_path, "ipa", "mine.py:plan")), results, pool)
    usage = {each["label"]: each["usage"] for each in read_results(results)}
    assert usage["mine.py:plan"]["peak_bytes"] is None
    assert usage["mine.py:plan"]["processor_seconds"] > 0
    if sys.platform == "linux":
        assert usage["ipa"]["peak_bytes"] >= usage["ipa"]["bytes_before"] > 0
