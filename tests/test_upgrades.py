"""The script of `make upgrades`: what counts as a change between two environments."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def upgrades(script):
    return script(ROOT / ".ci" / "upgrades.py")


def record(**changes) -> dict:
    return {
        "problem": "placement",
        "instance": "fig6",
        "method": "exact",
        "status": "optimal",
        "stopped": "complete",
        "objective": 16.0,
        **changes,
    }


def found(**parts) -> dict:
    whole = {"tests": {"a::b": "passed"}, "proofs": {"x": {"bound": 1.0}}, "records": [record()]}
    return {**whole, **parts}


def test_nothing_differs_from_itself(upgrades) -> None:
    assert list(upgrades.differences(found(), found())) == []


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (found(tests={"a::b": "failure"}), "test a::b: passed -> failure"),
        (found(tests={}), "test a::b: passed -> None"),
        (found(proofs={"x": {"bound": 2.0}}), "proof x"),
        (found(proofs={}), "proof x"),
        (found(records=[record(objective=17.0)]), "record placement, fig6, exact"),
        (found(records=[record(status="feasible")]), "'feasible'"),
        (found(records=[record(status="error", stopped="error")]), "'error'"),
        (found(records=[]), "-> None"),
    ],
)
def test_what_fails_is_lost_or_is_another_value_is_a_change(upgrades, after, words) -> None:
    (line,) = upgrades.differences(found(), after)
    assert words in line


@pytest.mark.parametrize("row", [{"stopped": "time_limit"}, {"objective": 16.0 + 1e-9}])
def test_a_slow_machine_and_the_last_digits_are_no_change(upgrades, row) -> None:
    after = found(records=[record(**row)])
    assert list(upgrades.differences(found(), after)) == []
    assert list(upgrades.differences(after, found())) == []


def test_its_tests_are_there(upgrades) -> None:
    assert all((ROOT / name).is_file() for name in upgrades.TESTS)
