"""A method is run step by step: its start, its refusal, its function, its words, its finish."""

import traceback
from dataclasses import replace
from typing import Any

import pytest
from pydantic import Field

import optgap
from optgap.core.outcome import Answer
from optgap.core.parameters import Parameters, options_of
from optgap.core.run import Run
from optgap.validation.catalogue.method import Finish, Method

FIG6 = optgap.load("placement/fig6")
PLACEMENT = optgap.problem_named("placement")


class Effort(Parameters):
    """The parameters of a method."""

    rounds: int = Field(default=3, ge=1, description="number of rounds")


def answer_of(method: Method, run: Run | None = None, **options: Any) -> Answer:
    return PLACEMENT.run_method(method, FIG6, run or Run("minimize"), **options)


def test_a_function_gets_what_it_takes_by_name() -> None:
    def greedy(instance: Any, seed: int, problem: Any, *, depth: int = 2) -> Answer:
        return Answer(details={"got": (instance.name, seed, problem.name, depth)})

    method = Method.of(greedy)
    assert list(method.options) == ["depth"]
    details = answer_of(method, Run("minimize", seed=7), depth=5).details
    assert details["got"] == ("fig6", 7, "placement", 5)


def test_parameters_arrive_as_one_checked_object() -> None:
    def greedy(instance: Any, effort: Effort, run: Run) -> Answer:
        return Answer(details={"rounds": effort.rounds})

    method = Method.of(greedy, parameters=Effort)
    assert method.options["rounds"].default == 3
    assert list(method.options) == list(options_of(Effort))
    assert answer_of(method).details == {"rounds": 3}
    assert answer_of(method, rounds=4).details == {"rounds": 4}
    with pytest.raises(ValueError, match="greater than or equal to 1"):
        answer_of(method, rounds=0)


def test_a_refusal_leaves_the_function_uncalled() -> None:
    def never(instance: Any) -> Answer:
        raise AssertionError

    refused = Answer(infeasible=True, message="too few machines")
    assert answer_of(Method.of(never, refuses=lambda _: refused)).message == "too few machines"


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        ("certified", "no machine is large enough", "no machine is large enough"),
        ("solver", "no machine is large enough", "no machine is large enough; says HiGHS"),
        ("solver", None, "says HiGHS"),
    ],
)
def test_the_reason_is_said_before_the_word_of_an_engine(
    kind: Any, words: Any, message: str
) -> None:
    def exact(instance: Any) -> Answer:
        return Answer(infeasible=True, bound_kind=kind, message="says HiGHS")

    assert answer_of(Method.of(exact, explains=lambda _: words)).message == message


def test_the_finish_gets_the_rest_of_the_time_and_knows_exact_methods() -> None:
    def exact(instance: Any, run: Run) -> Answer:
        return Answer(decision={"machine": [0]}, details={"limit": run.time_limit})

    def tell(_: Any, run: Run, answer: Answer, is_exact: bool) -> Answer:
        return replace(
            answer, details={**answer.details, "whole": run.time_limit, "exact": is_exact}
        )

    finish = Finish("last", 0.5, lambda *_: True, tell)
    for kind in ("exact", "heuristic"):
        run = Run("minimize", time_limit=60.0)
        method = replace(Method.of(exact, kind=kind), finishes=finish)  # type: ignore[arg-type]
        details = answer_of(method, run).details
        assert details["limit"] < 31.0 and details["whole"] == 60.0
        assert details["exact"] == (kind == "exact") and "last" in run.timing


def test_a_traceback_names_the_steps_and_the_function() -> None:
    def broken(instance: Any) -> Answer:
        raise RuntimeError

    with pytest.raises(RuntimeError) as caught:
        answer_of(Method.of(broken, starts_from=lambda *_: Answer(), explains=lambda _: None))
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[1:] == [
        "answer_of",
        "run_method",
        "run_method",
        "_explained_answer",
        "_answer",
        "broken",
    ]


def test_methods_are_the_functions_that_the_catalogue_names() -> None:
    for name in optgap.problem_names():
        for method in optgap.problem_named(name).methods:
            assert not hasattr(method.function, "__wrapped__"), (name, method.name)
            function = getattr(method.function, "func", method.function)
            assert "<locals>" not in function.__qualname__, (name, method.name)
