"""What people read: tables and short reports, printed with Rich."""

from __future__ import annotations

import csv
import io
import itertools
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .instances.outcome import Outcome
from .instances.schema import Instance
from .validation.check import Check
from .validation.move_plan import MovePlan

_DIGITS = "{:.6g}"
_MOST_SHOWN = 20
_NUMERIC = (
    "objective",
    "bound",
    "gap",
    "seconds",
    "points",
    "hypervolume",
    "epsilon",
    "found",
    "amount",
    "runs",
    "best known",
    "proven",
    "nothing",
    "median",
    "median gap",
    "worst gap",
    "median hypervolume",
    "worst hypervolume",
    "pairs",
    "better",
    "p (Holm)",
)
_FILE_WIDTH = 120  # of tables that go to a file or a pipe


def say(text: str) -> None:
    """Print a line."""
    _console().print(escape(text), highlight=False)


def _console() -> Console:
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _FILE_WIDTH
    return console


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        right = column in _NUMERIC
        short = right or column in ("method", "kind", "status", "gap kind", "own bound", "field")
        table.add_column(
            column, justify="right" if right else "left", overflow="fold", no_wrap=short
        )
    return table


def number(value: float | None) -> str:
    """Return a number in six digits, a dash for none."""
    return "–" if value is None else _DIGITS.format(value)


def percent(value: float | None) -> str:
    """Return a relative gap as a percentage, a dash for none."""
    if value is None:
        return "–"
    if 0 < value < 1e-4:
        return "<0.01%"
    return f"{value:.2%}"


def problems(listing: Sequence[dict[str, Any]]) -> None:
    """Print the catalogue."""
    table = _table("problem", "what", "paper", "methods")
    for entry in listing:
        table.add_row(entry["problem"], entry["title"], entry["paper"], ", ".join(entry["methods"]))
    _console().print(table)
    for entry in listing:
        say(f"bundled: {', '.join(entry['instances'])}")


def methods(listing: Sequence[dict[str, Any]]) -> None:
    """Print the methods of a problem."""
    table = _table("method", "kind", "what", "where", "solvers", "options")
    for entry in listing:
        options = ", ".join(f"{key}={value}" for key, value in entry["options"].items())
        solvers = ", ".join(entry["solvers"])
        table.add_row(
            entry["method"], entry["kind"], entry["summary"], entry["reference"], solvers, options
        )
    _console().print(table)


def field_facts(record: BaseModel, prefix: str = "") -> dict[str, str]:
    """Return one line of description for each field that is given."""
    facts: dict[str, str] = {}
    for name in type(record).model_fields:
        value = getattr(record, name)
        if value is None or (not prefix and name in Instance.model_fields) or name == "problem":
            continue
        if isinstance(value, BaseModel):
            facts |= field_facts(value, f"{prefix}{name}.")
        else:
            facts[f"{prefix}{name}"] = _described(value)
    return facts


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        shape = " x ".join(str(length) for length in value.shape)
        missing = int(np.isnan(value).sum()) if value.dtype.kind == "f" else 0
        nulls = f", {missing} null" if missing else ""
        return f"{shape} numbers from {np.nanmin(value):.6g} to {np.nanmax(value):.6g}{nulls}"
    if isinstance(value, (tuple, list, dict)):
        return f"{len(value)} entries"
    return str(value)


def facts(facts: dict[str, Any]) -> None:
    """Print what is in an instance."""
    table = _table("field", "content")
    table.add_row("problem", facts["problem"])
    table.add_row("name", escape(facts["name"]))
    table.add_row("source", escape(facts["source"] or "–"))
    table.add_row("sha256", facts["sha256"])
    for name, content in facts["fields"].items():
        table.add_row(name, escape(content))
    _console().print(table)


def outcome(result: Outcome) -> None:
    """Print an outcome."""
    table = _table("field", "value")
    solver = f" ({result.solver.name} {result.solver.version})" if result.solver else ""
    table.add_row("instance", escape(f"{result.problem}: {result.instance.name}"))
    table.add_row("method", escape(result.method + solver))
    table.add_row("status", f"{result.status} (stopped: {result.stopped})")
    if result.front is None:
        table.add_row("objective", f"{number(result.objective)} ({result.sense})")
        kind = f" ({result.bound_kind})" if result.bound_kind else ""
        table.add_row("bound", number(result.bound) + kind)
        table.add_row("gap", percent(result.gap))
    phases = ", ".join(f"{phase} {spent:.3f}" for phase, spent in result.timing.items())
    table.add_row("seconds", f"{result.seconds:.3f}" + (f" ({phases})" if phases else ""))
    for key, value in result.details.items():
        if key != "violations":
            table.add_row(key, escape(str(value)))
    if result.decision is not None:
        for key, value in result.decision.items():
            table.add_row(f"decision: {key}", escape(_cut(value)))
    if result.message:
        table.add_row("message", escape(result.message))
    _console().print(table)
    if result.front:
        _front(result)


def _front(result: Outcome) -> None:
    """Print the points of a front."""
    points = result.front or []
    complete = "proven complete" if result.front_complete else "not proven complete"
    names = list(points[0].objectives)
    say(f"{len(points)} points, {complete}")
    table = _table("point", *names)
    for k, point in enumerate(points[:_MOST_SHOWN]):
        table.add_row(str(k), *(number(point.objectives[name]) for name in names))
    _console().print(table)
    if len(points) > _MOST_SHOWN:
        say(f"and {len(points) - _MOST_SHOWN} more (all of them: --json or -o)")


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:400]}… (all of it: --json or -o)"


