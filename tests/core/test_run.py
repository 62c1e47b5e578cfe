"""Runs: what is left of the time, and the record of a part."""

import pytest

from optgap.core.outcome import Point
from optgap.core.run import Run


def clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr("time.perf_counter", lambda: seconds)


def test_elapsed_time_counts_once_in_a_run_within_a_run(monkeypatch) -> None:
    """Ten seconds, six are gone: a part has the four that are left, not four less six."""
    clock(monkeypatch, 100.0)
    run = Run("minimize", time_limit=10.0, gap=0.5, seed=3, threads=2, solver="scip", started=94.0)
    inner = Run.inner(run)
    inner.started = 100.0
    assert run.remaining == inner.remaining == 4.0
    assert (inner.gap, inner.seed, inner.threads, inner.solver) == (0.5, 3, 2, "scip")
    assert run.inner(seconds=1.0).time_limit == 1.0
    assert run.inner(seconds=9.0).time_limit == 4.0
    assert run.inner(sense="maximize", gap=0.0).sense == "maximize"


def test_no_time_left_is_no_unlimited_time(monkeypatch) -> None:
    run = Run("minimize", time_limit=1.0, started=0.0)
    clock(monkeypatch, 5.0)
    assert run.inner(seconds=10.0).time_limit == 0.0


def test_what_a_part_reports_stays_with_it() -> None:
    run = Run("minimize")
    inner = run.inner()
    inner.report(1.0, 1.0, {"x": 1})
    inner.report_point(Point(objectives={"a": 1.0}, decision={}))
    assert (run.objective, run.bound, run.decision, run.front, run.trace) == (
        None,
        None,
        None,
        [],
        [],
    )
