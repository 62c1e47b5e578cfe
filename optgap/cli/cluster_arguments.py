"""The commands for plans, clusters and chains of instances: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from .options import (
    InstanceArgument,
    JsonOption,
)


def plan(
    instance: InstanceArgument,
    solution: Annotated[Path, typer.Argument(help="A solution file.")],
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="waves|drain|largest-first",
            help="Large waves, machine by machine, or the largest pods first.",
        ),
    ] = None,
    migration_budget: Annotated[
        int | None,
        typer.Option("--migration-budget", min=0, help="Most moves, stops on the way included."),
    ] = None,
    simulate: Annotated[
        str | None,
        typer.Option(
            "--simulate",
            metavar="default|most-allocated",
            help="Replay with Kubernetes' scheduler: does the plan hold where it chooses?",
        ),
    ] = None,
    no_pins: Annotated[
        str | None,
        typer.Option(
            "--no-pins",
            metavar="any|largest-first",
            help="Say beside it what becomes free wherever the scheduler puts the pods.",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=0.1,
            help="For --simulate (default: 5) and for --no-pins (default: 60).",
        ),
    ] = None,
    text: Annotated[
        str,
        typer.Option("--format", metavar="table|kubectl|sh|json", help="sh: a script to run."),
    ] = "table",
    free_more: Annotated[
        float | None,
        typer.Option(
            "--free-more",
            metavar="SECONDS",
            min=0.1,
            help="Leave out one rule or fixed item at a time, solve again, say what it frees.",
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="F.html", help="Write a page for a review as well."),
    ] = None,
    front: Annotated[
        float | None,
        typer.Option(
            "--front",
            metavar="SECONDS",
            min=0.1,
            help="Say what each machine more costs in moves: the front from the solution on.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Order the moves to a solution in waves; say which machines become free, and why others stay.

    No machine is ever overfull, no rule broken, and nothing is executed.
    """
    from . import plans

    limits = (free_more, no_pins, time_limit, front)
    how = plans.PlanOptions(order, migration_budget, simulate, text, *limits)
    plans.plan(instance, solution, how, page, json)