def check(result: Check) -> None:
    """Print the judgement on a solution file."""
    table = _table("constraint", "where", "amount", "message")
    for violation in result.violations[:_MOST_SHOWN]:
        table.add_row(
            violation.constraint,
            escape(violation.where),
            number(violation.amount),
            escape(violation.message),
        )
    if result.violations:
        _console().print(table)
        hidden = len(result.violations) - _MOST_SHOWN
        if hidden > 0:
            say(f"and {hidden} more (all of them: --json)")
    verdict = "accepted" if not result.violations else "REJECTED"
    say(f"{verdict}: objective {number(result.objective)}, certificate {result.certificate}")


def moves(plan: MovePlan) -> None:
    """Print a plan of moves, and what blocks it."""
    table = _table("step", "item", "from", "to", "cost")
    for k, move in enumerate(plan.steps, start=1):
        names = (move.item, move.origin or "–", move.target)
        table.add_row(str(k), *(escape(name) for name in names), number(move.cost))
    _console().print(table)
    say(f"{len(plan.steps)} moves, cost {number(plan.cost)}")
    if plan.blocked:
        known = "block each other" if plan.proven else "are blocked in every order tried"
        say(f"{len(plan.blocked)} moves {known}:")
        for each in plan.blocked[:_MOST_SHOWN]:
            move = each.move
            waits = ", ".join(each.waits_for)
            say(f"  {move.item} from {move.origin or '–'} to {move.target} waits for {waits}")
        if len(plan.blocked) > _MOST_SHOWN:
            say(f"  and {len(plan.blocked) - _MOST_SHOWN} more (all of them: --json)")


def comparison(rows: Sequence[dict[str, Any]]) -> None:
    """Print a gap table, or a table of fronts, per instance."""
    for (problem, name), group in itertools.groupby(rows, _instance):
        listed = list(group)
        fronts = any(row["front"] for row in listed)
        say(f"{problem}: {name}")
        _console().print(_front_table(listed) if fronts else _gap_table(listed))
        for row in listed:
            if row["message"]:
                say(f"{row['method']}: {row['message']}")


def _gap_table(rows: Sequence[dict[str, Any]]) -> Table:
    columns = ("method", "objective", "gap", "gap kind", "own bound", "status", "seconds")
    table = _table(*columns)
    for row in rows:
        table.add_row(
            escape(row["method"]),
            number(row["objective"]),
            percent(row["gap_to_best_bound"]),
            row["gap_kind"],
            row["bound_kind"] or "–",
            _state(row),
            f"{row['seconds']:.3f}",
        )
    return table


def _front_table(rows: Sequence[dict[str, Any]]) -> Table:
    columns = (
        "method",
        "points",
        "hypervolume",
        "epsilon",
        "found",
        "gap kind",
        "status",
        "seconds",
    )
    table = _table(*columns)
    for row in rows:
        found = row["front_measures"]
        table.add_row(
            escape(row["method"]),
            str(len(row["front"] or [])),
            "–" if found is None else percent(found["hypervolume_ratio"]),
            "–" if found is None else number(found["additive_epsilon"]),
            "–" if found is None else percent(found["share_found"]),
            row["gap_kind"],
            _state(row),
            f"{row['seconds']:.3f}",
        )
    measured = [row["front_measures"] for row in rows if row["front_measures"]]
    reference: dict[str, float] = measured[0]["reference_point"] if measured else {}
    stated = ", ".join(f"{name} {number(value)}" for name, value in reference.items())
    table.caption = f"hypervolume up to the reference point ({escape(stated)})"
    return table


def summaries(lines: Sequence[dict[str, Any]]) -> None:
    """Print how the methods did over all instances, a table per problem."""
    for name, group in itertools.groupby(lines, lambda line: line["problem"]):
        listed = list(group)
        count = listed[0]["instances"]
        say(f"{name}: {count} instance{'s' if count != 1 else ''}")
        fronts = any(line["median_volume"] is not None for line in listed)
        kind, word = ("volume", "hypervolume") if fronts else ("gap", "gap")
        middle, worst = f"median {word}", f"worst {word}"
        table = _table(
            "method", "runs", "best known", "proven", "nothing", middle, worst, "seconds"
        )
        for line in listed:
            table.add_row(
                escape(line["label"]),
                *(str(line[key]) for key in ("runs", "best", "proven", "failed")),
                percent(line[f"median_{kind}"]),
                percent(line[f"worst_{kind}"]),
                f"{line['seconds']:.3f}",
            )
        _console().print(table)


def paired(lines: Sequence[dict[str, Any]]) -> None:
    """Print what got better and what worse between two files of results."""
    if not lines:
        say("the two files have no run in common")
        return
    table = _table("problem", "method", "measure", "pairs", "better", "worse", "median", "p (Holm)")
    for line in lines:
        table.add_row(
            line["problem"],
            escape(line["label"]),
            line["measure"],
            *(str(line[key]) for key in ("pairs", "better", "worse")),
            percent(line["median"]),
            number(line["p_holm"]),
        )
    _console().print(table)


def _state(row: dict[str, Any]) -> str:
    return str(row["status"] if row["stopped"] == "complete" else row["stopped"])


def _instance(row: dict[str, Any]) -> tuple[str, str]:
    return row["problem"], row["instance"]["name"]


_CSV_COLUMNS = (
    "method",
    "status",
    "stopped",
    "sense",
    "objective",
    "bound",
    "bound_kind",
    "gap",
    "gap_to_best_bound",
    "gap_kind",
    "seconds",
    "seed",
    "message",
)


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return the comparison as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["problem", "instance", "sha256", *_CSV_COLUMNS])
    for row in rows:
        label = row["instance"]
        writer.writerow(
            [row["problem"], label["name"], label["sha256"], *(row[c] for c in _CSV_COLUMNS)]
        )
    return stream.getvalue()
