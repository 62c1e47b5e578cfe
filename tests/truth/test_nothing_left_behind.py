"""Nothing of the current folder gets in, and nothing that was started is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import optgap

ESCAPING = """
import os, subprocess, sys, time
LEFT = {left!r}

def plan(instance):
    subprocess.Popen(
        [sys.executable, "-c", "import time, os; open({left!r}, 'w').write(str(os.getpid())); "
         "time.sleep(300)"],
        start_new_session=True,
    )
    while not os.path.exists(LEFT) or not open(LEFT).read():
        time.sleep(0.01)
    return {{"machine": [1, 0]}}

def forked(instance):
    if os.fork() == 0:
        open(LEFT, "w").write(str(os.getpid()))
        time.sleep(300)
    while not os.path.exists(LEFT) or not open(LEFT).read():
        time.sleep(0.01)
    return {{"machine": [1, 0]}}

def hangs(instance):
    forked(instance)
    time.sleep(300)
"""


def is_gone(left: Path) -> bool:
    """Return whether the process whose number stands in a file has ended."""
    for _ in range(200):
        try:
            with open(f"/proc/{int(left.read_text())}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def left(tmp_path: Path) -> Path:
    path = tmp_path / "left"
    (tmp_path / "escaping.py").write_text(ESCAPING.format(left=str(path)))
    return path


@pytest.mark.parametrize("function", ["plan", "forked"])
def test_children_of_children_end(left: Path, function: str) -> None:
    method = f"{left.parent / 'escaping.py'}:{function}"
    outcome = optgap.solve(optgap.load("placement/fig6"), method, time_limit=30)
    assert outcome.decision == {"machine": [1, 0]}
    assert is_gone(left)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("command", ["solve", "hunt"])
def test_children_end_with_their_parent(left: Path, number: int, command: str) -> None:
    method = f"{left.parent / 'escaping.py'}:hangs"
    first = ["solve", "placement/fig6"] if command == "solve" else ["hunt", "placement"]
    parent = subprocess.Popen(
        [sys.executable, "-m", "optgap", *first, "--method", method, "--time-limit", "100"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not left.exists() or not left.read_text():
        assert parent.poll() is None
        time.sleep(0.02)
    parent.send_signal(number)
    parent.wait(timeout=60)
    assert is_gone(left)


def test_the_current_folder_lets_nothing_in(tmp_path: Path, monkeypatch) -> None:
    for name in ("queue.py", "optgap.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('let in')\n")
    (tmp_path / "random.py").write_text(
        "import random\n\n"
        "def plan(instance):\n"
        "    return {'machine': [1, random.Random(0).randrange(1)]}\n"
    )
    monkeypatch.chdir(tmp_path)
    outcome = optgap.solve(optgap.load("placement/fig6"), "random.py:plan")
    assert outcome.decision == {"machine": [1, 0]}, outcome.message


def test_modules_beside_a_method_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "helper_of_mine.py").write_text("MACHINE = [1, 0]\n")
    (tmp_path / "mine.py").write_text(
        "from helper_of_mine import MACHINE\n\n"
        "def plan(instance):\n    return {'machine': MACHINE}\n"
    )
    outcome = optgap.solve(optgap.load("placement/fig6"), f"{tmp_path / 'mine.py'}:plan")
    assert outcome.decision == {"machine": [1, 0]}


def test_there_is_no_answer_file_to_replace(tmp_path: Path) -> None:
    """A method finds no path among its arguments that it could turn into a pipe or a folder."""
    (tmp_path / "mine.py").write_text(
        "import sys\n\ndef plan(instance):\n    return {'machine': [1, 0], 'paths': sys.argv}\n"
    )
    outcome = optgap.solve(optgap.load("placement/fig6"), f"{tmp_path / 'mine.py'}:plan")
    assert "decision at paths: unknown key" in str(outcome.message)
    assert os.listdir(tmp_path).count("decision.json") == 0
