"""The command `judge`: what a program that a machine found is worth."""

from pathlib import Path
from typing import Any

import typer

from ..apps.found_programs import (
    Judged,
    JudgedRow,
    judge_in_form,
    make_folder,
    task_named,
    task_names,
)
from ..apps.found_programs import judge as judge_program
from ..core.faults import input_error
from .layout import say, say_wrapped, show_table
from .shared import DONE, VIOLATIONS, emit

_SHOWN = 20  # rows; those that failed come first


def judge(
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
