"""The commands `explain` and `sweep`, and the pool of the best decisions."""

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

import typer

from .. import api, explaining
from ..core.faults import input_error
from ..core.files import write_text
from ..core.outcome import Outcome
from ..core.pictures import picture_of_sweep
from ..validation.catalogue import problem_of
from ..validation.explaining import Explanation
from ..validation.proving import write_explanation
from ..validation.study import Swept, values_of
from ..validation.study import sweep as swept_values
from . import tables
from .demo_and_compare import split_methods
from .gap_tables import plain_csv
from .layout import say, show_table
from .one_instance import exit_code
from .progress import ProgressLine
from .shared import (
    BAD,
    DONE,
    INTERRUPTED,
    NOTHING,
    emit,
    refuse_overwriting,
    refuse_unwritable,
    write_or_say,
)


def explain(
    source: str,
    smallest: bool,
    folder: Path | None,
    time_limit: float | None,
    seed: int,
    json: bool,
) -> None:
    """Print a conflict; exit code 4 if the time was too short."""
    try:
        explanation = explaining.explain(
            api.load(source), smallest=smallest, time_limit=time_limit, seed=seed
        )
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write(explanation, folder)
    emit(explanation.as_document()) if json else say(str(explanation))
    if folder is not None and not json:
        say(f"wrote the proofs into {folder}; its README says how to check them")
    raise typer.Exit(DONE)


def _write(found: Explanation, folder: Path) -> None:
    if found.feasible:
        raise input_error(str(folder), "gets no proof: there is a plan, and nothing to prove")
    write_explanation(folder, str(found), found.proofs())


def pool(
    source: str,
    count: int,
    given: Mapping[str, Any],
    time_limit: float | None,
    seed: int,
    output: Path | None,
    json: bool,
) -> None:
    """Solve an instance, print its best decisions and whether the optimum is unique."""
    for option, value in given.items():
        if value not in (None, [], "exact"):
            raise input_error(option, "goes with no pool: its decisions are those of exact")
    refuse_unwritable(output)
    refuse_overwriting([output], [source])
    outcome = explaining.pool(api.load(source), count, time_limit=time_limit, seed=seed)
    lost = write_or_say(None if output is None else lambda: api.save(outcome, output))
    if json or lost:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome)
        _best_decisions(outcome)
    raise typer.Exit(BAD if lost else exit_code(outcome))


def _best_decisions(outcome: Outcome) -> None:
    entries = outcome.pool or []
    rows = [
        (str(k), f"{entry.objective:.10g}", dumps(entry.decision))
        for k, entry in enumerate(entries, 1)
    ]
    caption = f"the {len(rows)} best decisions"
    if entries:
        show_table(
            ("", "objective", "decision"),
            rows,
            numbers=("", "objective"),
            words=("decision",),
            caption=caption,
        )


def sweep(
    source: str,
    field: str,
    methods: str | None,
    time_limit: float | None,
    seed: int,
    output: Path | None,
    plot: Path | None,
    prices: bool,
    json: bool,
) -> None:
    """Print one row per value of a field; exit code 130 where it was interrupted."""
    name, values = values_of(field)
    for path in (output, plot):
        refuse_unwritable(path)
    refuse_overwriting([output, plot], [source])
    instance = api.load(source)
    chosen = split_methods(methods) if methods else None
    found: list[Swept] = []
    interrupted = False
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "prices": prices}
    try:
        with ProgressLine(f"{name} of {instance.name}") as progress:
            found.extend(swept_values(instance, name, values, chosen, listener=progress, **limits))
    except KeyboardInterrupt:
        interrupted = True
    rows = [swept.row(name) for swept in found]
    title = f"{problem_of(instance).name}: {instance.name}"
    lost = write_or_say(
        None if output is None else lambda: write_text(output, plain_csv(rows)),
        None if plot is None else lambda: picture_of_sweep(name, rows, title).save(plot),
    )
    if json or lost:
        emit([swept.as_document(name) for swept in found])
    else:
        _show_rows(rows, name, title)
        if prices:
            _say_prices(found, name)
    raise typer.Exit(BAD if lost else INTERRUPTED if interrupted else DONE)


def _show_rows(rows: Sequence[Mapping[str, Any]], field: str, title: str) -> None:
    columns = list(rows[0]) if rows else [field]
    shown = [[_figure(row.get(column)) for column in columns] for row in rows]
    show_table(columns, shown, numbers=columns, caption=title)


def _say_prices(found: Sequence[Swept], field: str) -> None:
    """Say every line once, and where the relaxation proves none."""
    lines = {swept.price.line: swept.price for swept in found if swept.price is not None}
    for price in lines.values():
        say(price.in_words(field))
    if not lines:
        say(f"the relaxation proves no line in {field}")


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.10g}"
