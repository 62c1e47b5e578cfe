"""Nothing of the user's is overwritten, and no result is lost."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.cluster_ratio import ClusterRatio


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "p.json"
    optgap.save(optgap.load("placement/fig6"), path)
    return path


def test_results_do_not_go_into_other_files(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "suite.toml").write_text(
        'name = "s"\ntime_limit = 5\n[[instances]]\nfiles = ["placement/fig6"]\n'
        '[[methods]]\nmethod = "ipa"\n'
    )
    notes = tmp_path / "notes.txt"
    for text in ("no line ends here", "one line\nanother"):
        notes.write_text(text)
        assert optgap_command("bench", tmp_path / "suite.toml", "-o", notes).code == 2
        assert notes.read_text() == text


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_only_regular_files_are_replaced(optgap_command, plan: Path, kind: str) -> None:
    target = plan.with_name("target")
    if kind == "link":
        (plan.parent / "elsewhere").write_text("kept")
        target.symlink_to(plan.parent / "elsewhere")
    else:
        os.mkfifo(target)
    before = target.lstat()
    ended = optgap_command("solve", plan, "-o", target)
    assert ended.code == 2
    assert "would replace it with a regular file" in ended.err
    assert (target.lstat().st_ino, target.lstat().st_mode) == (before.st_ino, before.st_mode)


def test_a_source_is_not_overwritten(optgap_command, plan: Path) -> None:
    mine = plan.with_name("mine.py")
    mine.write_text("def plan(instance):\n    return {'machine': [1, 0]}\n")
    before = plan.read_text()
    for command in (
        ("solve", plan, "-o", plan),
        ("solve", plan, "--method", f"{mine}:plan", "-o", mine),
        ("compare", plan, "--methods", f"{mine}:plan", "--report", mine),
        ("hunt", "placement", "--method", f"{mine}:plan", "-o", mine),
        ("import", "openb", plan, mine, "-o", plan),
    ):
        ended = optgap_command(*command)
        assert ended.code == 2
        assert "would overwrite" in ended.err
    assert plan.read_text() == before
    assert mine.read_text().startswith("def plan")


GARBAGE = [
    '{"machine": ["\\ud800"]}',
    '{"\\ud800": 1}',
    '{"machine": [1' + "0" * 400 + ", 0]}",
    '{"machine": [1e308, 0]}',
    '{"machine": [NaN, 0]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("answer", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_one_row_of_a_comparison(tmp_path: Path, answer: str) -> None:
    (tmp_path / "answer").write_text(answer)
    table = optgap.compare("placement/fig6", [f"exec:cat {tmp_path / 'answer'}", "ipa"])
    assert list(table["stopped"]) == ["error", "complete"]


def test_a_full_disk_loses_no_result(optgap_command, plan: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise InputError("solution.json", [])

    monkeypatch.setattr("optgap.api.write_text", full)
    ended = optgap_command("solve", plan, "-o", plan.with_name("solution.json"))
    assert ended.code == 2
    assert json.loads(ended.out)["objective"] == 16.0
    monkeypatch.setattr("optgap.core.files.write_text", full)
    ended = optgap_command("compare", plan, "--csv", plan.with_name("c.csv"), "--json")
    assert ended.code == 2
    assert json.loads(ended.out)[0]["objective"] == 16.0


@contextmanager
def full_disk():
    """No file can grow, as on a disk that is full, nor can a log of pytest; new ones stay empty."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "placement/fig6", "-o", "OUT/solution.json"),
        ("compare", "placement/fig6", "--methods", "ipa", "--report", "OUT/report.html"),
        ("generate", "placement", "--seed", "1", "-o", "OUT/instance.json"),
        ("export", "placement/fig6", "--to", "OUT/model.mps"),
        ("prove", "placement/fig6", "-o", "OUT/proof"),
        ("bench", "SUITE", "-o", "OUT/results.jsonl"),
        ("judge", "prism", "--init", "OUT/task"),
    ],
    ids=lambda command: command[0],
)
def test_a_full_disk_is_said_and_nothing_is_half_written(
    optgap_command, tmp_path: Path, command
) -> None:
    suite, out = tmp_path / "suite.toml", tmp_path / "out"
    suite.write_text(
        'name = "s"\ntime_limit = 5\n[[instances]]\nfiles = ["placement/fig6"]\n'
        '[[methods]]\nmethod = "ipa"\n'
    )
    out.mkdir()
    words = [word.replace("OUT", str(out)).replace("SUITE", str(suite)) for word in command]
    with full_disk():
        ended = optgap_command(*words)
    assert ended.code == 2
    assert "cannot be written: File too large" in ended.err
    assert [path for path in out.rglob("*") if path.is_file() and path.stat().st_size] == []


def test_two_writers_of_one_file_leave_one_of_two_documents(tmp_path: Path) -> None:
    """Whoever reads in the meantime reads a whole document."""
    path = tmp_path / "shared.json"
    small, large = (optgap.generate("placement", 1, instances=n, machines=30) for n in (2, 60))
    optgap.save(small, path)
    stop = threading.Event()

    def write(instance: optgap.Instance) -> None:
        while not stop.is_set():
            optgap.save(instance, path)

    writers = [threading.Thread(target=write, args=(instance,)) for instance in (small, large)]
    for writer in writers:
        writer.start()
    try:
        read = [optgap.load(path) for _ in range(50)]
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert {len(instance.latency) for instance in read} <= {2, 60}
    assert os.listdir(tmp_path) == ["shared.json"]


@pytest.mark.parametrize("suffix", ["lp", "mps"])
def test_names_that_look_alike_are_exported(optgap_command, tmp_path: Path, suffix: str) -> None:
    group = {"lower": 1, "upper": 2, "latency": [2, 1]}
    instance = ClusterRatio(
        name="alike", containers=3, groups=[{"name": n, **group} for n in ("a-b", "a_b")]
    )
    optgap.save(instance, tmp_path / "alike.json")
    ended = optgap_command("export", tmp_path / "alike.json", "--to", tmp_path / f"m.{suffix}")
    assert ended.code == 0
    assert sorted(os.listdir(tmp_path)) == ["alike.json", f"m.{suffix}"]


def test_sigterm_is_ctrl_c(tmp_path: Path) -> None:
    """What is in hand is written and printed, and the exit code is that of an interrupt."""
    target, begun = tmp_path / "best.json", tmp_path / "begun"
    (tmp_path / "slow.py").write_text(
        f"import time\n\ndef plan(instance):\n    open({str(begun)!r}, 'w').close()\n"
        "    time.sleep(300)\n"
    )
    method = f"{tmp_path / 'slow.py'}:plan"
    command = ["solve", "placement/fig6", "--method", method, "-o", str(target), "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "optgap", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    while not begun.exists():
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGTERM)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert json.loads(out)["stopped"] == "interrupted"
    assert json.loads(target.read_text())["stopped"] == "interrupted"


def test_an_interrupt_at_the_end_leaves_the_exit_code() -> None:
    """Once Python takes itself apart, no handler of its own is left."""
    program = """
import os, signal, sys
from optgap.cli import main

class Last:
    def __del__(self, kill=os.kill, own=os.getpid(), interrupt=signal.SIGINT):
        kill(own, interrupt)

last = Last()
sys.argv = ["optgap", *sys.argv[1:]]
main()
"""
    for command, code in ((["problems"], 0), (["show", "no-such-instance"], 2)):
        ended = subprocess.run(
            [sys.executable, "-c", program, *command], capture_output=True, timeout=60, check=False
        )
        assert ended.returncode == code, ended.stderr
