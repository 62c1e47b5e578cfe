"""Measures the tests, so that `make test` stays short: the long ones are left to `make test-long`.

``PYTHONPATH=tests/support pytest -p processor_seconds -n auto`` writes the processor seconds of
every test, those of its processes among them, below ``build``.  ``python
tests/support/processor_seconds.py`` reads them and writes ``long.txt``: the test functions that
take more than a second and a half, all parameters together.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = ROOT / "build" / "processor-seconds"
LONG = ROOT / "tests" / "long.txt"
MOST = 1.5


def spent() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def pytest_runtest_protocol(item, nextitem) -> None:
    """Write what the test before has taken, and begin anew."""
    _write()
    _RUNNING[:] = [item.nodeid, spent()]


def pytest_sessionfinish() -> None:
    """Write what the last test has taken."""
    _write()


_RUNNING: list = []


def _write() -> None:
    if _RUNNING:
        SECONDS.mkdir(parents=True, exist_ok=True)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "one")
        with (SECONDS / f"{worker}.txt").open("a") as lines:
            lines.write(f"{spent() - _RUNNING[1]:.3f}\t{_RUNNING[0]}\n")
        _RUNNING.clear()


def long_functions(lines: list[str]) -> list[str]:
    """Return the functions that take long, by the measured lines of all tests."""
    total: Counter[str] = Counter()
    for line in lines:
        seconds, test = line.split("\t")
        total[test.partition("[")[0]] += float(seconds)
    return sorted(function for function, seconds in total.items() if seconds > MOST)


if __name__ == "__main__":
    measured = [line for path in SECONDS.glob("*.txt") for line in path.read_text().splitlines()]
    LONG.write_text("".join(f"{function}\n" for function in long_functions(measured)))
