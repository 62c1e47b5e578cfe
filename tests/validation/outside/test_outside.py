"""Methods from outside: contained, judged, and reported as what they are."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.core.faults import InputError
from optgap.validation.outside import code_of

METHODS = """
import json, os, signal, subprocess, sys, time
import numpy as np

def good(instance):
    print("chatter on stdout does no harm")
    return {"machine": np.array([2, 0])}

def overfull(instance):
    return {"machine": [0] * instance.instances}

def crash(instance):
    raise ZeroDivisionError("no machine left")

def hang(instance):
    time.sleep(3600)

def orphan(instance):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    return {"machine": [2, 0]}

def killed(instance):
    os.kill(os.getpid(), signal.SIGKILL)

def leave(instance):
    sys.exit(0)

def text(instance):
    return "machine 2, then machine 0"

def other_form(instance):
    return {"machines": [2, 0]}

def not_a_number(instance):
    return {"machine": [float("nan"), 0]}

def unserialisable(instance):
    return {"machine": {1, 2}}
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("outside") / "mine.py"
    path.write_text(METHODS)
    return path


def solved(method: str, time_limit: float | None = 20.0) -> optgap.Outcome:
    return optgap.solve(optgap.load("placement/fig6"), method, time_limit=time_limit)


def test_function_is_judged_like_every_method(mine: Path) -> None:
    outcome = solved(f"{mine}:good")
    assert (outcome.status, outcome.objective, outcome.bound) == ("feasible", 16.0, None)
    assert outcome.decision == {"machine": [2, 0]}


def test_process_left_behind_does_not_hold_up_the_judge(mine: Path) -> None:
    assert solved(f"{mine}:orphan").objective == 16.0


@pytest.mark.parametrize(
    ("function", "stopped", "words"),
    [
        ("overfull", "error", "takes 2 instances, but its capacity is 1"),
        ("crash", "error", "exit code 1: ZeroDivisionError: no machine left"),
        ("killed", "error", "signal 9"),
        ("leave", "error", "returned no decision"),
        ("text", "error", "returned 'machine 2"),
        ("other_form", "error", "decision at machine: required key is missing"),
        ("not_a_number", "error", "must be an integer"),
        ("unserialisable", "error", "a decision must be plain data, but set is not"),
        ("absent", "error", "has no function absent"),
    ],
)
def test_failures_are_reported_never_returned(
    mine: Path, function: str, stopped: str, words: str
) -> None:
    outcome = solved(f"{mine}:{function}")
    assert (outcome.status, outcome.stopped, outcome.decision) == ("unknown", stopped, None)
    assert words in outcome.message


def test_hang_ends_at_the_time_limit(mine: Path) -> None:
    outcome = solved(f"{mine}:hang", time_limit=2.0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
    assert "gave no decision within 2.0 s" in outcome.message


PROGRAM = (
    f"exec:{sys.executable} -c 'import json,sys; d=json.load(sys.stdin); print(json.dumps({{}})) '"
)


def test_program_in_any_language() -> None:
    outcome = solved(PROGRAM.format('{"machine": [2, 0][: len(d["latency"])]}'))
    assert outcome.objective == 16.0


def test_program_that_does_not_read_its_instance() -> None:
    assert solved("""exec:echo '{"machine": [2, 0]}'""").objective == 16.0


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("false", "crashed with exit code 1"),
        ("echo hello", "is not JSON"),
        ("echo [1,2]", "returned [1, 2] instead of a decision"),
        ("true", "is not JSON"),
        ("yes", "printed more than 64 MiB"),
    ],
)
def test_programs_that_fail(command: str, words: str) -> None:
    outcome = solved(f"exec:{command}")
    assert (outcome.status, outcome.stopped) == ("unknown", "error")
    assert words in outcome.message


@pytest.mark.parametrize(
    "method", ["nowhere.py:plan", "exec:", "exec:no-such-program-here", "exec:'unclosed"]
)
def test_methods_that_cannot_be_started_are_bad_input(method: str) -> None:
    with pytest.raises(optgap.InputError):
        solved(method)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in the working folder, whose modules import each other relatively."""
    folder = tmp_path / "pkgsched" / "rules"
    folder.mkdir(parents=True)
    (tmp_path / "pkgsched" / "__init__.py").write_text("")
    (tmp_path / "pkgsched" / "config.py").write_text("FIRST = 2\n")
    (folder / "__init__.py").write_text("")
    (folder / "core.py").write_text(
        "from ..config import FIRST\n"
        "def rule(instance): return {'machine': [FIRST, 0]}\n"
        "def crash(instance): raise ZeroDivisionError('no machine left')\n"
        "def overfull(instance): return {'machine': [0, 0]}\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("method", ["pkgsched.rules.core:rule", "pkgsched/rules/core.py:rule"])
def test_a_function_of_a_package_with_relative_imports(package: Path, method: str) -> None:
    assert solved(method).decision == {"machine": [2, 0]}
    before = code_of(method)
    (package / "pkgsched" / "config.py").write_text("FIRST = 1\n")
    assert code_of(method) != before, "a changed module of the package makes another method"


def test_a_module_that_is_not_there_is_named(package: Path) -> None:
    with pytest.raises(InputError, match=r"no such module.*'pkgsched\.rules\.cor'"):
        solved("pkgsched.rules.cor:rule")
    with pytest.raises(InputError, match=r"no such module.*'__main__'"):
        solved("__main__:rule")
    assert "has no function nothing" in solved("pkgsched.rules.core:nothing").message


@pytest.mark.parametrize(("function", "code"), [("rule", 0), ("crash", 2), ("overfull", 5)])
def test_the_exit_code_of_compare_tells_how_outside_methods_ended(
    package: Path, function: str, code: int
) -> None:
    method = f"pkgsched.rules.core:{function}"
    ended = CliRunner().invoke(app, ["compare", "placement/fig6", "--methods", f"{method},ipa"])
    assert ended.exit_code == code, ended.output
    assert "ipa" in ended.output, "the other methods are compared all the same"
