"""The commands `demo` and `compare`; `arguments` declares their arguments."""

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer

from .. import api
from ..core.faults import Fault, InputError
from ..core.files import write_text
from ..core.outcome import Outcome
from ..core.schema import Instance
from ..validation.catalogue import problem, problem_names, problem_of
from ..validation.outside import is_outside
from ..validation.running import REFUSED, outcomes, refuse_untaken, rows
from ..validation.study import Result, names_apart, rename_row, result, summaries
from . import gap_tables as comparisons
from .layout import say
from .progress import ProgressLine
from .shared import (
    BAD,
    DONE,
    INTERRUPTED,
    emit,
    files_of_methods,
    given_settings,
    refuse_overwriting,
    refuse_unwritable,
    write_or_say,
)

DEMO_SECONDS = 30.0


def demo(report: Path, compiled: str, json: bool) -> None:
    """Solve one bundled instance per problem with every method and print the gap table.

    The whole tour has about half a minute: each problem an equal share of the time left.
    """
    refuse_unwritable(report)
    begun = perf_counter()
    table: list[dict[str, Any]] = []
    results: list[Result] = []
    interrupted = False
    names = problem_names()
    for k, name in enumerate(names):
        entry = problem(name)
        source = f"{name}/{entry.demo}"
        instance = api.load(source)
        left = max(0.0, DEMO_SECONDS - (perf_counter() - begun))
        limit = max(1.0, left / (len(names) - k) / 2)
        with ProgressLine(f"{name}: {entry.title}"):
            found, interrupted = _until_interrupted(
                outcomes(instance, time_limit=limit, compiled=compiled)
            )
        table += rows(found) if found else []
        results += [result(instance, outcome, source) for outcome in found]
        if interrupted:
            break
    write_report(report, results, "optgap demo: one instance per problem")
    if json:
        emit(table)
    else:
        _show_tour(table, report, perf_counter() - begun)
    raise typer.Exit(INTERRUPTED if interrupted else DONE)


def _until_interrupted(found: Iterator[Outcome]) -> tuple[list[Outcome], bool]:
    """Return the outcomes until an interrupt, in a method or between two, and whether it came."""
    listed: list[Outcome] = []
    try:
        for outcome in found:
            listed.append(outcome)
            if outcome.stopped == "interrupted":
                return listed, True
    except KeyboardInterrupt:
        return listed, True
    return listed, False


def _show_tour(table: Sequence[dict[str, Any]], report: Path, seconds: float) -> None:
    comparisons.comparison(table)
    say(f"The tour took {seconds:.0f} s, imports and compiling included.")
    say(f"wrote {report}: the same with charts, for a browser")
    say("Next: optgap problems, optgap methods placement, optgap compare --help")


def compare(
    sources: Sequence[str],
    methods: Sequence[str] | None,
    asked: dict[str, Any],
    csv: Path | None,
    report: Path | None,
    json: bool,
) -> None:
    """Compare methods on instances; what is done when interrupted is still printed."""
    names = [name.strip() for method in methods or [] for name in split_methods(method)] or None
    options = given_settings(asked.pop("settings"))
    refuse_unwritable(csv)
    refuse_unwritable(report)
    refuse_overwriting([csv, report], [*sources, *files_of_methods(names)])
    instances = _load_all(sources)
    _refuse_unknown_methods(instances, names)
    for instance in instances:
        entry = problem_of(instance)
        every = names or entry.compared(instance)
        refuse_untaken(entry, every, asked["solver"], options)
    table: list[dict[str, Any]] = []
    results: list[Result] = []
    interrupted = False
    for source, instance in zip(sources, instances, strict=True):
        with ProgressLine(instance.name) as progress:
            each = outcomes(instance, names, listener=progress, options=options, **asked)
            found, interrupted = _until_interrupted(each)
        table += rows(found) if found else []
        results += [result(instance, outcome, source) for outcome in found]
        if interrupted:
            break
    names_of = names_apart(results)
    table = [rename_row(row, names_of) for row in table]
    title = f"optgap compare: {_count_words(instances)}"
    lost = write_or_say(
        None if csv is None else lambda: write_text(csv, comparisons.as_csv(table)),
        None if report is None else lambda: write_report(report, results, title),
    )
    if json:
        emit(table)
    else:
        comparisons.comparison(table)
        if len(instances) > 1:
            comparisons.summaries(summaries(results))
        if report is not None and not lost:
            say(f"wrote {report}")
    refused = bool(table) and all(REFUSED in row["details"] for row in table)
    raise typer.Exit(BAD if lost or refused else INTERRUPTED if interrupted else DONE)


def split_methods(listed: str) -> list[str]:
    """Return the names in ``a,b``, split alike in any order.

    A part behind a command belongs to it, unless it is a command or a ``file.py:function`` itself,
    or looks like a name: letters, digits and dashes.
    """
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
    results: Sequence[Result],
    title: str,
    comparison: Sequence[dict[str, Any]] = (),
) -> None:
    """Write the page of results, with the command line that was given."""
    from ..validation.study import report

    command = shlex.join(["optgap", *sys.argv[1:]])
    write_text(path, report(results, title=title, command=command, comparison=comparison))


def _count_words(instances: Sequence[Instance]) -> str:
    if len(instances) == 1:
        return instances[0].name
    return f"{len(instances)} instances"


def _load_all(sources: Sequence[str]) -> list[Any]:
    """Return all instances, or the faults of all of them at once."""
    instances, faults = [], []
    for source in sources:
        try:
            instances.append(api.load(source))
        except InputError as error:
            faults += [Fault(f"{source}: {f.place}", f.rule, f.value) for f in error.faults]
    if faults:
        raise InputError("bad input", faults)
    return instances


def _refuse_unknown_methods(instances: Sequence[Any], names: Sequence[str] | None) -> None:
    for name in {problem_of(instance).name for instance in instances}:
        for method in names or []:
            if not is_outside(method):
                problem(name).method_named(method)
