"""Ctrl-C during a solve: what was best so far comes back, and says that it was interrupted."""

from __future__ import annotations

import _thread
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyomo.environ as pyo
import pytest

from optgap.core.run import Run
from optgap.solvers.engines import engine, solve_model
from optgap.solvers.engines.engine_result import Finding, interruptible, side_by_side

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[2])
from conftest import market_split
from optgap.core.run import Run
from optgap.solvers.engines import solve_model
run = Run("minimize", threads=1, time_limit=30)
run.listener = lambda _: run.objective is None or print("working", flush=True)
result = solve_model(market_split(4, 40, slack=True), sys.argv[1], run)
print(json.dumps({
    "status": result.status, "stopped": result.stopped, "objective": result.objective,
    "bound": result.bound, "best": run.objective, "has_x": result.x is not None,
}), flush=True)
"""


@pytest.fixture(autouse=True)
def _handler() -> Iterator[None]:
    """Interrupts are heard, also where the tests run in the background and ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent to one process")
@pytest.mark.parametrize("engine", ["highs", "scip", "cp-sat"])
def test_sigint_returns_the_best_so_far(engine: str) -> None:
    """After the first incumbent, Ctrl-C gives a feasible result that claims nothing more."""
    command = [sys.executable, "-c", SCRIPT, engine, str(Path(__file__).parent)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored under nohup
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"working\n"
        process.send_signal(signal.SIGINT)
        lines = process.stdout.read().decode().splitlines()
        complaints = process.stderr.read().decode()
        assert process.wait(timeout=30) == 0, complaints
    result = json.loads(lines[-1])
    assert result["status"] == "feasible"
    assert result["stopped"] == "interrupted"
    assert result["has_x"]
    assert result["objective"] == result["best"]
    assert result["bound"] is None or result["bound"] <= result["objective"]


@pytest.mark.parametrize("engine", ["highs", "scip", "cp-sat"])
def test_outside_the_main_thread(engine: str, hard_split: Any) -> None:
    """A solve in a thread of a pool works, and honours its time limit."""
    run = Run("minimize", threads=1, time_limit=0.5)
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(solve_model, hard_split(4, 40, slack=True), engine, run).result()
    assert result.stopped == "time_limit"
    assert result.status == ("unknown" if result.x is None else "feasible")


@pytest.mark.parametrize("engine", ["highs", "scip", "cp-sat"])
def test_progress_is_told_while_the_engine_works(engine: str, hard_split: Any) -> None:
    """Incumbents and bounds reach the listener before the end, which Ctrl-C then brings."""
    run = Run("minimize", threads=1, time_limit=300)
    asked: list[bool] = []

    def listen(*_: object) -> None:
        incumbents = {entry[1] for entry in run.trace if entry[1] is not None}
        if len(incumbents) > 1 and run.bound is not None and not asked:
            asked.append(True)
            _thread.interrupt_main()

    run.listener = listen
    result = solve_model(hard_split(4, 40, slack=True), engine, run)
    assert (result.status, result.stopped) == ("feasible", "interrupted")
    assert run.trace[-1][1] == result.objective


def test_work_that_is_not_interrupted() -> None:
    """The result of the work comes back."""
    assert interruptible(lambda: 42, lambda: None) == (42, False)


def test_work_that_raises() -> None:
    """An exception of the work is raised where it was called."""
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0, lambda: None)


def test_first_ctrl_c_halts() -> None:
    """The work is asked to halt and its result is kept."""
    halted = threading.Event()

    def work() -> str:
        _thread.interrupt_main()
        return "best so far" if halted.wait(30) else "never halted"

    assert interruptible(work, halted.set) == ("best so far", True)


def test_ctrl_c_in_one_of_two_works_halts_the_other() -> None:
    release = threading.Event()
    try:
        works = lambda: "interrupted", lambda: str(release.wait(60))
        halt = release.set
        found = side_by_side(*works, lambda own: own == "interrupted", halt)
        assert found == ("interrupted", None)
        assert release.is_set()
    finally:
        release.set()
    assert side_by_side(lambda: 1, lambda: 2, lambda _: False, lambda: None) == (1, 2)


def test_an_engine_that_is_halted_when_its_time_is_overdue_was_not_interrupted(monkeypatch) -> None:
    halted = Finding(stopped="interrupted", point=np.zeros(1))
    monkeypatch.setattr(engine, "interruptible", lambda *_, **__: (halted, False))
    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.Binary)
    model.goal = pyo.Objective(expr=model.x)
    assert solve_model(model, "highs", Run("minimize")).stopped == "time_limit"


def test_second_ctrl_c_propagates() -> None:
    """Work that does not halt is left behind at the second Ctrl-C."""
    release = threading.Event()

    def work() -> None:
        _thread.interrupt_main()
        release.wait(30)

    with pytest.raises(KeyboardInterrupt):
        interruptible(work, _thread.interrupt_main)
    release.set()


def test_an_engine_that_does_not_listen_is_left_behind() -> None:
    release = threading.Event()

    def deaf() -> str:
        _thread.interrupt_main()
        release.wait(60)
        return "too late"

    try:
        assert interruptible(deaf, lambda: None, patience=0.3) == (None, True)
    finally:
        release.set()


LEFT_BEHIND = """
import sys
import numpy as np
from optgap.solvers.engines import QuietHighs, side_by_side

def search():
    highs, rng = QuietHighs(), np.random.default_rng(3)  # market split: no plan within seconds
    highs.setOptionValue("time_limit", 3.0)
    take = [highs.addBinary() for _ in range(40)]
    for row in rng.integers(0, 100, (5, 40)).tolist():
        highs.addConstr(sum(a * x for a, x in zip(row, take)) == sum(row) // 2)
    highs.run()

def work():
    side_by_side(lambda: "stopped", search, lambda own: own == "stopped", lambda: None)

"""
ENDINGS = {
    "python": ("work()\n", 0),
    "command": (
        "from optgap.cli import arguments, main\n"
        "def app():\n"
        "    work()\n"
        "    sys.exit(4)\n"
        "arguments.app = app\n"
        "main()\n",
        4,
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_ends_in_order_while_an_engine_is_still_at_work(ending: str) -> None:
    program, code = ENDINGS[ending]
    ended = subprocess.run([sys.executable, "-c", LEFT_BEHIND + program], capture_output=True)
    assert (ended.returncode, ended.stderr) == (code, b"")
