"""The commands for one instance; `arguments` declares their arguments."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer

from .. import api
from ..core.faults import input_error
from ..core.files import document_of, read_json
from ..core.outcome import Outcome
from ..validation.catalogue import Problem, problem, problem_names, problem_of
from ..validation.judge import outcome_from_document
from ..validation.outside import is_outside
from ..validation.running import bundled
from ..validation.running import generate as generate_instance
from ..validation.running import solve as solve_instance
from . import tables
from .layout import say
from .notes import say_notes
from .progress import ProgressLine
from .shared import (
    BAD,
    DONE,
    INFEASIBLE,
    INTERRUPTED,
    NOTHING,
    VIOLATIONS,
    emit,
    files_of_methods,
    given_settings,
    refuse_overwriting,
    refuse_unwritable,
    write_or_say,
)


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
            "origin": entry.origin,
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


def show(source: str, schema: str | None, json: bool) -> None:
    """Show an instance, or the schema of a problem."""
    if source in problem_names():
        if schema:
            emit(schema_of(problem(source), schema))
            return
        for name in bundled(source):
            show(name, schema=None, json=json)
        return
    if schema:
        raise input_error("--schema", "takes the name of a problem", source)
    instance = api.load(source)
    facts = {
        "problem": problem_of(instance).name,
        "name": instance.name,
        "source": instance.source,
        "sha256": instance.sha256,
        "fields": tables.field_facts(instance),
    }
    emit(facts) if json else tables.facts(facts)


def schema_of(entry: Problem, kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a problem's instances, decisions, certificates or plans."""
    if kind == "instance":
        return entry.instance.file_schema()
    if kind == "decision":
        return entry.decision.model_json_schema()
    if kind == "certificate" and entry.certificates:
        schemas = [form.model_json_schema() for form in entry.certificates]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    if kind == "plan" and entry.methods and (plan_schema := entry.function("plan_schema")):
        schema: dict[str, Any] = plan_schema()
        return schema
    raise input_error("--schema", f"{entry.name} declares none", kind)


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
    emit(facts) if json else say(f"wrote {output} ({instance.name})")


def solve(
    source: str,
    method: str | None,
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
    read: list[str | Path] = [source, *files_of_methods([method] if method else [])]
    read += [] if start is None else [start]
    refuse_overwriting([output], read)
    begun = perf_counter()
    instance = api.load(source)
    method = method or problem_of(instance).first_choice(instance)
    timing = {"read": perf_counter() - begun}
    decision = None if start is None else _decision_in(start)
    with ProgressLine(f"{method} on {instance.name}") as progress:
        outcome = solve_instance(
            instance,
            method,
            solver=solver,
            start=decision,
            options=options,
            listener=progress,
            timing=timing,
            **limits,
        )
    lost = write_or_say(None if output is None else lambda: api.save(outcome, output))
    say_notes(instance)
    if json or lost:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome, source)
        remarks = problem_of(instance).function("remarks")
        for line in () if remarks is None else remarks(instance, outcome):
            say(line)
    raise typer.Exit(BAD if lost else exit_code(outcome))


def without_pins(method: str | None, order: str, settings: Sequence[str]) -> tuple[str, list[str]]:
    """Return the method that needs no pins, and its settings."""
    if method not in (None, "no-pins"):
        raise input_error("--no-pins", "is a method of its own; leave --method out", method)
    return "no-pins", [*settings, f"order={order}"]


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


def check(source: str, solution: Path | None, sol: Path | None, json: bool) -> None:
    """Judge a solution file of ours, or of a solver that was given the exported model."""
    if (solution is None) == (sol is None):
        raise input_error("SOLUTION", "give a solution file, or a solver's with --sol")
    result = api.check(source, solution, sol=sol)
    emit(result.as_document()) if json else tables.check(result)
    raise typer.Exit(VIOLATIONS if result.violations else DONE)


def _decision_in(path: Path) -> dict[str, Any]:
    decision = outcome_from_document(read_json(path), str(path)).decision
    if decision is None:
        raise input_error("--start", "the solution holds no decision", str(path))
    return decision
