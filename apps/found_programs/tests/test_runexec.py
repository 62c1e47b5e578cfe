"""BenchExec's runexec as the limiter: the real one where it works, and one that plays its part."""

import os
import shutil
import subprocess
import sys
import tempfile

import pytest

from optgap.core.faults import InputError

# It runs the command as runexec does, whose words it takes, and reports what the test wants.
PLAYED = """#!{python}
import subprocess, sys
words = sys.argv[1:]
assert words[:2] == ["--quiet", "--no-container"], words
assert words[words.index("--memlimit") + 1] == "{memory}", words
ended = subprocess.run(words[words.index("--") + 1 :], close_fds=True, stdin=subprocess.DEVNULL)
print("{reason}walltime=1.5s\\ncputime=0.25s\\nmemory=30000000B")
sys.exit(0)
"""


@pytest.fixture
def played(tmp_path, monkeypatch):
    """Return a function that puts a runexec in front of the path."""

    def put(reason: str = "", memory: int = 4 * 2**30, text: str = PLAYED) -> None:
        script = tmp_path / "bin" / "runexec"
        script.parent.mkdir(exist_ok=True)
        script.write_text(text.format(python=sys.executable, reason=reason, memory=memory))
        script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")

    return put


def test_rows_have_what_it_measures(played, judged, seed) -> None:
    played()
    found, plain = judged("prism", seed("prism"), limits="runexec"), judged("prism", seed("prism"))
    assert [(row.processor_seconds, row.peak_memory) for row in found.rows] == [
        (0.25, 30_000_000)
    ] * 2
    assert (found.correct, found.score) == (True, plain.score)
    assert found.note == f"{plain.note}; limited and measured by BenchExec's runexec"
    assert [row.peak_memory for row in plain.rows] == [None, None]


def test_a_program_that_is_ended_for_its_memory_says_so(played, judged, after) -> None:
    played("terminationreason=memory\\n", memory=2**30)
    text = after("prism", "compute_model_placement", "import os\nos._exit(9)")
    found = judged("prism", text, instances=1, limits="runexec", memory="1GiB")
    assert [row.status for row in found.rows] == ["memory"]


def test_strategies_are_asked_under_it(played, judged, seed) -> None:
    played()
    assert judged("spot", seed("spot"), instances=1, limits="runexec").correct


def test_one_that_starts_nothing_is_said(played, judged, seed) -> None:
    played(text="#!/bin/sh\nexit 1\n")
    with pytest.raises(InputError, match="--limits: runexec starts no process here"):
        judged("prism", seed("prism"), limits="runexec")


def test_without_it_there_is_one_message(monkeypatch, optgap_command, tmp_path, seed) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    path = tmp_path / "found.py"
    path.write_text(seed("prism"))
    words = ("judge", "prism", str(path), "--instances", "1", "--limits")
    ended = optgap_command(*words, "runexec")
    assert (ended.code, ended.out) == (2, "")
    assert "runexec" in ended.err and "pip install benchexec" in " ".join(ended.err.split())
    assert optgap_command(*words, "walls").code == 2


def _works() -> bool:
    path = shutil.which("runexec")
    command = [str(path), "--quiet", "--no-container", "--output", os.devnull, "--", "true"]
    return path is not None and b"cputime" in subprocess.run(command, capture_output=True).stdout


@pytest.mark.skipif(not _works(), reason="BenchExec is not installed, or makes no control group")
def test_the_real_one_limits_memory_and_measures(judged, seed, after) -> None:
    found = judged("prism", seed("prism"), limits="runexec")
    assert all(row.processor_seconds and row.peak_memory for row in found.rows)
    body = "kept = [bytearray(2**20) for _ in range(3000)]\nreturn result"
    hungry = after("prism", "compute_model_placement", body)
    row = judged("prism", hungry, instances=1, limits="runexec", memory=2**28).rows[0]
    assert row.status == "memory"


def test_the_folder_of_a_run_is_removed(played, judged, seed, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    played()
    judged("prism", seed("prism"), limits="runexec", instances=1)
    assert list(tmp_path.glob("fork-server-*")) == []
