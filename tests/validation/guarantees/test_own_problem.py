"""Guarantees for a problem of one's own: rules of its class, pieces of the cost, its form."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.input_family import InputFamily, explored
from optgap.validation.guarantees import verify_document
from optgap.validation.guarantees.guarantee import decisions_by_form

LADDER = Path(__file__).parents[2] / "support" / "ladder.py"


@pytest.fixture(autouse=True)
def no_problem_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")


def ladder(**fields: Any) -> Any:
    optgap.load_problem(LADDER)
    document = {"problem": "ladder", "version": 1, "name": "l", "steps": [1, 2, 3]}
    return optgap.load(document | fields)


def test_pieces_of_the_cost_and_rules_of_the_class() -> None:
    """At (0, 0, 2) the lowest step costs 3, and the best one 1."""
    document = optgap.guarantee(ladder(), "lowest", free="steps").as_document()
    assert document["ratio"] == "3" and document["worst_instance"]["steps"] == [0, 0, 2]
    assert verify_document(document)
    assert {each["name"]: each["rows"] for each in document["assumptions"]} == {
        "steps >= 0": 3,
        "steps_rise": 2,
    }


def test_a_free_field_may_be_one_number_of_a_list_or_a_dictionary() -> None:
    one = optgap.guarantee(ladder(), "seeded", free="steps[0]").as_document()
    assert one["ratio"] == "3" and one["worst_instance"]["steps"][1:] == [2, 3]
    both = optgap.guarantee(
        ladder(prices={"a": 1, "b": 1}), "lowest", free=["prices[]", "level"]
    ).as_document()
    assert both["ratio"] == "2" and both["worst_instance"]["prices"] == {"a": 0, "b": 0}
    assert "integers count as real numbers" in both["assumptions"][1]["words"]


def test_a_rule_that_is_not_linear_is_named_and_not_assumed() -> None:
    document = optgap.guarantee(ladder(shares=[0.5]), "lowest", free="shares").as_document()
    names = {each["name"]: each["words"] for each in document["assumptions"]}
    assert list(names) == ["shares >= 0 and <= 1", "round_shares"]
    assert names["round_shares"].startswith("not assumed, because it is not linear")
    assert document["ratio"] == "2"


@pytest.mark.parametrize(
    ("free", "words"),
    [
        ("steps[9]", "has no numbers"),
        ("steps[", "must be a path such as"),
        ("steps[].height", "has no field"),
        ("prices", "has no numbers"),
    ],
)
def test_paths_that_lead_to_no_numbers_are_refused(free: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        optgap.guarantee(ladder(), "lowest", free=free)


def test_a_method_that_runs_others_is_refused() -> None:
    with pytest.raises(InputError, match="is not stated in plain Python"):
        optgap.guarantee(ladder(), "composed", free="steps")


def test_decisions_are_listed_from_the_form() -> None:
    from optgap.problem import Decision

    class Two(Decision):
        first: list[bool]
        second: list[bool]

    entry = optgap.problem_named(ladder().problem)
    count, every = decisions_by_form(entry.decision, ladder())
    assert count == len(list(every)) == 8
    with pytest.raises(InputError, match=r"needs @problem\.enumerate"):
        decisions_by_form(Two, ladder())


def test_the_worst_instance_is_one_that_the_class_accepts() -> None:
    """The ratio 3 is a limit of steps that are at least a tenth."""
    proven = optgap.guarantee(
        ladder(), "lowest", free="steps", assume=lambda x: [x.steps[0] > Fraction(1, 10)]
    )
    document = proven.as_document()
    assert (document["ratio"], document["attained"]) == ("29/10", False)
    assert proven.worst_instance is not None and proven.worst_instance.steps[0] > 0.1


def test_a_run_with_too_many_ways_is_refused() -> None:
    family = InputFamily(ladder(), ["steps[0]"], {})

    def compare(tracer: Any) -> Any:
        step = family.symbolic(tracer).steps[0]
        return [step - k > k * step / 10 for k in range(1, 11)]

    with pytest.raises(InputError, match="compares inputs in more than 500 ways"):
        explored(family, compare)


@pytest.mark.parametrize(
    ("assume", "words"),
    [
        (lambda x: all(a <= 1 for a in x.steps), "must yield its comparisons, not combine them"),
        (lambda x: [x.steps[0] * x.steps[1] > 1], "product of two inputs: not linear in steps"),
        (lambda x: 7, "'int' object is not iterable"),
        (lambda x: [x.level > 3], "must yield comparisons that inputs can satisfy"),
    ],
)
def test_a_function_that_states_no_rows_is_refused(assume: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        optgap.guarantee(ladder(), "lowest", free="steps", assume=assume)


@pytest.mark.parametrize("assume", [lambda x: x.steps[0] >= 1, lambda x: x.steps[0] - 1])
def test_a_function_may_return_one_row(assume: Any) -> None:
    document = optgap.guarantee(ladder(), "lowest", free="steps", assume=assume).as_document()
    assert (document["assumptions"][-1]["rows"], document["ratio"]) == (1, "2")
