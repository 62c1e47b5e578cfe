"""The grader: points, in parts as well, the lecturer's seed, and the reasons for missing points.

It calls the functions of answer.py in another process, and reads what they return as JSON.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import optgap

CHILD = Path(__file__).parent / "child.py"
SHAPE_ERRORS = ("AttributeError", "IndexError", "KeyError", "TypeError", "ValueError")
MOST_SECONDS = 300  # of a call
_LONGEST = 160


class Answer:
    """The functions of answer.py, called in a separate process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(self._call, name)

    def _call(self, name: str, *arguments: Any) -> Any:
        functions: list[Callable[..., Any]] = []
        packets = [packed(argument, functions) for argument in arguments]
        process = self._living()
        timer = Timer(MOST_SECONDS, process.kill)
        timer.start()
        try:
            reply = self._ask({"function": name, "arguments": packets})
            while "function" in reply:
                reply = self._ask(result_of(functions[reply["function"]], reply["arguments"]))
        finally:
            late = timer.finished.is_set()
            timer.cancel()
        if "value" in reply:
            return reply["value"]
        ended = f"{name} ended its process"
        late_words = f"{name} did not end within {MOST_SECONDS} s"
        pytest.fail(reply.get("error", late_words if late else ended), pytrace=False)

    def _living(self) -> subprocess.Popen[str]:
        """Return the process, started again if an answer has ended it."""
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-P", str(CHILD)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        return self._process

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the reply of the process; it is empty if the process ended."""
        process = self._living()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            reply: dict[str, Any] = json.loads(process.stdout.readline())
        except (BrokenPipeError, ValueError):
            self.end()
            return {}
        return reply

    def end(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def packed(value: Any, functions: list[Callable[..., Any]]) -> Any:
    """Return a value as JSON: tuples, dictionaries and records named, functions by number."""
    if callable(value):
        functions.append(value)
        return {"function": len(functions) - 1}
    if hasattr(type(value), "model_fields"):
        fields = [[name, getattr(value, name)] for name in type(value).model_fields]
        return {"record": packed(fields, functions)}
    if isinstance(value, dict):
        return {"dict": packed([list(item) for item in value.items()], functions)}
    if isinstance(value, tuple):
        return {"tuple": packed(list(value), functions)}
    if hasattr(value, "tolist"):
        return value.tolist()
    return [packed(each, functions) for each in value] if isinstance(value, list) else value


def result_of(function: Callable[..., Any], arguments: Any) -> dict[str, Any]:
    """Return what a function of the grader returns to the answer that calls it."""
    try:
        return {"value": function(*arguments)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the seed of the hidden instances."""
    parser.addoption("--seed", type=int, default=0, help="the seed that instances are drawn by")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that says how many points a test gives."""
    config.addinivalue_line("markers", "points(number): the points that a passed test gives")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Write the points of every test, and its place, where its report shows them."""
    for place, item in enumerate(items):
        marker = item.get_closest_marker("points")
        item.user_properties += [("points", marker.args[0] if marker else 0), ("place", place)]


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Return the lecturer's seed."""
    number: int = request.config.getoption("--seed")
    return number


@pytest.fixture(scope="session")
def answer() -> Iterator[Answer]:
    """Return the functions of the student's file; they may call no method of optgap."""
    functions = Answer()
    yield functions
    functions.end()


@pytest.fixture
def give(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return the function that gives some of a test's points, with the reason for the others."""

    def give(points: int, reason: str = "") -> None:
        request.node.user_properties.append(("earned", points))
        if points < dict(request.node.user_properties)["points"]:
            pytest.fail(reason, pytrace=False)

    return give


@pytest.fixture
def proven() -> Callable[..., tuple[float | None, str]]:
    """Return the function that says which bound a certificate proves, or why it proves none."""

    def proven(
        problem: str, instance: Any, certificate: dict[str, Any]
    ) -> tuple[float | None, str]:
        faults = optgap.problem_named(problem).check_certificate(instance, certificate, math.inf)
        message = "; ".join(fault.message for fault in faults)
        number = re.match(r"it proves ([^,]+), but the claimed bound is inf$", message)
        return (
            (float(number[1]), "") if number else (None, message.removeprefix("proves nothing: "))
        )

    return proven


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the points, the reasons and the sum."""
    reports = {
        dict(report.user_properties)["place"]: report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in terminalreporter.stats.get(outcome, [])
    }
    terminalreporter.section("points")
    total = most = 0
    for _, report in sorted(reports.items()):
        worth = dict(report.user_properties).get("points", 0)
        earned = dict(report.user_properties).get("earned", 0)
        earned = worth if report.outcome == "passed" else max(0, min(earned, worth))
        total, most = total + earned, most + worth
        reason = "" if report.outcome == "passed" else f": {_reason(report)}"
        terminalreporter.line(f"{earned} of {worth}  {report.nodeid.split('::')[-1]}{reason}")
    terminalreporter.line(f"sum: {total} of {most} points, seed {config.getoption('--seed')}")


def _reason(report: pytest.TestReport) -> str:
    """Return the first words of the error."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash else str(report.longrepr)
    message = re.sub(r"^(AssertionError|Failed): ", "", message.partition("\nassert ")[0])
    message = message.replace("is not feasible\n", "is not feasible: ").replace("\n  ", "; ")
    words = " ".join(message.split())
    words = words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ..."
    read = words.startswith("NotImplementedError") or "answer.py, line" in words
    if not read and report.when == "call" and words.startswith(SHAPE_ERRORS):
        return f"the grader cannot read what your function returned, see its docstring: {words}"
    return words
