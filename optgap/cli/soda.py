"""The commands `chain` and `epochs` for SODA's chain of models."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..core.faults import InputError, input_error, printable
from .layout import say, show_table
from .options import InstanceArgument, JsonOption, Options, OutputOption, SetOption, with_options
from .shared import (
    DONE,
    INFEASIBLE,
    INTERRUPTED,
    emit,
    given_settings,
    refuse_outputs,
    write_instance,
)

if TYPE_CHECKING:
    from ..core.outcome import Decision
    from ..core.schema import Instance
    from ..instances.application import Application
    from ..instances.importers import Goals
    from ..instances.macrow import MacroW
    from ..validation.epochs import Record, Settings

_COLUMNS = (
    "epoch",
    "status",
    "promised",
    "importance",
    "ingest",
    "affinity",
    "utilisation",
    "seconds",
    "message",
)
_NUMBERS = ("promised", "importance", "ingest", "affinity", "utilisation", "seconds")


class ChainOptions(Options):
    """The options of the command `chain` that are for one of the two problems."""

    goals: Annotated[
        Path | None, typer.Option("--goals", metavar="F", help="For macrow: read these goals.")
    ] = None
    macro: Annotated[
        str | None, typer.Option("--macro", metavar="M", help="For microq: read macrow's instance.")
    ] = None
    previous: Annotated[
        Path | None,
        typer.Option("--previous", metavar="S", help="For microq: read microw's last solution."),
    ] = None
    max_total_change: Annotated[
        float | None,
        typer.Option("--max-total-change", min=0, metavar="D", help="For microq: limit changes."),
    ] = None
    max_touched_nodes: Annotated[
        int | None,
        typer.Option("--max-touched-nodes", min=0, metavar="Z", help="For microq: limit nodes."),
    ] = None


@with_options
def chain(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="Solution file.")],
    options: ChainOptions,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Make the next instance of SODA's chain: microq from macrow, microw from microq."""
    files = (options.goals, options.macro, options.previous)
    refuse_outputs([output], [instance, solution, *files])
    write_instance(_following(optgap.load(instance), solution, options), output, json)


def _following(instance: "Instance", solution: Path, options: ChainOptions) -> "Instance":
    """Return microq's instance after a macrow solution, or microw's after a microq solution."""
    from ..instances.importers import microq_of, microw_of
    from ..instances.macrow import MacroW
    from ..instances.microq import MicroQ
    from ..validation.catalogue import problem_of

    goals, macro, previous = options.goals, options.macro, options.previous
    limits = {name: value for name, value in vars(options).items() if name.startswith("max_")}
    if isinstance(instance, MacroW):
        _refuse({"--macro": macro, "--previous": previous, **limits}, "macrow")
        return microq_of(instance, _decision(instance, solution), _goals(goals))
    if isinstance(instance, MicroQ):
        _refuse({"--goals": goals}, "microq")
        return microw_of(
            instance,
            _decision(instance, solution),
            None if previous is None else _claimed_decision(previous),
            macro=None if macro is None else _macro(macro),
            **{name: value for name, value in limits.items() if value is not None},
        )
    raise input_error("instance", "must be macrow or microq", problem_of(instance).name)


def _refuse(options: dict[str, Any], problem: str) -> None:
    for name, value in options.items():
        if value is not None:
            raise input_error(name, f"cannot be combined with an instance of {problem}", str(value))


def _decision(instance: "Instance", path: Path) -> "Decision":
    """Return the decision in a solution file, which the checker must accept."""
    from ..core.files import read_json
    from ..validation.judge import outcome_from_document

    solution = outcome_from_document(read_json(path), str(path))
    checked = optgap.check(instance, solution)
    if solution.decision is None or checked.violations:
        words = "; ".join(str(violation) for violation in checked.violations)
        raise input_error(str(path), f"is not a feasible solution: {words or 'it has no decision'}")
    return solution.decision


