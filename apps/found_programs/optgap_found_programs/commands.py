"""The command `judge` with its options."""

from pathlib import Path
from typing import Annotated, Any

import typer

from optgap.commands import JsonOption, SeedOption


def judge(
    task: Annotated[
        str | None,
        typer.Argument(metavar="[TASK]", help="Name of a task (see --list), or of a problem."),
    ] = None,
    program: Annotated[
        Path | None, typer.Argument(metavar="[PROGRAM]", help="Python file of the program.")
    ] = None,
    tasks: Annotated[
        bool, typer.Option("--list", help="List the tasks, with bounds and best values.")
    ] = False,
    fresh: Annotated[
        int | None,
        typer.Option("--fresh", min=0, metavar="SEED", help="Judge on newly drawn instances."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="F", help="Print results for openevolve, skydiscover, shinka, gepa."
        ),
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Write shinka's files here.")
    ] = None,
    init: Annotated[
        Path | None, typer.Option("--init", metavar="DIR", help="Create a folder for a framework.")
    ] = None,
    score: Annotated[
        str,
        typer.Option(
            "--score", metavar="framework|gap", help="Score as the framework, or by 1 - mean gap."
        ),
    ] = "framework",
    instances: Annotated[
        int | None,
        typer.Option("--instances", min=1, metavar="N", help="Use only the first N instances."),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", min=0, metavar="S", help="Limit the seconds per instance."),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory-limit", metavar="4GiB", help="Limit the memory per process."),
    ] = None,
    isolation: Annotated[
        str | None,
        typer.Option(
            "--isolation",
            metavar="strict|weak|none",
            help="Require this isolation of the program; default: the strictest available.",
        ),
    ] = None,
    limiter: Annotated[
        str | None,
        typer.Option(
            "--limits",
            metavar="own|runexec",
            help="Let optgap itself or BenchExec's runexec enforce the limits.",
        ),
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option(
            "--audit",
            metavar="EVALUATOR",
            help="Test whether cheating changes of PROGRAM fool an evaluator (.py, .sh).",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write the audit as a page.")
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Judge an evolved program: its score, and its gap to the proven optimum or bound.

    The program runs unchanged in a separate process; everything is recomputed from its answers.
    """
    if audit is not None or report is not None:
        from .reports import audit_evaluator

        audit_evaluator(audit, (task, program), time_limit, report, json)
        return
    from .reports import report_judgement

    limits: dict[str, Any] = {
        "instances": instances,
        "fresh": fresh,
        "time_limit": time_limit,
        "memory": memory,
        "seed": seed,
        "score": score,
        "isolation": isolation,
        "limits": limiter,
    }
    report_judgement((task, program), tasks, limits, (form, results, init), json)
