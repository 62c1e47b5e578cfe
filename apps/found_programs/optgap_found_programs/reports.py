"""The work of the command `judge`: lists of tasks, folders, verdicts and audits."""

from pathlib import Path

import typer

from optgap.commands import DONE, VIOLATIONS, emit, refuse_outputs, say, say_wrapped, show_table
from optgap.faults import input_error
from optgap.files import write_text

from . import Judged, JudgedRow, judge_in_form, make_folder, task_named, task_names
from . import judge as judge_program
from .auditing import DEFAULT_SECONDS, Audit, audit, audit_page
from .options import JudgeOptions

_SHOWN = 20  # maximum number of printed rows; failed ones come first


def report_judgement(options: JudgeOptions, name: str | None, program: Path | None) -> None:
    """List the tasks, make a folder, or judge a program."""
    if options.tasks:
        _list(options.json)
        return
    if name is None:
        raise input_error("task", "is missing; --list shows all")
    if options.init is not None:
        files = make_folder(name, options.init)
        facts = {"folder": str(options.init), "files": files}
        emit(facts) if options.json else say(f"wrote {', '.join(files)} into {options.init}")
        return
    if program is None:
        raise input_error("program", "is missing: optgap judge TASK PROGRAM")
    taken = ("instances", "fresh", "time_limit", "memory", "seed", "score", "isolation", "limits")
    limits = {key: getattr(options, key) for key in taken}
    if options.form is not None:
        emit(judge_in_form(options.form, name, program, options.results, **limits))
        return
    if options.results is not None:
        raise input_error("--results", "is only valid with --format shinka")
    verdict = judge_program(name, program, **limits)
    emit(verdict.as_document()) if options.json else _table(verdict)
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
        say(f"gap to the proven bound: mean {verdict.gap.mean:.2%}, worst {verdict.gap.worst:.2%}")
    say_wrapped(verdict.note)


def _cells(row: JudgedRow) -> tuple[str, ...]:
    numbers = [f"{x:.6g}" if x is not None else "" for x in (row.objective, row.reference)]
    gap = "" if row.gap is None else f"{row.gap:.2%}"
    return (row.instance, row.status, *numbers, row.trust or "", gap, f"{row.seconds:.2f}")


def audit_evaluator(options: JudgeOptions, task: str | None, program: Path | None) -> None:
    """Audit an evaluator; if ``task`` is a file and alone, this is its seed program."""
    if options.audit is None:
        raise input_error("--report", "is only valid with --audit")
    refuse_outputs([options.report])
    if task is not None and program is None and Path(task).is_file():
        program, task = Path(task), None
    limit = DEFAULT_SECONDS if options.time_limit is None else options.time_limit
    found = audit(options.audit, program, task=task, time_limit=limit)
    if options.report is not None:
        write_text(options.report, audit_page(found))
    emit(found.as_document()) if options.json else _show(found)
    raise typer.Exit(DONE if found.sound else VIOLATIONS)


def _show(found: Audit) -> None:
    """Print the probes of an audit, first those whose rule was broken, and the other results."""
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
    say(f"score of the seed: {found.seed_score:.10g}; its runs differ by {found.noise:.3g} at most")
    failing = "none" if found.failing_score is None else f"{found.failing_score:.10g}"
    say(f"score of a program that always fails: {failing}")
    if found.headroom is not None:
        room = found.headroom
        gap = "unknown" if room.mean_gap is None else f"{room.mean_gap:.2%}"
        say_wrapped(
            f"headroom: mean gap {gap} to the proven bounds; already optimal on {room.optimal} of "
            f"{room.instances} instances"
        )
    broken = sum(not result.held for result in found.probes)
    say(f"{broken} of {len(found.probes)} probes broke a rule")
