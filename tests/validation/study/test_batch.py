"""Batches: nothing lost, nothing twice, whatever a method, a worker or the disk does."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from killed_workers import dask_cluster

from optgap.core.faults import InputError
from optgap.core.outcome import Outcome
from optgap.validation.outside.json_lines import Cell
from optgap.validation.study import executors
from optgap.validation.study.batch import run_batch, tasks_of
from optgap.validation.study.executors import executor
from optgap.validation.study.results import ResultsFile, latest, read_results
from optgap.validation.study.scoring import pair_runs

ROW = {
    **dict.fromkeys(set(Outcome.model_fields) - {"decision"}),
    **{"problem": "placement", "version": 1, "instance": {"name": "i", "sha256": "0"}},
    **{"method": "m", "status": "unknown", "stopped": "error", "sense": "minimize"},
    **{"seconds": 1.0, "timing": {}, "options": {}, "details": {}, "trace": []},
}
LINE = {"version": 1, "source": "s", "label": "l", "row": ROW, "loads": None, "environment": {}}

METHODS = """
import os, time

def crash(instance):
    os.kill(os.getpid(), 9)

def plan(instance):
    return {"machine": [0, 1]}

def slow(instance):
    time.sleep(1.0)
    return {"machine": [0, 1]}
"""


@pytest.fixture
def suite(tmp_path):
    """Return a function that writes a suite on fig6 and returns its path."""
    (tmp_path / "mine.py").write_text(METHODS)

    def write(*methods, seeds=(0,), limit=20.0, more=""):
        path = tmp_path / "suite.toml"
        names = json.dumps(list(methods))
        path.write_text(
            f'name = "s"\ntime_limit = {limit}\nseeds = {list(seeds)}\nmethods = {names}\n{more}\n'
            '[[instances]]\nfiles = ["placement/fig6"]\n'
        )
        return path

    return write


def run(path, results, workers=1):
    with executor("local", workers) as pool:
        return run_batch(tasks_of(path), results, pool)


def test_results_are_kept_and_not_made_twice(suite, tmp_path) -> None:
    results = tmp_path / "r.jsonl"
    path = suite("ipa", "fuxi", seeds=(0, 1))
    first = run(path, results, workers=2)
    assert (first.total, first.known, first.done, first.failed) == (4, 0, 4, 0)
    before = results.read_bytes()
    again = run(path, results)
    assert (again.known, again.done) == (4, 0)
    assert results.read_bytes() == before
    rows = {(r["label"], r["row"]["seed"]): r["row"]["objective"] for r in read_results(results)}
    assert rows == {("ipa", 0): 16.0, ("ipa", 1): 16.0, ("fuxi", 0): 24.0, ("fuxi", 1): 24.0}


def test_crashes_and_hangs_become_rows_and_the_batch_goes_on(suite, tmp_path) -> None:
    """An outside method that crashes is contained by `solve`; one that kills its process too."""
    results = tmp_path / "r.jsonl"
    batch = run(suite("mine.py:crash", "ipa"), results)
    rows = {each["label"]: each["row"] for each in read_results(results)}
    assert batch.failed == 1
    assert "signal 9" in rows["mine.py:crash"]["message"]
    assert rows["ipa"]["objective"] == 16.0


def test_a_process_that_dies_or_hangs_is_replaced(suite, tmp_path, monkeypatch) -> None:
    """The process that solves is killed in the middle of its first task, then it hangs."""
    from optgap.validation.study import batch as bench_worker

    tasks = tasks_of(suite("mine.py:slow", "ipa"))
    begun = []
    original = Cell.ask

    def ask(cell, task, seconds):
        begun.append(task["label"])
        if len(begun) == 1:
            cell.end()
        return original(cell, task, 0.05 if len(begun) == 2 else seconds)

    monkeypatch.setattr(Cell, "ask", ask)
    with executor("local", 1) as pool:
        found = [pool.submit(bench_worker.run_task, tasks[k]).result() for k in (0, 0, 1)]
    assert "crashed with signal 9" in found[0]["row"]["message"]
    assert "did not end within 0.05 s and was ended" in found[1]["row"]["message"]
    assert found[2]["row"]["objective"] == 16.0


def test_an_instance_that_changes_during_the_batch_is_not_measured(suite, tmp_path) -> None:
    path = suite("ipa")
    tasks = tasks_of(path)
    tasks[0]["sha256"] = "0" * 64
    with executor("local", 1) as pool:
        run_batch(tasks, tmp_path / "r.jsonl", pool)
    row = read_results(tmp_path / "r.jsonl")[0]["row"]
    assert (row["stopped"], row["objective"]) == ("error", None)
    assert "changed since the batch began" in row["message"]


def test_a_killed_batch_is_resumed(suite, tmp_path) -> None:
    """Killed in mid-run, with a torn line besides: nothing is lost, nothing made twice."""
    results = tmp_path / "suite.jsonl"
    path = suite("mine.py:slow", seeds=range(5))
    command = [sys.executable, "-m", "optgap", "bench", str(path), "--workers", "1"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while not (results.exists() and results.read_bytes().count(b"\n") >= 2):
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    kept = read_results(results)
    assert 2 <= len(kept) < 5
    with results.open("ab") as stream:
        stream.write(b'{"version": 1, "sour')
    batch = run(path, results)
    assert batch.torn
    assert (batch.known, batch.done) == (len(kept), 5 - len(kept))
    found = read_results(results)
    assert found[: len(kept)] == kept
    assert sorted(each["row"]["seed"] for each in found) == [0, 1, 2, 3, 4]


def test_an_interrupt_ends_at_once_and_leaves_whole_lines(suite, tmp_path) -> None:
    results = tmp_path / "suite.jsonl"
    path = suite("mine.py:slow", seeds=range(6))
    process = subprocess.Popen(
        [sys.executable, "-m", "optgap", "bench", str(path), "--workers", "2"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + 30
    while not (results.exists() and results.read_bytes().count(b"\n") >= 1):
        assert time.monotonic() < until, "no run has ended"
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)  # somebody impatient
    assert process.wait(timeout=30) == 130
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert len(read_results(results)) < 6


def test_two_batches_do_not_write_to_one_file(tmp_path) -> None:
    path = tmp_path / "r.jsonl"
    with (
        ResultsFile(path),
        pytest.raises(InputError, match="another batch is writing"),
        ResultsFile(path),
    ):
        pass


def test_a_full_disk_leaves_what_was_there(tmp_path) -> None:
    """The limit on file sizes stands for the end of the disk."""
    path = tmp_path / "r.jsonl"
    code = f"""
