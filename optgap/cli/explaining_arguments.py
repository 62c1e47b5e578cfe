"""The commands that explain and vary an instance: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from .options import InstanceArgument, JsonOption, SeedOption, TimeOption


def explain(
    instance: InstanceArgument,
    solution: Annotated[
        Path | None, typer.Argument(help="A solution file: why things stay as they are in it.")
    ] = None,
    node: Annotated[
        list[str] | None, typer.Option("--node", metavar="M7", help="Why it stays; repeatable.")
    ] = None,
    item: Annotated[
        list[str] | None, typer.Option("--item", metavar="P1", help="Why it stays; repeatable.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every node in use.")] = False,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="A conflict of the fewest statements there are.")
    ] = False,
    why: Annotated[
        str | None, typer.Option("--why", metavar='"m7 stays"', help="The same, in words.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the proofs here."),
    ] = None,
    time_limit: TimeOption = 60.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Say why there is no plan, or why a node or an item stays in one, and what would change it."""
    from . import explaining

    explaining.explain(
        instance,
        solution,
        explaining.Asked(node or [], item or [], everything, why, smallest),
        folder,
        time_limit,
        seed,
        json,
    )


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
