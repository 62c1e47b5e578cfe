"""The command `judge --audit`: attacks on an evaluator, as a table, a page or JSON."""

from pathlib import Path

import typer

from ..apps.found_programs.auditing import DEFAULT_SECONDS, Audit, audit, audit_page
from ..core.faults import input_error
from ..core.files import write_text
from .layout import say, say_wrapped, show_table
from .shared import DONE, VIOLATIONS, emit, refuse_unwritable


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
