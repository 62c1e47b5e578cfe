"""The commands `problems`, `methods`, `show`, `generate` and `contract`."""

import inspect
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

import optgap

from ..core.faults import input_error
from ..validation import study
from .layout import say, say_wrapped
from .options import JsonOption, OutputOption, ProblemArgument, SeedOption
from .shared import VIOLATIONS, emit, given_settings, write_instance

if TYPE_CHECKING:
    from ..validation.catalogue import Problem


def problems(json: JsonOption = False) -> None:
    """List the problems."""
    from ..validation import running
    from . import tables

    entries = [optgap.problem_named(name) for name in optgap.problem_names()]
    listing = [
        {
            "problem": entry.name,
            "title": entry.title,
            "paper": entry.paper,
            "methods": [method.name for method in entry.methods],
            "instances": running.bundled_names(entry.name),
            "origin": entry.origin,
        }
        for entry in entries
    ]
    emit(listing) if json else tables.problems(listing)


def methods(problem: ProblemArgument, json: JsonOption = False) -> None:
    """List the methods of a problem, and the generator, with their options."""
    from . import tables

    listing = [
        {
            "method": method.name,
            "kind": method.kind,
            "summary": method.summary,
            "reference": method.reference,
            "solvers": list(method.solvers),
            "options": {key: option.default for key, option in method.options.items()},
        }
        for method in optgap.problem_named(problem).methods
    ]
    if json:
        emit(listing)
        return
    tables.methods(listing)
    generator = optgap.problem_named(problem).generator
    options = generator_options(generator)
    listed = ", ".join(f"{key}={value}" for key, value in options.items())
    say_wrapped(f"optgap generate {problem} --set: {listed or 'no options'}")
    say_wrapped(" ".join((inspect.getdoc(generator) or "").replace("``", "").split()))


def show(
    instance: Annotated[str, typer.Argument(help="Instance file, or the name of a problem.")],
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema",
            metavar="instance|decision|certificate",
            help="Print a JSON Schema; default: that of instances.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the content of an instance file, with its source."""
    from ..validation import running

    if instance not in optgap.problem_names():
        if schema:
            raise input_error("--schema", "is only valid with the name of a problem", instance)
        _show_instance(instance, json)
    elif schema:
        emit(_schema_of(optgap.problem_named(instance), schema))
    else:
        for name in running.bundled_names(instance):
            _show_instance(name, json)


def _show_instance(source: str, json: bool) -> None:
    from ..core.display import field_facts
    from ..validation.catalogue import problem_of
    from . import tables

    instance = optgap.load(source)
    facts = {
        "problem": problem_of(instance).name,
        "name": instance.name,
        "source": instance.source,
        "sha256": instance.sha256,
        "fields": field_facts(instance, (*optgap.Instance.model_fields, "problem")),
    }
    emit(facts) if json else tables.facts(facts)


def _schema_of(entry: "Problem", kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a problem's instances, decisions or certificates."""
    if kind == "instance":
        return entry.instance.file_schema()
    if kind == "decision":
        return entry.decision.model_json_schema()
    if kind == "certificate" and entry.certificates:
        schemas = [form.model_json_schema() for form in entry.certificates]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    raise input_error("--schema", f"is not a schema of {entry.name}", kind)


def generator_options(generator: Callable[..., Any]) -> dict[str, str]:
    """Return the options of a generator: the default of each, after the choices if it has any."""
    from ..core.parameters import options_of

    options = {}
    for name, option in options_of(generator).items():
        choices = [each for each in get_args(option.annotation) if isinstance(each, str)]
        options[name] = str(option.default) + (f" ({' or '.join(choices)})" if choices else "")
    return options


def generate(
    problem: ProblemArgument,
    seed: SeedOption,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Set an option of the generator; optgap methods PROBLEM lists them; repeatable.",
        ),
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Generate a random instance."""
    from ..validation import running

    instance = running.generate(problem, seed, given_settings(settings or []))
    write_instance(instance, output, json)


def contract(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Python file of a problem, or a problem's name."),
    ],
    instances: Annotated[
        int, typer.Option("--instances", min=1, help="Draw this many instances.")
    ] = 50,
    seed: SeedOption = 0,
    free: Annotated[
        list[str] | None,
        typer.Option(
            "--guarantee",
            metavar="FIELD",
            help="Also prove how bad each heuristic can be if these numbers are free; repeatable.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Test your own problem: its forms, judge, methods and certificates."""
    is_name = source in optgap.problem_names() and not Path(source).exists()
    problem = optgap.problem_named(source) if is_name else optgap.load_problem(source)
    clauses = []
    tested = study.contract_clauses(problem, instances=instances, seed=seed)
    for clause in chain(tested, study.guarantee_clauses(problem, free, seed) if free else ()):
        clauses.append(clause)
        if not json:
            mark = "skipped" if clause.skipped else "failed" if clause.faults else "passed"
            say(f"{mark:8} {clause.rule}")
            for words in [clause.reason] if clause.reason else clause.faults:
                say(f"         {words}")
    if json:
        emit([clause.as_document() for clause in clauses])
    if any(clause.faults for clause in clauses):
        raise typer.Exit(VIOLATIONS)