import resource, signal, sys
from pathlib import Path
from optgap.core.faults import InputError
from optgap.validation.study import executors
from optgap.validation.study.results import ResultsFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
row = {json.dumps(LINE).replace("null", "None")}
with ResultsFile(Path({str(path)!r})) as file:
    file.append(row)
    try:
        file.append({{**row, "source": "x" * 1000}})
    except InputError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in done.stdout
    assert [each["source"] for each in read_results(path)] == ["s"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"version": 2}\n', "line 1: is of version 2; this optgap reads version 1"),
        (b'{"version": 1}\n', "line 1: is not a result of a batch"),
        (b"[1]\n", "line 1: is not a result of a batch"),
        (b"nonsense\n", "line 1: is not JSON"),
        (b"", "contains no results"),
    ],
)
def test_files_that_are_no_results(tmp_path, line, words) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line)
    with pytest.raises(InputError, match=words):
        read_results(path)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"row": 3}, "its row lacks keys"),
        ({"row": {"problem": "placement"}}, "its row lacks keys"),
        ({"row": {**ROW, "objective": "abc"}}, "row.objective must be a valid number"),
        ({"row": {**ROW, "objective": float("nan")}}, "row.objective must be a finite number"),
        ({"row": {**ROW, "seconds": -5.0}}, "row.seconds must be greater than or equal to 0"),
        ({"row": {**ROW, "sense": "sideways"}}, "row.sense must be 'minimize' or 'maximize'"),
        ({"row": {**ROW, "instance": {"name": "i"}}}, "row.instance.sha256 is missing"),
        ({"row": {**ROW, "front": [{"a": "x"}]}}, "row.front.0..objectives.a must be a valid n"),
        ({"row": {**ROW, "trace": [[1.0]]}}, "row.trace.0..1. is missing"),
        ({"label": ["a"]}, "label must be a valid string"),
        ({"loads": 7}, "loads must be"),
        ({"environment": None}, "environment must be an object"),
    ],
)
def test_lines_of_wrong_content_say_what_is_wrong(tmp_path, changes, words) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(LINE) + "\n")
    assert read_results(path) == [LINE]
    path.write_text(json.dumps({**LINE, **changes}) + "\n")
    with pytest.raises(InputError, match=f"line 1: is not a result of a batch: {words}"):
        read_results(path)


