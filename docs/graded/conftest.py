"""The grader: points, in parts as well, the lecturer's seed, and the reasons for missing points."""

from __future__ import annotations

import ast
import importlib.util
import math
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import optgap

ANSWER = Path(__file__).parent / "answer.py"
OF_OPTGAP = {"optgap.algebra", "optgap.own_models"}
SHAPE_ERRORS = ("AttributeError", "IndexError", "KeyError", "TypeError", "ValueError")
_LONGEST = 160


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the seed of the hidden instances."""
    parser.addoption("--seed", type=int, default=0, help="the seed that instances are drawn by")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that says how many points a test gives."""
    config.addinivalue_line("markers", "points(number): the points that a passed test gives")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Write the points of every test where its report shows them."""
    for item in items:
        marker = item.get_closest_marker("points")
        item.user_properties.append(("points", marker.args[0] if marker else 0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note in the report of an error the lines of answer.py that it passed, the innermost last."""
    report = yield
    if call.excinfo is not None:
        trace = call.excinfo.traceback
        lines = [entry.lineno + 1 for entry in trace if Path(entry.path).name == ANSWER.name]
        report.user_properties.append(("lines", lines))
    return report


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Return the lecturer's seed."""
    number: int = request.config.getoption("--seed")
    return number


@pytest.fixture
def answer() -> ModuleType:
    """Return the student's file, loaded; it may call no method of optgap."""
    forbidden = sorted(set(_imports(ANSWER.read_text())) - OF_OPTGAP)
    assert not forbidden, f"answer.py imports {', '.join(forbidden)}; write it yourself"
    spec = importlib.util.spec_from_file_location("answer", ANSWER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def _imports(source: str) -> Iterator[str]:
    """Yield the modules of optgap that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (name for name in names if name.split(".")[0] == "optgap")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the points, the reasons and the sum."""
    reports = {
        report.nodeid: report
        for outcome in ("passed", "failed", "error", "skipped")
        for report in terminalreporter.stats.get(outcome, [])
    }
    terminalreporter.section("points")
    total = most = 0
    for name, report in reports.items():
        worth = dict(report.user_properties).get("points", 0)
        earned = dict(report.user_properties).get("earned", 0)
        earned = worth if report.outcome == "passed" else earned
        total, most = total + earned, most + worth
        reason = "" if report.outcome == "passed" else f": {_reason(report)}"
        terminalreporter.line(f"{earned} of {worth}  {name.split('::')[-1]}{reason}")
    terminalreporter.line(f"sum: {total} of {most} points, seed {config.getoption('--seed')}")


def _reason(report: pytest.TestReport) -> str:
    """Return the first words of the error, and the line of the answer that it comes from."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash else str(report.longrepr)
    message = re.sub(r"^(AssertionError|Failed): ", "", message.partition("\nassert ")[0])
    message = message.replace("is not feasible\n", "is not feasible: ").replace("\n  ", "; ")
    words = " ".join(message.split())
    words = words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ..."
    if words.startswith("NotImplementedError"):
        return words
    lines = dict(report.user_properties).get("lines")
    if lines:
        return f"{words} (answer.py, line {lines[-1]})"
    if report.when == "call" and words.startswith(SHAPE_ERRORS):
        return f"the grader cannot read what your function returned, see its docstring: {words}"
    return words
