"""The option ``--problem FILE`` of every command, and the command `contract`."""

import inspect
import typing
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

ProblemFileOption = Annotated[
    Path | None,
    typer.Option("--problem", metavar="FILE", help="A Python file that declares a problem."),
]


def takes_problem(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the option ``--problem FILE``, which makes the file's problem known."""

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


def contract(source: str, instances: int, seed: int, json: bool) -> None:
    """Test the problem of a file or of a name, and end with exit code 5 where a test fails."""
    from ..validation.catalogue import load_problem, problem_names
    from ..validation.catalogue import problem as problem_of_name
    from ..validation.study import contract_clauses
    from .layout import say
    from .shared import VIOLATIONS, emit

    known = source in problem_names() and not Path(source).exists()
    problem = problem_of_name(source) if known else load_problem(source)
    clauses = []
    for clause in contract_clauses(problem, instances=instances, seed=seed):
        clauses.append(clause)
        if not json:
            mark = "skipped" if clause.skipped else "failed" if clause.faults else "passed"
            say(f"{mark:8} {clause.rule}")
            for fault in clause.faults:
                say(f"         {fault}")
    if json:
        emit([clause.as_document() for clause in clauses])
    if any(clause.faults for clause in clauses):
        raise typer.Exit(VIOLATIONS)
