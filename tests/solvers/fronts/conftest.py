"""Searches for fronts ask no other processes, in which nothing is patched, unless a test does."""

import math

import pytest

from optgap.solvers.fronts import region_search


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search last long enough for processes, however slow the machine is."""
    monkeypatch.setattr(region_search, "PATIENCE", math.inf)
