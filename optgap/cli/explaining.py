"""The command that says why: why there is no plan, and why something stays in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

import typer

from .. import api, explaining
from ..core.faults import input_error
from ..core.files import read_json, write_text
from ..core.outcome import Outcome
from ..core.pictures import picture_of_sweep
from ..validation.catalogue import problem_of
from ..validation.explaining import Explanation
from ..validation.judge import is_bare_decision, outcome_from_document
from ..validation.proving import write_explanation
from ..validation.sweep import sweep as swept_values
from ..validation.sweep import values_of
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
    not_written,
    refuse_overwriting,
    refuse_unwritable,
)


def explain(
    source: str,
    solution: Path | None,
    nodes: Sequence[str],
    items: Sequence[str],
    everything: bool,
    folder: Path | None,
    time_limit: float | None,
    seed: int,
    json: bool,
) -> None:
    """Print a conflict, or why nodes and items stay; exit code 4 where the time was too short."""
    if solution is None and (nodes or items or everything):
        rule = "is missing: what stays, stays in a plan (optgap solve INSTANCE -o PLAN)"
        raise input_error("SOLUTION", rule)
    try:
        if solution is not None:
            _stays(source, solution, None if everything else nodes or None, items, time_limit, json)
            return
        found = explaining.explain(api.load(source), time_limit=time_limit, seed=seed)
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        _write(found, folder)
    emit(found.as_document()) if json else say(str(found))
    if folder is not None and not json:
        say(f"wrote the proofs into {folder}; its README says how to check them")
    raise typer.Exit(DONE)


def _stays(
    source: str,
    solution: Path,
    nodes: Sequence[str] | None,
    items: Sequence[str],
    time_limit: float | None,
    json: bool,
) -> None:
    document = read_json(solution)
    known = (
        document if is_bare_decision(document) else outcome_from_document(document, str(solution))
    )
    found = explaining.explain(
        api.load(source), known, nodes=nodes, items=items or None, time_limit=time_limit
    )
    if json:
        documents = [answer.as_document() for answer in found]
        emit(documents[0] if len(documents) == 1 else documents)
    else:
        for answer in found:
            say(str(answer))
    raise typer.Exit(NOTHING if all(answer.kind == "open" for answer in found) else DONE)


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
    lost = not_written(None if output is None else lambda: api.save(outcome, output))
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
    json: bool,
) -> None:
    """Print one row per value of a field; exit code 130 where it was interrupted."""
    name, values = values_of(field)
    for path in (output, plot):
        refuse_unwritable(path)
    refuse_overwriting([output, plot], [source])
    instance = api.load(source)
    chosen = split_methods(methods) if methods else None
    rows: list[dict[str, Any]] = []
    interrupted = False
    try:
        with ProgressLine(f"{name} of {instance.name}") as progress:
            for swept in swept_values(
                instance, name, values, chosen, time_limit=time_limit, seed=seed, listener=progress
            ):
                rows.append(swept.row(name))
    except KeyboardInterrupt:
        interrupted = True
    title = f"{problem_of(instance).name}: {instance.name}"
    lost = not_written(
        None if output is None else lambda: write_text(output, plain_csv(rows)),
        None if plot is None else lambda: picture_of_sweep(name, rows, title).save(plot),
    )
    if json or lost:
        emit(rows)
    else:
        columns = list(rows[0]) if rows else [name]
        shown = [[_figure(row.get(column)) for column in columns] for row in rows]
        show_table(columns, shown, numbers=columns, caption=title)
    raise typer.Exit(BAD if lost else INTERRUPTED if interrupted else DONE)


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.10g}"
