"""The option ``--problem FILE`` of every command."""

import inspect
import typing
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

ProblemFileOption = Annotated[
    Path | None,
    typer.Option("--problem", metavar="FILE", help="Load the problem that a Python file declares."),
]


def takes_problem(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the option ``--problem FILE``, which loads the file's problem."""

    @wraps(function)
    def command(*given: Any, problem_file: Path | None = None, **named: Any) -> None:
        if problem_file is not None:
            from ..validation.catalogue import load_problem

            load_problem(problem_file)
        function(*given, **named)

    signature = inspect.signature(function)
    hints = typing.get_type_hints(function, include_extras=True)
    option = inspect.Parameter(
        "problem_file",
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=ProblemFileOption,
    )
    own = [p.replace(annotation=hints[p.name]) for p in signature.parameters.values()]
    parameters = [*own, option]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {**hints, "problem_file": ProblemFileOption}
    return command
