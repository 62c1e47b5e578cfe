"""The command `epochs`: an application through SODA's four models, epoch by epoch."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError

from ..core.faults import InputError, printable
from ..core.files import read_json
from ..core.schema import field_faults
from ..instances.application import Application, application_from, example
from ..validation.catalogue import problem
from ..validation.epochs import Record, RunsFile, Settings, course
from .layout import say, show_table
from .shared import (
    DONE,
    INFEASIBLE,
    INTERRUPTED,
    emit,
    given_settings,
    refuse_overwriting,
    refuse_unwritable,
)

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


def epochs(source: str, given: list[str], output: Path | None, json: bool) -> None:
    """Run a course, going on where the file of runs ends; report every epoch."""
    application = read_application(source)
    settings = _settings(given)
    refuse_overwriting([output], [source] if Path(source).is_file() else [])
    refuse_unwritable(output)
    with ExitStack() as stack:
        kept = None
        if output is not None:
            kept = stack.enter_context(RunsFile(output, application, settings))
        records = [] if kept is None else list(kept.records)
        if records:
            typer.echo(f"goes on after {len(records)} records of {output}", err=True)
        code = DONE
        try:
            for record in course(application, settings, records):
                records.append(record)
                if kept is not None:
                    kept.append(record)
                typer.echo(printable(_line(record)), err=True)
        except KeyboardInterrupt:
            code = INTERRUPTED
    if json:
        emit(records)
    else:
        _show(application, records)
    if code == DONE and not any(record["status"] == "done" for record in records):
        code = INFEASIBLE
    raise typer.Exit(code)


def read_application(source: str) -> Application:
    """Return the application in a file, or an example by its name."""
    if Path(source).exists() or source.endswith(".json"):
        return application_from(read_json(Path(source)), source)
    return example(source)


def _settings(given: list[str]) -> Settings:
    """Return the settings given as KEY=VALUE, and refuse methods that do not exist."""
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
        problem(model).method_named(getattr(settings, model))
    return settings


def _name(record: Record) -> str:
    micro = record.get("micro")
    return f"{record['macro']}" if micro is None else f"{record['macro']}.{micro}"


def _line(record: Record) -> str:
    message = f": {record['message']}" if record["message"] else ""
    seconds = sum(record["seconds"].values())
    return f"epoch {_name(record)} {record['status']} in {seconds:.1f} s{message}"


def _show(application: Application, records: list[Record]) -> None:
    rows = []
    for record in records:
        metrics = {**record.get("metrics", {}), "seconds": sum(record["seconds"].values())}
        if "micro" not in record:
            metrics["promised"] = record.get("promised")
        numbers = ["" if metrics.get(key) is None else f"{metrics[key]:.4g}" for key in _NUMBERS]
        rows.append([_name(record), record["status"], *numbers, record["message"] or ""])
    say(f"{application.name}: a macro epoch is e, its micro epochs are e.0, e.1, …")
    show_table(_COLUMNS, rows, numbers=_NUMBERS, words=("message",), spare=("affinity", "ingest"))
