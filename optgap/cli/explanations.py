"""The commands `explain` and `sweep`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..core.faults import input_error
from ..validation import study
from .comparisons import split_methods
from .layout import say, show_table
from .options import InstanceArgument, JsonOption, Options, SeedOption, TimeOption, with_options
from .shared import (
    BAD,
    DONE,
    INTERRUPTED,
    NOTHING,
    emit,
    refuse_outputs,
    write_or_say,
)

if TYPE_CHECKING:
    from ..validation.study import Swept


def explain(
    instance: InstanceArgument,
    domains: Annotated[
        bool, typer.Option("--domains", help="Report bounds and integrality of variables too.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs to this folder."),
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Explain why an instance is infeasible, and which changes resolve it."""
    loaded = optgap.load(instance)
    try:
        explanation = optgap.explain(loaded, domains=domains, time_limit=time_limit, seed=seed)
    except TimeoutError as error:
        emit({"answer": str(error)}) if json else say(str(error))
        raise typer.Exit(NOTHING) from None
    if folder is not None:
        from ..validation.proving import write_explanation

        if explanation.feasible:
            raise input_error(str(folder), "no proof can be written, because there is a plan")
        write_explanation(folder, str(explanation), explanation.proofs())
    emit(explanation.as_document()) if json else say(str(explanation))
    if folder is not None and not json:
        say(f"wrote the proofs into {folder}; its README explains how to check them")


class SweepOptions(Options):
    """The options of the command `sweep`."""

    field: Annotated[
        str, typer.Option("--set", metavar="FIELD=0:20", help="Vary this field or row.")
    ]
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="M,N", help="Run these methods.")
    ] = None
    time_limit: TimeOption = None
    seed: SeedOption = 0
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="F.csv", help="Write the rows as CSV.")
    ] = None
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="F.svg", help="Draw the rows as a chart.")
    ] = None
    prices: Annotated[
        bool, typer.Option("--prices", help="Print the bounds that dual prices prove.")
    ] = False
    json: JsonOption = False


@with_options
def sweep(instance: InstanceArgument, options: SweepOptions) -> None:
    """Solve an instance for a range of values of one field."""
    from ..core.files import write_text
    from ..progress import ProgressLine
    from ..validation.catalogue import problem_of

    name, values = study.values_of(options.field)
    output, plot, prices = options.output, options.plot, options.prices
    refuse_outputs([output, plot], [instance])
    loaded = optgap.load(instance)
    chosen = split_methods(options.methods) if options.methods else None
    found: list[Swept] = []
    interrupted = False
    limits: dict[str, Any] = {"time_limit": options.time_limit, "seed": options.seed}
    try:
        with ProgressLine(f"{name} of {loaded.name}") as progress:
            limits |= {"listener": progress, "prices": prices}
            found.extend(study.sweep(loaded, name, values, chosen, **limits))
    except KeyboardInterrupt:
        interrupted = True
    swept = study.Sweep(loaded, name, found)
    rows = swept.rows
    title = f"{problem_of(loaded).name}: {loaded.name}"
    lost = write_or_say(
        None if output is None else lambda: write_text(output, study.plain_csv(rows)),
        None if plot is None else lambda: swept.plot().save(plot),
    )
    if options.json or lost:
        emit(swept.as_documents())
    else:
        _show_rows(rows, name, title)
        if prices:
            _say_prices(found, name)
    raise typer.Exit(BAD if lost else INTERRUPTED if interrupted else DONE)


def _show_rows(rows: Sequence[Mapping[str, Any]], field: str, title: str) -> None:
    columns = list(rows[0]) if rows else [field]
    shown = [[_figure(row.get(column)) for column in columns] for row in rows]
    show_table(columns, shown, numbers=columns, caption=title)


def _say_prices(found: Sequence["Swept"], field: str) -> None:
    """Print each distinct linear bound of the relaxation over the values, or that there is none."""
    lines = {swept.price.line: swept.price for swept in found if swept.price is not None}
    for price in lines.values():
        say(price.in_words(field))
    if not lines:
        say(f"the relaxation proves no bound for any value of {field}")


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.10g}"
