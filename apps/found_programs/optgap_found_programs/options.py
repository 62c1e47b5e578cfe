"""The options of the command `judge`."""

from pathlib import Path
from typing import Annotated

import typer

from optgap.commands import JsonOption, Options, SeedOption


class JudgeOptions(Options):
    """The options of the command `judge`, of which some are parameters of the function."""

    tasks: Annotated[
        bool, typer.Option("--list", help="List the tasks, with bounds and best values.")
    ] = False
    fresh: Annotated[
        int | None,
        typer.Option("--fresh", min=0, metavar="SEED", help="Judge on newly drawn instances."),
    ] = None
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="F", help="Print results for openevolve, skydiscover, shinka, gepa."
        ),
    ] = None
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Write shinka's files here.")
    ] = None
    init: Annotated[
        Path | None, typer.Option("--init", metavar="DIR", help="Create a folder for a framework.")
    ] = None
    score: Annotated[
        str,
        typer.Option(
            "--score", metavar="framework|gap", help="Score as the framework, or by 1 - mean gap."
        ),
    ] = "framework"
    instances: Annotated[
        int | None,
        typer.Option("--instances", min=1, metavar="N", help="Use only the first N instances."),
    ] = None
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", min=0, metavar="S", help="Limit the seconds per instance."),
    ] = None
    memory: Annotated[
        str | None,
        typer.Option("--memory-limit", metavar="4GiB", help="Limit the memory per process."),
    ] = None
    isolation: Annotated[
        str | None,
        typer.Option(
            "--isolation",
            metavar="strict|weak|none",
            help="Require this isolation of the program; default: the strictest available.",
        ),
    ] = None
    limits: Annotated[
        str | None,
        typer.Option(
            "--limits",
            metavar="own|runexec",
            help="Let optgap itself or BenchExec's runexec enforce the limits.",
        ),
    ] = None
    audit: Annotated[
        Path | None,
        typer.Option(
            "--audit",
            metavar="EVALUATOR",
            help="Test whether cheating changes of PROGRAM fool an evaluator (.py, .sh).",
        ),
    ] = None
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write the audit as a page.")
    ] = None
    seed: SeedOption = 0
    json: JsonOption = False
