"""Processes of this machine that answer calls: they are killed at once, and none is left behind."""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from operator import truediv
from pathlib import Path

import pytest

from optgap.core.local_executor import LocalExecutor
from optgap.core.workers import LostBlockError, Workers

LONG = 600.0  # seconds that no test waits for


@pytest.fixture
def pool() -> Iterator[LocalExecutor]:
    """An executor of one process; afterwards no process and no descriptor is left."""
    before = os.listdir("/proc/self/fd")
    own = LocalExecutor(1)
    yield own
    own.shutdown(wait=False, cancel_futures=True)
    assert not own.processes
    assert len(os.listdir("/proc/self/fd")) == len(before)


def until(holds) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(number: int) -> bool:
    """Return whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_no_process_starts_before_the_first_call(pool: LocalExecutor) -> None:
    assert not pool.processes
    assert pool.submit(os.getpid).result(60) in pool.processes
    assert len(pool.processes) == 1


def test_the_end_waits_for_no_call(pool: LocalExecutor) -> None:
    running, waiting = [pool.submit(time.sleep, LONG) for _ in range(2)]
    until(lambda: pool.processes)
    pool.shutdown(wait=False, cancel_futures=True)
    assert isinstance(running.exception(60), LostBlockError)
    assert waiting.cancelled()
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_a_killed_process_loses_its_call_and_is_replaced(pool: LocalExecutor) -> None:
    first = pool.submit(os.getpid).result(60)
    with pytest.raises(LostBlockError):
        pool.submit(signal.raise_signal, signal.SIGKILL).result(60)
    assert pool.submit(os.getpid).result(60) != first


def test_an_idle_process_that_is_killed_is_replaced(pool: LocalExecutor) -> None:
    first = pool.submit(os.getpid).result(60)
    os.kill(first, signal.SIGKILL)
    blocks = Workers(pool, 1).blocks(truediv, 6)
    assert blocks.submit(3).result(60) == 2.0
    assert first not in pool.processes


def test_an_error_has_the_traceback_of_the_process(pool: LocalExecutor) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        pool.submit(truediv, 1, 0).result(60)
    (note,) = raised.value.__notes__
    assert "in answer_of" in note


def test_an_interrupt_ends_no_process(pool: LocalExecutor) -> None:
    number = pool.submit(os.getpid).result(60)
    os.kill(number, signal.SIGINT)
    assert pool.submit(os.getpid).result(60) == number
    assert os.getsid(number) == number  # so that Ctrl-C of a terminal does not reach it


def test_output_of_a_call_is_no_answer(pool: LocalExecutor, capfd) -> None:
    assert pool.submit(builtins.print, "on stdout").result(60) is None
    assert pool.submit(os.write, 1, b"on stdout").result(60) == 9
    assert pool.submit(os.write, 2, b"on stderr").result(60) == 9
    assert pool.submit(os.getpid).result(60) in pool.processes
    assert capfd.readouterr() == ("", "")


PROGRAM = """
import sys, time
from concurrent.futures import wait
from optgap.core.local_executor import LocalExecutor

pool = LocalExecutor(2)
futures = [pool.submit(time.sleep, {seconds}) for _ in range(2)]
while len(pool.processes) < 2:
    time.sleep(0.02)
print(*pool.processes, flush=True)
wait(futures)
print(*(each.exception() for each in futures), flush=True)
pool.shutdown()
"""


def begun(seconds: float, folder: Path) -> subprocess.Popen[str]:
    """Start a program without a guard of its main module."""
    (folder / "program.py").write_text(PROGRAM.format(seconds=seconds))
    command = [sys.executable, "-P", "program.py"]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_program_without_a_guard_has_processes(tmp_path: Path) -> None:
    out, err = begun(0.0, tmp_path).communicate(timeout=60)
    assert out.splitlines()[1:] == ["None None"]
    assert not err


def test_processes_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    with begun(LONG, tmp_path) as program:
        assert program.stdout is not None
        numbers = [int(each) for each in program.stdout.readline().split()]
        assert len(numbers) == 2
        program.kill()
        until(lambda: not any(map(is_running, numbers)))


def test_a_file_in_the_current_folder_hides_no_module(pool, tmp_path, monkeypatch) -> None:
    """As in a notebook, where the current folder comes first."""
    for name in ("queue.py", "pickle.py", "numpy.py"):
        (tmp_path / name).write_text("raise SystemExit('imported')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert pool.submit(os.getcwd).result(60) == str(tmp_path)
