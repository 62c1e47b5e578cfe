"""Running the command line inside the test process."""

import importlib.util
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest

from optgap.cli import main

THIRDS = 3
LONG = Path(__file__).with_name("tests") / "long.txt"


def pytest_configure() -> None:
    """Hear Ctrl-C, which a shell lets nobody hear who works in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that take long, as `support/processor_seconds.py` has measured them.

    With ``PART`` 0, 1 or 2 in the environment only this third of them is kept.
    """
    long, part = set(LONG.read_text().split()), os.environ.get("PART")
    kept = []
    for item in items:
        is_long = item.nodeid.partition("[")[0] in long
        if is_long:
            item.add_marker("long")
        if not (is_long and part) or crc32(item.nodeid.encode()) % THIRDS == int(part):
            kept.append(item)
    items[:] = kept


@dataclass
class Ended:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        import json

        return json.loads(self.out)


@pytest.fixture(scope="session")
def script() -> Callable[[Path], ModuleType]:
    """Return a function from a script, which is not part of the package, to its module."""

    def module_of(path: Path) -> ModuleType:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)  # for dataclasses
        spec.loader.exec_module(module)
        return module

    return module_of


@pytest.fixture
def optgap_command(capsys, monkeypatch) -> Callable[..., Ended]:
    """Return a function that runs ``optgap ARGS`` and returns exit code, stdout, stderr."""

    def run(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["optgap", *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", str(getattr(run, "columns", 120)))
        monkeypatch.setattr(os, "_exit", sys.exit)  # another test's thread may still be alive
        interrupt = signal.getsignal(signal.SIGINT)
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        finally:
            signal.signal(signal.SIGINT, interrupt)
        captured = capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    return run
