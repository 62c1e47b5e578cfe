"""The table of records: what counts as worse, and that every method has a record."""

import json
import sys
from pathlib import Path

import pytest

import optgap

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def records(script):
    return script(ROOT / "benchmarks" / "records.py")


def run(**changes) -> dict:
    return {
        "problem": "placement",
        "instance": "fig6",
        "method": "ipa",
        "status": "feasible",
        "stopped": "complete",
        "objective": 16.0,
        "gap": 0.25,
        "proven": True,
        **changes,
    }


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ({}, {}, None),
        ({}, {"gap": 0.2505}, None),
        ({}, {"gap": 0.2}, None),
        ({}, {"gap": 0.26}, "has the gap 26.000%, had 25.000%"),
        ({}, {"gap": None, "stopped": "error"}, "has no gap, had 25.000%"),
        ({"status": "optimal", "gap": 0.0}, {"gap": 0.0}, "is feasible, was optimal"),
        ({}, {"gap": 0.9, "stopped": "time_limit"}, None),
        ({"stopped": "time_limit"}, {"gap": 0.9}, None),
        ({"stopped": "error", "gap": None}, {"stopped": "error", "gap": None}, None),
        ({}, {"gap": 0.9, "proven": False}, None),
        ({}, {"method": "new"}, "has no record; make records writes it"),
    ],
)
def test_what_is_a_regression(records, old, new, words) -> None:
    found = list(records.regressions([run(**old)], [run(**new)]))
    name = f"placement, fig6, {new.get('method', 'ipa')}"
    assert found == ([] if words is None else [f"{name}: {words}"])


def test_changes_are_told_by_direction(records) -> None:
    before = [run(method=name, gap=gap) for name, gap in (("a", 0.2), ("b", 0.2), ("c", None))]
    after = [run(method=name, gap=gap) for name, gap in (("a", 0.1), ("b", None), ("c", None))]
    found = list(records.changes(before, [*after, run(method="new")]))
    told = [(change["method"], change["became"], change["after"]) for change in found]
    assert told == [("a", "better", 0.1), ("b", "worse", None)]


def test_a_version_takes_its_own_place(records) -> None:
    """The rows of this version are replaced, those of an earlier one stay to be compared."""
    older = {"version": "0.0.1", "environment": {}, "rows": [run(gap=0.5)]}
    once = records.with_version({"versions": [older]}, [run()])
    twice = records.with_version(once, [run(gap=0.75)])
    assert [each["version"] for each in twice["versions"]] == ["0.0.1", optgap.__version__]
    assert [change["became"] for change in twice["versions"][1]["changes"]] == ["worse"]
    assert json.loads(records.text_of(twice)) == twice


def test_every_method_has_a_record() -> None:
    """A new problem or method needs `make records`."""
    newest = json.loads((ROOT / "docs" / "data" / "records.json").read_text())["versions"][-1]
    known = {(row["problem"], row["method"]) for row in newest["rows"]}
    missing = [
        f"{name}: {method.name}"
        for name in optgap.problem_names()
        for method in optgap.problem_named(name).methods
        if (name, method.name) not in known and method.name != "auto"  # which runs the others
    ]
    assert missing == []
    assert newest["version"] == optgap.__version__


def test_a_smoke_run_fails_where_a_record_was_better(
    records, tmp_path, monkeypatch, capsys
) -> None:
    """Nothing is written, and seconds play no part."""
    target = tmp_path / "records.json"
    target.write_text(json.dumps({"versions": [{"version": "0", "rows": [run()]}]}))
    monkeypatch.setattr(records, "TARGET", target)
    monkeypatch.setattr(sys, "argv", ["records.py", "--smoke"])
    before = target.read_bytes()
    for gap, code in ((0.25, 0), (0.5, 1)):
        rows = [run(gap=gap, seconds=1e9)]
        monkeypatch.setattr(records, "measured", lambda smoke, rows=rows: rows)
        with pytest.raises(SystemExit) as ended:
            records.main()
        assert ended.value.code == code
    assert "had 25.000%" in capsys.readouterr().out
    assert target.read_bytes() == before
