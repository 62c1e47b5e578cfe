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


def test_outcomes_are_those_of_pytest(upgrades, tmp_path: Path) -> None:
    junit = tmp_path / "junit.xml"
    junit.write_text(
        "<testsuites><testsuite><testcase classname='t' name='good'/>"
        "<testcase classname='t' name='bad'><failure/></testcase>"
        "<testcase classname='t' name='broken'><error/></testcase>"
        "<testcase classname='t' name='left'><skipped/></testcase></testsuite></testsuites>"
    )
    assert upgrades.outcomes(junit) == {
        "t::good": "passed",
        "t::bad": "failure",
        "t::broken": "error",
        "t::left": "skipped",
    }
    assert upgrades.outcomes(tmp_path / "nothing.xml") == {}


def test_its_tests_are_there(upgrades) -> None:
    assert all((ROOT / name).is_file() for name in upgrades.TESTS)


def test_cases_of_one_test_are_one_line(upgrades, capsys) -> None:
    changes = [
        "test a::b[x-1]: passed -> failure",
        "test a::b[y]: passed -> failure",
        "proof c: 1 -> 2",
    ]
    upgrades.report("highspy", {"words": "1 -> 2", "changes": changes})
    assert capsys.readouterr().out.splitlines() == [
        "",
        "highspy: 1 -> 2",
        "  test a::b: passed -> failure (2 cases)",
        "  proof c: 1 -> 2",
    ]