def test_fronts_of_one_instance_have_the_same_objectives(tmp_path) -> None:
    path = tmp_path / "r.jsonl"
    fronts = ([{"a": 1.0, "b": 2.0}], [{"c": 1.0}])
    lines = [json.dumps({**LINE, "row": {**ROW, "front": front}}) for front in fronts]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match="line 2: has a front with other objectives than"):
        read_results(path)


def test_no_command_overwrites_its_own_files(optgap_command, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = json.dumps(LINE) + "\n"
    (tmp_path / "r.jsonl").write_text(line)
    (tmp_path / "s.toml").write_text("name = 's'")
    for arguments in (
        ("report", "r.jsonl", "-o", tmp_path / "r.jsonl"),
        ("bench", "s.toml", "-o", "r.jsonl", "--report", "./r.jsonl"),
        ("bench", "s.toml", "-o", "s.toml"),
        ("compare", "placement/fig6", "--csv", "c", "--report", "c"),
        ("compare", "r.jsonl", "--report", "r.jsonl"),
    ):
        ended = optgap_command(*arguments)
        assert ended.code == 2
        assert "would overwrite another file of this command" in ended.err
    assert (tmp_path / "r.jsonl").read_text() == line


def test_a_cluster_that_loses_a_worker(suite, tmp_path) -> None:
    """A real scheduler with two workers, one killed in mid-run: every run is there, once."""
    with dask_cluster() as cluster:
        tasks = tasks_of(suite("mine.py:slow", seeds=range(6)))
        killed = []

        def kill_one(batch) -> None:
            if batch.done == 1 and not killed:
                with cluster.get_client() as client:
                    killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        results = tmp_path / "r.jsonl"
        with executor(cluster.scheduler_address) as pool:
            batch = run_batch(tasks, results, pool, kill_one)
    assert killed
    assert (batch.done, batch.failed) == (6, 0)
    assert sorted(each["row"]["seed"] for each in read_results(results)) == list(range(6))


def test_no_scheduler_at_the_address(monkeypatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(InputError, match="no scheduler answers"),
        executor("tcp://127.0.0.1:1"),
    ):
        pass


def line(objective, seconds=1.0, seed=0, status="feasible") -> dict:
    instance = {"name": "i", "sha256": str(seed)}
    row = {"problem": "p", "instance": instance, "sense": "minimize", "objective": objective,
           "seconds": seconds, "seed": seed, "status": status}  # fmt: skip
    return {"source": f"i{seed}", "label": "m", "row": row}


def test_two_files_are_compared_pair_by_pair() -> None:
    old = [line(10.0 + k, 1.0, k) for k in range(8)]
    new = [line(9.0 + k, 1.0, k) for k in range(7)] + [line(None, 1.0, 7, "unknown")]
    objective, seconds, ended = pair_runs(old, new)
    assert (objective["pairs"], objective["better"], objective["worse"]) == (7, 7, 0)
    assert objective["p_value"] == pytest.approx(2 / 2**7)
    assert (seconds["better"], seconds["worse"], seconds["p_value"]) == (0, 0, None)
    assert (ended["better"], ended["worse"]) == (0, 1)


def test_the_latest_result_counts() -> None:
    assert latest([line(1.0), line(2.0)])[0]["row"]["objective"] == 2.0


def test_the_commands(optgap_command, suite, tmp_path) -> None:
    path = suite("ipa", "fuxi")
    ended = optgap_command("bench", path, "--report", tmp_path / "b.html", "--json")
    assert ended.code == 0
    assert (ended.json["runs"], ended.json["failed"]) == (2, 0)
    assert [each["label"] for each in ended.json["summary"]] == ["ipa", "fuxi"]
    results = tmp_path / "suite.jsonl"
    ended = optgap_command("report", results, "--against", results, "-o", tmp_path / "r.html")
    assert ended.code == 0
    assert "objective" in ended.out
    assert "Against the older results" in (tmp_path / "r.html").read_text()
    assert "Against" not in (tmp_path / "b.html").read_text()
    ended = optgap_command("bench", tmp_path / "none.toml")
    assert ended.code == 2
