"""Runs as rows of plain values: for CSV, Parquet and data frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ...core.faults import input_error
from ...core.files import replaced
from ...core.installed import is_installed
from ..compare import compared
from .results import Result, by_instance
from .told_apart import rename_apart

USED = {"processor_seconds": float, "peak_bytes": int}
# The columns of one run, and what their values are.
COLUMNS: dict[str, type] = {
    "problem": str,
    "instance": str,
    "sha256": str,
    "method": str,
    "status": str,
    "stopped": str,
    "sense": str,
    "objective": float,
    "bound": float,
    "bound_kind": str,
    "gap": float,
    "gap_to_best_bound": float,
    "ratio": float,
    "gap_kind": str,
    "gap_trust": str,
    "seconds": float,
    "seed": int,
    "message": str,
}


def rows_of(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return stored results as rows of a comparison: method by label, and what each run used."""
    rows: list[dict[str, Any]] = []
    for group in by_instance(rename_apart(results)).values():
        usages = [result.get("usage") or {} for result in group]
        table = compared([{**result["row"], "method": result["label"]} for result in group])
        for row, usage in zip(table, usages, strict=True):
            rows.append({**row, **{key: usage.get(key) for key in USED}})
    return rows


def flat_row(row: Mapping[str, Any], columns: Mapping[str, type] = COLUMNS) -> dict[str, Any]:
    """Return the plain values of a row of a comparison."""
    label = row["instance"]
    known = {**row, "instance": label["name"], "sha256": label["sha256"]}
    return {column: known[column] for column in columns}


def flat_rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the plain values of stored results, with what each run used."""
    return [flat_row(row, {**COLUMNS, **USED}) for row in rows_of(results)]


def refuse_parquet_without_package(path: Path | None) -> None:
    """Say before the work that no Parquet file can be written."""
    if path is not None and not is_installed("pyarrow"):
        raise input_error("--parquet", "needs the package pyarrow: pip install 'optgap[parquet]'")


def write_parquet(results: Sequence[Result], path: Path) -> None:
    """Write stored results as a Parquet file; its columns have the same types in every file."""
    refuse_parquet_without_package(path)
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {str: arrow.string(), float: arrow.float64(), int: arrow.int64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in {**COLUMNS, **USED}.items()])
    with replaced(path) as whole:
        parquet.write_table(arrow.Table.from_pylist(flat_rows(results), schema=schema), whole)
