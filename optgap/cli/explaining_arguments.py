"""The commands that explain and vary an instance: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from .options import InstanceArgument, JsonOption, SeedOption, TimeOption


def explain(
    instance: InstanceArgument,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="A conflict of the fewest statements there are.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs here."),
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Say why there is no plan, and what would change it."""
    from . import explaining

    explaining.explain(instance, smallest, folder, time_limit, seed, json)


def sweep(
    instance: InstanceArgument,
    field: Annotated[
        str, typer.Option("--set", metavar="FIELD=0:20", help="A field and its values, or :STEP.")
    ],
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="M,N", help="Methods, with commas.")
    ] = None,
    time_limit: TimeOption = None,
    seed: SeedOption = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="F.csv", help="Write the rows as CSV.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="F.svg", help="Draw the rows.")
    ] = None,
    prices: Annotated[
        bool, typer.Option("--prices", help="Say which lines the relaxation's prices prove.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Solve an instance for a range of one field: what each value costs."""
    from . import explaining

    explaining.sweep(instance, field, methods, time_limit, seed, output, plot, prices, json)
