"""Arguments and options that several commands share, and the shell completion of their values."""

from collections.abc import Callable, Iterator
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, dataclass_transform

import typer

from ..core.limits import DEFAULTS
from ..core.signatures import keyword, parameters_of, with_signature


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


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Options:
    """The base of classes of options, which type checkers see as frozen dataclasses.

    A subclass has an annotated field for each option, or for another set of options.  To make real
    dataclasses of all of them would delay each start of the command line by ten milliseconds.
    """

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)


def with_options(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command that shows each field of its `Options` as an option, in their place."""
    own = parameters_of(function, resolved=True)

    @with_signature(function, [option for each in own for option in _options_of(each)])
    def command(**given: Any) -> None:
        function(**{each.name: _value_of(each.annotation, each.name, given) for each in own})

    return command


def _is_set(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Options)


def _options_of(parameter: Parameter) -> Iterator[Parameter]:
    kind = parameter.annotation
    if not _is_set(kind):
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY)
        return
    for name, hint in kind.__annotations__.items():
        yield from _options_of(keyword(name, hint, getattr(kind, name, Parameter.empty)))


def _value_of(kind: Any, name: str, given: dict[str, Any]) -> Any:
    """Return the value of an option, or a set of options made from their values."""
    if not _is_set(kind):
        return given[name]
    hints = kind.__annotations__.items()
    return kind(**{field: _value_of(hint, field, given) for field, hint in hints})


class WorkerOptions(Options):
    """The options that distribute a search."""

    executor: ExecutorOption = None
    workers: WorkersOption = None


class LimitOptions(Options):
    """The limits of a run, each with its option."""

    time_limit: TimeOption = None
    gap: GapOption = DEFAULTS["gap"]
    seed: SeedOption = DEFAULTS["seed"]
    threads: ThreadsOption = None
    memory_limit: MemoryOption = None
    compiled: CompiledOption = DEFAULTS["compiled"]


def printed(text: str) -> None:
    """Print a part of an engine's log to stderr."""
    typer.echo(text, err=True, nl=False)
