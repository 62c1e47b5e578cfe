"""How far every method of the catalogue is from the optimum, version by version of optgap.

``python benchmarks/records.py`` runs the suite of `suite_text` (some minutes; killed and
started again, it goes on) and writes the gaps of this version into docs/data/records.json; the page
on the library draws them beside those of earlier versions, with the number of rows of the library
that each version leaves open. With ``--smoke`` it takes two instances of each problem, writes
nothing, and fails where a method is worse than its record; with ``--rows FILE`` it writes what it
measured there instead. What is compared are gaps: each is a ratio of an objective and a bound of
the same run. A machine that is slow fails nothing, because runs that a limit has ended are left
out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import optgap
from optgap.validation.study import (
    Batch,
    executor,
    loss_of,
    results_of,
    rows_of,
    run_batch,
    tasks_of,
)
from optgap.validation.study.results import environment

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "data" / "records.json"
TOLERANCE = 1e-3  # by which objective over bound may grow
MOST_ROWS = 12  # of each problem
SOURCES = ("core", "instances", "formulations", "solvers", "heuristics", "validation")


def sources_digest() -> str:
    """Return a digest of all methods, instances and versions: others have other results."""
    digest = hashlib.sha256(json.dumps(environment()).encode())
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def suite_text(smoke: bool) -> str:
    """Return the suite: all methods on small rows of the library, or on two of each problem."""
    files = []
    for problem in sorted(optgap.problem_names()):
        rows = spread(optgap.library(problem, size="small"), MOST_ROWS)
        files += [f"library/{row.name}" for row in (spread(rows, 2) if smoke else rows)]
    return f'name = "records"\ntime_limit = 5\nmethods = []\n[[instances]]\n{files = }\n'


def spread(rows: Sequence[Any], most: int) -> Sequence[Any]:
    """Return at most so many rows, at equal distances."""
    return rows[:: max(1, len(rows) // most)][:most]


def measured(smoke: bool) -> list[dict[str, Any]]:
    """Run what has no result of these sources yet; return a record for each run."""
    suite = ROOT / "benchmarks" / "results" / "records.toml"
    suite.parent.mkdir(exist_ok=True)
    suite.write_text(suite_text(smoke))
    tasks = tasks_of(suite)
    results = ROOT / "benchmarks" / "results" / f"records-{sources_digest()}.jsonl"
    with executor("local", 1) as pool:
        run_batch(tasks, results, pool, _show)
    return [record(row) for row in rows_of(results_of(tasks, results))]


def _show(batch: Batch) -> None:
    if batch.done % 25 == 0:
        print(f"{batch.known + batch.done} of {batch.total} runs", file=sys.stderr, flush=True)


def record(row: dict[str, Any]) -> dict[str, Any]:
    """Return what is kept of a run; of a front the gap is the share of volume that it misses."""
    loss = loss_of(row)
    return {
        "problem": row["problem"],
        "instance": row["instance"]["name"],
        "method": row["method"],
        "status": row["status"],
        "stopped": row["stopped"],
        "objective": row["objective"],
        "gap": None if loss is None else round(loss, 9),
        "proven": row["gap_kind"] == "proven",
    }


def with_version(known: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the table with the rows of this version in the place of older ones of it."""
    earlier = [each for each in known["versions"] if each["version"] != optgap.__version__]
    newest = {
        "version": optgap.__version__,
        "environment": environment(),
        "library": library_counts(),
        "changes": list(changes(earlier[-1]["rows"], rows)) if earlier else [],
        "rows": rows,
    }
    return {"versions": [*earlier, newest]}


def library_counts() -> dict[str, list[int]]:
    """Return the numbers of open rows and of all rows of each problem's library."""
    rows = {name: optgap.library(name) for name in optgap.problem_names()}
    is_open = {name: [row.state == "open" for row in each] for name, each in rows.items()}
    return {name: [sum(each), len(each)] for name, each in is_open.items()}


def changes(
    before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield the runs whose gap became better or worse; no gap is worse than any."""
    known = {_run(old): old["gap"] for old in before}
    for row in after:
        if _run(row) not in known:
            continue
        old, new = known[_run(row)], row["gap"]
        now, then = (math.inf if gap is None else gap for gap in (new, old))
        if now != then and abs(now - then) > TOLERANCE:
            became = "better" if now < then else "worse"
            problem, instance, method = _run(row)
            yield {"problem": problem, "instance": instance, "method": method,
                   "became": became, "before": old, "after": new}  # fmt: skip


def regressions(records: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each method that is worse than its record on an instance.

    Runs that a limit has ended, now or then, are left out, and gaps to bounds that prove nothing.
    """
    before = {_run(old): old for old in records}
    for row in rows:
        name = ", ".join(_run(row))
        if _run(row) not in before:
            yield f"{name}: has no record; make records writes it"
        elif words := _regression(before[_run(row)], row):
            yield f"{name}: {words}"


def _regression(old: dict[str, Any], row: dict[str, Any]) -> str | None:
    if old["stopped"] != "complete" or row["stopped"] in ("time_limit", "node_limit"):
        return None
    if old["status"] == "optimal" != row["status"]:
        return f"is {row['status']}, was optimal"
    if old["gap"] is None:
        return None
    if row["gap"] is None:
        return f"has no gap, had {old['gap']:.3%}"
    grown = (1 + row["gap"]) / (1 + old["gap"])
    if old["proven"] and row["proven"] and grown > 1 + TOLERANCE:
        return f"has the gap {row['gap']:.3%}, had {old['gap']:.3%}"
    return None


def _run(record: dict[str, Any]) -> tuple[str, str, str]:
    return record["problem"], record["instance"], record["method"]


def text_of(table: dict[str, Any]) -> str:
    """Return the table as JSON with a line for each run, so that changes can be read."""
    versions = []
    for version in table["versions"]:
        lines = ",\n".join(json.dumps(row) for row in version["rows"])
        head = json.dumps({key: value for key, value in version.items() if key != "rows"})
        versions.append(f'{head[:-1]}, "rows": [\n{lines}\n]}}')
    return '{"versions": [\n' + ",\n".join(versions) + "\n]}\n"


def main() -> None:
    """Measure; the exit code of a smoke run is 1 where a method is worse than its record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="fewer instances, writes nothing")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="where the rows go, as JSON")
    given = parser.parse_args()
    smoke, rows = given.smoke, measured(given.smoke)
    if given.rows is not None:
        given.rows.write_text(json.dumps(rows))
        return
    known = json.loads(TARGET.read_text()) if TARGET.exists() else {"versions": []}
    if not smoke:
        TARGET.write_text(text_of(with_version(known, rows)))
        print(f"{len(rows)} runs of version {optgap.__version__} in {TARGET.name}")
        return
    records = known["versions"][-1]["rows"] if known["versions"] else []
    worse = list(regressions(records, rows))
    print(f"{len(rows)} runs, {len(worse)} worse than their records", *worse, sep="\n")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
