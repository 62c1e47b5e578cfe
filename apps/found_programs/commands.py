"""The command `judge`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ...cli.options import JsonOption, SeedOption


def judge(
    task: Annotated[
        str | None, typer.Argument(metavar="[TASK]", help="A task of --list, or a problem.")
    ] = None,
    program: Annotated[
        Path | None, typer.Argument(metavar="[PROGRAM]", help="The Python file of a program.")
    ] = None,
    tasks: Annotated[
        bool, typer.Option("--list", help="List the tasks: what is proven, best known.")
    ] = False,
    fresh: Annotated[
        int | None,
        typer.Option("--fresh", min=0, metavar="SEED", help="New instances of a seed, solved now."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="F", help="For openevolve, skydiscover, shinka or gepa."),
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--results", metavar="DIR", help="Where shinka's files go.")
    ] = None,
    init: Annotated[
        Path | None,
        typer.Option("--init", metavar="DIR", help="Make a folder that a framework evolves."),
    ] = None,
    score: Annotated[
        str, typer.Option("--score", metavar="framework|gap", help="Its formula, or 1 - mean gap.")
    ] = "framework",
    instances: Annotated[
        int | None, typer.Option("--instances", min=1, metavar="N", help="The first N alone.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, metavar="S", help="Per instance.")
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory-limit", metavar="4GiB", help="Per process.")
    ] = None,
    isolation: Annotated[
        str | None,
        typer.Option(
            "--isolation",
            metavar="strict|weak|none",
            help="Require this isolation of the program; default: the strictest that works here.",
        ),
    ] = None,
    limiter: Annotated[
        str | None,
        typer.Option(
            "--limits",
            metavar="own|runexec",
            help="Who limits and measures a program: this project, or BenchExec's runexec.",
        ),
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option(
            "--audit",
            metavar="EVALUATOR",
            help="Attack an evaluator (.py, .sh) with probes made of PROGRAM; TASK: for headroom.",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write the audit as a page.")
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Judge a program that a machine found: score, and gap to the proven optimum or bound.

    The program runs unchanged in a separate process; everything is recomputed from its answers.
    """
    if audit is not None or report is not None:
        from .reports import audit_evaluator

        audit_evaluator(audit, (task, program), time_limit, report, json)
        return
    from .reports import report_judgement

    limits: dict[str, Any] = {"instances": instances, "fresh": fresh, "time_limit": time_limit}
    limits |= {"memory": memory, "seed": seed, "score": score, "isolation": isolation}
    limits["limits"] = limiter
    report_judgement((task, program), tasks, limits, (form, results, init), json)
