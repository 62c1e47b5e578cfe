"""The command `library`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import optgap

from ..core.faults import input_error
from .layout import say, say_wrapped, show_table
from .options import JsonOption, Options, with_options
from .shared import DONE, VIOLATIONS, emit

if TYPE_CHECKING:
    from ..validation.proving import Submission
    from ..validation.running import LibraryRow


class RowOptions(Options):
    """The options that select rows of the library."""

    problem: Annotated[
        str | None, typer.Option(metavar="PROBLEM", help="List the rows of this problem.")
    ] = None
    is_open: Annotated[
        bool, typer.Option("--open", help="List the rows whose optimum is not proven.")
    ] = False
    size: Annotated[
        Literal["small", "paper", "large"] | None,
        typer.Option(help="List the rows of this size."),
    ] = None


@with_options
def library(
    action: Annotated[
        Literal["list", "show", "submit"],
        typer.Argument(help="List the rows, show one of them, or submit solutions."),
    ] = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME|SOLUTION]…",
            help="Names of rows to show; solution files or proof folders to submit.",
        ),
    ] = None,
    *,
    rows: RowOptions,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="Name of the person who submits.")
    ] = "unnamed",
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write better rows to this folder."),
    ] = Path("library"),
    json: JsonOption = False,
) -> None:
    """List named instances with the best known plan and bound, or submit a better one."""
    if action == "list":
        listed = optgap.library(rows.problem, size=rows.size, is_open=rows.is_open or None)
        emit([row.as_document() for row in listed]) if json else _print_rows(listed)
        return
    if not names:
        raise input_error(action, "needs a name" if action == "show" else "needs a solution file")
    if action == "show":
        shown = [optgap.library_row(name) for name in names]
        emit([row.as_document() for row in shown]) if json else list(map(_print_row, shown))
        return
    submissions = [optgap.submit(name, by=by) for name in names]
    documents = [_submitted(each, output) for each in submissions]
    if json:
        emit(documents[0] if len(documents) == 1 else documents)
    else:
        for each, document in zip(submissions, documents, strict=True):
            _print_submission(each, document["written"])
    refused = any(each.verdict is None for each in submissions)
    raise typer.Exit(VIOLATIONS if refused else DONE)


def _print_rows(rows: "list[LibraryRow]") -> None:
    columns = ("name", "size", "best", "bound", "gap", "state", "method", "by")
    cells = [
        (
            row.name,
            row.size,
            _number(row.best),
            _number(row.bound),
            "–" if row.gap is None else f"{max(0.0, row.gap):.2%}",
            row.state,
            row.method or "–",
            row.by or "–",
        )
        for row in rows
    ]
    show_table(columns, cells, numbers=("best", "bound", "gap"), spare=("by", "method", "size"))
    are_open = sum(row.state == "open" for row in rows)
    say(f"{len(rows)} instances, {are_open} of them open")


def _print_row(row: "LibraryRow") -> None:
    say(f"{row.name}: {row.problem}, size {row.size}, {row.state}")
    say_wrapped(f"source: {row.source}")
    kind = row.bound_kind or "none"
    say(f"best {_number(row.best)} ({row.sense}), bound {_number(row.bound)} ({kind})")
    say(f"by {row.by or '–'}: {row.method or '–'}, optgap {row.version or '–'}, {row.date or '–'}")
    for other in row.reported:
        say(f"reported by {other.by}: best {_number(other.best)}, bound {_number(other.bound)}")
    say(f"solve it: optgap solve library/{row.name}")


def _submitted(submission: "Submission", folder: Path) -> dict[str, object]:
    """Write the files of a better row; return the result as a document."""
    written = submission.write(folder) if submission.verdict == "better" else []
    return {
        "name": submission.after.name,
        "verdict": submission.verdict,
        "before": submission.before.as_document(),
        "after": submission.after.as_document(),
        "violations": [violation.as_document() for violation in submission.violations],
        "written": [str(path) for path in written],
    }


def _print_submission(submission: "Submission", written: object) -> None:
    row = submission.after
    if submission.verdict is None:
        say(f"{row.name}: REFUSED")
        listed = [(fault.where, fault.message) for fault in submission.violations]
        show_table(("place", "reason"), listed, words=("reason",))
        return
    values = f"best {_number(row.best)}, bound {_number(row.bound)}, {row.state}"
    say(f"{row.name}: {submission.verdict} ({values})")
    if written:
        say_wrapped(f"written: {', '.join(written)}")  # type: ignore[arg-type]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.10g}"
