"""What people read: tables and short reports, printed with Rich."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel
from rich import box, markup
from rich.console import Console
from rich.table import Table

from ..core.outcome import Outcome
from ..core.printing import printable
from ..core.schema import Instance
from ..heuristics.consolidation.move_plan import MovePlan
from ..validation.check import Check
from ..validation.study.number_format import figure, percent

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
    "worse",
    "p (Holm)",
)
_FILE_WIDTH = 120  # of tables that go to a file or a pipe


def escape(text: str) -> str:
    """Return text that is shown as it is, and steers neither the table nor the terminal."""
    return markup.escape(printable(text))


def say(text: str) -> None:
    """Print a line."""
    console().print(escape(text), highlight=False)


def console() -> Console:
    """Return the console: as wide as the terminal, or as a file may be."""
    found = Console()
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = _FILE_WIDTH
    return found


def table_of(*columns: str) -> Table:
    """Return an empty table; columns of numbers stand to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        right = column in _NUMERIC
        short = right or column in ("method", "kind", "status", "gap kind", "own bound", "field")
        table.add_column(
            column, justify="right" if right else "left", overflow="fold", no_wrap=short
        )
    return table


def problems(listing: Sequence[dict[str, Any]]) -> None:
    """Print the catalogue."""
    table = table_of("problem", "what", "paper", "methods")
    for entry in listing:
        table.add_row(entry["problem"], entry["title"], entry["paper"], ", ".join(entry["methods"]))
    console().print(table)
    for entry in listing:
        say(f"bundled: {', '.join(entry['instances'])}")


def methods(listing: Sequence[dict[str, Any]]) -> None:
    """Print the methods of a problem."""
    table = table_of("method", "kind", "what", "where", "solvers", "options")
    for entry in listing:
        options = ", ".join(f"{key}={value}" for key, value in entry["options"].items())
        solvers = ", ".join(entry["solvers"])
        table.add_row(
            entry["method"], entry["kind"], entry["summary"], entry["reference"], solvers, options
        )
    console().print(table)


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
    table = table_of("field", "content")
    table.add_row("problem", facts["problem"])
    table.add_row("name", escape(facts["name"]))
    table.add_row("source", escape(facts["source"] or "–"))
    table.add_row("sha256", facts["sha256"])
    for name, content in facts["fields"].items():
        table.add_row(name, escape(content))
    console().print(table)


def outcome(result: Outcome) -> None:
    """Print an outcome."""
    table = table_of("field", "value")
    solver = f" ({result.solver.name} {result.solver.version})" if result.solver else ""
    table.add_row("instance", escape(f"{result.problem}: {result.instance.name}"))
    table.add_row("method", escape(result.method + solver))
    table.add_row("status", f"{result.status} (stopped: {result.stopped})")
    if result.front is None:
        table.add_row("objective", f"{figure(result.objective)} ({result.sense})")
        kind = f" ({result.bound_kind})" if result.bound_kind else ""
        table.add_row("bound", figure(result.bound) + kind)
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
    console().print(table)
    if result.front:
        _front(result)


def _front(result: Outcome) -> None:
    """Print the points of a front."""
    points = result.front or []
    complete = "proven complete" if result.front_complete else "not proven complete"
    names = list(points[0].objectives)
    say(f"{len(points)} points, {complete}")
    table = table_of("point", *names)
    for k, point in enumerate(points[:_MOST_SHOWN]):
        table.add_row(str(k), *(figure(point.objectives[name]) for name in names))
    console().print(table)
    if len(points) > _MOST_SHOWN:
        say(f"and {len(points) - _MOST_SHOWN} more (all of them: --json or -o)")


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:400]}… (all of it: --json or -o)"


def check(result: Check) -> None:
    """Print the judgement on a solution file."""
    table = table_of("constraint", "where", "amount", "message")
    for violation in result.violations[:_MOST_SHOWN]:
        table.add_row(
            violation.constraint,
            escape(violation.where),
            figure(violation.amount),
            escape(violation.message),
        )
    if result.violations:
        console().print(table)
        hidden = len(result.violations) - _MOST_SHOWN
        if hidden > 0:
            say(f"and {hidden} more (all of them: --json)")
    verdict = "accepted" if not result.violations else "REJECTED"
    say(f"{verdict}: objective {figure(result.objective)}, certificate {result.certificate}")
    for claim in result.unchecked:
        say(f"not checked: {claim}")


def moves(plan: MovePlan) -> None:
    """Print a plan of moves, and what blocks it."""
    table = table_of("step", "item", "from", "to", "cost")
    for k, move in enumerate(plan.steps, start=1):
        names = (move.item, move.origin or "–", move.target)
        table.add_row(str(k), *(escape(name) for name in names), figure(move.cost))
    console().print(table)
    say(f"{len(plan.steps)} moves, cost {figure(plan.cost)}")
    if plan.blocked:
        known = "block each other" if plan.proven else "are blocked in every order tried"
        say(f"{len(plan.blocked)} moves {known}:")
        for each in plan.blocked[:_MOST_SHOWN]:
            move = each.move
            waits = ", ".join(each.waits_for)
            say(f"  {move.item} from {move.origin or '–'} to {move.target} waits for {waits}")
        if len(plan.blocked) > _MOST_SHOWN:
            say(f"  and {len(plan.blocked) - _MOST_SHOWN} more (all of them: --json)")
