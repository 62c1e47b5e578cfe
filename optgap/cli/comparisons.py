"""The command `compare`: several methods on chosen instances."""

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..core.faults import Fault, InputError
from ..validation import study
from .layout import say
from .options import (
    JsonOption,
    LimitOptions,
    Options,
    SetOption,
    complete_instances,
    complete_methods,
    with_options,
)
from .shared import (
    BAD,
    DONE,
    INTERRUPTED,
    VIOLATIONS,
    emit,
    files_of_methods,
    given_settings,
    refuse_outputs,
    write_or_say,
)

if TYPE_CHECKING:
    from ..core.outcome import Outcome
    from ..core.schema import Instance
    from ..validation.study import Result


def until_interrupted(found: "Iterator[Outcome]") -> "tuple[list[Outcome], bool]":
    """Return the outcomes before an interrupt, and whether there was an interrupt."""
    listed: list[Outcome] = []
    try:
        for outcome in found:
            listed.append(outcome)
            if outcome.stopped == "interrupted":
                return listed, True
    except KeyboardInterrupt:
        return listed, True
    return listed, False


class CompareOptions(Options):
    """The options of the command `compare`."""

    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--methods",
            metavar="A,B",
            help="Compare these methods; repeatable. Default: all methods of the problem.",
            autocompletion=complete_methods,
        ),
    ] = None
    solver: Annotated[
        str | None,
        typer.Option("--solver", metavar="S", help="Use this engine in methods that accept one."),
    ] = None
    limits: LimitOptions
    settings: SetOption = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="F", help="Write the table as CSV.")
    ] = None
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write a page with charts.")
    ] = None
    json: JsonOption = False


@with_options
def compare(
    instances: Annotated[
        list[str],
        typer.Argument(
            metavar="INSTANCE...",
            help="Instance files or bundled instances.",
            autocompletion=complete_instances,
        ),
    ],
    options: CompareOptions,
) -> None:
    """Compare methods on instances, with gaps to the best bound."""
    from ..core.files import write_text
    from . import gap_tables

    csv, report, solver = options.csv, options.report, options.solver
    listed = [name.strip() for each in options.methods or [] for name in split_methods(each)]
    names, settings = listed or None, given_settings(options.settings or [])
    refuse_outputs([csv, report], [*instances, *files_of_methods(names)])
    loaded = _load_all(instances)
    _refuse_methods(loaded, names, solver, settings)
    keywords = {**vars(options.limits), "solver": solver, "options": settings}
    table, results, interrupted, failed = _outcomes(instances, loaded, names, keywords)
    about = loaded[0].name if len(loaded) == 1 else f"{len(loaded)} instances"
    title = f"optgap compare: {about}"
    lost = write_or_say(
        None if csv is None else lambda: write_text(csv, gap_tables.as_csv(table)),
        None if report is None else lambda: write_report(report, results, title),
    )
    if options.json:
        emit(table)
    else:
        gap_tables.comparison(table)
        if len(instances) > 1:
            gap_tables.summaries(study.summaries(results))
        if report is not None and not lost:
            say(f"wrote {report}")
    raise typer.Exit(BAD if lost or _all_refused(table) else INTERRUPTED if interrupted else failed)


def _all_refused(table: list[dict[str, Any]]) -> bool:
    """Return whether every method has refused its instance."""
    from ..validation import running

    return bool(table) and all(running.REFUSED in row["details"] for row in table)


def _outcomes(
    sources: Sequence[str],
    instances: Sequence["Instance"],
    names: Sequence[str] | None,
    keywords: dict[str, Any],
) -> "tuple[list[dict[str, Any]], list[Result], bool, int]":
    """Return rows and results of all methods, whether Ctrl-C ended them, and an exit code.

    The exit code depends on outside methods: bad input if one failed, violations if the judge
    rejected a decision.
    """
    from ..progress import ProgressLine
    from ..validation import running
    from ..validation.outside import is_outside
    from .solutions import exit_code

    table: list[dict[str, Any]] = []
    results: list[Result] = []
    interrupted = False
    codes: set[int] = set()
    for source, instance in zip(sources, instances, strict=True):
        with ProgressLine(instance.name) as progress:
            each = running.outcomes(instance, names, listener=progress, **keywords)
            found, interrupted = until_interrupted(each)
        table += running.rows(found) if found else []
        results += [study.result(instance, outcome, source) for outcome in found]
        codes |= {exit_code(outcome) for outcome in found if is_outside(outcome.method)}
        if interrupted:
            break
    names_of = study.names_apart(results)
    failed = next((code for code in (BAD, VIOLATIONS) if code in codes), DONE)
    return [study.rename_row(row, names_of) for row in table], results, interrupted, failed


def split_methods(listed: str) -> list[str]:
    """Return the methods in texts such as ``a,b``; their order does not matter.

    A part after an ``exec:`` command belongs to the command, unless it is itself a command or a
    ``file.py:function``, or looks like a method's name: letters, digits and dashes.
    """
    from ..validation.outside import is_outside

    names: list[str] = []
    for part in listed.split(","):
        of_command = bool(names) and names[-1].startswith("exec:")
        begins = is_outside(part.strip()) or re.fullmatch(r"[a-z][a-z0-9-]*", part.strip())
        if of_command and not begins:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def write_report(
    path: Path,
    results: Sequence["Result"],
    title: str,
    **parts: Any,
) -> None:
    """Write the page of results, which shows the command line of this process."""
    from ..core.files import write_text

    command = shlex.join(["optgap", *sys.argv[1:]])
    write_text(path, study.report(results, title=title, command=command, **parts))


def _load_all(sources: Sequence[str]) -> list[Any]:
    """Return all instances; one error lists the faults of all of them."""
    instances, faults = [], []
    for source in sources:
        try:
            instances.append(optgap.load(source))
        except InputError as error:
            faults += [Fault(f"{source}: {f.place}", f.rule, f.value) for f in error.faults]
    if faults:
        raise InputError("bad input", faults)
    return instances


def _refuse_methods(
    instances: Sequence[Any],
    names: Sequence[str] | None,
    solver: str | None,
    options: dict[str, str],
) -> None:
    """Raise an error for unknown methods, and for engines or options that no method accepts."""
    from ..validation import running
    from ..validation.catalogue import problem_of
    from ..validation.outside import is_outside

    for name in {problem_of(instance).name for instance in instances}:
        for method in names or []:
            if not is_outside(method):
                optgap.problem_named(name).method_named(method)
    for instance in instances:
        entry = problem_of(instance)
        running.refuse_untaken(entry, names or entry.compared(instance), solver, options)
