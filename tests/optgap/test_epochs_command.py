"""``optgap epochs``: what it prints, writes and refuses."""

import json
from pathlib import Path

import pytest

QUICK = ["--set", "macrow=exact", "--set", "macrow_seconds=5", "--set", "macro_epochs=1"]


def test_a_course_is_reported_and_goes_on(optgap_command, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    ended = optgap_command("epochs", "srcsink", "-o", runs, *QUICK)
    assert ended.code == 0
    assert "importance" in ended.out
    assert "epoch 0.2 done" in ended.err
    lines = runs.read_text().splitlines()
    assert len(lines) == 1 + 4
    runs.write_text("\n".join(lines[:3]) + '\n{"macro": 0, "mic')
    again = optgap_command("epochs", "srcsink", "-o", runs, "--json", *QUICK)
    assert again.code == 0
    assert "resumes after 2 records" in again.err
    assert [record.get("micro") for record in again.json] == [None, 0, 1, 2]
    assert len(runs.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["srcsnk"], "is neither a file nor an example (did you mean 'srcsink'?)"),
        (["srcsink", "--set", "macrow=exat"], "is not a method of macrow (did you mean 'exact'?)"),
        (["srcsink", "--set", "macow=exact"], "macow: unknown key (did you mean 'macrow'?)"),
        (["srcsink", "--set", "macro_epochs=0"], "macro_epochs: must be greater than or equal"),
        (["srcsink", "--set", "macrow_seconds=soon"], "macrow_seconds: must be a valid number"),
        (["srcsink", "-o", "/no/such/folder/runs"], "its folder does not exist"),
        (["missing.json"], "cannot be read"),
    ],
)
def test_bad_input(optgap_command, arguments: list[str], message: str) -> None:
    ended = optgap_command("epochs", *arguments)
    assert ended.code == 2
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_all_faults_of_a_document_at_once(optgap_command, tmp_path: Path) -> None:
    path = tmp_path / "application.json"
    document = {
        "application": 1,
        "name": "bad",
        "macroq": {"jobs": [{"name": "a", "rank": 0, "templates": []}]},
        "nodes": [{"name": "n", "mips": 1.0, "cluster": "c"}] * 2,
        "events": [{"macro": 0, "down": ["m"]}],
    }
    path.write_text(json.dumps(document))
    ended = optgap_command("epochs", path)
    assert ended.code == 2
    for place in ("nodes[1].name", "macroq.jobs[0].rank", "events[0].down"):
        assert place in ended.err