def _claimed_decision(path: Path) -> "Decision":
    """Return the previous epoch's decision, unchecked because its instance is not available."""
    from ..core.files import read_json
    from ..validation.judge import outcome_from_document

    decision = outcome_from_document(read_json(path), str(path)).decision
    if decision is None or "fraction" not in decision:
        raise input_error(str(path), "contains no fractions of a microw solution")
    return decision


def _macro(source: str) -> "MacroW":
    from ..instances.macrow import MacroW

    instance = optgap.load(source)
    if not isinstance(instance, MacroW):
        raise input_error("--macro", "must be an instance of macrow", source)
    return instance


def _goals(source: Path | None) -> "Goals | None":
    from ..core.files import read_json
    from ..instances.importers import Goals

    if source is None:
        return None
    try:
        return Goals.model_validate(read_json(source))
    except InputError as error:
        raise InputError(f"{source}: {error.subject}", error.faults) from None


def epochs(
    application: Annotated[
        str, typer.Argument(metavar="APPLICATION", help="Application file, or srcsink, dac or lsd.")
    ],
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Run an application through macroQ, macroW, microQ and microW, epoch by epoch.

    The output file has a line for each epoch. An interrupted course resumes after its last line.
    """
    from ..validation.epochs import RunsFile, course

    loaded = read_application(application)
    chosen = _settings(settings or [])
    refuse_outputs([output], [application] if Path(application).is_file() else [])
    with ExitStack() as stack:
        kept = None
        if output is not None:
            kept = stack.enter_context(RunsFile(output, loaded, chosen))
        records = [] if kept is None else list(kept.records)
        if records:
            typer.echo(f"the run resumes after {len(records)} records of {output}", err=True)
        code = DONE
        try:
            for record in course(loaded, chosen, records):
                records.append(record)
                if kept is not None:
                    kept.append(record)
                typer.echo(printable(_line(record)), err=True)
        except KeyboardInterrupt:
            code = INTERRUPTED
    if json:
        emit(records)
    else:
        _show(loaded, records)
    if code == DONE and not any(record["status"] == "done" for record in records):
        code = INFEASIBLE
    raise typer.Exit(code)


def read_application(source: str) -> "Application":
    """Return the application in a file, or the example with a name."""
    from ..core.files import read_json
    from ..instances.application import application_from, example

    if Path(source).exists() or source.endswith(".json"):
        return application_from(read_json(Path(source)), source)
    return example(source)


def _settings(given: list[str]) -> "Settings":
    """Return the settings in texts ``KEY=VALUE``; raise an error for unknown methods."""
    from pydantic import ValidationError

    from ..core.schema import field_faults
    from ..validation.epochs import Settings

    values: dict[str, Any] = {}
    for key, text in given_settings(given).items():
        field = Settings.model_fields.get(key)
        number = field is not None and field.annotation is not str
        try:
            values[key] = (
                float(text) if number and "seconds" in key else int(text) if number else text
            )
        except ValueError:
            values[key] = text
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise InputError("--set", field_faults(error, Settings)) from None
    for model in ("macroq", "macrow", "microq", "microw"):
        optgap.problem_named(model).method_named(getattr(settings, model))
    return settings


def _name(record: "Record") -> str:
    micro = record.get("micro")
    return f"{record['macro']}" if micro is None else f"{record['macro']}.{micro}"


def _line(record: "Record") -> str:
    message = f": {record['message']}" if record["message"] else ""
    seconds = sum(record["seconds"].values())
    return f"epoch {_name(record)} {record['status']} in {seconds:.1f} s{message}"


def _show(application: "Application", records: "list[Record]") -> None:
    rows = []
    for record in records:
        metrics = {**record.get("metrics", {}), "seconds": sum(record["seconds"].values())}
        if "micro" not in record:
            metrics["promised"] = record.get("promised")
        numbers = ["" if metrics.get(key) is None else f"{metrics[key]:.4g}" for key in _NUMBERS]
        rows.append([_name(record), record["status"], *numbers, record["message"] or ""])
    say(f"{application.name}: row e is a macro epoch, rows e.0, e.1, … are its micro epochs")
    show_table(_COLUMNS, rows, numbers=_NUMBERS, words=("message",), spare=("affinity", "ingest"))
