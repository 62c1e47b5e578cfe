"""Batches from Python: what ``optgap bench`` does, with a table as the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .comparison import Comparison
from .core.compiled import Compiling
from .validation.compare import compared
from .validation.study import by_instance, named_apart, read_results, run_batch, tasks_of
from .validation.study import executor as executor_named


def bench(
    suite: str | Path,
    results: str | Path | None = None,
    *,
    executor: str = "local",
    workers: int | None = None,
    again: Sequence[str] = (),
    compiled: Compiling = "auto",
) -> Comparison:
    """Run what a suite asks for and has no result yet; return all its rows, old and new.

    The results grow in ``results``, by default a ``.jsonl`` file beside the suite.  The methods
    labelled in ``again`` run anew.  In a script, call it below ``if __name__ == "__main__"``.
    """
    stored = Path(results) if results is not None else Path(suite).with_suffix(".jsonl")
    tasks = tasks_of(Path(suite), compiled)
    with executor_named(executor, workers) as pool:
        run_batch(tasks, stored, pool, None, again)
    known = {each.get("key"): each for each in read_results(stored)}
    mine = [known[task["key"]] for task in tasks]
    rows = []
    for group in by_instance(named_apart(mine)).values():
        rows += compared([{**each["row"], "method": each["label"]} for each in group])
    for row in rows:
        row["instance"] = row["instance"]["name"]
    return Comparison.of(rows, mine)
