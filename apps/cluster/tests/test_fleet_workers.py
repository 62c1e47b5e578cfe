"""`optgap fleet --executor`: each cluster is a task; the reports are the same, and nothing lost."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from killed_workers import Gone, killed_dask_worker, killed_process

from optgap.core.workers import Workers
from optgap_cluster.fleet import FleetTask, read_task, total_of
from optgap_cluster.fleet_command import made_by_workers, timed_report
from optgap_cluster.kubernetes.generate import generate_dump

SECONDS = 60.0  # more than the searches take, so that the reports do not depend on speed


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("dumps")
    for seed in (1, 2, 3):
        (folder / f"c{seed}.json").write_text(json.dumps(generate_dump(seed, nodes=4, pods=16)))
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def tasks(dumps: list[Path]) -> list[FleetTask]:
    return [read_task([dump], dump.stem, SECONDS) for dump in dumps]


@pytest.fixture(scope="module")
def alone(tasks: list[FleetTask]) -> list[dict[str, Any]]:
    return [timed_report(None, task)[0].as_document() for task in tasks]


def reports(tasks: list[FleetTask], pool: Executor) -> list[dict[str, Any]]:
    """Return the reports that workers make, and check that the sum of their bounds is certified."""
    made = [report for report, _ in made_by_workers(tasks, Workers(pool, 2))]
    total = total_of(made)
    assert total.bound_kind == "certified"
    assert total.bound == sum(report.bound or 0.0 for report in made)
    return [report.as_document() for report in made]


def test_a_killed_process_loses_no_cluster(tasks, alone) -> None:
    with killed_process() as kill:
        assert reports(tasks, kill) == alone


def test_two_workers_of_a_dask_cluster_of_which_one_is_killed(tasks, alone) -> None:
    with killed_dask_worker() as kill:
        assert reports(tasks, kill) == alone


def test_without_any_worker_the_clusters_are_reported_on_here(tasks, alone) -> None:
    assert reports(tasks, Gone(1)) == alone


def test_a_sum_with_a_bound_of_a_solver_is_not_certified(tasks) -> None:
    """One bound that no certificate proves is enough, and one that is missing: no sum."""
    made, _ = timed_report(None, tasks[0])
    assert total_of([made, made]).bound_kind == "certified"
    assert total_of([made, replace(made, bound_kind="solver")]).bound_kind == "solver"
    assert total_of([made, replace(made, bound=None, bound_kind=None)]).bound is None


def test_a_cluster_that_cannot_be_read_has_a_row(dumps, tmp_path, optgap_command) -> None:
    """The report has all other clusters, with and without workers; metrics name the failed one."""
    bad, prom, page = (tmp_path / name for name in ("bad.json", "f.prom", "f.html"))
    bad.write_text("{")
    words = ["fleet", "report", dumps[0], bad, "--time-limit", "1", "--metrics", prom, "--json"]
    for more in (["--executor", "local", "--workers", "2"], ["--html", page]):
        ended = optgap_command(*words, *more)
        assert (ended.code, ended.json[0]["cluster"]) == (4, "c1")
        assert ended.json[1]["cluster"] == "bad" and str(bad) in ended.json[1]["failed"]
    assert "is not JSON" in page.read_text()
    assert 'optgap_success{cluster="bad"} 0' in prom.read_text().splitlines()
    limited = optgap_command(*words, "--name", "eu", "--name", "us", "--fail-if", "nodes=3")
    assert (limited.code, limited.json[1]["cluster"]) == (5, "us")
    for more, rule in ((["--fail-if", "x=3"], "--fail-if: must be"), (["--name", "a"], "--name")):
        assert rule in optgap_command(*words[:-1], *more).err
    alone = optgap_command("fleet", "report", bad, "--metrics", prom)
    assert (alone.code, "is not JSON" in alone.err) == (2, True)
    assert prom.read_text().splitlines()[-3:-2] == ['optgap_success{cluster="bad"} 0']


def test_metrics_are_sent_to_a_pushgateway(dumps, optgap_command, monkeypatch) -> None:
    sent = []
    gateway = lambda request, timeout: nullcontext(sent.append(request))  # noqa: E731
    words = ["fleet", "report", dumps[0], "--time-limit", "1", "--push", "http://127.0.0.1:1/job"]
    wrong = optgap_command(*words)
    assert (wrong.code, "--push: failed: " in wrong.err) == (2, True)
    monkeypatch.setattr("optgap_cluster.fleet_command.urlopen", gateway)
    assert optgap_command(*words).code == 0
    assert (sent[0].method, sent[0].full_url) == ("PUT", words[-1])
    assert b'optgap_success{cluster="c1"} 1' in sent[0].data


def test_workers_go_with_an_executor(dumps, optgap_command) -> None:
    ended = optgap_command("fleet", "report", str(dumps[0]), "--workers", "2")
    assert ended.code == 2
    assert "is only valid with --executor" in ended.err


def test_the_command_prints_the_same_with_an_executor(dumps, optgap_command) -> None:
    words = ["fleet", "report", *map(str, dumps[:2]), "--time-limit", str(SECONDS)]
    alone = optgap_command(*words)
    together = optgap_command(*words, "--executor", "local", "--workers", "2")
    assert (together.code, together.out) == (alone.code, alone.out)
    assert "all 2 clusters" in together.out
