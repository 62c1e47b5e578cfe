"""The races of `make bench-smoke`: what is slower than usual loses, whatever the machine does.

The clock of these tests is a counter of work, so that nothing depends on the machine.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def ratios(script):
    return script(ROOT / "benchmarks" / "speed_ratios.py")


class Machine:
    """A clock that shows work done; ``load`` says how slow the machine is from turn to turn."""

    def __init__(self, load=(1.0,)) -> None:
        self.now, self.calls, self.load = 0.0, 0, load

    def work(self, seconds: float):
        def do() -> None:
            self.calls += 1
            self.now += seconds * self.load[self.calls % len(self.load)]

        return do

    def clock(self) -> float:
        return self.now


@pytest.mark.parametrize("load", [(1.0,), (1.0, 7.0, 2.0), (3.0, 1.0, 40.0, 2.0, 5.0)])
def test_a_loaded_machine_changes_no_ratio(ratios, load) -> None:
    machine = Machine(load)
    race = ratios.Race("twice", machine.work(0.5), machine.work(0.25), usual=2.0)
    assert ratios.best_ratio(race, 12, machine.clock) == pytest.approx(2.0)


def test_what_takes_five_times_as_long_loses(ratios) -> None:
    machine = Machine()
    race = ratios.Race("slower", machine.work(2.5), machine.work(0.25), usual=2.0)
    assert ratios.best_ratio(race, 3, machine.clock) > race.limit


def test_short_work_is_repeated_until_it_can_be_measured(ratios) -> None:
    machine = Machine()
    race = ratios.Race("short", machine.work(1e-5), machine.work(1e-4), usual=0.1)
    assert ratios.ratio(race, 2, machine.clock) == pytest.approx(0.1)
    assert machine.calls > 2 * 0.02 / 1e-5


def test_every_race_runs(ratios) -> None:
    """Names differ, and both sides do what they say."""
    names = [race.name for race in ratios.races()]
    assert len(names) == len(set(names)) == 12
    for work in (ratios.sorting, ratios.counting):
        assert work() is not None
