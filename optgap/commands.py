"""What the commands do; `cli` declares their arguments."""

from __future__ import annotations

import json as jsonlib
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer

from . import api, comparisons, tables
from .instances.faults import Fault, InputError, input_error
from .instances.files import document_of, read_json, write_text
from .instances.outcome import Outcome
from .instances.schema import Instance
from .progress import Progress
from .validation.catalogue import problem, problem_names
from .validation.check import outcome_from_document
from .validation.compare import outcomes, rows
from .validation.library import bundled
from .validation.library import generate as generate_instance
from .validation.outside import is_outside
from .validation.results import Result, result
from .validation.solve import problem_of

DONE, INFEASIBLE, NOTHING, VIOLATIONS, INTERRUPTED, BAD = 0, 3, 4, 5, 130, 2
DEMO_SECONDS = 120.0


def emit(document: Any) -> None:
    """Print a document as JSON on stdout."""
    typer.echo(jsonlib.dumps(document, allow_nan=False))


def demo(report: Path, json: bool) -> None:
    """Solve one bundled instance per problem with every method and print the gap table.

    The whole tour has about two minutes: each problem an equal share of what is left.
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
        with Progress(f"{name}: {entry.title}"):
            found, interrupted = _until_interrupted(outcomes(instance, time_limit=limit))
        table += rows(found) if found else []
        results += [result(instance, outcome, source) for outcome in found]
        if interrupted:
            break
    write_report(report, results, "optgap demo: one instance per problem")
    if json:
        emit(table)
    else:
        _show_tour(table, report)
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


def _show_tour(table: Sequence[dict[str, Any]], report: Path) -> None:
    comparisons.comparison(table)
    tables.say("The seconds of a first run include compiling.")
    tables.say(f"wrote {report}: the same with charts, for a browser")
    tables.say("Next: optgap problems, optgap methods placement, optgap compare --help")


def problems(json: bool) -> None:
    """List the catalogue."""
    entries = [problem(name) for name in problem_names()]
    listing = [
        {
            "problem": entry.name,
            "title": entry.title,
            "paper": entry.paper,
            "methods": [method.name for method in entry.methods],
            "instances": bundled(entry.name),
        }
        for entry in entries
    ]
    emit(listing) if json else tables.problems(listing)


def methods(name: str, json: bool) -> None:
    """List the methods of a problem."""
    listing = [
        {
            "method": method.name,
            "kind": method.kind,
            "summary": method.summary,
            "reference": method.reference,
            "solvers": list(method.solvers),
            "options": {key: option.default for key, option in method.options.items()},
        }
        for method in problem(name).methods
    ]
    emit(listing) if json else tables.methods(listing)


def show(source: str, schema: bool, json: bool) -> None:
    """Show an instance, or the schema of a problem."""
    if source in problem_names():
        if schema:
            emit(problem(source).instance.file_schema())
            return
        for name in bundled(source):
            show(name, schema=False, json=json)
        return
    if schema:
        raise input_error("--schema", "takes the name of a problem", source)
    instance = api.load(source)
    facts = {
        "problem": problem_of(instance),
        "name": instance.name,
        "source": instance.source,
        "sha256": instance.sha256,
        "fields": tables.field_facts(instance),
    }
    emit(facts) if json else tables.facts(facts)


def generate(
    name: str, seed: int, settings: Sequence[str], output: Path | None, json: bool
) -> None:
    """Generate an instance into a file, or onto stdout."""
    instance = generate_instance(name, seed, given_settings(settings))
    if output is None:
        emit(document_of(instance))
        return
    api.save(instance, output)
    facts = {"file": str(output), "name": instance.name, "sha256": instance.sha256}
    emit(facts) if json else tables.say(f"wrote {output} ({instance.name})")


def solve(
    source: str,
    method: str,
    solver: str | None,
    limits: dict[str, Any],
    start: Path | None,
    settings: Sequence[str],
    output: Path | None,
    json: bool,
) -> None:
    """Solve an instance, print the outcome and end with the exit code that it deserves."""
    options = given_settings(settings)
    refuse_unwritable(output)
    begun = perf_counter()
    instance = api.load(source)
    timing = {"read": perf_counter() - begun}
    decision = None if start is None else _decision_in(start)
    with Progress(f"{method} on {instance.name}") as progress:
        outcome = api.solve(
            instance,
            method,
            solver=solver,
            start=decision,
            options=options,
            listener=progress,
            timing=timing,
            **limits,
        )
    if output is not None:
        api.save(outcome, output)
    if json:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome)
    raise typer.Exit(exit_code(outcome))


def exit_code(outcome: Outcome) -> int:
    """Return the exit code of a solve."""
    if outcome.stopped == "interrupted":
        return INTERRUPTED
    if outcome.status == "infeasible":
        return INFEASIBLE
    if outcome.decision is not None or outcome.front:
        return DONE
    violations = outcome.details.get("violations", [])
    if is_outside(outcome.method) and all(v["constraint"] == "decision" for v in violations):
        return BAD
    return VIOLATIONS if violations else NOTHING


def check(source: str, solution: Path, json: bool) -> None:
    """Judge a solution file."""
    result = api.check(source, solution)
    emit(result.as_document()) if json else tables.check(result)
    raise typer.Exit(VIOLATIONS if result.violations else DONE)


def compare(
    sources: Sequence[str],
    methods: str | None,
    limits: dict[str, Any],
    csv: Path | None,
    report: Path | None,
    json: bool,
) -> None:
    """Compare methods on instances; what is done when interrupted is still printed."""
    names = None if methods is None else [name.strip() for name in methods.split(",")]
    refuse_unwritable(csv)
    refuse_unwritable(report)
    refuse_overwriting([csv, report], sources)
    instances = _all_loaded(sources)
    _refuse_unknown_methods(instances, names)
    table: list[dict[str, Any]] = []
    results: list[Result] = []
    interrupted = False
    for source, instance in zip(sources, instances, strict=True):
        with Progress(instance.name) as progress:
            each = outcomes(instance, names, listener=progress, **limits)
            found, interrupted = _until_interrupted(each)
        table += rows(found) if found else []
        results += [result(instance, outcome, source) for outcome in found]
        if interrupted:
            break
    if csv is not None:
        write_text(csv, comparisons.as_csv(table))
    if report is not None:
        write_report(report, results, f"optgap compare: {_counted(instances)}")
    emit(table) if json else comparisons.comparison(table)
    if report is not None and not json:
        tables.say(f"wrote {report}")
    raise typer.Exit(INTERRUPTED if interrupted else DONE)


def write_report(
    path: Path,
    results: Sequence[Result],
    title: str,
    comparison: Sequence[dict[str, Any]] = (),
) -> None:
    """Write the page of results, with the command line that was given."""
    from .validation.report import report

    command = shlex.join(["optgap", *sys.argv[1:]])
    write_text(path, report(results, title=title, command=command, comparison=comparison))


def _counted(instances: Sequence[Instance]) -> str:
    if len(instances) == 1:
        return instances[0].name
    return f"{len(instances)} instances"


def export(source: str, to: Path, json: bool) -> None:
    """Write the exact model as MPS or LP."""
    if to.suffix not in (".mps", ".lp"):
        raise input_error("--to", "must end in .mps or .lp", str(to))
    refuse_unwritable(to)
    instance = api.load(source)
    model = problem(problem_of(instance)).solving.build_model(instance)
    model.write(str(to), io_options={"symbolic_solver_labels": True})
    facts = {"file": str(to), "variables": model.nvariables(), "constraints": model.nconstraints()}
    if json:
        emit(facts)
    else:
        size = f"{facts['variables']} variables, {facts['constraints']} constraints"
        tables.say(f"wrote {to} ({size})")


def given_settings(settings: Sequence[str]) -> dict[str, str]:
    """Return the options given as KEY=VALUE."""
    faults = [
        Fault.of("--set", "must be KEY=VALUE", setting)
        for setting in settings
        if "=" not in setting
    ]
    if faults:
        raise InputError("bad input", faults)
    return dict(setting.split("=", 1) for setting in settings)


def _decision_in(path: Path) -> dict[str, Any]:
    decision = outcome_from_document(read_json(path), str(path)).decision
    if decision is None:
        raise input_error("--start", "the solution holds no decision", str(path))
    return decision


def refuse_unwritable(path: Path | None) -> None:
    """Say before the work, not after it, that its result could not be written."""
    if path is None:
        return
    if path.is_dir():
        raise input_error(str(path), "is a directory, not a file")
    if not path.absolute().parent.is_dir():
        raise input_error(str(path), "its folder does not exist")
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise input_error(str(path), f"cannot be written: {error.strerror}") from None


def refuse_overwriting(outputs: Sequence[Path | None], inputs: Sequence[str | Path] = ()) -> None:
    """Say before the work that a file to write is one to read, or another one to write."""
    taken = {Path(each).resolve() for each in inputs}
    for path in outputs:
        if path is None:
            continue
        if path.resolve() in taken:
            raise input_error(str(path), "would overwrite another file of this command")
        taken.add(path.resolve())


def _all_loaded(sources: Sequence[str]) -> list[Any]:
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
    for name in {problem_of(instance) for instance in instances}:
        for method in names or []:
            if not is_outside(method):
                problem(name).method(method)
