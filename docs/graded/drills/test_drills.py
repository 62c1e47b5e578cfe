"""The drills of a lesson: one point for each right number in `drill_answers.toml`."""

from __future__ import annotations

import tomllib

import pytest
from drills import ANSWERS, COUNT, drills

TOLERANCE = 6e-4  # of answers that are rounded to three decimals


@pytest.mark.points(1)
@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_drill(seed: int, number: int) -> None:
    """The answer is right to three decimals."""
    document = tomllib.loads(ANSWERS.read_text())
    text, right = drills(document["lesson"], seed)[number - 1]
    answer = dict(enumerate(document["answers"], 1)).get(number, "nothing")
    is_right = type(answer) in (int, float) and abs(answer - right) <= TOLERANCE
    assert is_right, f"{answer} is not the answer: {text}"
