"""Short arrays that are read together: the same instance, digest and messages as one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.arrays import cells_of
from optgap.core.faults import InputError

SETTINGS: dict[str, dict[str, Any]] = {
    "utility": {"jobs": 60, "cores": 200},
    "macroq": {"shape": "curves", "jobs": 60, "points": 5},
}


def document(problem: str, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "made.json"
    optgap.save(optgap.generate(problem, 7, **SETTINGS[problem]), path)
    return json.loads(path.read_text())


def loaded(content: dict[str, Any], tmp_path: Path) -> optgap.Instance:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(content))
    return optgap.load(path)


def faults(content: dict[str, Any], tmp_path: Path) -> tuple[list[str], list[str]]:
    """Return the faults of a file, whose arrays are read together, and of its document."""
    with pytest.raises(InputError) as of_file:
        loaded(content, tmp_path)
    with pytest.raises(InputError) as of_document:
        optgap.problem_named(content["problem"]).instance.model_validate(content)
    return [list(map(str, error.value.faults)) for error in (of_file, of_document)]


@pytest.mark.parametrize("problem", SETTINGS)
def test_arrays_are_shared_and_nothing_else_changes(problem: str, tmp_path: Path) -> None:
    content = document(problem, tmp_path)
    together = loaded(content, tmp_path)
    alone = type(together).model_validate(content)
    first = together.jobs[0] if problem == "utility" else together.jobs[0].templates[0]
    curve = first.gain if problem == "utility" else first.importance
    assert cells_of(curve) is not None
    assert not curve.flags.writeable
    assert together.sha256 == alone.sha256
    optgap.save(together, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == content


@pytest.mark.parametrize(
    "cells", [[-1.0], [1e101], [], [True], ["a"], [None], [[1.0]], {}, 3, None]
)
def test_faults_are_those_of_lists(cells: Any, tmp_path: Path) -> None:
    content = document("utility", tmp_path)
    content["jobs"][3]["gain"] = cells
    of_file, of_document = faults(content, tmp_path)
    assert of_file == of_document
    assert any("jobs[3]" in each for each in of_file)


def test_values_found_are_shown_as_lists(tmp_path: Path) -> None:
    """Another fault beside arrays without one: what it shows is the file's own list."""
    content = document("macroq", tmp_path)
    template = content["jobs"][5]["templates"][0]
    template["mipz"] = template["mips"]
    template["importance"] = template["importance"][::-1]
    content["jobs"][6]["templates"][0]["name"] = template["mips"]
    of_file, of_document = faults(content, tmp_path)
    assert of_file == of_document
    assert len(of_file) >= 2


def test_records_that_are_none(tmp_path: Path) -> None:
    for records in ({}, [], [[]] * 60, [{"gain": [1.0]}] * 59 + [None], 5):
        content = document("utility", tmp_path) | {"jobs": records}
        of_file, of_document = faults(content, tmp_path)
        assert of_file == of_document


def test_a_negative_zero_keeps_its_sign_and_its_digest(tmp_path: Path) -> None:
    content = document("utility", tmp_path)
    content["jobs"][0]["gain"][0] = 0.0
    positive = loaded(content, tmp_path)
    content["jobs"][0]["gain"][0] = -0.0
    negative = loaded(content, tmp_path)
    assert np.signbit(negative.jobs[0].gain[0])
    assert negative.sha256 == positive.sha256
