"""Symbolic numbers: arithmetic of linear forms, questions, and what is refused."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from optgap.core.symbolic import (
    Extreme,
    NotLinearError,
    Number,
    Tracer,
    exact_number,
    lazy_extremes,
)

Asked = list[tuple[tuple[int, ...], bool, bool]]


def inputs(*answers: bool) -> tuple[list[Number], Asked]:
    """Return two inputs whose comparisons get these answers, and the list of the questions."""
    asked: Asked = []

    def answer(*question: Any) -> bool:
        asked.append(question)
        return answers[len(asked) - 1]

    tracer = Tracer(["a", "b"], answer, {(0, 0, 1): True})
    return [Number({k: 1}, 0, tracer) for k in range(2)], asked


def test_sums_and_multiples_are_exact_decimals() -> None:
    (a, b), _ = inputs()
    form = 0.1 * a + np.float64(0.2) * a - b / 3 + np.int64(2) - (1 - b) * Fraction(1, 2)
    assert form.form() == (Fraction(3, 10), Fraction(1, 6), Fraction(3, 2))
    assert form.row() == (9, 5, 45)
    assert (a - a).form() == (0, 0, 0) and sum([a, b, a]).form() == (2, 1, 0)
    assert exact_number(float("nan")) is exact_number("1") is None


def test_each_comparison_asks_one_question_and_known_answers_are_not_asked_again() -> None:
    (a, b), asked = inputs(True, False, True)
    assert a < b and 2 * a < 2 * b and not b <= a and b >= a
    assert not a > 3 and a <= 3
    assert asked == [((-1, 1, 0), True, False), ((1, 0, -3), True, False)]
    assert a - a + 1 > 0 and a < float("inf") and not a < -float("inf")
    assert a != float("nan") and a != "text" and len(asked) == 2


def test_equality_has_three_ways() -> None:
    (a, b), asked = inputs(False, False)
    assert a == b and a <= b and b <= a and not a < b
    assert asked == [((-1, 1, 0), True, False), ((1, -1, 0), True, True)]
    assert inputs(True)[0][0] != inputs(True)[0][1]


def test_sorted_and_numpy_work_unchanged() -> None:
    (a, b), asked = inputs(True, False)
    assert sorted([b, a])[0] is a
    assert np.argsort(np.array([b, a])).tolist() == [1, 0]
    assert np.argmin(np.array([b, a])) == 1 and len(asked) == 1
    assert abs(a).form() == (-1, 0, 0)


@pytest.mark.parametrize("operation", [lambda a: a + "x", lambda a: a * "x", lambda a: a / "x"])
def test_text_is_no_number(operation: Any) -> None:
    with pytest.raises(TypeError, match=r"unsupported operand|can't multiply"):
        operation(inputs()[0][0])


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (lambda a, b: a * b, "product of two inputs: not linear in a, b"),
        (lambda a, b: 1 / a, "division by an input: not linear in a"),
        (lambda a, _: a // 2, "// of an input"),
        (lambda a, _: a % 2, "% of an input"),
        (lambda a, _: a**2, "power of an input"),
        (lambda a, _: int(a), "int()"),
        (lambda a, _: float(a), "float()"),
        (lambda a, _: round(a, 1), "round()"),
        (lambda a, _: {a}, "hash()"),
        (lambda a, _: bool(a), "truth value of an input"),
    ],
)
def test_what_is_not_linear_is_refused_for_inputs_but_not_for_constants(
    operation: Any, words: str
) -> None:
    (a, b), _ = inputs()
    with pytest.raises(NotLinearError) as caught:
        operation(a, b)
    assert str(caught.value).startswith(words)
    assert operation(a - a + 3, a - a + 2) is not None


def test_lazy_extremes_ask_nothing_until_they_are_compared() -> None:
    (a, b), asked = inputs(True)
    with lazy_extremes():
        largest, least = max(a, b, 0), min([a, b])
        assert max(1, 2) == 2 and max([a], key=id) is a and min((), default=4) == 4
        shifted = 1 + max(largest, 2 * a)
    assert max(3, 4) == 4 and not asked
    assert isinstance(least, Extreme) and least.sign == -1
    assert {number.form() for number in largest.numbers} == {(1, 0, 0), (0, 1, 0), (0, 0, 0)}
    assert {number.form() for number in shifted.numbers} == {
        (1, 0, 1),
        (0, 1, 1),
        (0, 0, 1),
        (2, 0, 1),
    }
    assert (least - 1).form() == (0, 1, -1) and len(asked) == 1
