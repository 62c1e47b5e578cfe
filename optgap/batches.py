"""What the commands `bench` and `report` do; `cli` declares their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from . import tables
from .commands import DONE, emit, refuse_unwritable, write_report
from .progress import BatchProgress
from .validation.bench import run_batch, tasks_of
from .validation.executors import executor
from .validation.paired import paired
from .validation.report import summaries
from .validation.results_file import latest, read_results


def bench(
    suite: Path,
    output: Path | None,
    where: str,
    workers: int | None,
    report_path: Path | None,
    json: bool,
) -> None:
    """Run what the results do not hold yet."""
    results = output or suite.with_suffix(".jsonl")
    refuse_unwritable(results)
    refuse_unwritable(report_path)
    tasks = tasks_of(suite)
    with executor(where, workers) as pool:
        batch = run_batch(tasks, results, pool, BatchProgress(suite.stem))
    stored = {each.get("key"): each for each in read_results(results)}
    mine = [stored[task["key"]] for task in tasks]
    if report_path is not None:
        write_report(report_path, mine, f"optgap bench: {suite.stem}")
    facts = {
        "results": str(results),
        "runs": batch.total,
        "known_before": batch.known,
        "failed": sum(each["row"]["stopped"] == "error" for each in mine),
        "torn_line_dropped": batch.torn,
    }
    if json:
        emit({**facts, "summary": summaries(mine)})
    else:
        tables.summaries(summaries(mine))
        for each in mine:
            if each["row"]["stopped"] == "error":
                tables.say(f"{each['source']}, {each['label']}: {each['row']['message']}")
        if batch.torn:
            tables.say("the last line of the results was torn by a kill; its run was made again")
        tables.say(f"{batch.total} runs in {results}; draw them with: optgap report {results}")
    raise typer.Exit(DONE)


def report(results: Path, against: Path | None, output: Path | None, json: bool) -> None:
    """Draw stored results, or compare them with older ones."""
    refuse_unwritable(output)
    found = latest(read_results(results))
    lines: list[dict[str, Any]] = []
    if against is not None:
        lines = paired(read_results(against), found)
    if output is not None:
        write_report(output, found, f"optgap report: {results.stem}", lines)
    if json:
        emit({"summary": summaries(found), "comparison": lines})
        return
    tables.summaries(summaries(found))
    if against is not None:
        tables.paired(lines)
    if output is not None:
        tables.say(f"wrote {output}")
