"""What people read of several outcomes: gap tables, fronts, summaries, what changed; and CSV."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Sequence
from typing import Any

from rich.table import Table

from ..validation.study.number_format import figure, percent
from .tables import console, escape, say, table_of


def comparison(rows: Sequence[dict[str, Any]]) -> None:
    """Print a gap table, or a table of fronts, per instance."""
    for (problem, name), group in itertools.groupby(rows, _instance):
        listed = list(group)
        fronts = any(row["front"] for row in listed)
        say(f"{problem}: {name}")
        console().print(_front_table(listed) if fronts else _gap_table(listed))
        for row in listed:
            if row["message"]:
                say(f"{row['method']}: {row['message']}")


def _gap_table(rows: Sequence[dict[str, Any]]) -> Table:
    columns = ("method", "objective", "gap", "gap kind", "own bound", "status", "seconds")
    table = table_of(*columns)
    for row in rows:
        table.add_row(
            escape(row["method"]),
            figure(row["objective"]),
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
    table = table_of(*columns)
    for row in rows:
        found = row["front_measures"]
        table.add_row(
            escape(row["method"]),
            str(len(row["front"] or [])),
            "–" if found is None else percent(found["hypervolume_ratio"]),
            "–" if found is None else figure(found["additive_epsilon"]),
            "–" if found is None else percent(found["share_found"]),
            row["gap_kind"],
            _state(row),
            f"{row['seconds']:.3f}",
        )
    measured = [row["front_measures"] for row in rows if row["front_measures"]]
    reference: dict[str, float] = measured[0]["reference_point"] if measured else {}
    stated = ", ".join(f"{name} {figure(value)}" for name, value in reference.items())
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
        table = table_of(
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
        console().print(table)


def paired(lines: Sequence[dict[str, Any]]) -> None:
    """Print what got better and what worse between two files of results."""
    if not lines:
        say("the two files have no run in common")
        return
    table = table_of(
        "problem", "method", "measure", "pairs", "better", "worse", "median", "p (Holm)"
    )
    for line in lines:
        table.add_row(
            line["problem"],
            escape(line["label"]),
            line["measure"],
            *(str(line[key]) for key in ("pairs", "better", "worse")),
            percent(line["median"]),
            figure(line["p_holm"]),
        )
    console().print(table)


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
