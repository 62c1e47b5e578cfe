"""Fields of every type that Python and JSON have are written, read and judged."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.core.files import document_of, instance_from_document
from optgap.instances.consolidation import Item
from optgap.instances.placement import Placement
from optgap.testing import assert_feasible, contract
from optgap.validation.catalogue import problem_names

FILE = Path(__file__).parents[1] / "data" / "every_field_type.py"


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards which files of problems a test has made known."""
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


@pytest.fixture
def orders(no_problem_files: None) -> optgap.Problem:
    return optgap.load_problem(FILE)


def test_a_problem_with_every_type_keeps_the_contract(orders) -> None:
    contract(orders, instances=12)


def test_a_file_holds_every_type(orders) -> None:
    instance = orders.generated(3)
    document = json.loads(json.dumps(document_of(instance)))
    assert document["begins"] == "2026-02-28"
    assert document["pairs"] == [[0, 1]]
    assert document["speed"].keys() == {"0", "1"}
    again = instance_from_document(document, orders.instance, "file")
    assert again == instance
    assert again.begins == date(2026, 2, 28)
    assert again.pairs == [(0, 1)]
    assert again.spare == instance.spare and isinstance(again.spare, frozenset)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("pairs", [[0, 1, 2]], "pairs[0]: must have at most 2 entries (found [0, 1, 2])"),
        ("pairs", [[0]], "pairs[0][1]: required entry is missing"),
        ("pairs", [[0, "1"]], "pairs[0][1]: must be an integer (found '1')"),
        ("pairs", [[0, 9]], "pairs[0]: must be two jobs (found (0, 9))"),
        ("spare", ["m0", "m0"], "spare: must not repeat an entry (found ['m0', 'm0'])"),
        ("spare", "m0", "spare: must be a list (found 'm0')"),
        ("spare", [{}], "spare[0]: must be a valid string (found {})"),
        ("begins", "tomorrow", "begins: must be a date in ISO 8601 (found 'tomorrow')"),
        ("begins", 5, "begins: must be a valid date (found 5)"),
        ("setup", {"kind": "none"}, "setup.kind: must be one of 'fixed', 'growing' (found 'none')"),
        ("setup", {"hours": 1}, "setup.kind: required key is missing (found None)"),
        ("setup", {"kind": "fixed"}, "setup.hours: required key is missing"),
        ("setup", 7, "setup: must be an object (found 7)"),
        ("speed", {"00": 1.0, "1": 1.0}, "speed.00: must be an integer (found '00')"),
        ("weight", 1.5, "weight: must be an integer (found 1.5)"),
        ("comment", 1, "comment: must be a valid string (found 1)"),
        ("jobs", [{"name": "a", "work": 1, "priority": "mid"}], "jobs[0].priority: must be one of"),
    ],
)
def test_a_fault_names_its_place_and_its_rule(orders, field: str, value: Any, fault: str) -> None:
    document = {**document_of(orders.generated(3)), field: value}
    with pytest.raises(optgap.InputError) as caught:
        instance_from_document(document, orders.instance, "file")
    assert fault in str(caught.value)
    assert all(each.place.startswith(field) for each in caught.value.faults)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"order": [[0, 3], [2]]}, "order[0][1]: must be an integer from 0 to 2 (found 3)"),
        ({"order": [[0, 1, 2], [], []]}, "order: must have 2 entries (machines) (found 3)"),
        ({"idle": ["m7"]}, "'m7' is none of the machines of the instance"),
        ({"first_day": "never"}, "first_day: must be a date in ISO 8601 (found 'never')"),
        ({"together": [[1]]}, "together[0][1]: required entry is missing"),
        ({"priority": "mid"}, "priority: must be one of 'low', 'high' (found 'mid')"),
    ],
)
def test_a_decision_of_ragged_lists_is_judged(orders, changes: dict, words: str) -> None:
    instance = orders.generated(3)
    decision: dict[str, Any] = {"order": [[0, 1, 2], []], "idle": {"m1"}}
    assert assert_feasible(instance, decision) > 0
    verdict = orders.judge(instance, {**decision, **changes})
    assert any(words in f"{each.where}: {each.message}" for each in verdict.violations), verdict


def test_the_command_line_takes_it_from_generate_to_proof(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = ["--problem", str(FILE)]
    Path("mine.py").write_text(
        "def plan(instance):\n"
        "    rest = [[] for _ in instance.machines[1:]]\n"
        "    order = [list(range(len(instance.jobs))), *rest]\n"
        "    return {'order': order, 'idle': set(instance.machines[1:]),\n"
        "            'first_day': instance.begins}\n"
    )
    for command in (
        ["generate", "orders", "--seed", "3", "-o", "o.json"],
        ["solve", "o.json", "--method", "exact", "-o", "s.json"],
        ["check", "o.json", "s.json"],
        ["compare", "o.json"],
        ["compare", "o.json", "--methods", "mine.py:plan,exact"],
        ["prove", "o.json", "-o", "proof"],
        ["verify", "proof"],
        ["export", "o.json", "--to", "o.mps"],
    ):
        ended = CliRunner().invoke(app, [*command, *own])
        assert ended.exit_code == 0, ended.output
    assert json.loads(Path("s.json").read_text())["decision"]["idle"] == []


def with_numpy(value: Any) -> Any:
    """Return a document as a program computes it: numbers, and lists of numbers, are numpy's."""
    if isinstance(value, dict):
        return {key: with_numpy(item) for key, item in value.items()}
    if isinstance(value, list):
        same = {type(item) for item in value}
        return np.array(value) if same in ({int}, {float}) else [with_numpy(v) for v in value]
    if isinstance(value, (bool, int, float)):
        return np.array(value)[()]
    return value


@pytest.mark.parametrize("name", problem_names())
def test_instances_are_made_of_the_numbers_of_numpy(name: str) -> None:
    document = document_of(optgap.generate(name, 1))
    kind = optgap.problem_named(name).instance
    made = kind(**{key: with_numpy(document[key]) for key in document if key != "version"})
    assert made == kind.model_validate(document)
    assert json.dumps(document_of(made)) == json.dumps(document)


def test_lists_of_numpys_numbers_are_refused_where_they_are_wrong() -> None:
    one, two = np.float64(1.5), np.int64(2)
    made = Placement(name="n", latency=[[one, 2.0], [3.0, two]], capacity=[np.int64(1), 1])
    assert made.latency.tolist() == [[1.5, 2.0], [3.0, 2.0]]
    with pytest.raises(optgap.InputError, match=r"latency\[0\]\[0\]: must be a finite number > 0"):
        Placement(name="n", latency=[[np.float64(-1.0), one]], capacity=[1, np.int64(1)])
    item = Item(name="i", demand=np.array([1.0, 2.0]), migration_cost=np.int64(3))
    assert (item.demand, item.migration_cost) == ((1.0, 2.0), 3)
