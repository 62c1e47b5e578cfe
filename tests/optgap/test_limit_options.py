"""The options of the command line that are limits of `solve`: declared once, with its defaults."""

import inspect

import optgap
from optgap.cli.options import LIMITS
from optgap.cli.solving_arguments import compare, solve


def test_limits_have_the_names_and_defaults_of_python() -> None:
    for function in (optgap.solve, optgap.compare):
        parameters = inspect.signature(function).parameters
        assert {name: parameters[name].default for name in LIMITS} == {
            name: default for name, (_, default) in LIMITS.items()
        }


def test_commands_have_an_option_for_each_limit() -> None:
    for command in (solve, compare):
        assert set(LIMITS) <= set(inspect.signature(command).parameters)
        assert "limits" not in inspect.signature(command).parameters
