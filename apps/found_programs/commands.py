"""The command `judge`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ...cli.layout import say, say_wrapped, show_table
from ...cli.options import JsonOption, SeedOption
from ...cli.shared import DONE, VIOLATIONS, emit, refuse_unwritable
from ...core.faults import input_error
from ...core.files import write_text
from . import Judged, JudgedRow, judge_in_form, make_folder, task_named, task_names
from . import judge as judge_program
from .auditing import DEFAULT_SECONDS, Audit, audit, audit_page


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
        typer.Option("--fresh", min=0, metavar="SEED", help="Draw and solve new instances."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="F", help="Print for openevolve, skydiscover, shinka, gepa."
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
            "--score", metavar="framework|gap", help="Use the framework's score, or 1 - mean gap."
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
            help="Limit programs by optgap itself, or by BenchExec's runexec.",
        ),
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option(
            "--audit",
            metavar="EVALUATOR",
            help="Attack an evaluator (.py, .sh) with probes of PROGRAM; TASK adds its headroom.",
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
        audit_evaluator(audit, (task, program), time_limit, report, json)
        return

    limits: dict[str, Any] = {"instances": instances, "fresh": fresh, "time_limit": time_limit}
    limits |= {"memory": memory, "seed": seed, "score": score, "isolation": isolation}
    limits["limits"] = limiter
    report_judgement((task, program), tasks, limits, (form, results, init), json)


_SHOWN = 20  # rows; those that failed come first


def report_judgement(
    given: tuple[str | None, Path | None],
    tasks: bool,
    limits: dict[str, Any],
    target: tuple[str | None, Path | None, Path | None],
    json: bool,
) -> None:
    """List the tasks, make a folder, or judge a program."""
    name, program = given
    form, results, init = target
    if tasks:
        _list(json)
        return
    if name is None:
        raise input_error("task", "is missing; --list shows all")
    if init is not None:
        files = make_folder(name, init)
        facts = {"folder": str(init), "files": files}
        emit(facts) if json else say(f"wrote {', '.join(files)} into {init}")
        return
    if program is None:
        raise input_error("program", "is missing: optgap judge TASK PROGRAM")
    if form is not None:
        emit(judge_in_form(form, name, program, results, **limits))
        return
    if results is not None:
        raise input_error("--results", "goes with --format shinka")
    verdict = judge_program(name, program, **limits)
    emit(verdict.as_document()) if json else _table(verdict)
    raise typer.Exit(DONE if verdict.correct else VIOLATIONS)


def _list(json: bool) -> None:
    listing = [
        {"task": task.name, "function": task.function, **vars(task.record)}
        for task in map(task_named, task_names())
    ]
    if json:
        emit(listing)
        return
    columns = ("task", "program", "proven", "best", "human", "published")
    rows = [tuple(entry.values()) for entry in listing]
    show_table(columns, rows, words=columns[1:], spare=("program", "published"))


def _table(verdict: Judged) -> None:
    rows = sorted(verdict.rows, key=lambda row: row.status == "ok")
    columns = ("instance", "status", "objective", "reference", "trust", "gap", "seconds")
    show_table(columns, [_cells(row) for row in rows[:_SHOWN]], numbers=columns[2:])
    if len(rows) > _SHOWN:
        say(f"and {len(rows) - _SHOWN} more (all: --json)")
    for row in rows[:_SHOWN]:
        for violation in row.violations:
            say_wrapped(f"{row.instance}: {violation}")
    right = "correct" if verdict.correct else "not correct: it failed on an instance"
    say(f"score {verdict.score:.10g}, {right}")
    if verdict.gap is not None:
        say(f"gap to what is proven: mean {verdict.gap.mean:.2%}, worst {verdict.gap.worst:.2%}")
    say_wrapped(verdict.note)


def _cells(row: JudgedRow) -> tuple[str, ...]:
    numbers = [f"{x:.6g}" if x is not None else "" for x in (row.objective, row.reference)]
    gap = "" if row.gap is None else f"{row.gap:.2%}"
    return (row.instance, row.status, *numbers, row.trust or "", gap, f"{row.seconds:.2f}")


# The command `judge --audit`: attacks on an evaluator, as a table, a page or JSON.


def audit_evaluator(
    evaluator: Path | None,
    names: tuple[str | None, Path | None],
    time_limit: float | None,
    report: Path | None,
    json: bool,
) -> None:
    """Audit an evaluator; a single name that is a file is its seed program, and no task."""
    if evaluator is None:
        raise input_error("--report", "goes with --audit")
    refuse_unwritable(report)
    task, program = names
    if task is not None and program is None and Path(task).is_file():
        program, task = Path(task), None
    limit = DEFAULT_SECONDS if time_limit is None else time_limit
    found = audit(evaluator, program, task=task, time_limit=limit)
    if report is not None:
        write_text(report, audit_page(found))
    emit(found.as_document()) if json else _show(found)
    raise typer.Exit(DONE if found.sound else VIOLATIONS)


def _show(found: Audit) -> None:
    """Print the probes, those that broke their rule first, and the facts below."""
    rows = [
        (
            result.kind,
            result.probe,
            result.rule,
            "none" if result.score is None else f"{result.score:.6g}",
            "kept" if result.held else "BROKEN",
        )
        for result in sorted(found.probes, key=lambda result: result.held)
    ]
    columns = ("class", "probe", "must score", "score", "rule")
    show_table(columns, rows, numbers=("score",), words=("probe",))
    say(f"score of the seed {found.seed_score:.10g}, repeated within {found.noise:.3g}")
    failing = "none" if found.failing_score is None else f"{found.failing_score:.10g}"
    say(f"score of a program that always fails: {failing}")
    if found.headroom is not None:
        room = found.headroom
        gap = "unknown" if room.mean_gap is None else f"{room.mean_gap:.2%}"
        say_wrapped(
            f"headroom: mean gap {gap} to what is proven; optimal already on {room.optimal} of "
            f"{room.instances} instances"
        )
    broken = sum(not result.held for result in found.probes)
    say(f"{broken} of {len(found.probes)} probes broke their rule")
