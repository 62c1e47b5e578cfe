"""Seconds are the method's own: importing, compiling and starting never count."""

from __future__ import annotations

import time
from pathlib import Path

import numba
import pytest

import optgap
from optgap.core.clock import paused_clock, paused_seconds
from optgap.core.run import Run


def test_the_clock_stands_still() -> None:
    run = Run("minimize", time_limit=5.0)
    with paused_clock(), paused_clock():
        time.sleep(0.05)
    assert run.seconds < 0.05 <= paused_seconds() - run.stood


def test_compiling_is_not_counted() -> None:
    """The whole second that numba takes to compile belongs to no method."""
    optgap.solve(optgap.load("placement/fig6"), "bottleneck")  # numba is there and watched
    run = Run("minimize")
    begun = time.perf_counter()
    assert numba.njit(lambda x: x + 1)(1) == 2
    assert run.seconds < 0.5 * (time.perf_counter() - begun)


def test_a_method_has_a_moment_after_slow_reading() -> None:
    """Reading took longer than the limit; a plan may still come, but no better one is sought."""
    run = Run("minimize", time_limit=1.0, spent=9.0)
    run.started -= 9.4
    assert run.should_stop() and not run.overdue
    run.report(1.0, None, {"machine": [0]})
    assert run.overdue
    run.started += 7.5
    assert not run.overdue


SLEEPER = """
import time
time.sleep(0.3)  # importing takes long

def plan(instance, seed, time_limit):
    assert time_limit == 7
    return {"machine": [1, 0] if seed == 3 else [0, 0]}

def drawn(instance):
    import random
    import numpy
    print(hash("text"))
    return {"machine": [random.randrange(2), int(numpy.random.randint(2))]}
"""


@pytest.fixture
def sleeper(tmp_path: Path) -> Path:
    path = tmp_path / "sleeper.py"
    path.write_text(SLEEPER)
    return path


def test_a_function_is_timed_inside_its_process(sleeper: Path) -> None:
    instance = optgap.load("placement/fig6")
    outcome = optgap.solve(instance, f"{sleeper}:plan", seed=3, time_limit=7)
    assert outcome.decision == {"machine": [1, 0]}
    assert outcome.seconds < 0.3 < outcome.timing["start"]


def test_a_seed_repeats_a_function(sleeper: Path) -> None:
    instance = optgap.load("placement/fig6").model_copy(update={"capacity": [2, 2]})
    instance = optgap.problem_named("placement").instance.model_validate(
        {"name": "free", "latency": [[1, 2], [3, 4]], "capacity": [2, 2]}
    )
    found = [
        optgap.solve(instance, f"{sleeper}:drawn", seed=seed).decision for seed in (1, 1, 2, 3, 4)
    ]
    assert found[0] == found[1]
    assert len({str(each) for each in found}) > 1


def test_programs_are_given_seed_and_limit(tmp_path: Path) -> None:
    path = tmp_path / "program.sh"
    path.write_text('echo "{\\"machine\\": [$OPTGAP_SEED, $OPTGAP_TIME_LIMIT]}"\n')
    outcome = optgap.solve(optgap.load("placement/fig6"), f"exec:sh {path}", seed=1, time_limit=9)
    assert "9" in str(outcome.message)
