"""Broken instance files, one per fault and named after it: one clear message each.

They break rules between fields, and what no schema says of a file; `test_broken_by_schema` breaks
types and ranges of single fields.
``tests/data/problems/<problem>.toml`` says what each file of that folder is told.
"""

from pathlib import Path

import pytest
from problem_data import facts_of

from optgap.core.faults import InputError
from optgap.validation.catalogue import problem_names
from optgap.validation.running.instances import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"


def expected(problem: str) -> dict[str, str]:
    messages: dict[str, str] = facts_of(problem)["broken"]
    return messages


CASES = [(problem, fault) for problem in problem_names() for fault in expected(problem)]


@pytest.mark.parametrize(("problem", "fault"), CASES, ids=lambda value: value)
def test_broken_file(problem: str, fault: str) -> None:
    path = BROKEN / problem / f"{fault}.json"
    with pytest.raises(InputError) as caught:
        load(path)
    assert expected(problem)[fault] in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("problem", problem_names())
def test_every_broken_file_has_its_message(problem: str) -> None:
    files = {path.stem for path in (BROKEN / problem).glob("*.json")}
    assert files == set(expected(problem))
    assert files
