"""Runs as rows of plain values: for CSV files, Parquet files and data frames."""

import csv
import io
import resource
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

from ...core.faults import input_error
from ...core.files import replacement_of
from ...core.installed import is_installed
from ..running import add_gaps
from .results import Result, by_instance, instance_key

Key = tuple[str, str]  # problem, digest


def names_apart(results: Iterable[Result]) -> dict[Key, str]:
    """Return distinct names of instances by key: equal names are followed by their settings."""
    sources = {instance_key(result["row"]): result for result in results}
    groups: dict[tuple[str, str], list[Key]] = {}
    for key, each in sources.items():
        groups.setdefault((key[0], each["row"]["instance"]["name"]), []).append(key)
    names: dict[Key, str] = {}
    for (_, name), keys in groups.items():
        said = _differences({key: str(sources[key]["source"]) for key in keys})
        for key in keys:
            names[key] = name if len(keys) == 1 else f"{name} ({said[key]})"
    return names


def _differences(sources: Mapping[Key, str]) -> dict[Key, str]:
    """Return, by key, the settings in which sources differ; digests if the settings are equal."""
    words = {key: _words(source) for key, source in sources.items()}
    common = set.intersection(*map(set, words.values()))
    said = {
        key: ", ".join(word for word in listed if word not in common and word[:2] != "--")
        for key, listed in words.items()
    }
    if len(set(said.values())) == len(said):
        return {key: text or "default" for key, text in said.items()}
    return {key: key[1][:8] for key in said}


def _words(source: str) -> list[str]:
    try:
        return shlex.split(source)
    except ValueError:
        return source.split()


def rename_apart(results: Iterable[Result]) -> list[Result]:
    """Return results in which the names of different instances are distinct."""
    listed = list(results)
    names = names_apart(listed)
    return [{**result, "row": rename_row(result["row"], names)} for result in listed]


def rename_row(row: Mapping[str, Any], names: Mapping[Key, str]) -> dict[str, Any]:
    """Return a row with the distinct name of its instance."""
    label = row["instance"]
    return {**row, "instance": {**label, "name": names.get(instance_key(row), label["name"])}}


USED = {"processor_seconds": float, "peak_bytes": int}
# The columns of one run, and the types of their values.
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
    """Return stored results as rows of a comparison, with label, seconds and memory of each run."""
    rows: list[dict[str, Any]] = []
    for group in by_instance(rename_apart(results)).values():
        usages = [result.get("usage") or {} for result in group]
        table = add_gaps([{**result["row"], "method": result["label"]} for result in group])
        for row, usage in zip(table, usages, strict=True):
            rows.append({**row, **{key: usage.get(key) for key in USED}})
    return rows


def flat_row(row: Mapping[str, Any], columns: Mapping[str, type] = COLUMNS) -> dict[str, Any]:
    """Return the values of a comparison's row for the given columns."""
    label = row["instance"]
    known = {**row, "instance": label["name"], "sha256": label["sha256"]}
    return {column: known[column] for column in columns}


def flat_rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return stored results as rows of plain values, with seconds and memory of each run."""
    return [flat_row(row, {**COLUMNS, **USED}) for row in rows_of(results)]


def latex_table(table: Any, **how: Any) -> str:
    """Return a data frame as LaTeX for the package booktabs, with special characters escaped."""
    text: str = table.to_latex(escape=True, **how)
    for letter, command in _LETTERS.items():
        text = text.replace(letter, command)
    return text


_LETTERS = {  # that LaTeX would not print as they are
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "<": "$<$",
    ">": "$>$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "µ": r"$\mu$",
    "ε": r"$\varepsilon$",
}


def plain_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> str:
    """Return rows with equal keys as CSV text; by default the columns are the first row's keys."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    columns = columns or (list(rows[0]) if rows else [])
    writer.writerow(columns)
    writer.writerows([_as_text(row.get(column)) for column in columns] for row in rows)
    return stream.getvalue()


def _as_text(cell: Any) -> Any:
    """Return a cell as text that a spreadsheet does not read as a formula; keep numbers."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell


def refuse_parquet_without_package(path: Path | None) -> None:
    """Raise an error for Parquet output if its package is not installed."""
    if path is not None and not is_installed("pyarrow"):
        raise input_error("--parquet", "needs the package pyarrow: pip install 'optgap[parquet]'")


def write_parquet(results: Sequence[Result], path: Path) -> None:
    """Write results as a Parquet file; the types of its columns do not depend on the results."""
    refuse_parquet_without_package(path)
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {str: arrow.string(), float: arrow.float64(), int: arrow.int64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in {**COLUMNS, **USED}.items()])
    with replacement_of(path) as whole:
        parquet.write_table(arrow.Table.from_pylist(flat_rows(results), schema=schema), whole)


Usage: TypeAlias = dict[str, float | int | None]
_STATUS, _PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET = "5"  # what the kernel takes for: the peak begins anew
_KIB = 1024


def measure(run: Callable[[], Any], outside: bool = False) -> tuple[Any, Usage]:
    """Call ``run``; return its result with the processor seconds and the memory that it used.

    Processor seconds include all threads and all child processes that have ended.  Memory is that
    of this process; it is missing for a method from ``outside``, which runs in another process.
    """
    reset = _peak_begins_anew()
    before, begun = _memory("VmRSS"), _processor_seconds()
    answer = run()
    seconds = _processor_seconds() - begun
    counts = reset and not outside
    return answer, {
        "processor_seconds": round(seconds, 6),
        "peak_bytes": _memory("VmHWM") if counts else None,
        "bytes_before": before if counts else None,
    }


def _processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def _peak_begins_anew() -> bool:
    """Reset the recorded peak of memory; return whether the system supports this."""
    try:
        _PEAK.write_text(_RESET)
    except OSError:
        return False  # no Linux, or not allowed: then there is no peak of one run
    return True


def _memory(field: str) -> int | None:
    """Return the bytes in a field of ``/proc/self/status``, or None."""
    if not _STATUS.exists():
        return None
    lines = (line.split() for line in _STATUS.read_text().splitlines())
    return next((int(words[1]) * _KIB for words in lines if words[0] == f"{field}:"), None)
