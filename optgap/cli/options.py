"""Arguments and options that several commands share, and the shell completion of their values."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from ..core.limits import LIMITS, default_of
from ..core.signatures import keyword, parameters_of, with_signature

# Shell completion; imports happen on demand.


def complete_problems(incomplete: str) -> list[str]:
    """Return the names of the problems that begin with the typed text."""
    from ..validation.catalogue import problem_names

    return [name for name in problem_names() if name.startswith(incomplete)]


def complete_instances(incomplete: str) -> list[str]:
    """Return the bundled instances that begin with the text; before a ``/``, the problems."""
    from ..validation.running import bundled_names

    if "/" not in incomplete:
        return [f"{name}/" for name in complete_problems(incomplete)]
    listed = bundled_names(incomplete.split("/")[0])
    return [name for name in listed if name.startswith(incomplete)]


def complete_methods(context: typer.Context, incomplete: str) -> list[str]:
    """Return completions of a list ``a,b,…`` of methods of the problem on the command line."""
    from ..validation.catalogue import problem_named, problem_names

    named = context.params.get("problem") or context.params.get("instance")
    named = named or (context.params.get("instances") or [""])[0]
    name = str(named).split("/")[0]
    if name not in problem_names():
        return []
    before, comma, last = incomplete.rpartition(",")
    known = [method.name for method in problem_named(name).methods]
    return [f"{before}{comma}{name}" for name in known if name.startswith(last)]


# Arguments and options.

InstanceArgument = Annotated[
    str,
    typer.Argument(
        metavar="INSTANCE",
        help="Instance file, or a bundled one (placement/fig6).",
        autocompletion=complete_instances,
    ),
]
ProblemArgument = Annotated[
    str, typer.Argument(help="Name of a problem.", autocompletion=complete_problems)
]
MethodOption = typer.Option(
    "--method",
    metavar="M",
    help="Run this method: a name, file.py:function, package.module:function or exec:COMMAND.",
    autocompletion=complete_methods,
)
JsonOption = Annotated[bool, typer.Option("--json", help="Print machine-readable output.")]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed all random choices.")]
TimeOption = Annotated[
    float | None,
    typer.Option("--time-limit", min=0, metavar="S", help="Limit the seconds of each search."),
]
GapOption = Annotated[
    float, typer.Option("--gap", min=0, metavar="G", help="End a search at this relative gap.")
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, help="Limit the threads of an engine.")
]
MemoryOption = Annotated[
    str | None,
    typer.Option("--memory-limit", metavar="8GiB", help="Refuse models that need more memory."),
]
CompiledOption = Annotated[
    str,
    typer.Option(
        "--compiled",
        metavar="auto|yes|no",
        help="Compile inner loops: auto if it saves time, yes always, no never.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the method; repeatable."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write the result to this file."),
]
CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="F.csv", help="Write the rows as CSV.")
]
LatexOption = Annotated[
    Path | None, typer.Option("--latex", metavar="F.tex", help="Write the summary as LaTeX.")
]
ParquetOption = Annotated[
    Path | None, typer.Option("--parquet", metavar="F", help="Write the rows as Parquet.")
]

ExecutorOption = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="E",
        help="Distribute the search: local processes (local), or a Dask scheduler (tcp://…).",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="N", help="Run at most N parts at the same time."),
]

Limits: TypeAlias = dict[str, Any]  # of a command with `with_limits`: an option each

OPTIONS: dict[str, Any] = {
    "time_limit": TimeOption,
    "gap": GapOption,
    "seed": SeedOption,
    "threads": ThreadsOption,
    "memory_limit": MemoryOption,
    "compiled": CompiledOption,
}


def with_limits(*left_out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command an option for each limit that is not ``left_out``."""
    options = [
        keyword(name, OPTIONS[name], default_of(name)) for name in LIMITS if name not in left_out
    ]

    def decorated(function: Callable[..., None]) -> Callable[..., None]:
        own = parameters_of(function)
        place = [each.name for each in own].index("limits")

        @with_signature(function, [*own[:place], *options, *own[place + 1 :]])
        def command(**given: Any) -> None:
            limits = {option.name: given.pop(option.name) for option in options}
            function(limits=limits, **given)

        return command

    return decorated


def printed(text: str) -> None:
    """Print a part of an engine's log to stderr."""
    typer.echo(text, err=True, nl=False)
