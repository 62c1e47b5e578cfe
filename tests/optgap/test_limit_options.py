"""The keywords of `solve` are spelled once: types, signature and options of a command follow."""

import inspect

import pytest

import optgap
from optgap.cli.comparisons import compare
from optgap.cli.options import LimitOptions
from optgap.cli.solutions import solve
from optgap.core.limits import LIMITS, default_of


def test_limits_have_the_same_defaults_everywhere() -> None:
    for function in (optgap.solve, optgap.compare, solve, compare):
        parameters = inspect.signature(function).parameters
        assert {name: parameters[name].default for name in LIMITS} == {
            name: default_of(name) for name in LIMITS
        }
    assert (default_of("gap"), default_of("time_limit")) == (1e-6, None)


def test_commands_have_an_option_for_each_limit() -> None:
    assert tuple(LimitOptions.__annotations__) == LIMITS
    for command in (solve, compare):
        assert "limits" not in inspect.signature(command).parameters


def test_help_and_notebooks_see_every_keyword() -> None:
    """An editor reads the types; what runs reads the signature."""
    keywords = {*LIMITS, "solver", "options", "listener", "start", "progress"}
    solving, comparing = (
        inspect.signature(each).parameters for each in (optgap.solve, optgap.compare)
    )
    assert set(solving) == {
        "instance",
        "method",
        "log",
        "on_incumbent",
        "executor",
        "workers",
        *keywords,
    }
    assert set(comparing) == {"instances", "methods", *keywords}
    kinds = {solving[name].kind for name in keywords}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_a_keyword_that_nobody_knows_is_named() -> None:
    for function in (optgap.solve, optgap.compare):
        with pytest.raises(TypeError, match=r"\(\) got an unexpected keyword argument 'time_limt'"):
            function("placement/fig6", time_limt=3)
